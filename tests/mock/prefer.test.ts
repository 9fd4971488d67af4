import { loadDocument } from '../../spec/document.ts';
import { compileValidators } from '../../spec/validators.ts';
import { refusal } from './support/api.ts';
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

for (const path of ['/dir/document_types', '/ai/missions/runs']) {
  test(`a generated answer keeps the contract: ${path}`, async ({ api }) => {
    const document = loadDocument();
    const operation = document.operations.find((candidate) => candidate.path === path);
    if (!operation) throw new Error(path);
    const validators = compileValidators(document);
    for (let round = 0; round < 5; round++) {
      const { status, body } = await api.get(path, prefer('dynamic=true'));
      expect(status).toBe(200);
      expect(validators.responseBody(operation.id, 200, body)).toBeUndefined();
    }
  });
}

for (const preference of ['code=abc', 'code=99', 'code=100', 'code=600', 'example=none', 'code=200, example=none']) {
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
