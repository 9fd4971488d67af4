import { expect, test } from 'vitest';
import type { Profile } from '../target/profile.ts';
import { resolveTarget } from '../target/target.ts';
import type { Answer } from '../wire/answer.ts';
import { Disturbance } from '../wire/disturbance.ts';
import type { SafeRequest, Transport } from '../wire/transport.ts';
import { Client } from './client.ts';

const staging: Profile = {
  baseUrl: 'https://staging.example.com/v2',
  accounts: { primary: { apiKey: 'key-of-primary' }, restricted: { apiKey: 'key-of-restricted' } },
  allow: ['read', 'write', 'send'],
};
type Reply = string | { status: number; text: string };

/** A client whose requests get these replies, with the requests that it sent and the events of its log. */
function clientOf(more: Partial<Profile> = {}, reply: (request: SafeRequest, count: number) => Reply = () => '{}') {
  const target = resolveTarget({ ...staging, ...more }, { isMock: false, clockOffsetMs: 0 });
  const [sent, events] = [[] as SafeRequest[], [] as unknown[]];
  const send = async (request: SafeRequest) => {
    const answer = reply(request, sent.push(request));
    const { status, text } = typeof answer === 'string' ? { status: 200, text: answer } : answer;
    const headers = [['X-Echo', 'of key-of-primary']];
    return { status, headers, body: Buffer.from(text), sentAt: '2026-11-22T12:00:00Z', tookMs: 7 };
  };
  const log = {
    addAnswer: (answer: Answer) => events.push(answer.status),
    addDisturbance: (disturbance: Disturbance, request: unknown) => events.push([disturbance.message, request]),
  };
  const transport = { send } as unknown as Transport;
  const api = new Client({ target, transport, log, partition: () => '' });
  return { api, sent, events };
}
const lost = (): never => {
  throw new Disturbance('the connection broke');
};

const own: Partial<Profile> = {
  wire: {
    emailPath: '/mails',
    idempotencyHeader: 'X-Key',
    pageNumber: 'page',
    documentTypesPageNumber: 'p',
    pageSize: 'n',
  },
};
test('an answer shows no credential: not of its caller, of another account or of a gateway', async () => {
  const { api } = clientOf({ http: { headers: { 'X-Pass': 'gate-word' } } }, () => 'key-of-restricted gate-word');
  const answer = await api.as('restricted').sendEmail({ subject: 'key-of-primary' }, { rawQuery: 'a=gate-word' });
  expect(JSON.stringify(answer)).not.toMatch(/key-of|gate-word/);
  expect(answer.request.headers).toContainEqual(['Authorization', 'Bearer $RESTRICTED_API_KEY']);
  expect(answer.request.body).toBe('{"subject":"$API_KEY"}');
});

test('a disturbance is reported with its request, without credentials', async () => {
  const { api, events } = clientOf({}, lost);
  await expect(api.createReservation({})).rejects.toThrow('the connection broke');
  expect(events).toEqual([['the connection broke', expect.objectContaining({ method: 'POST', body: '{}' })]]);
  expect(JSON.stringify(events)).not.toContain('key-of-primary');
});

type Allow = NonNullable<Profile['allow']>;
const guarded: [label: string, allow: Allow, call: (api: Client) => Promise<unknown>, isSent: boolean][] = [
  ['an update', ['read', 'send'], (api) => api.updateNotification('n1', {}), false],
  ['a reservation', ['read', 'send'], (api) => api.createReservation({}), false],
  ['a send', ['read', 'write'], (api) => api.sendEmail({}), false],
  ['a send by the alias', ['read', 'write'], (api) => api.sendEmail({}, { alias: true }), false],
  ['a DELETE of a message', ['write'], (api) => api.raw({ method: 'DELETE', path: '/mails/m1' }), false],
  ['an unknown method', ['read'], (api) => api.raw({ method: 'GETS', path: '/x' }), false],
  ['an allowed update', ['write'], (api) => api.updateNotification('n1', {}), true],
  ['an allowed send', ['send'], (api) => api.sendEmail({}), true],
  ['a harmless send', ['read'], (api) => api.sendEmail({}, { harmless: true }), true],
  ['an unauthenticated send', ['read'], (api) => api.as('anonymous').sendEmail({}), true],
  ['a read', ['read'], (api) => api.raw({ method: 'HEAD', path: '/x' }), true],
];
for (const [label, allow, call, isSent] of guarded) {
  test(`${label} is ${isSent ? 'sent' : 'blocked'} where the profile allows ${allow.join(' and ')}`, async () => {
    const { api, sent } = clientOf({ ...own, allow });
    if (isSent) await call(api);
    else await expect(call(api)).rejects.toMatchObject({ outcome: 'blocked' });
    expect(sent).toHaveLength(isSent ? 1 : 0);
  });
}

const to = ['ada@example.com'];
const reserve = (phone_number: string) => (api: Client) => api.createReservation({ phone_numbers: [{ phone_number }] });
const repeated: [label: string, call: (api: Client) => Promise<unknown>, times: 1 | 2][] = [
  ['a send', (api) => api.sendEmail({ to }), 1],
  ['a send to a blind copy', (api) => api.sendEmail({ bcc: to, sandbox_mode: false }), 1],
  ['a reservation of a number', reserve('+447700900001'), 1],
  ['a sandbox send', (api) => api.sendEmail({ to, sandbox_mode: true }), 2],
  ['a send without recipients', (api) => api.sendEmail({ subject: 'x' }), 2],
  ['a send with a key', (api) => api.sendEmail({ to }, { key: 'k' }), 2],
  ['a reservation of no valid number', reserve('07700900001'), 2],
];
for (const [label, call, times] of repeated) {
  test(`${label} that got no answer is ${times === 1 ? 'never repeated' : 'sent when the case repeats it'}`, async () => {
    const { api, sent } = clientOf({}, lost);
    for (const client of [api, api.as('primary')]) await expect(call(client)).rejects.toThrow(Disturbance);
    expect(sent).toHaveLength(times);
  });
}

test('the same send by another account or by the alias is another request', async () => {
  const { api, sent } = clientOf({}, lost);
  for (const client of [api, api.as('restricted')]) await expect(client.sendEmail({ to })).rejects.toThrow(Disturbance);
  await expect(api.sendEmail({ to }, { alias: true })).rejects.toThrow(Disturbance);
  expect(sent).toHaveLength(3);
});

test('a notification that refuses an empty update is read by repeating its SIM card', async () => {
  const { api, sent } = clientOf({}, ({ body }) => ({
    status: String(body) === '{}' ? 422 : 200,
    text: '{"data":{"sim_card_id":"c1"}}',
  }));
  await api.updateNotification('n1', { threshold: { amount: '7', unit: 'MB' } });
  expect((await api.readNotification('n1')).status).toBe(200);
  expect(sent.slice(1).map(({ body }) => String(body))).toEqual(['{}', '{"sim_card_id":"c1"}']);
});
