import { expect, test } from './support/test.ts';

const group = 'c5555555-5555-4555-8555-555555555555';

test('a copy alone is enough of a recipient', async ({ api }) => {
  const received = await api.send({ to: ['bounced@example.com'], bcc: ['ann@example.com'] });
  expect(received).toMatchObject({ status: 202, body: { data: { to: [], bcc: [{ email: 'ann@example.com' }] } } });
});

test('a group suppression counts for mail of that group only', async ({ api }) => {
  const to = ['grouped@example.com', 'ann@example.com'];
  expect((await api.send({ to })).body).not.toHaveProperty('suppressed');
  expect((await api.send({ to, group_id: '00000000-0000-4000-8000-000000000000' })).body).not.toHaveProperty(
    'suppressed',
  );
  for (const group_id of [group, group.toUpperCase()]) {
    expect((await api.send({ to, group_id })).body).toMatchObject({
      suppressed: [{ to: 'grouped@example.com', reason: 'unsubscribe', scope: 'group', override_allowed: true }],
    });
  }
  expect((await api.send({ to, group_id: group, ignore_suppression: true })).body).not.toHaveProperty('suppressed');
});

test('suppressions of one account do not count for another', async ({ api }) => {
  expect((await api.send({ to: ['bounced@example.com'] }, { as: 'key_other' })).status).toBe(202);
});
