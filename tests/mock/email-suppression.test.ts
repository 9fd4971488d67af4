import { refusal } from './support/api.ts';
import { expect, test } from './support/test.ts';

const group = 'c5555555-5555-4555-8555-555555555555';
const entry = (to: string, reason: string, override_allowed: boolean, scope = 'account') => ({
  to,
  reason,
  scope,
  override_allowed,
});
const hard = [
  entry('bounced@example.com', 'hard_bounce', false),
  entry('complained@example.com', 'spam_complaint', false),
  entry('invalid@example.com', 'invalid', false),
];
const soft = [
  entry('unsubscribed@example.com', 'unsubscribe', true),
  entry('blocked@example.com', 'manual_block', true),
];
const addresses = (entries: { to: string }[]) => entries.map(({ to }) => to);

test('suppressed recipients are taken out and listed', async ({ api }) => {
  const received = await api.send({ to: ['ann@example.com', ...addresses(hard)], cc: addresses(soft) });
  expect(received).toMatchObject({ status: 202, body: { data: { to: [{ email: 'ann@example.com' }], cc: [] } } });
  expect(received.body).toMatchObject({ suppressed: [...hard, ...soft] });
  expect((await api.mails())[0]?.To.map(({ Address }) => Address)).toEqual(['ann@example.com']);
});

test('the list of suppressed recipients is absent when there are none', async ({ api }) => {
  expect((await api.send()).body).not.toHaveProperty('suppressed');
});

test('a message without any recipient left is refused with the list beside the errors', async ({ api }) => {
  const received = await api.send({ to: ['bounced@example.com'], bcc: ['Blocked@Example.com'] });
  expect(received).toMatchObject(refusal(422, 'recipient_suppressed'));
  expect(received.body).toMatchObject({ suppressed: [hard[0], { ...soft[1], to: 'Blocked@Example.com' }] });
  expect(await api.mails()).toEqual([]);
});

test('a copy alone is enough of a recipient', async ({ api }) => {
  const received = await api.send({ to: ['bounced@example.com'], bcc: ['ann@example.com'] });
  expect(received).toMatchObject({ status: 202, body: { data: { to: [], bcc: [{ email: 'ann@example.com' }] } } });
});

test('an override delivers where the suppression allows it, and nowhere else', async ({ api }) => {
  const to = [...addresses(hard), ...addresses(soft)];
  const received = await api.send({ to, ignore_suppression: true });
  expect(received).toMatchObject({ status: 202, body: { suppressed: hard } });
  expect(received.body).toMatchObject({ data: { to: addresses(soft).map((address) => ({ email: address })) } });
});

test('an override needs its scope, whoever the recipient is', async ({ api }) => {
  const received = await api.send({ ignore_suppression: true }, { as: 'key_restricted' });
  expect(received).toMatchObject(refusal(403, '10010'));
  expect((await api.send({ ignore_suppression: false }, { as: 'key_restricted' })).status).toBe(202);
});

test('a group suppression counts for mail of that group only', async ({ api }) => {
  const to = ['grouped@example.com', 'ann@example.com'];
  expect((await api.send({ to })).body).not.toHaveProperty('suppressed');
  expect((await api.send({ to, group_id: '00000000-0000-4000-8000-000000000000' })).body).not.toHaveProperty(
    'suppressed',
  );
  for (const group_id of [group, group.toUpperCase()]) {
    expect((await api.send({ to, group_id })).body).toMatchObject({
      suppressed: [entry('grouped@example.com', 'unsubscribe', true, 'group')],
    });
  }
  expect((await api.send({ to, group_id: group, ignore_suppression: true })).body).not.toHaveProperty('suppressed');
});

test('suppressions of one account do not count for another', async ({ api }) => {
  expect((await api.send({ to: ['bounced@example.com'] }, { as: 'key_other' })).status).toBe(202);
});
