import { getEventListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { answerRequest } from './fetch.ts';

/** Asks a server that answers so, which has not ended. */
function ask(
  routing: RequestListener,
  asked: RequestInit = {},
  { url = 'http://mock/a', ended = new AbortController().signal } = {},
) {
  const server = { routing } as unknown as FastifyInstance;
  return answerRequest(server, new Request(url, asked), ended);
}

test('a request comes with its method, path, query, headers and bytes, and its answer with all of its lines', async () => {
  let came: unknown;
  const answer = await ask(
    async (request, response) => {
      const { method, url, headers } = request;
      came = { method, url, own: headers['x-own'], body: Buffer.concat(await request.toArray()).toString() };
      response.writeHead(201, { 'Set-Cookie': ['a=1', 'b=2'], 'X-Number': 7 }).end('ä');
    },
    { method: 'PUT', headers: { 'X-Own': 'own' }, body: 'bödy' },
    { url: 'https://other.example/a/b?c=%20&d#e' },
  );
  expect(came).toEqual({ method: 'PUT', url: '/a/b?c=%20&d', own: 'own', body: 'bödy' });
  expect([answer.status, answer.headers.getSetCookie(), answer.headers.get('x-number'), await answer.text()]).toEqual([
    201,
    ['a=1', 'b=2'],
    '7',
    'ä',
  ]);
});

for (const [status, method] of [
  [204, 'GET'],
  [205, 'GET'],
  [304, 'GET'],
  [200, 'HEAD'],
] as const) {
  test(`an answer to ${method} with ${status} has no body`, async () => {
    const answer = await ask((_request, response) => response.writeHead(status).end(), { method });
    expect([answer.status, answer.body]).toEqual([status, null]);
  });
}

test('an answer that is empty has a body all the same', async () => {
  const answer = await ask((_request, response) => response.end());
  expect([answer.body === null, await answer.text()]).toEqual([false, '']);
});

test('what was answered, or lost, is not held any more by what ends the server', async () => {
  const { signal: ended } = new AbortController();
  const held = () => getEventListeners(ended, 'abort').length;
  const counts: number[] = [];
  const answered = await ask((_request, response) => void response.end(`${counts.push(held())}`), {}, { ended });
  expect([await answered.text(), counts]).toEqual(['1', [1]]);
  await expect.poll(held).toBe(0);
  await expect(ask((_request, response) => void response.destroy(), {}, { ended })).rejects.toThrow('fetch failed');
  expect(held()).toBe(0);
});
