import type { Goal, Results, Row } from './results.ts';
import { median, medianRatio } from './statistics.ts';

/** Holds what was measured to the goals. A goal whose figures are missing is neither met nor not. */
export function judge({ rows, starts }: Pick<Results, 'rows' | 'starts'>): Goal[] {
  const row = (server: string, request: string) =>
    rows.find((one) => one.server === server && one.request === request && one.informational === undefined);
  const start = (server: string) => starts.find((one) => one.server === server);
  const kinds = [...new Set(rows.map(({ request }) => request))];

  const perRequest = (goal: string, limit: number, other: string, figure: (ours: Row, theirs: Row) => number) =>
    kinds.map((request): Goal => {
      const [ours, theirs] = [row('mock', request), row(other, request)];
      return { goal, request, limit, ...(ours && theirs && { ratio: figure(ours, theirs) }) };
    });
  const rate = (ours: Row, theirs: Row) => medianRatio(ours.goodPerSecond, theirs.goodPerSecond);
  const p99 = (ours: Row, theirs: Row) => (ours.paced?.p99 ?? Number.NaN) / (theirs.paced?.p99 ?? Number.NaN);
  const atStart = (goal: string, limit: number, figure: 'secondsToGoodAnswer' | 'residentBytes'): Goal[] => {
    const [ours, theirs] = [start('mock'), start('prism')];
    if (!ours || !theirs) return [];
    return [{ goal, limit, ratio: median(ours[figure]) / median(theirs[figure]) }];
  };

  return [
    ...perRequest('rate: at least 3 x stock Prism', 3, 'prism', rate).map(atLeast),
    ...perRequest('rate: at least 0.4 x bare node:http', 0.4, 'bare', rate).map(atLeast),
    ...perRequest('p99 at half of stock Prism’s highest rate: at most 1 x stock Prism’s', 1, 'prism', p99).map(atMost),
    ...atStart('from start to the first good answer: at most 0.6 x stock Prism', 0.6, 'secondsToGoodAnswer').map(
      atMost,
    ),
    ...atStart('resident memory after the start: at most 1 x stock Prism', 1, 'residentBytes').map(atMost),
  ];
}

function atLeast(goal: Goal): Goal {
  return withVerdict(goal, (ratio) => ratio >= goal.limit);
}

function atMost(goal: Goal): Goal {
  return withVerdict(goal, (ratio) => ratio <= goal.limit);
}

function withVerdict({ ratio, ...goal }: Goal, holds: (ratio: number) => boolean): Goal {
  return ratio === undefined || Number.isNaN(ratio) ? goal : { ...goal, ratio, met: holds(ratio) };
}
