import { type Api, refusal } from './support/api.ts';
import { expect, test } from './support/test.ts';

async function scenario(api: Api, body: object): Promise<string> {
  const received = await api.control('POST', '/scenarios', body);
  expect(received.status, received.text).toBe(201);
  return (received.body as { id: string }).id;
}

const lists = { listDirDocumentTypes: '/dir/document_types', listRecentAiMissionRuns: '/ai/missions/runs' } as const;

test('the next call gets the answer of the scenario and does no work', async ({ api }) => {
  await scenario(api, { operation: 'createEmailMessage', times: 1, answer: { status: 503 } });
  expect((await api.send()).status).toBe(503);
  expect(await api.mails()).toEqual([]);
  expect((await api.send()).status).toBe(202);
  expect((await api.control('GET', '/scenarios')).body).toEqual({ scenarios: [] });
});

test('without a count a scenario applies to every call until it is deleted', async ({ api }) => {
  const id = await scenario(api, { operation: 'listDirDocumentTypes', answer: { status: 429, retryAfter: 30 } });
  for (let call = 0; call < 3; call++) {
    const received = await api.get('/dir/document_types');
    expect([received.status, received.headers['retry-after']]).toEqual([429, '30']);
  }
  expect((await api.get('/ai/missions/runs')).status).toBe(200);
  expect((await api.control('DELETE', `/scenarios/${id}`)).status).toBe(200);
  expect((await api.get('/dir/document_types')).status).toBe(200);
  expect(await api.control('DELETE', `/scenarios/${id}`)).toMatchObject({
    status: 404,
    body: { errors: [{ code: '10015' }] },
  });
});

test('a dropped answer was processed, and a retry with its key gets it', async ({ api }) => {
  await scenario(api, { operation: 'createEmailMessage', times: 1, drop: true });
  await expect(api.send({}, { key: 'k-1' })).rejects.toThrow(/socket hang up|ECONNRESET/);
  expect(await api.mails()).toHaveLength(1);
  expect((await api.send({}, { key: 'k-1' })).status).toBe(202);
  expect(await api.mails()).toHaveLength(1);
});

test('a delay ends when the clock has passed it', async ({ api }) => {
  await scenario(api, { times: 1, delay: { from: 'PT30M', to: 'PT1H' } });
  await scenario(api, { times: 1, dribble: 'PT59M' });
  const slow = api.get('/dir/document_types');
  const done = slow.then(() => 'answered');
  expect((await api.get('/dir/document_types?page[size]=1')).status).toBe(200);
  expect(await Promise.race([done, Promise.resolve('waiting')])).toBe('waiting');
  await api.advance('PT1H');
  await api.advance('PT1H');
  expect((await slow).status).toBe(200);
});

for (const [operation, path] of Object.entries(lists)) {
  test(`rows appear or vanish between two pages: ${operation}`, async ({ api }) => {
    const first = async () => (await api.get(`${path}?page[size]=1`)).body as { data: unknown[]; meta: object };
    const before = await first();
    await scenario(api, { operation, rows: -2 });
    expect(await first()).toEqual(before);
    const vanished = await first();
    expect(vanished.data).not.toEqual(before.data);
    await api.control('DELETE', '/scenarios');
    await scenario(api, { operation, rows: 2 });
    expect(await first()).toEqual(vanished);
    expect(await first()).toEqual(before);
  });
}

test('a gateway error is an HTML page, and no work is done', async ({ api }) => {
  await scenario(api, { times: 1, gateway: 502 });
  const { status, headers, text } = await api.send();
  expect([status, headers['content-type']]).toEqual([502, 'text/html']);
  expect(text).toContain('<h1>502 Bad Gateway</h1>');
  expect(await api.mails()).toEqual([]);
});

test('an answer cut in half is invalid JSON, and its work was done', async ({ api }) => {
  await scenario(api, { times: 1, half: true });
  const { status, text, body } = await api.send({}, { key: 'k-1' });
  expect([status, body]).toEqual([202, undefined]);
  const { text: whole } = await api.send({}, { key: 'k-1' });
  expect(text).toBe(whole.slice(0, whole.length / 2));
});

test('a dribbling body is complete when the clock has passed its time', async ({ api }) => {
  const whole = await api.get('/dir/document_types');
  await scenario(api, { times: 1, delay: 'PT1S' });
  await scenario(api, { times: 1, dribble: 'PT1H' });
  const slow = api.get('/dir/document_types');
  let isDone = false;
  slow.finally(() => {
    isDone = true;
  });
  await expect
    .poll(async () => {
      await api.advance('PT6M');
      return isDone;
    })
    .toBe(true);
  expect((await slow).text).toBe(whole.text);
});

test('calls beyond a rate get 429 with Retry-After', async ({ api }) => {
  const id = await scenario(api, { perSecond: 2 });
  const answers = await Promise.all([1, 2, 3].map(() => api.get('/dir/document_types')));
  const outcomes = answers.map(({ status, headers }) => `${status} ${headers['retry-after'] ?? ''}`);
  expect(outcomes.sort()).toEqual(['200 ', '200 ', '429 1']);
  await api.advance('PT1S');
  expect((await api.get('/dir/document_types')).status).toBe(200);
  expect((await api.control('GET', '/scenarios')).body).toEqual({
    scenarios: [expect.objectContaining({ id, perSecond: 2 })],
  });
});

test('late mail is queued until it arrives', async ({ api }) => {
  await scenario(api, { lateMail: 'PT10M' });
  const { id } = await api.accepted();
  const statusOf = async () =>
    ((await api.get(`/email_messages/${id}`)).body as { data: { status: string } }).data.status;
  expect([await api.mails(), await statusOf()]).toEqual([[], 'queued']);
  await api.advance('PT10M');
  expect([(await api.mails()).length, await statusOf()]).toEqual([1, 'sent']);
});

test('scenarios of one kind apply in turn, those of several kinds together', async ({ api }) => {
  await scenario(api, { times: 2, answer: { status: 503 } });
  await scenario(api, { times: 1, answer: { status: 429, retryAfter: 7 } });
  await scenario(api, { times: 1, delay: 'PT0.001S' });
  const statuses = [];
  for (let call = 0; call < 4; call++) statuses.push((await api.get('/dir/document_types')).status);
  expect(statuses).toEqual([503, 503, 429, 200]);
  expect((await api.control('GET', '/scenarios')).body).toEqual({ scenarios: [] });
});

test('a scenario applies to one partition', async ({ api }) => {
  await scenario(api, { answer: { status: 500 } });
  const untouched = await api.get('/dir/document_types', { headers: { Authorization: 'Bearer key_primary' } });
  expect(untouched.status).toBe(200);
});

for (const [body, pointer] of [
  [{}, ''],
  [{ drop: true, rows: 1 }, ''],
  [{ operation: 'sendFax', drop: true }, '/operation'],
  [{ times: 0, drop: true }, '/times'],
  [{ answer: { status: 204 } }, '/answer/status'],
  [{ operation: 'listDirDocumentTypes', answer: { status: 202 } }, '/answer/status'],
  [{ answer: { status: 503, example: 'gone' } }, '/answer/example'],
  [{ delay: { from: 'PT1S', to: 'PT2H' } }, '/delay'],
  [{ delay: { from: 'PT2S', to: 'PT1S' } }, '/delay'],
  [{ dribble: 'PT1H0.001S' }, '/dribble'],
  [{ operation: 'createEmailMessage', rows: 1 }, '/operation'],
  [{ rows: 0 }, '/rows'],
  [{ perSecond: 1, times: 2 }, '/times'],
  [{ gateway: 500 }, '/gateway'],
  [{ drop: true, fault: 'EMPTY' }, ''],
] as const) {
  test(`an invalid scenario is refused with its place: ${JSON.stringify(body)}`, async ({ api }) => {
    expect(await api.control('POST', '/scenarios', body)).toMatchObject(refusal(422, '10015', { pointer }));
    expect((await api.control('GET', '/scenarios')).body).toEqual({ scenarios: [] });
  });
}
