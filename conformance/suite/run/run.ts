import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Owner, thisProcess } from '../api/notification.ts';
import type { Baseline } from '../outcome/baseline.ts';
import type { Facts, Waiver } from '../target/target.ts';
import type { Learned as LearnedOnTheWay } from '../wire/pace-keeper.ts';
import type { Selection } from './selection.ts';

/** The options of a run. */
export interface RunOptions {
  /** The file of the target's profile; without one the target is `BASE_URL` with `API_KEY`, or the mock. */
  profile?: string | undefined;
  /** Of generated data. */
  seed?: number;
  /** The directory of the reports. */
  output?: string;
  selection?: Selection;
  /** An earlier run to compare with. */
  baseline?: Baseline | undefined;
  /** The deployment file that the mock answers as, or that the target is compared with. */
  deployment?: string | undefined;
  /** The command line of the suite runs it: verdicts are in its reports, and no test of Playwright's fails. */
  byCommand?: boolean;
}

/** A run of the suite, shared by all its processes. It holds no credentials. */
export interface Run extends RunOptions {
  /** Part of the name of everything that the run makes. */
  id: string;
  /** A directory for data that the workers share: locks, numbers in use, learned facts. */
  dir: string;
  /** The address of the pace keeper. */
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
  /** Needs that are out of scope, each with the reason. */
  scope: Readonly<Record<string, string>>;
}

/** Names the file of a run, or of the options of one that has not begun. */
const variable = 'CONFORMANCE_RUN';

/** Makes a directory for data that the workers of a run share. */
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
  makeKnown(run);
  return run;
}

/** Makes a run known to this process and those that it starts. */
export function makeKnown(run: Run): void {
  const file = join(run.dir, 'run.json');
  writeFileSync(file, JSON.stringify(run));
  process.env[variable] = file;
}

/** The options of the run that this process belongs to, or of the one that it is about to begin. */
export function runOptions(): RunOptions & Partial<Run> {
  const file = process.env[variable];
  return file ? (JSON.parse(readFileSync(file, 'utf8')) as RunOptions & Partial<Run>) : {};
}

/** The run that this process belongs to, if one has begun. */
export function currentRun(): Run | undefined {
  const run = runOptions();
  return run.id === undefined ? undefined : (run as Run);
}

/**
 * Ends this process at once when the one that has started it is gone: the rest of a killed run would change the target during the next
 * run, which puts back the changes of this one.
 */
export function endWithParent(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}

/** Facts that a run learned in addition to the verdicts on rules. */
export interface Learned extends LearnedOnTheWay {
  /** By how much the target's clock is ahead of this machine's; a second or less counts as none. */
  clockAheadMs?: number;
  /** By how much the `Date` of the answers is ahead of the service's own times, where the two disagree. */
  dateAheadMs?: number;
  /** A change that could not be put back, with the manual step. */
  notPutBack?: string;
  /** A change of an earlier run that this one has put back. */
  putBack?: string;
  /** The judged and skipped share of recorded traffic. */
  recorded?: string;
}

/** Notes the facts that one part of a run has learned, in the place of its earlier ones. */
export function note(runDir: string, by: 'start' | 'pace' | 'end', learned: Learned): void {
  writeFileSync(join(runDir, `learned-${by}.json`), JSON.stringify(learned));
}

/** The facts that all parts of a run have noted. */
export function learnedIn(runDir: string): Learned {
  // Playwright alone has removed the directory before its reporter ends.
  if (!existsSync(runDir)) return {};
  const files = readdirSync(runDir).filter((name) => name.startsWith('learned-'));
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(runDir, name), 'utf8'))));
}
