import { UUID } from '../../../spec/validators.ts';
import {
  chooseSizeForShortEnd,
  type Item,
  type Look,
  missionRuns as list,
  longestWalk,
  pickCommon,
  readTotal,
} from '../../suite/api/lists.ts';
import { type Case, expect, rule, test } from '../../suite/rule.ts';

async function readRuns(t: Case): Promise<Item[]> {
  const runs = await list.someItems(t);
  return runs.length > 0 ? runs : t.blocked('the account has no mission runs');
}

/** A status that some run shows. */
function statusIn(runs: readonly Item[]): string | undefined {
  return runs.map(({ status }) => status).find((status) => typeof status === 'string');
}

test(
  ...rule('RUN-1', 'mission runs are listed', async (t) => {
    const answer = await t.api.listRuns();
    expect(answer).toAccept();
    if (!Array.isArray(answer.data) || answer.data.length > 0) return;
    // The existence of runs is an assumption about the target's data.
    if (t.target.assumptions === 'strict') expect(answer.data, 'the runs').not.toHaveLength(0);
    t.blocked('the account has no mission runs');
  }),
);

test(
  ...rule('RUN-2', 'runs of several missions are in one list', async (t) => {
    const runs = await readRuns(t);
    const missions = new Set(runs.map(({ mission_id }) => mission_id).filter((id) => id));
    if (missions.size >= 2) return;
    // The account may have one mission; several missions among many runs are an assumption about the target's data.
    if (t.target.assumptions === 'strict' && runs.length >= 5) expect([...missions], 'the missions').toHaveLength(2);
    t.inconclusive('all runs are of one mission, so it does not show whether others would be listed');
  }),
);

test(
  ...rule('RUN-16', 'the newest run comes first, under a filter too', async (t) => {
    const runs = await readRuns(t);
    const status = statusIn(runs);
    const filtered = status === undefined ? [] : await list.someItems(t, { status });
    expect(outOfOrder(t, runs), 'neighbours in the wrong order').toEqual([]);
    expect(outOfOrder(t, filtered), `neighbours in the wrong order under the filter ${status}`).toEqual([]);
  }),
);

/**
 * Neighbours in the wrong order: the second started later, or ids of one second are not sorted in one direction. New
 * runs don't count: they may not be sorted yet.
 */
function outOfOrder(t: Case, runs: readonly Item[]): (readonly [Item, Item])[] {
  const justNow = Date.parse(t.time.ago('PT10M'));
  const pairs = runs.slice(1).map((run, index) => [runs[index] as Item, run] as const);
  const startOf = (run: Item) => Date.parse(String(run.started_at));
  const ties = pairs.filter(
    ([run, next]) =>
      startOf(run) === startOf(next) &&
      startOf(run) < justNow &&
      [run, next].every(({ run_id }) => UUID.test(String(run_id))),
  );
  const rising = ties.filter(([run, next]) => String(run.run_id) < String(next.run_id));
  const minority = rising.length * 2 >= ties.length ? ties.filter((tie) => !rising.includes(tie)) : rising;
  return [...pairs.filter(([run, next]) => startOf(run) < startOf(next)), ...minority].slice(0, 3);
}

test(
  ...rule('RUN-17', 'the order is stable: the same sequence at any page size, and no run twice', async (t) => {
    await list.needPageSize(t);
    await list.needPageNumber(t);
    const total = await list.total(t);
    // A target may refuse pages beyond the last.
    const keysAt = async (size: number, number: number) =>
      number > 1 && (number - 1) * size >= total ? [] : list.keysOf((await list.page(t, { size, number })).items);
    const keysOfWalk = async (size: number) => (await list.walk(t, size)).flatMap(({ items }) => list.keysOf(items));
    const few = await list.whileSteady<Sequences>(t, {}, async () => [
      [...(await keysAt(7, 1)), ...(await keysAt(7, 2)), ...(await keysAt(7, 3))],
      await keysAt(21, 1),
    ]);
    expectSameOrder(few, 'three pages of 7, against one of 21');
    if (total > longestWalk) return;
    const walks = await list.whileSteady<Sequences>(t, {}, async () => [
      await keysOfWalk(chooseSizeForShortEnd(total)),
      await keysOfWalk(1000),
    ]);
    const [walked] = walks.seen;
    // New runs move others to a later page.
    const repeated = walked.length - new Set(walked).size;
    expect(Math.max(0, repeated - walks.arrived), 'runs that come twice in a walk').toBe(0);
    expectSameOrder(walks, 'the walk at another size');
  }),
);

type Sequences = [unknown[], unknown[]];

/** Compares two sequences, apart from new runs and those that they pushed to a later page. */
function expectSameOrder({ seen: [first, second], hasMoved }: Look<Sequences>, about: string): void {
  if (hasMoved) expect(pickCommon(first, second), about).toEqual(pickCommon(second, first));
  else expect(first, about).toEqual(second);
}

test(
  ...rule('RUN-19', 'a page has as many runs as were requested, and never more', async (t) => {
    await list.needPageSize(t);
    await t.each([1, 2, 7, 1000], 'page size ', async (size) => {
      const first = await list.page(t, { size });
      expect(first.items.length, 'the runs of the page, at most').toBeLessThanOrEqual(size);
      const answer = await t.api.listRuns({ size, number: 2 });
      if (!answer.accepted || !Array.isArray(answer.data)) return;
      const second = list.pageOf(t, answer);
      expect(second.items.length, 'the runs of page 2, at most').toBeLessThanOrEqual(size);
      // Without a second page a target may return the first again, or new runs.
      const isLast = readTotal(t, first) <= size;
      if (isLast || second.items.length === 0 || list.sameKeys(first, second)) return;
      expect(first.items, 'the runs of a page before the last').toHaveLength(size);
    });
    const status = statusIn(await list.someItems(t));
    if (status === undefined) return;
    const { items } = await list.page(t, { size: 1, status });
    expect(items.length, `the runs of a page of 1 under the filter ${status}, at most`).toBeLessThanOrEqual(1);
  }),
);
