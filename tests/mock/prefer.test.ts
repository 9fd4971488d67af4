import { randomUUID } from 'node:crypto';
import { AnswerCheck } from '../../mock/contract/check-answer.ts';
import { Documented } from '../../mock/contract/documented.ts';
import type { OperationSpec } from '../../spec/document.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import type { OperationId } from '../../spec/types.ts';
import { type Api, refusal } from './support/api.ts';
import type { Received } from './support/http.ts';
import { expect, test } from './support/test.ts';

const prefer = (preference: string) => ({ headers: { Prefer: preference } });

test('an answer is asked for by its status', async ({ api }) => {
  expect((await api.send({}, prefer('code=409'))).body).toMatchObject({ errors: [{ code: '10036' }] });
  expect((await api.send({}, prefer('code=409'))).status).toBe(409);
});

test('an answer is asked for by the name of its example', async ({ api }) => {
  const received = await api.send({}, prefer('example=sandbox'));
  expect(received).toMatchObject({ status: 202, body: { data: { status: 'sandbox', sandbox: true } } });
  expect(await api.mails()).toEqual([]);
});

test('status and example can be asked for together', async ({ api }) => {
  const received = await api.send({}, prefer('code=400, example=templateNotFound'));
  expect(received).toMatchObject({ status: 400, body: { errors: [{ detail: 'The template does not exist.' }] } });
});

for (const [status, header, value] of [
  [401, 'www-authenticate', 'Bearer'],
  [405, 'allow', 'GET'],
  [429, 'retry-after', '30'],
] as const) {
  test(`an answer that is asked for has the header of its status: ${status}`, async ({ api }) => {
    const received = await api.get('/dir/document_types', prefer(`code=${status}`));
    expect([received.status, received.headers[header]]).toEqual([status, value]);
  });
}

test('a request with a fault is refused for it, whatever it asks for', async ({ api }) => {
  expect(await api.send({ from: undefined }, prefer('code=202'))).toMatchObject(
    refusal(422, '10015', { pointer: '/from' }),
  );
});

test('a status that only the default answer covers has the standard body', async ({ api }) => {
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
  test(`generated answers differ from each other and keep the contract: ${id}`, async ({ api }) => {
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

test('where ten attempts generate no answer that keeps the contract, an example steps in', async () => {
  const violation = validators.responseBody('listDirDocumentTypes', 200, {});
  let attempts = 0;
  const responseBody = () => {
    attempts += 1;
    return violation;
  };
  const documented = new Documented(document, new AnswerCheck({ ...validators, responseBody }));
  const operation = document.operations.find(({ id }) => id === 'listDirDocumentTypes') as OperationSpec;
  expect(await documented.answer(operation, { dynamic: true })).toEqual(await documented.answer(operation));
  expect(attempts).toBe(10);
});

for (const preference of [
  'code=abc',
  'code=99',
  'code=100',
  'code=299',
  'code=600',
  'example=none',
  'code=200, example=none',
  'example',
  'dynamic=maybe',
  `code=200, x=${'y'.repeat(1_000)}`,
]) {
  test(`what the contract has no answer for is refused: ${preference}`, async ({ api }) => {
    expect(await api.get('/dir/document_types', prefer(preference))).toMatchObject(refusal(400, '10015'));
  });
}

for (const preference of ['wait=1', 'respond-async', 'return=minimal']) {
  test(`other preferences change nothing: ${preference}`, async ({ api }) => {
    const plain = await api.get('/dir/document_types');
    expect((await api.get('/dir/document_types', prefer(preference))).text).toBe(plain.text);
  });
}

test('a preference does not stand in for credentials', async ({ api }) => {
  const headers = { Authorization: 'Bearer nobody', Prefer: 'code=200' };
  expect((await api.get('/dir/document_types', { headers })).status).toBe(401);
});
