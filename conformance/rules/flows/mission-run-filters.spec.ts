import { expectTrueTotals, type Item, missionRuns as list } from '../../suite/api/lists.ts';
import { type Case, expect, rule, test } from '../../suite/rule.ts';
import { listRunStatuses } from '../../suite/wire/contract.ts';

/** The list of runs, without a filter and under each status. */
interface Survey {
  /** The unfiltered runs. */
  whole: Item[];
  /** True if these are all runs of the account. */
  isComplete: boolean;
  /** The statuses of the unfiltered runs. */
  shown: string[];
  /** Runs of two pages and the total under each status that the target may know; refused filters are left out. */
  filtered: Map<string, { runs: Item[]; total: unknown }>;
}

async function surveyRuns(t: Case): Promise<Survey> {
  const whole = await list.someItems(t);
  const statuses = whole.map(({ status }) => status).filter((status) => typeof status === 'string');
  const shown = [...new Set(statuses)];
  const filtered: Survey['filtered'] = new Map();
  for (const status of dropCaseVariants([...shown, ...listRunStatuses()])) {
    const answer = await t.api.listRuns({ status, size: 100 });
    if (!answer.accepted) continue;
    const { items, meta } = list.pageOf(t, answer);
    const second = await t.api.listRuns({ status, size: Math.max(1, Math.ceil(items.length / 2)), number: 2 });
    const secondItems = second.accepted ? list.pageOf(t, second).items : [];
    filtered.set(status, { runs: list.different([...items, ...secondItems]), total: meta.total_results });
  }
  return { whole, isComplete: whole.length === (await list.total(t)), shown, filtered };
}

/** The source leaves letter case open: of words that differ only in it, the first is used. */
function dropCaseVariants(words: readonly string[]): string[] {
  return [...new Map(words.toReversed().map((word) => [word.toLowerCase(), word])).values()];
}

/** Ends a check as no filter has runs: the source names no status, and does not promise one in a run. */
function endWithoutStatus(t: Case, { whole, shown }: Survey): never {
  if (whole.length > 0 && shown.length === 0) t.notApplicable('no run shows a status, and no known one has runs');
  return t.blocked('no status has runs');
}

/** Runs under two statuses, filtered runs that the complete list lacks, and filters that count other runs than it has. */
function findContradictions({ whole, isComplete, shown, filtered }: Survey): Record<'RUN-12' | 'RUN-13', string[]> {
  const known = new Set(list.keysOf(whole));
  const found = [...filtered].flatMap(([status, { runs }]) => list.keysOf(runs).map((key) => ({ key, status })));
  const contradicting = found.filter(({ key, status }) => {
    return (isComplete && !known.has(key)) || found.some((entry) => entry.key === key && entry.status !== status);
  });
  const miscounted = shown.filter((status) => {
    const count = whole.filter((run) => run.status === status).length;
    const { total = count } = filtered.get(status) ?? {};
    return isComplete ? total !== count : total === 0;
  });
  return { 'RUN-12': contradicting.map(({ key, status }) => `${key}, under ${status}`), 'RUN-13': miscounted };
}

test(
  ...rule('RUN-11', 'the list is given without a `status`', async (t) => {
    for (const query of [{}, { size: 1 }]) expect(await t.api.listRuns(query)).toAccept();
  }),
);

test(
  ...rule(['RUN-12', 'RUN-13'], 'a `status` selects runs of the list, each run under one status only', async (t) => {
    const { seen: survey } = await list.whileSteady(t, {}, () => surveyRuns(t));
    const hasFilteredRuns = [...survey.filtered.values()].some(({ runs }) => runs.length > 0);
    if (survey.whole.length === 0 && !hasFilteredRuns) t.blocked('the account has no mission runs');
    const first = findContradictions(survey);
    // A run may begin, or change its status, during a survey.
    const second = Object.values(first).flat().length > 0 ? findContradictions(await surveyRuns(t)) : first;
    const inBoth = (id: 'RUN-12' | 'RUN-13') => first[id].filter((found) => second[id].includes(found)).slice(0, 3);
    t.check('RUN-12', () => {
      if (!hasFilteredRuns) endWithoutStatus(t, survey);
      expect(inBoth('RUN-12'), 'runs under two statuses, or missing in the unfiltered list').toEqual([]);
    });
    t.check('RUN-13', () => {
      if (survey.shown.length === 0) t.notApplicable('no run shows a status');
      expect(inBoth('RUN-13'), 'statuses that select other runs than show them').toEqual([]);
    });
  }),
);

test(
  ...rule('RUN-14', 'under a filter, pages have the runs that `total_results` counts', async (t) => {
    const survey = await surveyRuns(t);
    const filled = [...survey.filtered].filter(([, { runs }]) => runs.length > 0);
    const byCount = filled.sort(([, a], [, b]) => a.runs.length - b.runs.length);
    const [status] = byCount.find(([, { runs }]) => runs.length > 2) ?? byCount.at(-1) ?? endWithoutStatus(t, survey);
    if ((await list.total(t, { status })) > 1) {
      await list.needPageNumber(t);
      expect(await list.isPageNumberRead(t, { status }), `page 2 of ${status} is another one than page 1`).toBe(true);
    }
    await expectTrueTotals(t, list, { status });
  }),
);

test(
  ...rule('RUN-15', 'a `status` that no run has gives an empty page', async (t) => {
    const { shown } = await surveyRuns(t);
    const parts = shown.map((status) => status.slice(0, -1)).filter((part) => part && !shown.includes(part));
    await t.each(['conformance-no-such-status', ...parts.slice(0, 2)], 'status ', async (status) => {
      const answer = await t.api.listRuns({ status });
      expect(answer).toAccept();
      expect(answer.data, 'the runs').toEqual([]);
      expect(answer.meta.total_results, 'the total').toBe(0);
    });
  }),
);
