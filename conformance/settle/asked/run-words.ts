import { grouped } from '../../../spec/grouped.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { bodyOf, isSuccess } from './pair.ts';

type Run = Readonly<Record<string, unknown>>;

/** The statuses that runs of our mock have, and what a run in each of them has to show. */
const runStatuses: Readonly<Record<string, Shows>> = {
  pending: { finished: 0, failed: 0 },
  running: { finished: 0, failed: 0 },
  paused: { finished: 0, failed: 0 },
  succeeded: { finished: 1, failed: 0 },
  failed: { finished: 1, failed: 1 },
  cancelled: { finished: 1, failed: 0 },
};

/** How many runs of a status have ended, and how many tell an error, as shares of one. */
interface Shows {
  finished: number;
  failed: number;
}

/** The words of our mock for statuses of runs. */
export const ourRunStatuses: readonly string[] = Object.keys(runStatuses);

/** The runs that exchanges show. */
export function runsIn(exchanges: readonly NotedExchange[]): Run[] {
  const lists = exchanges.filter((one) => one.operation === 'listRecentAiMissionRuns' && isSuccess(one));
  return lists.flatMap((one) => (bodyOf(one)?.data ?? []) as Run[]);
}

/**
 * The words of a target for our statuses of runs (RUN-10): each of its words stands for that of ours whose runs show most the same. What
 * both have is not among them.
 */
export function runWords(exchanges: readonly NotedExchange[]): Record<string, string> {
  const byStatus = grouped(runsIn(exchanges), ({ status }) => (typeof status === 'string' ? status : []));
  const free = new Set(ourRunStatuses.filter((status) => !byStatus.has(status)));
  const words: Record<string, string> = {};
  for (const [word, runs] of byStatus) {
    if (ourRunStatuses.includes(word)) continue;
    const [nearest] = [...free].sort((one, other) => distance(runs, one) - distance(runs, other));
    if (nearest === undefined) break;
    free.delete(nearest);
    words[nearest] = word;
  }
  // Of runs that the target has none of, ours are told as those that are most like them.
  const shown = [...byStatus.keys()];
  if (shown.length < ENOUGH) return words;
  const meant = (word: string) => Object.keys(words).find((own) => words[own] === word) ?? word;
  for (const status of free) {
    const [nearest] = shown.toSorted((one, other) => unlike(meant(one), status) - unlike(meant(other), status));
    if (nearest !== undefined) words[status] = nearest;
  }
  return words;
}

/** So many statuses show that the target shows those that it has. */
const ENOUGH = 4;

/** How far runs of two of our statuses are from each other. */
function unlike(one: string, other: string): number {
  const [first, second] = [one, other].map((status) => runStatuses[status]) as [Shows, Shows];
  return Math.abs(first.finished - second.finished) + Math.abs(first.failed - second.failed);
}

function distance(runs: readonly Run[], status: string): number {
  const { finished, failed } = runStatuses[status] as Shows;
  const share = (name: string) => runs.filter((run) => run[name] != null).length / runs.length;
  return Math.abs(share('finished_at') - finished) + Math.abs(share('error') - failed);
}
