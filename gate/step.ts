import { counted } from '../spec/texts.ts';
import type { Context } from './context.ts';
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

/** The result of a step. A step that is `unchanged` or `skipped` had nothing to do; the summary has the reason. */
export interface StepResult {
  outcome: 'passed' | 'failed' | 'unchanged' | 'skipped';
  summary: string;
  findings: Finding[];
}

export type Step = (context: Context) => Promise<StepResult>;

/** The result of a step that fails when there is an error among its findings. */
export function resultOf(findings: Finding[], summary: string): StepResult {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (errors === 0) return { outcome: 'passed', summary, findings };
  return { outcome: 'failed', summary: counted(errors, 'problem'), findings };
}
