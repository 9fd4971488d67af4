import { expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import type { Choices } from '../../spec/generated/choices.ts';
import type { RequestViolation } from '../../spec/validators.ts';
import { listRecentAiMissionRuns } from './list-recent-ai-mission-runs.ts';
import { caller, worldWith } from './testing.ts';

type Request = Parameters<typeof listRecentAiMissionRuns.handle>[0];
const runs = seed.missionRuns.get('acme') ?? [];
const all = ['RUN-1', 'RUN-2', 'RUN-3', 'RUN-16', 'RUN-17', 'RUN-19'];
const filtered = [...all, 'RUN-12', 'RUN-13', 'RUN-14'];
const pages = ['PAGE-3', 'PAGE-4', 'PAGE-5', 'PAGE-11'];

function list(status: unknown, choices: Partial<Choices> = {}, runStatuses?: Record<string, string>) {
  const world = worldWith(choices);
  if (runStatuses) Object.defineProperty(world, 'runStatuses', { value: runStatuses });
  const values = { ...(status !== undefined && { status }), 'page[number]': 1, 'page[size]': 30 };
  const answered = listRecentAiMissionRuns.handle({ caller, values } as Partial<Request> as Request, world);
  const { data, meta } = answered.body as { data: { status: string }[]; meta: { total_results: number } };
  return { ...answered, data, total: meta.total_results };
}

const count = (status: string) => runs.filter((run) => run.status === status).length;

for (const [status, choices, total, rules] of [
  [undefined, {}, runs.length, all],
  ['failed', {}, count('failed'), filtered],
  ['FAILED', { statusCase: 'folded' }, count('failed'), filtered],
  ['', { emptyStatus: 'absent' }, runs.length, all],
] as [string | undefined, Partial<Choices>, number, string[]][]) {
  test(`runs that are asked for: ${JSON.stringify([status, choices])}`, () => {
    const told = list(status, choices);
    expect(told.total).toBe(total);
    expect(told.rules).toEqual([...rules, ...pages]);
    expect(told.notes).toBeUndefined();
    expect(told.data).toEqual((status ? runs.filter((run) => run.status === status.toLowerCase()) : runs).slice(0, 30));
  });
}

for (const [choices, total] of [
  [{ unknownStatus: 'empty', statusCase: 'exact' }, 0],
  [{ unknownStatus: 'refused', statusCase: 'exact' }, runs.length],
] as [Partial<Choices>, number][]) {
  test(`a status that is none is noted, where a deployment chose ${JSON.stringify(choices)}`, () => {
    const told = list('FAILED', choices);
    expect([told.total, told.rules]).toEqual([total, ['RUN-15', ...filtered, ...pages]]);
    expect(told.notes).toEqual([
      'No run has this status; there are pending, running, paused, succeeded, failed, cancelled.',
    ]);
  });
}

test('runs are asked for by the words of a deployment, of which one may stand for several of our statuses', () => {
  const words = { pending: 'Waiting', paused: 'Waiting', succeeded: 'done' };
  const total = (status: string, choices: Partial<Choices> = {}) => list(status, choices, words).total;
  expect([total('Waiting'), total('waiting', { statusCase: 'folded' })]).toEqual(
    Array(2).fill(count('pending') + count('paused')),
  );
  expect([total('done'), total('failed'), total('waiting'), total('pending'), total('succeeded')]).toEqual([
    count('succeeded'),
    count('failed'),
    0,
    0,
    0,
  ]);
  expect(list('succeeded', {}, words).notes).toEqual([
    'No run has this status; there are Waiting, running, done, failed, cancelled.',
  ]);
});

test('there are as many runs as a scenario says', () => {
  const world = worldWith();
  const rows = (operation: string, all: readonly unknown[]) =>
    operation === 'listRecentAiMissionRuns' ? all.slice(0, 2) : [];
  Object.assign(world.scenarios, { rows });
  const values = { status: 'failed', 'page[number]': 1, 'page[size]': 20 };
  const { body } = listRecentAiMissionRuns.handle({ caller, values } as Partial<Request> as Request, world);
  expect((body as { data: unknown }).data).toEqual(runs.filter((run) => run.status === 'failed').slice(0, 2));
});

test('a status that is none is refused only where a deployment chose that', () => {
  const beside = (status: string | string[], choices: Partial<Choices>) =>
    listRecentAiMissionRuns
      .violationsBeside?.({ values: { status } } as never, worldWith(choices))
      .map(({ in: part, parameter, keyword, message, rules }) => [part, parameter, keyword, message, rules]);
  expect(beside('none', { unknownStatus: 'refused' })).toEqual([
    ['query', 'status', 'enum', 'must be a status', ['RUN-15']],
  ]);
  expect(beside('failed', { unknownStatus: 'refused' })).toEqual([]);
  expect(beside(['failed', 'none'], { unknownStatus: 'refused', statusCase: 'folded' })).toEqual([]);
  expect(beside('', { unknownStatus: 'refused' })).toHaveLength(1);
  expect(beside('none', { unknownStatus: 'empty' })).toEqual([]);
});

test('runs come newest first, oldest first or those that changed last first', () => {
  const size = 30;
  const oldest = list(undefined, { runOrder: 'oldestFirst' }).data;
  expect(oldest).toEqual(runs.slice(-size).reverse());
  expect(list(undefined, { runOrder: 'oldestFirst' }).data).toBe(oldest);
  const updated = runs.toSorted((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at));
  expect(list(undefined, { runOrder: 'updatedFirst' }).data).toEqual(updated.slice(0, size));
  expect(updated.slice(0, 30)).not.toEqual(runs.slice(0, 30));
});

test('what is wrong with a query is told in the form that this operation has of its own, with the rules that were broken', () => {
  const violation = (parameter: string, keyword: string, params: object, ...rules: string[]) =>
    ({ in: 'query', parameter, keyword, params, rules }) as unknown as RequestViolation;
  const refused = listRecentAiMissionRuns.refuseViolations?.([
    violation('a', 'unknown', {}, 'RUN-4'),
    violation('status', 'enum', {}, 'RUN-15', 'RUN-4'),
    violation('page[size]', 'minimum', { limit: 1 }),
    violation('page[size]', 'maximum', { limit: 100 }),
    violation('page[number]', 'type', { type: 'integer' }),
    violation('b', 'type', { type: 'string' }),
  ] as never);
  const told = (parameter: string, msg: string, type: string) => ({ loc: ['query', parameter], msg, type });
  expect(refused).toEqual({
    status: 422,
    body: {
      detail: [
        told('a', 'Extra inputs are not permitted', 'extra_forbidden'),
        told('status', 'Input should be a status', 'enum'),
        told('page[size]', 'Input should be greater than or equal to 1', 'greater_than_equal'),
        told('page[size]', 'Input should be less than or equal to 100', 'less_than_equal'),
        told('page[number]', 'Input should be a valid integer, unable to parse string as an integer', 'int_parsing'),
        told('b', 'Input should be a valid string', 'string_type'),
      ],
    },
    rules: ['RUN-4', 'RUN-15', 'RUN-23', 'RUN-24', 'RUN-25'],
  });
});
