import { randomUUID } from 'node:crypto';
import { validators } from '../../spec/testing/contract.ts';
import type { OperationId } from '../../spec/types.ts';
import { type Api, refusal } from './support/api.ts';
import type { Received } from './support/http.ts';
import { expect, test } from './support/test.ts';

const prefer = (preference: string) => ({ headers: { Prefer: preference } });

test('Prefer: code selects an answer by its status', async ({ api }) => {
  expect((await api.send({}, prefer('code=409'))).body).toMatchObject({ errors: [{ code: '10036' }] });
  expect((await api.send({}, prefer('code=409'))).status).toBe(409);
});

test('Prefer: example selects an answer by the name of its example', async ({ api }) => {
  const received = await api.send({}, prefer('example=sandbox'));
  expect(received).toMatchObject({ status: 202, body: { data: { status: 'sandbox', sandbox: true } } });
  expect(await api.mails()).toEqual([]);
});

for (const [status, header, value] of [
  [401, 'www-authenticate', 'Bearer'],
  [405, 'allow', 'GET'],
  [429, 'retry-after', '30'],
] as const) {
  test(`a selected answer has the header of its status: ${status}`, async ({ api }) => {
    const received = await api.get('/dir/document_types', prefer(`code=${status}`));
    expect([received.status, received.headers[header]]).toEqual([status, value]);
  });
}

test('an invalid request is refused, even with `Prefer`', async ({ api }) => {
  expect(await api.send({ from: undefined }, prefer('code=202'))).toMatchObject(
    refusal(422, '10015', { pointer: '/from' }),
  );
});

test('a status covered by the default answer has the standard body', async ({ api }) => {
  expect(await api.get('/dir/document_types', prefer('code=418'))).toMatchObject(refusal(418, '10007'));
});

const dynamic = { headers: { Prefer: 'dynamic=true' } };
for (const [id, status, call] of [
  ['listDirDocumentTypes', 200, (api) => api.get('/dir/document_types', dynamic)],
  ['listRecentAiMissionRuns', 200, (api) => api.get('/ai/missions/runs', dynamic)],
  ['createEmailMessage', 202, (api) => api.send({}, dynamic)],
  ['createNumberReservation', 200, (api) => api.call('POST', '/number_reservations', { body: {}, ...dynamic })],
  [
    'updateSimCardDataUsageNotification',
    200,
    (api) => api.call('PATCH', `/sim_card_data_usage_notifications/${randomUUID()}`, { body: {}, ...dynamic }),
  ],
] as const satisfies [OperationId, number, (api: Api) => Promise<Received>][]) {
  test(`generated answers vary and match the contract: ${id}`, async ({ api }) => {
    const texts = new Set<string>();
    for (let round = 0; round < 5; round++) {
      const { status: answered, body, text } = await call(api);
      expect(answered, text).toBe(status);
      expect(validators.responseBody(id, status, body)).toBeUndefined();
      texts.add(text);
    }
    expect(texts.size).toBeGreaterThan(1);
  });
}

for (const preference of ['code=299', 'code=399', 'example=none', 'code=200, example=none', 'dynamic=maybe']) {
  test(`a preference without an answer in the contract is refused: ${preference}`, async ({ api }) => {
    expect(await api.get('/dir/document_types', prefer(preference))).toMatchObject(refusal(400, '10015'));
  });
}
