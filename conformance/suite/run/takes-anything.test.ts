import { expect, test } from 'vitest';
import type { Harness } from '../api/harness.ts';
import type { Outcome } from '../outcome/outcome.ts';
import { resolveTarget } from '../target/target.ts';
import type { SafeRequest } from '../wire/transport.ts';
import { doubtPasses } from './run-case.ts';

/** The outcomes of a MUST and a MAY at a target with this status for impossible requests. */
async function outcomesAt(statusOf: (request: SafeRequest) => number, outcome: Outcome = 'pass', isMock = false) {
  const profile = { baseUrl: 'https://staging.example.com/v2', accounts: { primary: { apiKey: 'key' } } };
  const send = async (request: SafeRequest) => ({ status: statusOf(request) });
  const harness = {
    target: resolveTarget(profile, { isMock, clockOffsetMs: 0 }),
    transport: { send },
    once: (_: string, ask: () => unknown) => ask(),
  } as unknown as Harness;
  const verdicts = (['HTTP-1', 'HTTP-13'] as const).map((rule) => ({ rule, outcome }));
  const record = await doubtPasses(harness, { title: 'a case', durationMs: 1, verdicts, mismatches: [] });
  return record.verdicts.map((verdict) => verdict.outcome);
}

test('a pass is blocked at a target that accepts impossible requests, a MAY excepted', async () => {
  expect(await outcomesAt(() => 200)).toEqual(['blocked', 'pass']);
});

test('a failure stays a failure at a target that accepts impossible requests', async () => {
  expect(await outcomesAt(() => 200, 'fail')).toEqual(['fail', 'fail']);
});

test('a pass counts where one impossible request is not accepted', async () => {
  expect(await outcomesAt(({ method }) => (method === 'GET' ? 200 : 422))).toEqual(['pass', 'pass']);
  expect(await outcomesAt(({ method }) => (method === 'GET' ? 302 : 200))).toEqual(['pass', 'pass']);
});

test('every answer of the mock counts as one of the service', async () => {
  expect(await outcomesAt(() => 200, 'pass', true)).toEqual(['pass', 'pass']);
});
