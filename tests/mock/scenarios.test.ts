import type { Api } from './support/api.ts';
import { exchangeBytes } from './support/http.ts';
import { expect, test } from './support/test.ts';

async function scenario(api: Api, body: object): Promise<string> {
  const received = await api.control('POST', '/scenarios', body);
  expect(received.status, received.text).toBe(201);
  return (received.body as { id: string }).id;
}

const lists = { listDirDocumentTypes: '/dir/document_types', listRecentAiMissionRuns: '/ai/missions/runs' } as const;

test('the next call gets the answer that was switched on, and does no work', async ({ api }) => {
  await scenario(api, { operation: 'createEmailMessage', times: 1, answer: { status: 503 } });
  expect((await api.send()).status).toBe(503);
  expect(await api.mails()).toEqual([]);
  expect((await api.send()).status).toBe(202);
  expect((await api.control('GET', '/scenarios')).body).toEqual({ scenarios: [] });
});

test('all that is wrong with a scenario is told', async ({ api }) => {
  const wrong = { lateMail: 'PT0S', operation: 'createEmailMessage', times: 1 };
  const { body } = await api.control('POST', '/scenarios', wrong);
  const { errors } = body as { errors: { source: object }[] };
  expect(errors.map(({ source }) => source)).toEqual(
    ['/times', '/operation', '/lateMail'].map((pointer) => ({ pointer })),
  );
});

test('a hundred scenarios are on at most', async ({ api }) => {
  for (let count = 0; count < 100; count++) await scenario(api, { operation: 'listRecentAiMissionRuns', rows: 1 });
  expect(await api.control('POST', '/scenarios', { answer: { status: 500 } })).toMatchObject({
    status: 422,
    body: { errors: [{ detail: 'There are 100 scenarios already: switch some off.' }] },
  });
});

test('an example of the contract can be the answer', async ({ api }) => {
  await scenario(api, { answer: { status: 400, example: 'templateNotFound' } });
  expect(await api.send()).toMatchObject({
    status: 400,
    body: { errors: [{ detail: 'The template does not exist.' }] },
  });
});

test('without a number of times it is for every call, until it is switched off', async ({ api }) => {
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
    body: { errors: [{ code: '10015', detail: 'No scenario has this id, or it is used up.' }] },
  });
});

test('a lost answer is one whose work was done: the retry with its key gets it', async ({ api }) => {
  await scenario(api, { operation: 'createEmailMessage', times: 1, drop: true });
  await expect(api.send({}, { key: 'k-1' })).rejects.toThrow(/socket hang up|ECONNRESET/);
  expect(await api.mails()).toHaveLength(1);
  expect((await api.send({}, { key: 'k-1' })).status).toBe(202);
  expect(await api.mails()).toHaveLength(1);
});

for (const [version, header, told] of [
  ['1.1', 'Origin: http://localhost', /^HTTP\/1\.1 102 Processing\r\n\r\n$/],
  ['1.1', 'Sec-Fetch-Mode: navigate', /^HTTP\/1\.1 102 Processing\r\n\r\n$/],
  ['1.1', 'X-A: 1', /^$/],
  ['1.0', 'Origin: http://localhost', /^$/],
] as const) {
  test(`before a connection is cut, a browser is told something if its HTTP has that: ${version}, ${header}`, async ({
    api,
  }) => {
    await scenario(api, { times: 1, drop: true });
    const head = `GET /v2/dir/document_types HTTP/${version}\r\nHost: x\r\n${header}\r\n`;
    const received = await exchangeBytes(api.port, `${head}Authorization: Bearer key_primary.${api.partition}\r\n\r\n`);
    expect(received).toMatch(told);
  });
}

test('a delay is over when its time has gone by on the clock', async ({ api }) => {
  await scenario(api, { times: 1, delay: { from: 'PT30M', to: 'PT1H' } });
  const slow = api.get('/dir/document_types');
  const done = slow.then(() => 'answered');
  expect((await api.get('/dir/document_types?page[size]=1')).status).toBe(200);
  expect(await Promise.race([done, Promise.resolve('waiting')])).toBe('waiting');
  await api.advance('PT1H');
  expect((await slow).status).toBe(200);
});

for (const [operation, path] of Object.entries(lists)) {
  test(`rows come up or vanish between two pages: ${operation}`, async ({ api }) => {
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

test('a gateway answers with a page of its own, and no work is done', async ({ api }) => {
  await scenario(api, { times: 1, gateway: 502 });
  const { status, headers, text } = await api.send();
  expect([status, headers['content-type']]).toEqual([502, 'text/html']);
  expect(text).toContain('<h1>502 Bad Gateway</h1>');
  expect(await api.mails()).toEqual([]);
});

test('of an answer that is cut half way the JSON does not parse, and its work was done', async ({ api }) => {
  await scenario(api, { times: 1, half: true });
  const { status, text, body } = await api.send({}, { key: 'k-1' });
  expect([status, body]).toEqual([202, undefined]);
  const { text: whole } = await api.send({}, { key: 'k-1' });
  expect(text).toBe(whole.slice(0, whole.length / 2));
});

for (const [effect, seen] of [
  [{ half: true }, [202, 'undefined']],
  [{ drop: true }, [undefined, 'undefined']],
  [{ gateway: 504 }, [504, 'undefined']],
  [{ answer: { status: 503 } }, [503, 'object']],
] as const) {
  test(`a call that is delayed still meets what was switched on after that: ${Object.keys(effect)}`, async ({
    api,
  }) => {
    await scenario(api, { times: 1, delay: { from: 'PT0.001S', to: 'PT0.002S' } });
    await scenario(api, { times: 1, ...effect });
    const answer = await api.send().catch(() => undefined);
    expect([answer?.status, typeof answer?.body]).toEqual(seen);
  });
}

test('a body that is delayed and then dribbles comes whole when its time has gone by on the clock', async ({ api }) => {
  const whole = await api.get('/dir/document_types');
  await scenario(api, { times: 1, delay: 'PT1S' });
  await scenario(api, { times: 1, dribble: 'PT1H' });
  const slow = api.get('/dir/document_types');
  let isDone = false;
  let steps = 0;
  slow.finally(() => {
    isDone = true;
  });
  await expect
    .poll(async () => {
      await api.advance('PT6M');
      steps += 1;
      return isDone;
    })
    .toBe(true);
  expect(steps).toBeGreaterThan(8);
  expect(steps).toBeLessThan(50);
  expect((await slow).text).toBe(whole.text);
});

test('calls beyond a rate are told when to come back', async ({ api }) => {
  const id = await scenario(api, { perSecond: 2 });
  const answers = await Promise.all([1, 2, 3].map(() => api.get('/dir/document_types')));
  const told = answers.map(({ status, headers }) => `${status} ${headers['retry-after'] ?? ''}`);
  expect(told.sort()).toEqual(['200 ', '200 ', '429 1']);
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

test('a scheduled message that has left and is late is queued until it arrives', async ({ api }) => {
  const { body } = await api.control('GET', '/clock');
  const due = new Date(Date.parse((body as { now: string }).now) + 3_600_000).toISOString();
  const { id } = await api.accepted({ scheduled_at: due });
  await scenario(api, { lateMail: 'PT10M' });
  const statuses: string[] = [];
  for (const duration of ['PT1S', 'PT1H', 'PT10M']) {
    await api.advance(duration);
    const read = await api.get(`/email_messages/${id}`);
    statuses.push((read.body as { data: { status: string } }).data.status);
  }
  expect([statuses, (await api.mails()).length]).toEqual([['scheduled', 'queued', 'sent'], 1]);
});

test('mail that was late and forgotten by a reset does not arrive', async ({ api }) => {
  await scenario(api, { lateMail: 'PT10M' });
  await api.accepted();
  await api.control('POST', '/reset');
  await api.advance('PT10M');
  expect(await api.mails()).toEqual([]);
});

test('an answer that only some operations have is for these alone', async ({ api }) => {
  await scenario(api, { answer: { status: 409 }, operation: 'createEmailMessage', times: 1 });
  await scenario(api, { answer: { status: 202 }, times: 1 });
  expect((await api.get('/dir/document_types')).status).toBe(200);
  expect((await api.send()).status).toBe(409);
  expect((await api.send()).status).toBe(202);
  expect(await api.mails()).toEqual([]);
});

test('scenarios of one kind come one after the other, those of several kinds together', async ({ api }) => {
  await scenario(api, { times: 2, answer: { status: 503 } });
  await scenario(api, { times: 1, answer: { status: 429, retryAfter: 7 } });
  await scenario(api, { times: 1, delay: 'PT0.001S' });
  const statuses = [];
  for (let call = 0; call < 4; call++) statuses.push((await api.get('/dir/document_types')).status);
  expect(statuses).toEqual([503, 503, 429, 200]);
  expect((await api.control('GET', '/scenarios')).body).toEqual({ scenarios: [] });
});

for (const answer of [{ status: 429 }, { status: 418 }, { status: 500, example: 'unexpected' }]) {
  test(`an error that the default covers can be the answer: ${JSON.stringify(answer)}`, async ({ api }) => {
    await scenario(api, { operation: 'listDirDocumentTypes', answer });
    expect(await api.get('/dir/document_types')).toMatchObject({ status: answer.status, body: { errors: [{}] } });
  });
}

test('a scenario is for one partition', async ({ api }) => {
  await scenario(api, { answer: { status: 500 } });
  const other = await api.get('/dir/document_types', { headers: { Authorization: 'Bearer key_primary' } });
  expect(other.status).toBe(200);
});

test('a reset switches scenarios off', async ({ api }) => {
  await scenario(api, { answer: { status: 500 } });
  await api.control('POST', '/reset');
  expect((await api.get('/dir/document_types')).status).toBe(200);
});

for (const [body, shown] of [
  [{ delay: 'PT1H' }, { delay: { from: 'PT3600S', to: 'PT3600S' } }],
  [{ delay: { from: 'PT0S', to: 'PT0.5S' } }, { delay: { from: 'PT0S', to: 'PT0.5S' } }],
  [
    { dribble: 'PT1H', operation: 'createEmail', times: 2 },
    { dribble: 'PT3600S', operation: 'createEmail', times: 2 },
  ],
  [{ lateMail: 'PT1H' }, { lateMail: 'PT3600S' }],
  ...[
    { answer: { status: 429, retryAfter: 7 }, times: 3 },
    { answer: { status: 400, example: 'templateNotFound' }, operation: 'createEmailMessage' },
    { gateway: 502 },
    { drop: true },
    { half: true, times: 1 },
    { perSecond: 5 },
    { rows: -2, operation: 'listDirDocumentTypes' },
  ].map((body) => [body, body] as const),
] as const) {
  test(`a scenario that is switched on is shown, its lengths in seconds: ${JSON.stringify(body)}`, async ({ api }) => {
    const { status, body: switchedOn } = await api.control('POST', '/scenarios', body);
    const told = { id: expect.any(String), ...shown };
    expect([status, switchedOn]).toEqual([201, told]);
    expect((await api.control('GET', '/scenarios')).body).toEqual({ scenarios: [switchedOn] });
  });
}

for (const [body, detail, pointer] of [
  [{}, /exactly one effect: answer, gateway, .* rows or lateMail/],
  [{ drop: true, rows: 1 }, /exactly one effect/],
  [{ operation: 'sendFax', drop: true }, /no operation sendFax/, '/operation'],
  [{ times: 0, drop: true }, /^\/times/],
  [{ answer: { status: 99 } }, /^\/answer\/status/],
  [{ delay: 'soon' }, /ISO 8601 duration/],
  [{ delay: { from: 'PT2S', to: 'PT1S' } }, /the shorter comes first/],
  [{ delay: null }, /^\/delay/],
  [{ drop: true, fault: 'EMPTY' }, /must not have the property fault/],
  [['drop'], /must be a scenario/],
  [{ rows: 0 }, /other than 0/, '/rows'],
  [
    { operation: 'createEmailMessage', rows: 1 },
    /is no list; these are: listDirDocumentTypes, listRecentAiMissionRuns/,
    '/operation',
  ],
  [{ operation: 'listDirDocumentTypes', rows: 1, times: 2 }, /until the scenario is switched off/, '/times'],
  [{ perSecond: 1, times: 2 }, /perSecond lasts until/, '/times'],
  [{ perSecond: 0 }, /^\/perSecond/],
  [{ gateway: 500 }, /^\/gateway/],
  [{ dribble: 'PT1H0.001S' }, /dribble must be longer than PT0S and at most PT1H/, '/dribble'],
  [{ lateMail: 'PT0S' }, /lateMail must be longer/, '/lateMail'],
  [{ lateMail: 'PT1S', operation: 'createEmailMessage' }, /about all mail/, '/operation'],
  [{ delay: 'PT0S' }, /longer than PT0S/, '/delay'],
  [{ delay: { from: 'PT1S', to: 'PT2H' } }, /at most PT1H/, '/delay'],
  [
    { operation: 'listDirDocumentTypes', answer: { status: 202 } },
    /has no answer 202; it has 200, 401, 422 and any other error/,
    '/answer/status',
  ],
  [{ answer: { status: 204 } }, /^The contract has no answer 204/, '/answer/status'],
  [
    { operation: 'createEmailMessage', answer: { status: 400, example: 'gone' } },
    /no example gone of an answer 400; there are: .*templateNotFound/,
    '/answer/example',
  ],
  [{ answer: { status: 503, example: 'gone' } }, /no example gone/, '/answer/example'],
] as [unknown, RegExp, string?][]) {
  test(`a scenario is refused: ${JSON.stringify(body)}`, async ({ api }) => {
    const received = await api.control('POST', '/scenarios', body);
    const error = { detail: expect.stringMatching(detail), ...(pointer && { source: { pointer } }) };
    expect(received).toMatchObject({
      status: 422,
      body: { errors: expect.arrayContaining([expect.objectContaining(error)]) },
    });
  });
}
