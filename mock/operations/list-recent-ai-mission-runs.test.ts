import { expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import type { RequestViolation } from '../../spec/validators.ts';
import { listRecentAiMissionRuns } from './list-recent-ai-mission-runs.ts';
import { caller, createWorld } from './testing.ts';

type Request = Parameters<typeof listRecentAiMissionRuns.handle>[0];
const runs = seed.missionRuns.get('acme') ?? [];

for (const [status, expected, rules] of [
  [undefined, runs.slice(0, 1_000), []],
  ['failed', runs.filter((run) => run.status === 'failed'), ['RUN-12', 'RUN-13', 'RUN-14']],
  ['FAILED', [], ['RUN-15', 'RUN-12', 'RUN-13', 'RUN-14']],
] as const) {
  test(`the runs of status ${status ?? 'any'} are ${expected.length}, newest first`, () => {
    const values = { ...(status && { status }), 'page[number]': 1, 'page[size]': 1_000 };
    const answered = listRecentAiMissionRuns.handle({ caller, values } as Partial<Request> as Request, createWorld());
    expect((answered.body as { data: unknown }).data).toEqual(expected);
    expect(answered.rules).toEqual(expect.arrayContaining([...rules, 'RUN-1', 'PAGE-3']));
  });
}

test('a refused query names place, kind and rules of each violation in the detail form', () => {
  const violation = (parameter: string, keyword: string, params: object, ...rules: string[]) =>
    ({ in: 'query', parameter, keyword, params, rules }) as unknown as RequestViolation;
  const refused = listRecentAiMissionRuns.refuseViolations?.([
    violation('page[size]', 'minimum', { limit: 1 }, 'RUN-4'),
    violation('page[size]', 'maximum', { limit: 100 }),
    violation('page[number]', 'type', { type: 'integer' }),
  ] as never);
  expect(refused).toMatchObject({
    status: 422,
    body: {
      detail: [
        { loc: ['query', 'page[size]'], type: 'greater_than_equal' },
        { loc: ['query', 'page[size]'], type: 'less_than_equal' },
        { loc: ['query', 'page[number]'], type: 'int_parsing' },
      ],
    },
    rules: ['RUN-4', 'RUN-23', 'RUN-24', 'RUN-25'],
  });
});
