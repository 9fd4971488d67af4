import { isObject } from '../../../spec/json.ts';
import { UUID } from '../../../spec/validators.ts';
import {
  common,
  exceptions,
  type Item,
  type Look,
  missionRuns as list,
  longestWalk,
  present,
  runStatuses,
  sizeForShortEnd,
  totalIn,
} from '../../suite/api/lists.ts';
import { type Case, expect, rule, test } from '../../suite/rule.ts';

const secondsInUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]00:00)$/;
const times = ['started_at', 'updated_at', 'finished_at'];

async function readRuns(t: Case): Promise<Item[]> {
  const runs = await list.someItems(t);
  return runs.length > 0 ? runs : t.blocked('the account has no mission runs');
}

/** Of each run the members that it has and that are not as they should be; runs without such members are left out. */
function wrong(runs: readonly Item[], names: readonly string[], isRight: (value: unknown) => boolean): Item[] {
  const wrongIn = (run: Item) => names.filter((name) => present(run, name) && !isRight(run[name]));
  return runs
    .filter((run) => wrongIn(run).length > 0)
    .map((run) => Object.fromEntries(wrongIn(run).map((name) => [name, run[name]])));
}

test(
  ...rule('RUN-1', 'mission runs are listed', async (t) => {
    const answer = await t.api.listRuns();
    expect(answer).toAccept();
    if (!Array.isArray(answer.data) || answer.data.length > 0) return;
    // That an account has runs is itself an assumption about the target's data.
    if (t.target.assumptions === 'strict') expect(answer.data, 'the runs').not.toHaveLength(0);
    t.blocked('the account has no mission runs');
  }),
);

test(...rule('RUN-3', 'the answer is an object with an array of objects and `meta`', (t) => list.expectPages(t)));

test(
  ...rule(
    ['RUN-4', 'RUN-5', 'RUN-6', 'RUN-7', 'RUN-8', 'RUN-9', 'RUN-10', 'RUN-16'],
    'the members of every run have their form, and the newest run comes first',
    async (t) => {
      const runs = await readRuns(t);
      t.check('RUN-4', () => {
        const isUuid = (value: unknown) => UUID.test(String(value));
        expect(wrong(runs, ['run_id', 'mission_id'], isUuid), 'runs with an id that is no UUID').toEqual([]);
      });
      const isTime = (value: unknown) =>
        typeof value === 'string' && secondsInUtc.test(value) && !Number.isNaN(Date.parse(value));
      t.check('RUN-5', () => expect(wrong(runs, times, isTime), 'runs with another form of time').toEqual([]));
      t.check('RUN-6', () => {
        const endsInZ = (value: unknown) => !isTime(value) || String(value).endsWith('Z');
        expect(wrong(runs, times, endsInZ), 'times that do not end in Z').toEqual([]);
      });
      t.check('RUN-7', () => {
        const objects = ['input', 'result_payload', 'metadata'];
        expect(wrong(runs, objects, isObject), 'runs with data that is no object').toEqual([]);
      });
      t.check('RUN-8', () => {
        const isString = (value: unknown) => typeof value === 'string';
        expect(wrong(runs, ['result_summary', 'error'], isString), 'runs with a text that is no string').toEqual([]);
      });
      t.check('RUN-9', () => {
        const required = ['run_id', 'mission_id', 'status', 'started_at', 'updated_at'];
        const incomplete = exceptions(runs, (run) => required.every((name) => present(run, name)));
        expect(incomplete, 'runs that lack a member').toEqual([]);
      });
      t.check('RUN-10', () => {
        const others = wrong(runs, ['status'], (value) => runStatuses().includes(String(value))).map(
          ({ status }) => status,
        );
        expect([...new Set(others)], 'other statuses').toEqual([]);
      });
      const status = runs.map((run) => run.status).find((shown) => typeof shown === 'string');
      const filtered = status === undefined ? [] : await list.someItems(t, { status: String(status) });
      t.check('RUN-16', () => {
        expect(outOfOrder(t, runs), 'neighbours in the wrong order').toEqual([]);
        expect(outOfOrder(t, filtered), `neighbours in the wrong order under the filter ${status}`).toEqual([]);
      });
    },
  ),
);

/**
 * Neighbours of which the second started later; runs of the same second have to be in one order of their ids throughout, those
 * aside that have just begun: they may not have come to their place yet.
 */
function outOfOrder(t: Case, runs: readonly Item[]): Item[][] {
  const justNow = Date.parse(t.time.ago('PT10M'));
  const pairs = runs.slice(1).map((run, index) => [runs[index] as Item, run] as const);
  const startOf = (run: Item) => Date.parse(String(run.started_at));
  const isTie = ([one, other]: readonly [Item, Item]) =>
    startOf(one) === startOf(other) &&
    startOf(one) < justNow &&
    [one, other].every(({ run_id }) => UUID.test(String(run_id)));
  const ties = pairs.filter(isTie);
  const rising = ties.filter(([one, other]) => String(one.run_id) < String(other.run_id));
  const minority = rising.length * 2 >= ties.length ? ties.filter((tie) => !rising.includes(tie)) : rising;
  return [...pairs.filter(([one, other]) => startOf(one) < startOf(other)), ...minority]
    .slice(0, 3)
    .map((pair) => [...pair]);
}

test(
  ...rule('RUN-2', 'runs of several missions are in one list', async (t) => {
    const runs = await readRuns(t);
    const missions = new Set(runs.map(({ mission_id }) => mission_id).filter((id) => id));
    if (missions.size >= 2) return;
    // One mission may be all that there is; that many runs are of more than one is an assumption about the target's data.
    if (t.target.assumptions === 'strict' && runs.length >= 5) expect([...missions], 'the missions').toHaveLength(2);
    t.inconclusive('all runs are of one mission, so it does not show whether others would be listed');
  }),
);

test(
  ...rule('RUN-17', 'the order is stable: the same sequence at any page size, and no run twice', async (t) => {
    await list.needPageSize(t);
    await list.needPageNumber(t);
    const total = await list.total(t);
    const keysAt = async (size: number, number: number) => {
      return list.keysOf((await list.page(t, { size, number })).items);
    };
    const keysOfWalk = async (size: number) => (await list.walk(t, size)).flatMap(({ items }) => list.keysOf(items));
    type Sequences = [unknown[], unknown[]];
    const few = await list.whileSteady<Sequences>(t, {}, async () => [
      [...(await keysAt(7, 1)), ...(await keysAt(7, 2)), ...(await keysAt(7, 3))],
      await keysAt(21, 1),
    ]);
    expectSameOrder(few, 'three pages of 7, against one of 21');
    if (total > longestWalk) return;
    const all = await list.whileSteady<Sequences>(t, {}, async () => [
      await keysOfWalk(sizeForShortEnd(total)),
      await keysOfWalk(1000),
    ]);
    const [walked] = all.seen;
    // What comes during a walk moves others to a page that is yet to come.
    const metAgain = walked.length - new Set(walked).size;
    expect(Math.max(0, metAgain - all.arrived), 'runs that are met twice in a walk').toBe(0);
    expectSameOrder(all, 'the walk at another size');
  }),
);

/** Two sequences are the same, apart from what came meanwhile and what moved on because of it. */
function expectSameOrder({ seen: [one, other], hasMoved }: Look<[unknown[], unknown[]]>, about: string): void {
  if (hasMoved) expect(common(one, other), about).toEqual(common(other, one));
  else expect(one, about).toEqual(other);
}

test(
  ...rule('RUN-18', '`page[size]` is recognised', async (t) => {
    const all = await list.page(t);
    if (all.items.length < 2) t.blocked('the account has fewer than two runs');
    const answer = await t.api.listRuns({ 'page[size]': 1 });
    expect(answer).toAccept();
    expect(answer.data.length, `runs with page[size]=1, fewer than the ${all.items.length} without`).toBeLessThan(
      all.items.length,
    );
  }),
);

test(
  ...rule('RUN-19', 'a page has as many runs as were asked for, and never more', async (t) => {
    await list.needPageSize(t);
    await t.each([1, 2, 7, 1000], 'page size ', async (size) => {
      const first = await list.page(t, { size });
      const { items } = first;
      expect(items.length, 'the runs of the page, at most').toBeLessThanOrEqual(size);
      const answer = await t.api.listRuns({ size, number: 2 });
      if (!answer.accepted || !Array.isArray(answer.data)) return;
      const second = list.pageOf(t, answer);
      expect(second.items.length, 'the runs of page 2, at most').toBeLessThanOrEqual(size);
      // Where there is no second page, a target may give the first again, or what has come since.
      const isLast = totalIn(t, first) <= size;
      if (isLast || second.items.length === 0 || list.sameKeys(first, second)) return;
      expect(items, 'the runs of a page that is not the last').toHaveLength(size);
    });
    const status = (await list.someItems(t)).map((run) => run.status).find((shown) => typeof shown === 'string');
    if (status === undefined) return;
    await t.step(`page size 1 among those of the status ${status}`, async () => {
      const { items } = await list.page(t, { size: 1, status: String(status) });
      expect(items.length, 'the runs of the page, at most').toBeLessThanOrEqual(1);
    });
  }),
);
