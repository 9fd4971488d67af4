import { refusal } from './support/api.ts';
import { exchange } from './support/http.ts';
import { expect, test } from './support/test.ts';

const routes = [
  ['PATCH', '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c'],
  ['POST', '/number_reservations'],
  ['GET', '/dir/document_types'],
  ['GET', '/ai/missions/runs'],
  ['POST', '/email_messages'],
  ['GET', '/emails/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c'],
] as const;

for (const [method, path] of routes) {
  for (const authorization of [undefined, 'Bearer nobody', 'Basic key_primary']) {
    test(`${method} ${path} refuses ${authorization ?? 'a request without credentials'}`, async ({ api }) => {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      const received = await exchange(api.port, { method, path: `/v2${path}`, headers });
      expect(received).toMatchObject(refusal(401, '10009'));
      expect(received.body).toMatchObject({ errors: [{ title: 'Authentication failed' }] });
      expect(received.headers['www-authenticate']).toBe('Bearer');
    });
  }
}

test('credentials are checked before path parameters, key and body', async ({ api }) => {
  const received = await api.send({}, { key: 'not valid', body: '{', headers: { Authorization: 'Bearer nobody' } });
  expect(received).toMatchObject(refusal(401, '10009'));
});

test('each account sees its own resources', async ({ api }) => {
  const globex = '/sim_card_data_usage_notifications/7a2e3d4c-5b6a-4f79-8c8d-1e2f3a4b5c6d';
  expect((await api.call('PATCH', globex, { as: 'key_other', body: {} })).status).toBe(200);
  expect((await api.call('PATCH', globex, { as: 'key_restricted', body: {} })).status).toBe(404);
});
