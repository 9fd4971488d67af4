import {
  type Item,
  keysOf,
  missionRuns as list,
  longestWalk,
  numberIn,
  readPage,
  sizeForShortEnd,
  someItems,
  walk,
  whileSteady,
} from '../suite/lists.ts';
import { type Case, expect, rule } from '../suite/rule.ts';

const knownStatuses = ['pending', 'running', 'paused', 'succeeded', 'failed', 'cancelled'];

/** What the target lists without a filter, and under each status that it may know; refused ones are left out. */
async function readFiltered(given: Case) {
  const all = await someItems(given, list);
  const shown = [...new Set(all.map(({ status }) => status))].filter((status) => typeof status === 'string');
  const filtered = new Map<string, Item[]>();
  for (const status of new Set([...shown, ...knownStatuses])) {
    const answer = await given.api.listRuns({ status, size: 100 });
    if (answer.accepted) filtered.set(status, runsOf(given, status, answer.data));
  }
  const filled = [...filtered].filter(([, runs]) => runs.length > 0);
  return { all, shown, filtered, filled: new Map(filled) };
}

function runsOf({ blocked }: Case, status: string, data: unknown): Item[] {
  return Array.isArray(data) ? data : blocked(`the list of runs with the status ${status} is no array`);
}

rule('RUN-11', 'the list is given without a `status`', async ({ api }) => {
  for (const query of [{}, { size: 1 }]) expect(await api.listRuns(query)).toAccept();
});

rule(['RUN-12', 'RUN-13'], 'a `status` selects runs of the list, each run under one status only', async (given) => {
  const { check, blocked } = given;
  const { all, shown, filtered, filled } = await whileSteady(given, list, {}, () => readFiltered(given));
  if (all.length === 0 && filled.size === 0) blocked('the account has no mission runs');

  check('RUN-12', () => {
    if (filled.size === 0) blocked('no status is known that any run has');
    const statusOf = new Map<unknown, string>();
    for (const [status, runs] of filled) {
      for (const key of new Set(keysOf(list, runs))) {
        expect(statusOf.get(key), `the status under which the run ${key} was listed before ${status}`).toBe(undefined);
        statusOf.set(key, status);
      }
    }
    if (all.length > longestWalk) return;
    const known = new Set(keysOf(list, all));
    const others = [...statusOf.keys()].filter((key) => !known.has(key)).slice(0, 3);
    expect(others, 'filtered runs that the unfiltered list does not have').toEqual([]);
  });
  check('RUN-13', () => {
    if (shown.length === 0) blocked('no run shows a status');
    for (const status of shown) {
      expect(filtered.get(status)?.length ?? 'refused', `runs with the status ${status}`).not.toBe(0);
    }
    for (const [status, runs] of filled) {
      expect([...new Set(runs.map((run) => run.status))], `statuses under the filter ${status}`).toEqual([status]);
    }
  });
});

rule(['RUN-14', 'RUN-13', 'RUN-12'], 'a filtered walk meets the runs that `total_results` counts', async (given) => {
  const { api, check, blocked } = given;
  const all = await readPage(given, list, { size: 1 });
  const { filled, shown } = await readFiltered(given);
  const byCount = [...filled].sort(([, a], [, b]) => a.length - b.length);
  const [status] = byCount.find(([, runs]) => runs.length > 2) ?? byCount.at(-1) ?? blocked('no status has runs');
  const total = numberIn(given, await readPage(given, list, { status, size: 1 }), 'total_results');
  if (total > longestWalk) blocked('the filtered list is too long to be walked');
  const size = sizeForShortEnd(Math.min(total, filled.get(status)?.length ?? total), 3);
  const pages = await whileSteady(given, list, { status }, () => walk(given, list, size, { status }));
  const runs = pages.flatMap((page) => page.items);

  check('RUN-14', () => {
    const said = [...new Set([total, ...pages.map(({ meta }) => meta.total_results)])];
    expect(said, `the totals under the filter ${status}, against the runs counted`).toEqual([runs.length]);
    const unfiltered = numberIn(given, all, 'total_results');
    expect(total, 'the filtered total, at most the unfiltered one').toBeLessThanOrEqual(unfiltered);
  });
  check('RUN-13', () => {
    if (shown.length === 0) blocked('no run shows a status');
    expect([...new Set(runs.map((run) => run.status))], `statuses on all pages of the filter ${status}`).toEqual([
      status,
    ]);
  });
  await check('RUN-12', async () => {
    const keys = new Set(keysOf(list, runs));
    for (const [other, some] of filled) {
      if (other === status) continue;
      const both = keysOf(list, some).filter((key) => keys.has(key));
      expect(both.slice(0, 3), `runs under ${status} and under ${other}`).toEqual([]);
    }
    const again = await api.listRuns({ status, size: 100, number: 1 });
    expect(again, 'the filter together with a page number').toAccept();
  });
});

rule('RUN-15', 'a `status` that nothing has gives an empty page', async (given) => {
  const { api, step } = given;
  const { shown } = await readFiltered(given);
  const parts = shown.map((status) => status.slice(0, -1)).filter((part) => part && !shown.includes(part));
  for (const status of ['conformance-no-such-status', ...parts.slice(0, 2)]) {
    await step(`status ${status}`, async () => {
      const answer = await api.listRuns({ status });
      expect(answer).toAccept();
      expect(answer.data, 'the runs').toEqual([]);
      expect(answer.meta.total_results, 'the total').toBe(0);
    });
  }
});
