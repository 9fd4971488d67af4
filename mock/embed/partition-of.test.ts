import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { createPartitionOf } from './partition-of.ts';
import { test } from './vitest.ts';

const authorization = 'Bearer key_primary';
const send = (subject: string) => ({
  method: 'POST',
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify({ from: 'sender@example.com', to: ['ann@example.com'], subject, text_body: 'Hi' }),
});

const path = '/v2/dir/document_types?page[size]=1';
for (const [what, ...asked] of [
  ['a path', path, { headers: { authorization } }],
  [
    'an address of the mock or of another host',
    new URL(path, 'https://api.example.com'),
    { headers: { authorization } },
  ],
  ['a request', new Request(new URL(path, 'https://api.example.com'), { headers: { authorization } })],
  [
    'a request and what is other than in it',
    new Request(`https://api.example.com${path}`),
    { headers: { authorization } },
  ],
] as const) {
  test(`the mock is asked by ${what}`, async ({ mock }) => {
    const answer = await mock.fetch(...(asked as [string, RequestInit?]));
    expect([answer.status, ((await answer.json()) as { data: unknown[] }).data.length]).toEqual([200, 1]);
    expect(await mock.requests()).toMatchObject([
      { request: { url: '/v2/dir/document_types?page[size]=1' }, response: { status: 200 }, cut: false },
    ]);
    expect(await mock.requests()).toHaveLength(1);
  });
}

for (const [key, suffixed] of [
  ['Bearer key_primary', true],
  ['bearer   key_primary', true],
  ['Bearer key_primary.default', false],
  ['Basic key_primary', false],
  ['Bearer key primary', false],
] as const) {
  test(`a key ${suffixed ? 'without a suffix is one of the partition' : 'of another form stays as it is'}: ${key}`, async ({
    mock,
    sharedMock,
  }) => {
    const before = (await sharedMock.requests()).length;
    await mock.fetch(path, { headers: { authorization: key } });
    const after = (await sharedMock.requests()).length;
    expect([(await mock.requests()).length, after - before]).toEqual(suffixed ? [1, 0] : [0, 1]);
  });
}

test('a key stays as it is where it is one of the mock itself', async ({ sharedMock }) => {
  await sharedMock.fetch(path, { headers: { authorization } });
  expect((await sharedMock.requests())[0]).toMatchObject({ request: { headers: { authorization } } });
});

test('of an outbox all mails are at hand, the newest first', async ({ mock }) => {
  const subjects = Array.from({ length: 60 }, (_, at) => `Mail ${at}`);
  for (const subject of subjects) expect((await mock.fetch('/v2/email_messages', send(subject))).status).toBe(202);
  expect((await mock.outbox()).map(({ Subject }) => Subject)).toEqual(subjects.reverse());
});

test('an answer without a body has none', async ({ mock }) => {
  const head = await mock.fetch(path, { method: 'HEAD', headers: { authorization } });
  const preflight = await mock.fetch(path, {
    method: 'OPTIONS',
    headers: { origin: 'https://page.example.com', 'access-control-request-method': 'GET' },
  });
  expect([head.status, head.body, preflight.status, preflight.body]).toEqual([405, null, 204, null]);
});

test('mail that has gone is left out, of any other that can not be read the reason is told', async () => {
  const outbox = (status: number) => {
    const inject = async ({ url }: { url: string }) =>
      url.endsWith('/second')
        ? { statusCode: status, headers: { 'content-type': 'text/plain' }, payload: 'Why.' }
        : { statusCode: 200, json: () => ({ messages: [{ ID: 'first' }, { ID: 'second' }], url }) };
    const server = { inject } as unknown as FastifyInstance;
    return createPartitionOf(server, 'http://mock/v2', new AbortController().signal)('mine').outbox();
  };
  expect(await outbox(404)).toMatchObject([{ url: '/api/v1/message/first' }]);
  await expect(outbox(503)).rejects.toThrow('Why.');
});
