import { expect, test } from 'vitest';
import type { CaseRecord } from '../outcome/verdict.ts';
import { resolveTarget } from '../target/target.ts';
import type { SafeRequest } from '../wire/transport.ts';
import type { Harness } from './harness.ts';
import { believed } from './takes-anything.ts';

const profile = { baseUrl: 'https://staging.example.com/v2', accounts: { primary: { apiKey: 'key' } } };

/** What comes of the verdicts of two cases at a target that answers odd requests so, and what it was asked. */
async function outcomesAt(
  statusOf: (request: SafeRequest) => number | undefined,
  { isMock = false, outcome = 'pass' as CaseRecord['verdicts'][number]['outcome'] } = {},
) {
  const asked: SafeRequest[] = [];
  const send = async (request: SafeRequest) => {
    asked.push(request);
    const status = statusOf(request);
    if (status === undefined) throw new Error('no answer');
    return { status };
  };
  const target = resolveTarget(profile, { isMock, clockOffsetMs: 0 });
  const harness = { target, transport: { send } } as unknown as Harness;
  // A MUST, and a MAY.
  const verdicts = (['HTTP-1', 'HTTP-13'] as const).map((rule) => ({ rule, outcome }));
  const records = [await believed(harness, record(verdicts)), await believed(harness, record(verdicts))];
  const [first] = records;
  return { outcomes: records.map((one) => one.verdicts.map((verdict) => verdict.outcome)), asked, first };
}

const record = (verdicts: CaseRecord['verdicts']): CaseRecord => ({ title: 'a case', verdicts, mismatches: [] });

test('at a target that takes anything nothing is held, which is found out once; a MAY is not judged', async () => {
  const { outcomes, asked, first } = await outcomesAt(() => 299);
  expect(outcomes).toEqual([
    ['blocked', 'pass'],
    ['blocked', 'pass'],
  ]);
  const note = 'the target takes whatever is sent to it, so that it says nothing when it takes this, too';
  expect(first?.verdicts).toEqual([
    { rule: 'HTTP-1', outcome: 'blocked', note },
    { rule: 'HTTP-13', outcome: 'pass' },
  ]);
  const { baseUrl } = profile;
  const broken = { method: 'POST', headers: [['Content-Type', 'application/json']], body: Buffer.from('{"') };
  expect(asked).toEqual([
    { method: 'GET', url: `${baseUrl}/conformance/no/such/path`, headers: [] },
    { ...broken, url: `${baseUrl}/number_reservations` },
    { ...broken, url: `${baseUrl}/email_messages` },
  ]);
});

for (const [what, statusOf] of [
  ['has a page for unknown paths', ({ method }: SafeRequest) => (method === 'GET' ? 200 : 422)],
  ['takes some broken body', ({ url }: SafeRequest) => (url.endsWith('/number_reservations') ? 200 : 404)],
  ['leaves one of them without an answer', ({ method }: SafeRequest) => (method === 'GET' ? undefined : 200)],
  ['redirects one of them', ({ method }: SafeRequest) => (method === 'GET' ? 300 : 200)],
] as const) {
  test(`a target that ${what} is believed`, async () => {
    const { outcomes } = await outcomesAt(statusOf);
    expect(outcomes[0]).toEqual(['pass', 'pass']);
  });
}

test('what failed at a target that takes anything has failed, and what held beside it is not believed', async () => {
  const target = resolveTarget(profile, { isMock: false, clockOffsetMs: 0 });
  const harness = { target, transport: { send: async () => ({ status: 200 }) } } as unknown as Harness;
  const { verdicts } = await believed(
    harness,
    record([
      { rule: 'HTTP-1', outcome: 'fail' },
      { rule: 'HTTP-12', outcome: 'pass' },
    ]),
  );
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(['fail', 'blocked']);
});

test('our mock, and a target that has not passed, are not asked', async () => {
  expect((await outcomesAt(() => 200, { isMock: true })).asked).toEqual([]);
  expect((await outcomesAt(() => 200, { outcome: 'fail' })).asked).toEqual([]);
});
