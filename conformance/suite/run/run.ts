import type { Owner } from '../api/harness.ts';
import type { Facts } from '../target/target.ts';
import type { Selection } from './selection.ts';

/** The options of a run. */
export interface RunOptions {
  /** The file of the target's profile; without one the target is `BASE_URL` with `API_KEY`, or the mock. */
  profile?: string | undefined;
  /** The seed of generated data. */
  seed?: number;
  selection?: Selection;
  /** The deployment file that the mock answers as, or that the target is compared with. */
  deployment?: string | undefined;
}

/** A run of the suite. It holds no credentials. */
export interface Run {
  /** Part of the name of everything that the run makes. */
  id: string;
  seed: number;
  /** The process that it ends with. */
  owner: Owner;
  /** When the command was given. */
  startedAt: string;
  facts: Facts;
}

/** Holds a run that Playwright's main process has begun, for its worker. */
const variable = 'CONFORMANCE_BEGUN';

/** Makes a run and the file of its profile known to the processes that this one starts. */
export function shareRun(run: Run, profile: string | undefined): void {
  process.env[variable] = JSON.stringify({ run, profile });
}

/** The run that the parent of this process has shared. */
export function sharedRun(): { run: Run; profile: string | undefined } {
  const text = process.env[variable];
  if (!text) throw new Error('no run has begun: start it with `npx playwright test --project=conformance`');
  return JSON.parse(text) as ReturnType<typeof sharedRun>;
}
