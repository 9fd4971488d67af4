import { type Api, refusal } from './support/api.ts';
import { expect, test } from './support/test.ts';

/** Waits until a number of sends is held. */
const held = (api: Api, count: number) =>
  expect.poll(async () => ((await api.control('GET', '/hold')).body as { held: number }).held).toBe(count);

test('a held send is in progress until it is released', async ({ api }) => {
  await api.control('POST', '/hold');
  const first = api.send({}, { key: 'k' });
  await held(api, 1);
  for (const changes of [{}, { subject: 'changed' }, { from: 5 }]) {
    expect(await api.send(changes, { key: 'k' })).toMatchObject(refusal(409, '10036'));
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
