import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { ContractError } from '../spec/document.ts';
import { ownPath } from '../spec/testing/own-path.ts';
import { printedBy } from '../spec/testing/printed.ts';
import { type Config, readConfig, UsageError } from './config.ts';
import { explain, originAt, start } from './start.ts';
import { DataError } from './store/data-error.ts';

type Started = Awaited<ReturnType<typeof start>>;

/** Starts a server on a free port for as long as something takes. */
async function running<T>(
  config: Partial<Config>,
  use: (started: Started & { origin: string }) => Promise<T>,
): Promise<T> {
  const started = await start({ ...readConfig([], {}), port: 0, ...config });
  const { port } = started.server.server.address() as { port: number };
  try {
    return await use({ ...started, origin: `http://127.0.0.1:${port}` });
  } finally {
    await started.server.close();
  }
}

const send = { from: 'sender@example.com', to: ['ann@example.com'], subject: 'Hello', text_body: 'Good morning' };
const headers = { authorization: 'Bearer key_primary', 'content-type': 'application/json' };

test('the greeting names address, keys, a call to try and where to look', async () => {
  await running({}, async ({ greeting, origin }) => {
    expect(greeting.split('\n')).toEqual([
      `Mock of the telephony contract at ${origin}/v2`,
      '',
      'API keys (a suffix such as .pr-123 gives a copy of the state of your own):',
      '  key_primary      account acme, email:send email:override',
      '  key_restricted   account acme, email:send',
      '  key_other        account globex, email:send email:override',
      '',
      'Try it:',
      `  curl -H 'Authorization: Bearer key_primary' '${origin}/v2/ai/missions/runs?page%5Bsize%5D=1'`,
      '',
      `Console ${origin}/console    Control ${origin}/__admin    Outbox ${origin}/api/v1/messages    Stop with Ctrl-C`,
    ]);
    expect((await fetch(`${origin}/v2/ai/missions/runs?page%5Bsize%5D=1`, { headers })).status).toBe(200);
  });
});

test('a proxy greets with the deployment that it passes on to', async () => {
  await running({ upstream: 'https://staging.example.com/v2' }, async ({ greeting, origin }) => {
    expect(greeting.split('\n')).toEqual([
      `Proxy of the telephony contract at ${origin}/v2`,
      'Passes on to https://staging.example.com/v2',
      '',
      `Console ${origin}/console shows how requests and answers break the contract    Stop with Ctrl-C`,
    ]);
  });
});

test('an address that stands for all of the machine is greeted as one of this machine', () => {
  expect(originAt('0.0.0.0', 4010)).toBe('http://127.0.0.1:4010');
  expect(originAt('::', 4010)).toBe('http://[::1]:4010');
  expect(originAt('::1', 4010)).toBe('http://[::1]:4010');
  expect(originAt('localhost', 80)).toBe('http://localhost:80');
});

test('a host that has several addresses is served under one of them, and greeted by its name', async () => {
  await running({ host: 'localhost' }, async ({ server, greeting }) => {
    const { port } = server.server.address() as { port: number };
    expect(server.addresses()).toHaveLength(1);
    expect(greeting.split('\n')[0]).toBe(`Mock of the telephony contract at http://localhost:${port}/v2`);
  });
});

test('the console and the control plane answer under the host that the mock was started with, and under others that are allowed', async () => {
  // An address for documentation is no machine's own: the server answers, and does not get to listen.
  const host = '192.0.2.1';
  const asked: Promise<number>[] = [];
  const allowed = 'mock.example';
  const starting = start({ ...readConfig([], {}), host, allowedHosts: [allowed] }, (server) => {
    for (const name of [host, allowed, '192.0.2.2'])
      asked.push(
        server.inject({ url: '/__admin/health', headers: { host: name } }).then((answer) => answer.statusCode),
      );
  });
  await expect(starting).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
  expect(await Promise.all(asked)).toEqual([200, 200, 403]);
});

test('a server is told of before it listens', async () => {
  const seen: boolean[] = [];
  const { server } = await start({ ...readConfig([], {}), port: 0 }, (one) => seen.push(one.server.listening));
  expect(seen).toEqual([false]);
  await server.close();
});

test('every option reaches the server', async () => {
  const deployment = ownPath('staging.yaml');
  writeFileSync(deployment, 'contract: 2.0.0\nsettled: by a test\nchoices: { holdMinutes: 10 }\n');
  const data = ownPath('data');
  const config: Partial<Config> = {
    allowedHosts: ['mock.internal'],
    allowedOrigins: ['http://localhost:5173'],
    partitions: 2,
    limits: { ...readConfig([], {}).limits, journal: 1 },
    smtp: 'smtp://127.0.0.1:1',
    data,
    deployment,
  };
  const { stderr } = await printedBy(() =>
    running(config, async ({ server, greeting }) => {
      const health = (more: Record<string, string>) => server.inject({ url: '/__admin/health', headers: more });
      expect((await health({ host: 'mock.internal' })).statusCode).toBe(200);
      expect((await health({ host: '127.0.0.1' })).statusCode).toBe(200);
      expect((await health({ host: 'other.internal' })).statusCode).toBe(403);
      const origin = 'http://localhost:5173';
      expect((await health({ host: '127.0.0.1', origin })).headers['access-control-allow-origin']).toBe(origin);
      expect(greeting.split('\n')[1]).toMatch(/^Answers as .*by a test/);
      for (const suffix of ['', '.a', '.b', '.c']) {
        const authorization = `Bearer key_primary${suffix}`;
        const sent = await server.inject({
          method: 'POST',
          url: '/v2/email_messages',
          headers: { ...headers, authorization },
          payload: send,
        });
        expect(sent.statusCode).toBe(202);
      }
      const get = async (url: string) => (await server.inject({ url, headers: { host: '127.0.0.1' } })).json();
      expect((await get('/__admin/partitions')).partitions).toEqual(['default', 'c']);
      await server.inject({ url: '/v2/dir/document_types', headers });
      expect((await get('/__admin/requests')).meta).toEqual({ total: 1 });
      await expect.poll(async () => JSON.stringify(await get('/__admin/outbox'))).toContain('ECONNREFUSED');
    }),
  );
  expect(stderr).toContain('was not relayed');
  expect(readdirSync(data)).not.toEqual([]);
});

/** What is said of an error, and the exit code. */
async function explained(error: unknown) {
  const { value, stdout, stderr } = await printedBy(() => explain('mock', error));
  return [value, stdout, stderr];
}

test('a port in use is one line and exit code 2, and no server is left behind', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as { port: number };
  const data = ownPath('data');
  const error = await start({ ...readConfig([], {}), port, data }).catch((one: unknown) => one);
  blocker.close();
  expect(await explained(error)).toEqual([
    2,
    '',
    `mock: port ${port} on 127.0.0.1 is in use; --port takes another one\n`,
  ]);
  // Its state was let go.
  await running({ data }, async ({ server }) => expect(server.server.listening).toBe(true));
});

test('what keeps a server from starting is one line and exit code 2', async () => {
  const failed = (config: Partial<Config>) =>
    start({ ...readConfig([], {}), port: 0, ...config }).then(
      () => undefined,
      (error: unknown) => error,
    );
  const line = expect.stringMatching(/^mock: .+\n$/);
  expect(await explained(await failed({ fixtures: '/nowhere' }))).toEqual([2, '', line]);
  expect(await explained(await failed({ host: '203.0.113.1' }))).toEqual([
    2,
    '',
    expect.stringMatching(/^mock: can't listen: .*203\.0\.113\.1.*\n$/),
  ]);
  for (const code of ['EACCES', 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']) {
    expect(await explained(Object.assign(new Error('no\nhost'), { code }))).toEqual([
      2,
      '',
      "mock: can't listen: no host\n",
    ]);
  }
  expect(await explained(new ContractError('a.yaml: is none'))).toEqual([2, '', 'mock: a.yaml: is none\n']);
  expect(await explained(new DataError('the state can not be read'))).toEqual([
    2,
    '',
    'mock: the state can not be read\n',
  ]);
});

test('help is printed as it is asked for, wrong arguments are complained of, and a bug is thrown', async () => {
  expect(await explained(new UsageError('Usage: mock', 0))).toEqual([0, 'Usage: mock\n', '']);
  expect(await explained(new UsageError('error: no', 2))).toEqual([2, '', 'error: no\n']);
  await expect(explained(new TypeError('a bug'))).rejects.toThrow('a bug');
});
