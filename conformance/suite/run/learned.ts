import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Learned as LearnedOnTheWay } from '../wire/pace-keeper.ts';

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
