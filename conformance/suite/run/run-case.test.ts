import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownPath } from '../../../spec/testing/own-path.ts';
import type { Body, CaseOptions } from '../calls/case.ts';
import type { Profile } from '../target/profile.ts';
import { resolveTarget } from '../target/target.ts';
import { Disturbance } from '../wire/disturbance.ts';
import type { SafeRequest, Transport } from '../wire/transport.ts';
import { createHarness, type Harness } from './harness.ts';
import { type DeclaredCase, register, runCase } from './run-case.ts';

/** What comes of a case of these rules at a deployment that answers each request that it knows with a status. */
async function recordOf(
  ids: readonly ('PAGE-1' | 'RSV-1' | 'SIM-1')[],
  body: Body,
  options: CaseOptions = {},
  more: Partial<Profile> = {},
  status = 422,
) {
  const profile: Profile = { baseUrl: 'https://staging.example.com/v2', accounts: { primary: { apiKey: 'a-key' } } };
  const target = resolveTarget({ ...profile, ...more }, { isMock: false, clockOffsetMs: 0 });
  const dir = ownPath();
  mkdirSync(dir, { recursive: true });
  const harness = createHarness({ id: 'run1', dir, seed: 1 }, target, 0);
  const send = async ({ url }: SafeRequest) => {
    const isKnown = !url.endsWith('/no/such/path');
    return { status: isKnown ? status : 404, headers: [], body: Buffer.from('{}'), sentAt: '', tookMs: 1 };
  };
  const given: Harness = { ...harness, transport: { send } as unknown as Transport };
  const rules = ids.map((id) => register.get(id)) as DeclaredCase['rules'];
  const record = await runCase(given, { rules, title: 'a case', options, body });
  harness.close();
  return record.verdicts.map(({ rule, outcome, note }) => [rule, outcome, note]);
}

const never = () => {
  throw new Error('it was not to be run');
};

test('a case is not run at a target that lacks what it needs, by its rules or by what it says itself', async () => {
  const lacks = 'the profile lacks: reservation: { phoneNumbers: ["+1...", ...] }';
  const own = await recordOf(['PAGE-1', 'SIM-1'], never, { needs: ['reservation'] });
  expect(own).toEqual([
    ['PAGE-1', 'blocked', expect.stringContaining(lacks)],
    ['SIM-1', 'blocked', expect.stringContaining(lacks)],
  ]);
  const [ofRule] = await recordOf(['SIM-1'], never);
  expect(ofRule).toEqual(['SIM-1', 'blocked', expect.stringContaining('simNotification: { id: UUID }')]);
});

test('what is outside the scope is not asked, and says why before anything that is lacking', async () => {
  const scope = { without: ['reservation'], reason: 'numbers cost money' };
  expect(await recordOf(['PAGE-1'], never, { needs: ['write', 'reservation'] }, { scope })).toEqual([
    ['PAGE-1', 'outOfScope', 'without reservation: numbers cost money'],
  ]);
});

test('a case that names more numbers than the profile has says nothing about the target', async () => {
  const named = { needs: [], numbersNamed: 2 };
  const numbers = (...phoneNumbers: string[]) => ({ reservation: { phoneNumbers } });
  expect(await recordOf(['PAGE-1'], never, named, numbers('+1'))).toEqual([
    ['PAGE-1', 'notApplicable', 'the profile names fewer than 2 numbers'],
  ]);
  expect(await recordOf(['PAGE-1'], () => {}, named, numbers('+1', '+2'))).toEqual([['PAGE-1', 'pass', undefined]]);
});

test('a disturbed case is run anew, three times at most, and an undisturbed time ends that', async () => {
  const attempts = async (disturbed: number) => {
    let times = 0;
    const body = () => {
      times += 1;
      if (times <= disturbed) throw new Disturbance('a gateway answered');
    };
    return [await recordOf(['PAGE-1'], body, { needs: [] }), times];
  };
  expect(await attempts(0)).toEqual([[['PAGE-1', 'pass', undefined]], 1]);
  expect(await attempts(2)).toEqual([[['PAGE-1', 'pass', undefined]], 3]);
  expect(await attempts(9)).toEqual([[['PAGE-1', 'error', 'disturbed each time: a gateway answered']], 3]);
});

test('what was noted of a case has no credentials', async () => {
  const body: Body = ({ blocked }) => blocked('a-key is not known');
  expect(await recordOf(['PAGE-1'], body, { needs: [] })).toEqual([['PAGE-1', 'blocked', '$API_KEY is not known']]);
});

const asPrecondition: [what: string, status: number, outcome: string, note: string | undefined][] = [
  ['a success', 200, 'pass', undefined],
  ['a refusal', 403, 'blocked', 'a page was refused: 403 {}'],
  ['a redirection', 302, 'blocked', 'a page was refused: 302 {}'],
  ['what it does not do', 501, 'blocked', 'a page was refused: 501 {}'],
  ['a breakdown of the service', 500, 'fail', undefined],
];
for (const [what, status, outcome, note] of asPrecondition) {
  test(`a precondition that is answered with ${what} leaves its rule at: ${outcome}`, async () => {
    const body: Body = async ({ api, given }) => void (await given(api.listRuns(), 'a page'));
    const [verdict] = await recordOf(['PAGE-1'], body, { needs: [] }, { allow: ['read'] }, status);
    expect(verdict).toEqual(['PAGE-1', outcome, note]);
  });
}
