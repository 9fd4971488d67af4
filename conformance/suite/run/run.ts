import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Owner, thisProcess } from '../api/notification.ts';
import type { Baseline } from '../outcome/baseline.ts';
import type { Facts, Waiver } from '../target/target.ts';
import type { Learned as LearnedOnTheWay } from '../wire/pace-keeper.ts';
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

/**
 * Ends this process at once when the one that has started it is gone. What is left of a run that was killed would go on changing the
 * target during the next run, which puts back what there is to be put back.
 */
export function endWithParent(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}

/** Facts that a run learned in addition to the verdicts on rules. */
export interface Learned extends LearnedOnTheWay {
  /** So far is the target's clock ahead of this machine's; a second or less counts as none. */
  clockAheadMs?: number;
  /** How far the `Date` of the answers is ahead of the service's own times, where the two disagree. */
  dateAheadMs?: number;
  /** What was changed and could not be put back, with what is to be done by hand. */
  notPutBack?: string;
  /** What a run before this one had left changed, and this one has put back. */
  putBack?: string;
  /** How much of recorded traffic was judged, and what was left out. */
  recorded?: string;
}

const fileOf = (runDir: string, by: string) => join(runDir, `learned-${by}.json`);

/** Notes what one part of a run has learned, in place of what it noted before. */
export function note(runDir: string, by: 'start' | 'pace' | 'end', learned: Learned): void {
  writeFileSync(fileOf(runDir, by), JSON.stringify(learned));
}

/** What all parts of a run have noted. */
export function learnedIn(runDir: string): Learned {
  // Playwright alone has put everything away before its reporter ends.
  if (!existsSync(runDir)) return {};
  const files = readdirSync(runDir).filter((name) => /^learned-\w+\.json$/.test(name));
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(runDir, name), 'utf8'))));
}
