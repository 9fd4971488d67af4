import { counted } from '../spec/texts.ts';
import type { AcceptedTexts } from './accepted/match.ts';
import type { Base } from './base/resolve.ts';
import type { JudgedChanges } from './changes.ts';
import type { Edition } from './contract.ts';
import type { Finding } from './finding.ts';

/** The steps of the gate, in the order in which they are reported. */
export const stepNames = [
  'version',
  'lint',
  'examples',
  'types',
  'fixtures',
  'rules',
  'deployments',
  'diff',
  'consumers',
  'conformance',
] as const;
export type StepName = (typeof stepNames)[number];

/** What the steps look at. */
export interface Context {
  base: Base;
  revision: Revision;
  /** The changes and their acknowledgements, compared once. */
  changes(): JudgedChanges;
  /** Reads the project as it is at the base; undefined when the base is a file. */
  atBase: Tree | undefined;
  /** The acknowledgements of today and at the base. */
  accepted: AcceptedTexts;
  /** Whether `spec/` and `fixtures/` are as they are at the base; undefined when the base is a file. */
  unchanged: boolean | undefined;
  /** A subset of the conformance suite is enough. */
  quick: boolean;
  /** The directory of the reports. */
  output: string;
}

/** The files of the project at one commit. */
export interface Tree {
  read(path: string): string | undefined;
  list(directory: string): string[];
}

/** The edition that is judged, and where it was read from. */
export interface Revision extends Edition {
  path: string;
  /** Whether it is the contract of the working tree, not a file that was named. */
  isWorkingTree: boolean;
}

/** What a step found. `unchanged` and `skipped` say that there was nothing to do, the summary says why. */
export interface StepResult {
  outcome: 'passed' | 'failed' | 'unchanged' | 'skipped';
  summary: string;
  findings: Finding[];
}

/** A step of the gate. */
export type Step = (context: Context) => Promise<StepResult>;

/** The result of a step that fails when there is an error among its findings. */
export function resultOf(findings: Finding[], summary: string): StepResult {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (errors === 0) return { outcome: 'passed', summary, findings };
  return { outcome: 'failed', summary: counted(errors, 'problem'), findings };
}
