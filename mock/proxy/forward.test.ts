import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test } from '@playwright/test';
import { forward, Silence } from './forward.ts';

test('a deployment that says nothing is given up', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const request = Object.assign(new PassThrough(), { method: 'GET', headers: {}, rawHeaders: [] });
  request.end();
  const { signal } = new AbortController();
  const call = { upstream, path: '/', left: signal, informed: () => {}, silence: 20 };
  await expect(forward(request, call)).rejects.toThrow(Silence);
  server.close();
});
