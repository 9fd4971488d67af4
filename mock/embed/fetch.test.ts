import type { RequestListener } from 'node:http';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { answerRequest } from './fetch.ts';

/** Sends a request to a server with the given listener, without a connection. */
function send(routing: RequestListener, init: RequestInit = {}, url = 'http://mock/a') {
  const server = fastify();
  server.addHook('onRequest', (request, reply) => routing(request.raw, reply.hijack().raw));
  return answerRequest(server, new Request(url, init), new AbortController().signal);
}

test('an embedded request has its method, path, query, headers and bytes, and its answer has all headers', async () => {
  let received: unknown;
  const answer = await send(
    async (request, response) => {
      const { method, url, headers } = request;
      received = { method, url, own: headers['x-own'], body: Buffer.concat(await request.toArray()).toString() };
      response.writeHead(201, { 'Set-Cookie': ['a=1', 'b=2'], 'X-Number': 7 }).end('ä');
    },
    { method: 'PUT', headers: { 'X-Own': 'own' }, body: 'bödy' },
    'https://other.example/a/b?c=%20&d#e',
  );
  expect(received).toEqual({ method: 'PUT', url: '/a/b?c=%20&d', own: 'own', body: 'bödy' });
  expect([answer.status, answer.headers.getSetCookie(), answer.headers.get('x-number'), await answer.text()]).toEqual([
    ...[201, ['a=1', 'b=2'], '7', 'ä'],
  ]);
});

for (const [status, method] of [
  [204, 'GET'],
  [304, 'GET'],
  [200, 'HEAD'],
] as const) {
  test(`an answer to ${method} with ${status} has no body`, async () => {
    expect((await send((_request, response) => response.writeHead(status).end(), { method })).body).toBeNull();
  });
}

test('a destroyed answer rejects as fetch does', async () => {
  await expect(send((_request, response) => void response.destroy())).rejects.toThrow('fetch failed');
});
