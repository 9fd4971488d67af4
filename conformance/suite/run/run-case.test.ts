import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { loadRegister } from '../../../spec/register.ts';
import { makeTestPath } from '../../../spec/testing/test-path.ts';
import type { Body, CaseOptions } from '../api/case.ts';
import { Harness } from '../api/harness.ts';
import { locateOriginal } from '../api/notification.ts';
import type { Profile } from '../target/profile.ts';
import { resolveTarget } from '../target/target.ts';
import { Disturbance } from '../wire/disturbance.ts';
import type { SafeRequest, Transport } from '../wire/transport.ts';
import type { DeclaredCase } from './cases.ts';
import { runCase } from './run-case.ts';

type Id = 'PAGE-1' | 'SIM-1' | 'EMAIL-ANS-11';
interface Setting {
  options?: CaseOptions;
  profile?: Partial<Profile>;
  status?: number;
}

/** The target of a run at a deployment. */
function runAt(more: Partial<Profile> = {}) {
  const profile: Profile = { baseUrl: 'https://staging.example.com/v2', accounts: { primary: { apiKey: 'a-key' } } };
  const target = resolveTarget({ ...profile, ...more }, { isMock: false, clockOffsetMs: 0 });
  return target;
}

/** The verdicts of a case; the deployment knows every path but one that does not exist. */
async function verdictsOf(ids: readonly Id[], body: Body, { options = {}, profile, status = 422 }: Setting = {}) {
  const target = runAt(profile);
  const harness = new Harness({ id: 'run1', seed: 1 }, target);
  harness.close();
  const send = async ({ url }: SafeRequest) => {
    const code = url.endsWith('/no/such/path') ? 404 : status;
    return { status: code, headers: [], body: Buffer.from('{}'), sentAt: '', tookMs: 1 };
  };
  const rules = ids.map((id) => loadRegister().get(id)) as DeclaredCase['rules'];
  const transport = { send } as unknown as Transport;
  const { record } = await runCase(Object.assign(harness, { transport }), { rules, title: 'a case', options, body });
  return record.verdicts.map(({ outcome, note }) => [outcome, note]);
}
const never = () => {
  throw new Error('the case was run');
};

test('a case is blocked if the profile lacks a need of the case or its rules', async () => {
  const own = await verdictsOf(['PAGE-1'], never, { options: { needs: ['reservation'] } });
  expect(own).toEqual([['blocked', expect.stringContaining('reservation: { phoneNumbers')]]);
  const byRule = await verdictsOf(['PAGE-1', 'SIM-1'], never);
  expect(byRule).toEqual(Array(2).fill(['blocked', expect.stringContaining('simNotification: { id: UUID }')]));
});

test('a case outside of the scope is not run, with the reason of the profile', async () => {
  const scope = { without: ['reservation' as const], reason: 'numbers cost money' };
  const setting = { options: { needs: ['write', 'reservation'] }, profile: { scope } };
  expect(await verdictsOf(['PAGE-1'], never, setting)).toEqual([
    ['outOfScope', expect.stringContaining('numbers cost money')],
  ]);
});

test('a case only for the mock is not applicable to a deployment', async () => {
  expect(await verdictsOf(['EMAIL-ANS-11'], never)).toEqual([['notApplicable', 'the rule is about the mock only']]);
});

test.each([
  [0, {}, 1, 'pass'],
  [7, {}, 8, 'pass'],
  [9, {}, 8, 'error'],
  [9, { isTimeout: true }, 3, 'error'],
])('a case disturbed %i times (%j) is run %i times: %s', async (disturbances, kind, runs, outcome) => {
  let times = 0;
  const body = () => {
    times += 1;
    if (times <= disturbances) throw new Disturbance('a gateway answered', kind);
  };
  const [verdict] = await verdictsOf(['PAGE-1'], body, { options: { needs: [] } });
  expect([times, verdict?.[0]]).toEqual([runs, outcome]);
});

test('a verdict has no credentials', async () => {
  const body: Body = ({ blocked }) => blocked('a-key is not known');
  expect(await verdictsOf(['PAGE-1'], body, { options: { needs: [] } })).toEqual([
    ['blocked', '$API_KEY is not known'],
  ]);
});

test('cases that change the notification run in sequence and store its original', async () => {
  vi.stubEnv('XDG_STATE_HOME', makeTestPath('state'));
  const target = runAt({
    allow: ['read', 'write'],
    simNotification: { id: '11111111-1111-4111-8111-111111111111', original: { amount: '1', unit: 'GB' } },
  });
  const harness = new Harness({ id: 'run1', seed: 1 }, target);
  harness.close();
  const events: string[] = [];
  const rules = [loadRegister().get('SIM-1')] as DeclaredCase['rules'];
  const run = (title: string) =>
    runCase(harness, {
      rules,
      title,
      options: { needs: ['simNotification'] },
      body: async () => {
        events.push(`${title} begins`);
        expect(existsSync(locateOriginal(target))).toBe(true);
        await new Promise((done) => setImmediate(done));
        events.push(`${title} ends`);
      },
    });
  await Promise.all([run('one'), run('other')]);
  expect(events.map((event) => event.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends']);
});
