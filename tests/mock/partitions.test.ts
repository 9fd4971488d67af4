import { Api } from './support/api.ts';
import { serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

const notification = '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';

test('a change in one partition is invisible in another', async ({ api, mock }) => {
  const neighbour = new Api(mock.port, `${api.partition}-2`);
  await api.call('PATCH', notification, { body: { threshold: { amount: '7' } } });
  const { id } = await api.accepted();
  expect((await neighbour.call('PATCH', notification, { body: {} })).body).toMatchObject({
    data: { threshold: { amount: '2048.0' } },
  });
  expect((await neighbour.get(`/email_messages/${id}`)).status).toBe(404);
  expect(await neighbour.mails()).toEqual([]);
  expect((await neighbour.control('GET', '/requests')).body).toMatchObject({ meta: { total: 2 } });
});

test('the three keys of one suffix share a partition', async ({ api }) => {
  const body = { phone_numbers: [{ phone_number: '+13125550100' }] };
  const reserve = (as: 'key_primary' | 'key_restricted' | 'key_other') =>
    api.call('POST', '/number_reservations', { as, body });
  await reserve('key_primary');
  for (const as of ['key_restricted', 'key_other'] as const) {
    expect((await reserve(as)).body).toMatchObject({ data: { phone_numbers: [{ status: 'failure' }] } });
  }
});

test('a reset affects its own partition only', async ({ api, mock }) => {
  const { id } = await api.accepted();
  await new Api(mock.port, `${api.partition}-2`).control('POST', '/reset');
  expect((await api.get(`/email_messages/${id}`)).status).toBe(200);
});

test('the least recently used partition is dropped, the default one never', async () => {
  const mock = await serve({ partitions: 3 });
  try {
    const [main, first, second, third] = ['default', 'first', 'second', 'third'].map(
      (name) => new Api(mock.port, name),
    );
    if (!main || !first || !second || !third) throw new Error('four partitions');
    for (const api of [main, first, second]) await api.accepted();
    await first.get('/dir/document_types');
    await third.accepted();
    const kept = await Promise.all([main, first, third].map(async (api) => (await api.mails()).length));
    expect(kept).toEqual([1, 1, 1]);
    expect(await second.mails()).toEqual([]);
  } finally {
    await mock.close();
  }
});
