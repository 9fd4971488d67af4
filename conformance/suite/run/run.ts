import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Owner, thisProcess } from '../api/notification.ts';
import type { Baseline } from '../outcome/baseline.ts';
import type { Facts, Waiver } from '../target/target.ts';
import type { Selection } from './selection.ts';

/** What is asked of a run. */
export interface RunOptions {
  /** The file of the target's profile; without one it is `BASE_URL` and `API_KEY`, or the mock. */
  profile?: string | undefined;
  /** Of generated data. */
  seed?: number;
  /** The directory that the reports go to. */
  output?: string;
  selection?: Selection;
  /** An earlier run to compare with. */
  baseline?: Baseline | undefined;
  /** The deployment file that the mock answers as, or that the target is compared with. */
  deployment?: string | undefined;
  /** The command line of the suite runs it: its reports tell what came of the cases, and no test of Playwright's fails. */
  byCommand?: boolean;
}

/** One run of the suite, as all its processes know it. It holds no credentials. */
export interface Run extends RunOptions {
  /** Stands in everything that the run makes. */
  id: string;
  /** A directory for what the workers share: locks, numbers in use, what was learned. */
  dir: string;
  /** The address of the pace keeper that gives out the turns of requests. */
  pace: string;
  seed: number;
  /** The process that it ends with. */
  owner: Owner;
  /** When the command was given. */
  startedAt: string;
  /** The target's name and address, for the report. */
  target: { name: string; baseUrl: string };
  facts: Facts;
  waivers: readonly Waiver[];
  /** What the target is not asked, each with the reason. */
  scope: Readonly<Record<string, string>>;
}

/** Names the file in which a run stands, or what is asked of one that has not begun: JSON, all members optional. */
const variable = 'CONFORMANCE_RUN';

/** Makes a directory for what the workers of a run share. */
export function makeRunDir(): string {
  return mkdtempSync(join(tmpdir(), 'conformance-'));
}

/** Begins a run and makes it known to this process and those that it starts. */
export function beginRun(
  options: RunOptions,
  about: Pick<Run, 'dir' | 'pace' | 'target' | 'facts' | 'waivers' | 'scope'>,
): Run {
  const run: Run = {
    seed: 1,
    ...options,
    ...about,
    id: Date.now().toString(36).slice(-6) + randomBytes(2).toString('hex'),
    owner: thisProcess(),
    startedAt: new Date(performance.timeOrigin).toISOString(),
  };
  makeKnown(run, run.dir);
  return run;
}

/** Makes a run, or what is asked of one, known to this process and those that it starts; it is written to the directory. */
export function makeKnown(run: RunOptions, directory: string): void {
  const file = join(directory, 'run.json');
  writeFileSync(file, JSON.stringify(run));
  process.env[variable] = file;
}

/** What is asked of the run that this process belongs to, or of the one that it is about to begin. */
export function runOptions(): RunOptions & Partial<Run> {
  const file = process.env[variable];
  return file ? (JSON.parse(readFileSync(file, 'utf8')) as RunOptions & Partial<Run>) : {};
}

/** The run that this process belongs to, if one has begun. */
export function currentRun(): Run | undefined {
  const run = runOptions();
  return run.id === undefined ? undefined : (run as Run);
}
