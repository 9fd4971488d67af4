import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ownPath } from '../../../spec/testing/own-path.ts';
import type { Body, CaseOptions } from '../calls/case.ts';
import { fileOfOriginal } from '../calls/notification.ts';
import { WrittenNotifications } from '../calls/written-notification.ts';
import type { Profile } from '../target/profile.ts';
import { resolveTarget } from '../target/target.ts';
import { Disturbance } from '../wire/disturbance.ts';
import type { SafeRequest, Transport } from '../wire/transport.ts';
import { createHarness, type Harness } from './harness.ts';
import { notedExchanges } from './noted-exchanges.ts';
import { type DeclaredCase, register, runCase } from './run-case.ts';

/** What comes of a case of these rules at a deployment that answers each request that it knows with a status. */
async function recordOf(
  ids: readonly ('PAGE-1' | 'RSV-1' | 'SIM-1' | 'EMAIL-ANS-11' | 'EMAIL-SCHED-12')[],
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
  const aside = async ({ url }: SafeRequest) => ({
    ...(await send({ url } as SafeRequest)),
    status: url.includes('/release') ? 500 : 200,
  });
  const [transport, sideTransport] = [{ send }, { send: aside }] as unknown as Transport[];
  const given = { ...harness, transport, sideTransport } as Harness;
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
  const [page, sim] = await recordOf(['PAGE-1', 'SIM-1'], never);
  expect([page, sim]).toEqual([['PAGE-1', ...(ofRule?.slice(1) ?? [])], ofRule]);
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
  expect(await attempts(1)).toEqual([[['PAGE-1', 'pass', undefined]], 2]);
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

test('a case is about the mock alone where all its rules are', async () => {
  expect(await recordOf(['EMAIL-ANS-11', 'EMAIL-SCHED-12'], never)).toEqual([
    ['EMAIL-ANS-11', 'notApplicable', 'the rule is about the mock only'],
    ['EMAIL-SCHED-12', 'notApplicable', 'the rule is about the mock only'],
  ]);
  const body: Body = ({ check }) => void check('PAGE-1', () => {});
  expect((await recordOf(['PAGE-1', 'EMAIL-ANS-11'], body, { needs: [] }))[0]).toEqual(['PAGE-1', 'pass', undefined]);
});

test('what a case held and can not let go is told as what broke it', async () => {
  const control = { admin: 'http://127.0.0.1:4010/__admin' };
  const body: Body = ({ control: of }) => of.hold();
  expect(await recordOf(['PAGE-1'], body, { needs: [] }, { control })).toEqual([
    ['PAGE-1', 'error', 'the control plane answered POST /release with 500 {}'],
  ]);
});

test('cases that change the notification do so one after the other, know what the one before has written, and keep what was there', async () => {
  vi.stubEnv('XDG_STATE_HOME', ownPath('state'));
  const id = '11111111-1111-4111-8111-111111111111';
  const profile: Profile = {
    baseUrl: 'https://staging.example.com/v2',
    accounts: { primary: { apiKey: 'a-key' } },
    allow: ['read', 'write'],
    simNotification: { id, original: { amount: '1', unit: 'GB' } },
    consistency: { waitMs: 300 },
  };
  const target = resolveTarget(profile, { isMock: false, clockOffsetMs: 0 });
  const dir = ownPath();
  const owner = { pid: process.pid, host: 'here' };
  let [shown, stale, asked] = ['1', 0, 0];
  const send = async ({ body }: SafeRequest) => {
    const { threshold } = JSON.parse(body?.toString() ?? '{}');
    if (!threshold) asked += 1;
    shown = threshold?.amount ?? shown;
    const amount = threshold || stale-- <= 0 ? shown : 'old';
    const data = { id, threshold: { amount, unit: 'GB' } };
    return { status: 200, headers: [], body: Buffer.from(JSON.stringify({ data })), sentAt: '', tookMs: 1 };
  };
  const harness = createHarness({ id: 'run1', dir, seed: 1, keepsExchanges: true, owner }, target, 0);
  harness.close();
  const seen: unknown[] = [];
  const running = async (needs: string[], ...amounts: string[]) => {
    const body: Body = async ({ api }) => {
      seen.push([existsSync(`${dir}/notification.lock`), existsSync(fileOfOriginal(target))]);
      for (const amount of amounts) await api.updateNotification(id, { threshold: { amount, unit: 'GB' } });
      [stale, asked] = [2, 0];
      await api.readNotification(id);
      seen.push(asked);
      if (amounts.length > 0) throw new Error('what ends by an error lets go of it as well');
    };
    const rules = ['SIM-1', 'SIM-2'].map((one) => register.get(one as 'SIM-1')) as DeclaredCase['rules'];
    const declared = { rules, title: `with ${needs}`, options: { needs }, body };
    await runCase({ ...harness, transport: { send } as unknown as Transport }, declared);
  };
  const { leave } = WrittenNotifications.prototype;
  const isLockedWhenLeft: boolean[] = [];
  const left = vi.spyOn(WrittenNotifications.prototype, 'leave').mockImplementation(function (
    this: WrittenNotifications,
    runDir,
  ) {
    isLockedWhenLeft.push(existsSync(`${dir}/notification.lock`));
    leave.call(this, runDir);
  });
  onTestFinished(() => left.mockRestore());
  await running(['write'], '2');
  await running(['simNotification'], '3');
  await running(['simNotification']);
  expect(seen).toEqual([[false, false], 1, [true, true], 3, [true, true], 3]);
  expect([isLockedWhenLeft, existsSync(`${dir}/notification.lock`)]).toEqual([[true, true], false]);
  // What one case has learned of late reads is known to the others.
  expect(harness.lateness.longestMs).toBeGreaterThan(0);
  expect(JSON.parse(readFileSync(fileOfOriginal(target), 'utf8'))).toMatchObject({
    id,
    threshold: { amount: '1', unit: 'GB' },
    owner,
  });
  const titles = notedExchanges(dir).map((one) => one.case);
  expect([...new Set(titles)]).toEqual(['SIM-1, SIM-2: with write', 'SIM-1, SIM-2: with simNotification']);
});
