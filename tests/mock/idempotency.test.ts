import { type Api, refusal } from './support/api.ts';
import { expect, test } from './support/test.ts';

const inProgress = {
  errors: [
    {
      code: '10036',
      title: 'Request in progress',
      detail: 'A request with this idempotency key is still in progress.',
    },
  ],
};

/** Waits until a number of sends is held. */
const held = (api: Api, count: number) =>
  expect.poll(async () => ((await api.control('GET', '/hold')).body as { held: number }).held).toBe(count);

test('a repetition is answered byte for byte and sends nothing', async ({ api }) => {
  const first = await api.send({}, { key: 'k' });
  expect(first.status).toBe(202);
  await api.advance('PT23H59M');
  const second = await api.send({}, { key: 'k' });
  expect([second.status, second.text]).toEqual([first.status, first.text]);
  expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  expect(await api.mails()).toHaveLength(1);
});

test('after 24 hours a key is free again', async ({ api }) => {
  const first = await api.send({}, { key: 'k' });
  await api.advance('PT24H');
  const second = await api.send({ subject: 'Another' }, { key: 'k' });
  expect(second.status).toBe(202);
  expect(second.text).not.toBe(first.text);
});

test('a reused key with another body is refused, and the first answer stays replayable', async ({ api }) => {
  const first = await api.send({}, { key: 'k' });
  expect(await api.send({ subject: 'changed' }, { key: 'k' })).toMatchObject(refusal(422, '10027'));
  expect(await api.send({}, { key: 'k', body: '{' })).toMatchObject(refusal(422, '10027'));
  expect((await api.send({}, { key: 'k' })).text).toBe(first.text);
});

test('keys that differ in case are two keys', async ({ api }) => {
  const first = await api.send({}, { key: 'order-a' });
  expect((await api.send({}, { key: 'order-A' })).text).not.toBe(first.text);
});

test('two keys of one account share their records, two accounts do not', async ({ api }) => {
  const first = await api.send({}, { key: 'k' });
  expect((await api.send({}, { key: 'k', as: 'key_restricted' })).text).toBe(first.text);
  const other = await api.send({}, { key: 'k', as: 'key_other' });
  expect(other.status).toBe(202);
  expect(other.text).not.toBe(first.text);
});

for (const [changes, status] of [
  [{ subject: '' }, 400],
  [{ from: 5 }, 422],
  [{ in_reply_to_message_id: '00000000-0000-4000-8000-000000000000' }, 404],
  [{ to: ['bounced@example.com'] }, 422],
] as const) {
  test(`a failure frees its key at once: ${JSON.stringify(changes)}`, async ({ api }) => {
    expect((await api.send(changes, { key: 'k' })).status).toBe(status);
    expect((await api.send({}, { key: 'k' })).status).toBe(202);
  });
}

for (const key of ['', ' ', 'a b', '"quoted"', 'ä', 'x'.repeat(256), ['a', 'b'], ['a', 'a'], 'a, b']) {
  test(`an invalid key is refused: ${JSON.stringify(key).slice(0, 30)}`, async ({ api }) => {
    expect(await api.send({}, { key })).toMatchObject(refusal(400, '10015'));
    expect(await api.mails()).toEqual([]);
  });
}

test('the key and its record are checked before the body', async ({ api }) => {
  const detailOf = ({ body }: { body: unknown }) => (body as { errors: { detail: string }[] }).errors[0]?.detail;
  expect(detailOf(await api.send({ from: 5 }, { key: 'not valid' }))).toContain('Idempotency-Key');
  await api.send({}, { key: 'k' });
  expect(await api.send({ from: 5 }, { key: 'k' })).toMatchObject(refusal(422, '10027'));
});

test('only one of many concurrent sends is accepted', async ({ api }) => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.send({}, { key: 'k' })));
  const accepted = answers.filter(({ status }) => status === 202).map(({ text }) => text);
  expect(new Set(accepted).size).toBe(1);
  for (const { status } of answers) expect([202, 409]).toContain(status);
  expect(await api.mails()).toHaveLength(1);
});

test('a held send is in progress until it is released', async ({ api }) => {
  await api.control('POST', '/hold');
  const first = api.send({}, { key: 'k' });
  await held(api, 1);
  for (const changes of [{}, { subject: 'changed' }, { from: 5 }]) {
    const second = await api.send(changes, { key: 'k' });
    expect(second.status).toBe(409);
    expect(second.body).toEqual(inProgress);
  }
  expect((await api.send()).status).toBe(202);
  expect((await api.control('POST', '/release')).body).toEqual({ holding: false, held: 0 });
  const { status, text } = await first;
  expect(status).toBe(202);
  expect((await api.send({}, { key: 'k' })).text).toBe(text);
  expect(await api.mails()).toHaveLength(2);
});

test('a held send is dropped when its client disconnects, and its key is free again', async ({ api }) => {
  await api.control('POST', '/hold');
  const leaving = new AbortController();
  const first = fetch(`http://127.0.0.1:${api.port}/v2/email_messages`, {
    method: 'POST',
    headers: { Authorization: `Bearer key_primary.${api.partition}`, 'Idempotency-Key': 'k' },
    body: JSON.stringify({ from: 'a@example.com', to: ['b@example.com'], subject: 'Given up' }),
    signal: leaving.signal,
  });
  await held(api, 1);
  leaving.abort();
  await expect(first).rejects.toThrow();
  await held(api, 0);
  await api.control('POST', '/release');
  expect((await api.send({ subject: 'Again' }, { key: 'k' })).status).toBe(202);
  expect((await api.mails()).map(({ Subject }) => Subject)).toEqual(['Again']);
});

test('a reset releases held sends', async ({ api }) => {
  await api.control('POST', '/hold');
  const first = api.send({}, { key: 'k' });
  await held(api, 1);
  await api.control('POST', '/reset');
  expect((await first).status).toBe(202);
  expect(await api.mails()).toEqual([]);
});

test('a send takes as long as the processing time by the clock', async ({ api }) => {
  await api.control('POST', '/settings', { processingTime: 'PT1H' });
  const first = api.send({}, { key: 'k' });
  await expect.poll(async () => (await api.send({}, { key: 'k' })).status).toBe(409);
  await api.advance('PT30M');
  expect(await api.mails()).toEqual([]);
  await api.advance('PT30M');
  expect((await first).status).toBe(202);
  expect(await api.mails()).toHaveLength(1);
});

test('a full ledger refuses new keys and still replays its records', async ({ api }) => {
  await api.control('POST', '/settings', { ledgerLimit: 1 });
  const first = await api.send({}, { key: 'k' });
  expect(await api.send({}, { key: 'other' })).toMatchObject(refusal(503, '10007'));
  expect((await api.send()).status).toBe(202);
  expect((await api.send({}, { key: 'k' })).text).toBe(first.text);
  await api.advance('PT24H');
  expect((await api.send({}, { key: 'other' })).status).toBe(202);
});
