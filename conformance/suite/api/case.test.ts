import { expect, test } from 'vitest';
import { inconclusive } from '../outcome/outcome.ts';
import type { Profile } from '../target/profile.ts';
import { resolveTarget } from '../target/target.ts';
import { Answer } from '../wire/answer.ts';
import { Disturbance } from '../wire/disturbance.ts';
import type { SafeRequest, Transport } from '../wire/transport.ts';
import { Case } from './case.ts';
import { expect as inCase } from './expect.ts';
import { Harness } from './harness.ts';
import { MailMissing } from './mailbox.ts';

const profile: Profile = {
  baseUrl: 'https://staging.example.com/v2',
  accounts: { primary: { apiKey: 'a-key' } },
  allow: ['read', 'write', 'send'],
  email: { from: 'sender@example.com', recipientDomain: 'mail.example.com' },
};

/** Cases of one process against a target that answers with this status, and the requests to it and next to it. */
function processOf({
  isMock = false,
  status = (_: number) => 200,
  ...more
}: Partial<Profile> & { isMock?: boolean; status?: (count: number) => number } = {}) {
  const requests: SafeRequest[] = [];
  const send = async (request: SafeRequest) => {
    const code = status(requests.push(request));
    if (code === 0) throw new Disturbance('a gateway answered');
    return { status: code, headers: [], body: Buffer.from('{"data":{}}'), sentAt: '', tookMs: 1 };
  };
  const sideRequests: string[] = [];
  const sendAside = async ({ url }: SafeRequest) => {
    sideRequests.push(url);
    return { status: 200, body: Buffer.from('{"now":"2026-11-22T10:00:00.000Z","messages":[]}') };
  };
  const harness = new Harness(
    { id: 'run1', seed: 7 },
    resolveTarget({ ...profile, ...more }, { isMock, clockOffsetMs: 0 }),
  );
  harness.close();
  const transports = { transport: { send }, sideTransport: { send: sendAside } } as unknown as Record<
    string,
    Transport
  >;
  const shared = Object.assign(harness, transports);
  const newCase = () => new Case(shared, ['PAGE-1']);
  return { newCase, requests, sideRequests };
}
const caseOf = (more?: Parameters<typeof processOf>[0]) => processOf(more).newCase();

test('a mail goes to the sandbox and a new recipient by default', () => {
  const { email, target } = caseOf();
  expect(email()).toMatchObject({ from: 'sender@example.com', sandbox_mode: true });
  expect(email.real()).not.toHaveProperty('sandbox_mode');
  expect(email().to).not.toEqual(email().to);
  expect(email({ to: ['a@b.example'] })).toMatchObject({ to: ['a@b.example'] });
  target.refusesSandbox = true;
  expect(email()).not.toHaveProperty('sandbox_mode');
});

test('a case with the control plane has its own partition', async () => {
  const { newCase, requests, sideRequests } = processOf({
    isMock: true,
    control: { admin: 'http://127.0.0.1:4010/__admin' },
  });
  const [plain, own] = [newCase(), newCase()];
  await own.control.settings();
  await own.api.listRuns();
  await plain.api.listRuns();
  const [ofOwn, ofPlain] = requests.map(({ headers }) => headers.find(([name]) => name === 'Authorization')?.[1]);
  expect(ofOwn).not.toBe(ofPlain);
  expect(sideRequests.map((url) => new URL(url).pathname)).toEqual(['/__admin/settings']);
});

test('a case is blocked where the profile lacks a notification', () => {
  const { notification } = caseOf({ simNotification: { id: 'own' } });
  expect(notification.id).toBe('own');
  expect(() => notification.foreignId).toThrow('simNotification: { foreignId: ');
});

test('a disturbed reservation is repeated with other numbers', async () => {
  const { newCase, requests } = processOf({
    reservation: { phoneNumbers: ['+1', '+2'] },
    status: (count) => (count === 1 ? 0 : 200),
  });
  const t = newCase();
  await t.reserve();
  const [first, second] = requests.map(({ body }) => String(body));
  expect(first).not.toBe(second);
  expect(t.disturbance).toBeUndefined();
});

const request = { method: 'GET', url: 'https://staging.example.com/v2/x', headers: [] };
const answer = (status: number) => new Answer({ operation: undefined, status, headers: [], text: '{}', request });
const preconditions: [label: string, body: () => unknown, error: object][] = [
  ['a refusal', () => answer(422), { outcome: 'blocked' }],
  ['503', () => answer(503), { outcome: 'blocked' }],
  ['500', () => answer(500), { name: 'MissingInAnswer' }],
  [
    'a failed expectation',
    () => inCase(1, 'the size').toBe(2),
    { outcome: 'blocked', message: /expected the size: 2, got 1/ },
  ],
  [
    'a missing mail',
    () => {
      throw new MailMissing('a mail', 'none came', { address: 'a@b.example' });
    },
    { outcome: 'blocked' },
  ],
  ['an inconclusive look', () => inconclusive('the list moved'), { outcome: 'inconclusive' }],
  [
    'a mistake in the case',
    () => {
      throw new TypeError('no length');
    },
    { name: 'TypeError' },
  ],
];
for (const [label, body, { message, ...error }] of preconditions as [string, () => unknown, { message?: RegExp }][]) {
  test(`a precondition that fails by ${label} ends the case as ${JSON.stringify(Object.values(error)[0])}`, async () => {
    const expected = { ...error, ...(message && { message: expect.stringMatching(message) }) };
    await expect(caseOf().mustSucceed(Promise.resolve().then(body))).rejects.toMatchObject(expected);
  });
}
