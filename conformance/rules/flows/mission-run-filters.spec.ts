import {
  expectTrueTotals,
  type Item,
  missionRuns as list,
  runStatuses,
  sizeForShortEnd,
} from '../../suite/api/lists.ts';
import { type Case, expect, rule, test } from '../../suite/rule.ts';

type Looked = Awaited<ReturnType<typeof readFiltered>>;

/** The list without a filter, and under each status that the target may know; refused ones are left out. */
async function readFiltered(t: Case) {
  const whole = await list.someItems(t);
  const shown = [...new Set(whole.map(({ status }) => status))].filter((status) => typeof status === 'string');
  const filtered = new Map<string, { runs: Item[]; total: unknown }>();
  for (const status of differentWords([...shown, ...runStatuses()])) {
    const answer = await t.api.listRuns({ status, size: 100 });
    if (!answer.accepted) continue;
    const { items, meta } = list.pageOf(t, answer);
    filtered.set(status, { runs: items, total: meta.total_results });
  }
  const filled = [...filtered]
    .filter(([, { runs }]) => runs.length > 0)
    .map(([status, { runs }]) => [status, runs] as const);
  return { all: whole, shown, filtered, filled: new Map(filled) };
}

/** The source does not say if letter case counts in a filter: of words that differ only in case, the first is used. */
function differentWords(words: readonly string[]): string[] {
  const seen = new Map(words.toReversed().map((word) => [word.toLowerCase(), word]));
  return [...new Set(words)].filter((word) => seen.get(word.toLowerCase()) === word);
}

/** Ends a check as no filter has runs: the source names no status, and does not promise one in a run. */
function endWithoutStatus(t: Case, { all: whole, shown }: Looked): never {
  if (whole.length > 0 && shown.length === 0) t.notApplicable('no run shows a status, and no known one has runs');
  return t.blocked('no status has runs');
}

/** The runs that are listed under two statuses. */
function underTwo(filled: ReadonlyMap<string, Item[]>): string[] {
  const statusOf = new Map<unknown, string>();
  return [...filled].flatMap(([status, runs]) =>
    [...new Set(list.keysOf(runs))].flatMap((key) => {
      const before = statusOf.get(key);
      statusOf.set(key, status);
      return before === undefined ? [] : [`${key}, under ${[before, status].sort().join(' and ')}`];
    }),
  );
}

/** The filtered runs that are missing in the unfiltered list, if that was read completely. */
async function strangers(t: Case, { all: whole, filled }: Looked): Promise<string[]> {
  if (whole.length < (await list.total(t))) return [];
  const known = new Set(list.keysOf(whole));
  const keys = list.keysOf([...filled.values()].flat());
  return keys.filter((key) => !known.has(key)).map(String);
}

/** The statuses with another number of runs under the filter than in the list, if that was read completely. */
async function miscounted(t: Case, { all: whole, shown, filtered }: Looked): Promise<string[]> {
  if (whole.length !== (await list.total(t))) return [];
  return shown.flatMap((status) => {
    const count = whole.filter((run) => run.status === status).length;
    const { total = count } = filtered.get(status) ?? {};
    return total === count ? [] : [`${total} of ${count} runs under ${status}`];
  });
}

/** The findings that two looks share: a run may begin, or change its status, during one of them. */
async function inBoth(first: readonly string[], look: () => Promise<readonly string[]>): Promise<string[]> {
  if (first.length === 0) return [];
  const second = new Set(await look());
  return first.filter((found) => second.has(found)).slice(0, 3);
}

function statusesOf(runs: readonly Item[]): unknown[] {
  return [...new Set(runs.map(({ status }) => status))];
}

test(
  ...rule('RUN-11', 'the list is given without a `status`', async (t) => {
    for (const query of [{}, { size: 1 }]) expect(await t.api.listRuns(query)).toAccept();
  }),
);

test(
  ...rule(['RUN-12', 'RUN-13'], 'a `status` selects runs of the list, each run under one status only', async (t) => {
    const { seen: looked } = await list.whileSteady(t, {}, () => readFiltered(t));
    const { all: whole, shown, filtered, filled } = looked;
    if (whole.length === 0 && filled.size === 0) t.blocked('the account has no mission runs');
    type Find = (t: Case, looked: Looked) => Promise<string[]> | string[];
    const found = async (find: Find) => inBoth(await find(t, looked), async () => find(t, await readFiltered(t)));

    await t.check('RUN-12', async () => {
      if (filled.size === 0) endWithoutStatus(t, looked);
      expect(await found((_, look) => underTwo(look.filled)), 'runs that are listed under two statuses').toEqual([]);
      expect(await found(strangers), 'filtered runs that the unfiltered list does not have').toEqual([]);
    });
    await t.check('RUN-13', async () => {
      if (shown.length === 0) t.notApplicable('no run shows a status');
      expect(await found(miscounted), 'filters that count other runs than the list shows').toEqual([]);
      for (const status of shown)
        expect(filtered.get(status)?.runs.length ?? 'refused', `runs with the status ${status}`).not.toBe(0);
      for (const [status, runs] of filled)
        expect(statusesOf(runs), `statuses under the filter ${status}`).toEqual([status]);
    });
  }),
);

test(
  ...rule(['RUN-14', 'RUN-13', 'RUN-12'], 'a filtered walk finds the runs that `total_results` counts', async (t) => {
    const looked = await readFiltered(t);
    const { filled, shown } = looked;
    const byCount = [...filled].sort(([, a], [, b]) => a.length - b.length);
    const [status] = byCount.find(([, runs]) => runs.length > 2) ?? byCount.at(-1) ?? endWithoutStatus(t, looked);
    const total = await list.total(t, { status });
    if (total > 1) {
      await list.needPageNumber(t);
      const isRead = await list.isPageNumberRead(t, { status });
      t.check('RUN-14', () => expect(isRead, `page 2 of ${status} is another one than page 1`).toBe(true));
    }
    await t.check('RUN-14', () => expectTrueTotals(t, list, { status }));
    const size = sizeForShortEnd(Math.min(total, filled.get(status)?.length ?? total), 3);
    const walked = async () => (await list.walk(t, size, { status })).flatMap((page) => page.items);
    const runs = await walked();
    t.check('RUN-13', () => {
      if (shown.length === 0) t.notApplicable('no run shows a status');
      expect(statusesOf(runs), `statuses on all pages of the filter ${status}`).toEqual([status]);
    });
    await t.check('RUN-12', async () => {
      const twice = await inBoth(underTwo(new Map([...filled, [status, runs]])), async () =>
        underTwo(new Map([...(await readFiltered(t)).filled, [status, await walked()]])),
      );
      expect(twice, 'runs that are listed under two statuses').toEqual([]);
      const first = await t.api.listRuns({ status, size: 100, number: 1 });
      expect(first, 'the filter together with a page number').toAccept();
    });
  }),
);

test(
  ...rule('RUN-15', 'a `status` that no run has gives an empty page', async (t) => {
    const { shown } = await readFiltered(t);
    const parts = shown.map((status) => status.slice(0, -1)).filter((part) => part && !shown.includes(part));
    await t.each(['conformance-no-such-status', ...parts.slice(0, 2)], 'status ', async (status) => {
      const answer = await t.api.listRuns({ status });
      expect(answer).toAccept();
      expect(answer.data, 'the runs').toEqual([]);
      expect(answer.meta.total_results, 'the total').toBe(0);
    });
  }),
);
