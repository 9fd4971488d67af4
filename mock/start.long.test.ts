import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { captureOutput } from '../spec/testing/capture-output.ts';
import { makeTestPath } from '../spec/testing/test-path.ts';
import { ContractError } from '../spec/yaml.ts';
import { type Config, readConfig, UsageError } from './config.ts';
import { explainError, formatOrigin, start } from './start.ts';
import { DataError } from './store/store.ts';

const configOf = (config: Partial<Config>) => ({ ...readConfig([], {}), port: 0, ...config });

/** Starts a server; `get` sends it a request. */
async function startWith(config: Partial<Config>) {
  const { server, greeting } = await start(configOf(config));
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.inject({ url, headers: { host: '127.0.0.1', ...headers } });
  return { server, greeting, get };
}

const authorization = 'Bearer key_primary';

for (const [host, origin] of [
  ['0.0.0.0', 'http://127.0.0.1:4010'],
  ['::', 'http://[::1]:4010'],
  ['::1', 'http://[::1]:4010'],
  ['localhost', 'http://localhost:4010'],
] as const) {
  test(`a mock on ${host} prints ${origin}`, () => {
    expect(formatOrigin(host, 4010)).toBe(origin);
  });
}

test('a mock that is stopped while starting reports no error', async () => {
  const { greeting } = await start(configOf({}), (server) => {
    server.addHook('onListen', () => server.close());
  });
  expect(greeting).toContain('Stop with Ctrl-C');
});

test('allowed hosts and origins reach the control API', async () => {
  const origin = 'http://localhost:5173';
  const { server, get } = await startWith({ allowedHosts: ['mock.internal'], allowedOrigins: [origin] });
  const statusUnder = async (host: string) => (await get('/__admin/health', { host })).statusCode;
  expect([await statusUnder('mock.internal'), await statusUnder('other.internal')]).toEqual([200, 403]);
  expect((await get('/__admin/health', { origin })).headers['access-control-allow-origin']).toBe(origin);
  await server.close();
});

test('the configured limits of partitions and journal apply', async () => {
  const { server, get } = await startWith({ partitions: 2, limits: { ...readConfig([], {}).limits, journal: 1 } });
  for (const suffix of ['', '', '.a', '.b'])
    await get('/v2/dir/document_types', { authorization: `${authorization}${suffix}` });
  expect((await get('/__admin/partitions')).json().partitions).toEqual(['default', 'b']);
  expect((await get('/__admin/requests')).json().meta).toEqual({ total: 1 });
  await server.close();
});

test('mail and state go to the configured server and directory', async () => {
  const data = makeTestPath('data');
  const { stderr } = await captureOutput(async () => {
    const { server, get } = await startWith({ data, smtp: 'smtp://127.0.0.1:1' });
    const payload = { from: 'a@example.com', to: ['b@example.com'], subject: 'Hello', text_body: 'Hi' };
    await server.inject({ method: 'POST', url: '/v2/email_messages', headers: { authorization }, payload });
    await expect.poll(async () => (await get('/__admin/outbox')).body).toContain('ECONNREFUSED');
    await server.close();
  });
  expect(stderr).toContain('was not relayed');
  expect(readdirSync(data)).not.toEqual([]);
});

test('the greeting names the deployment file', async () => {
  const deployment = makeTestPath('staging.yaml');
  writeFileSync(deployment, 'contract: 2.0.0\nsettled: by a test\n');
  const { server, greeting } = await startWith({ deployment });
  expect(greeting).toContain('by a test');
  await server.close();
});

/** Exit code and output for an error of the start. */
async function explainStart(error: unknown) {
  const { value, stdout, stderr } = await captureOutput(() => explainError('mock', error));
  return [value, stdout, stderr];
}

const startError = (config: Partial<Config>) => start(configOf(config)).catch((error: unknown) => error);

test('a used port gives one line, exit code 2 and a closed directory', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as { port: number };
  const data = makeTestPath('data');
  const error = await startError({ port, data });
  blocker.close();
  expect(await explainStart(error)).toEqual([
    2,
    '',
    expect.stringMatching(new RegExp(`^mock: port ${port} .*--port.*\n$`)),
  ]);
  await (await startWith({ data })).server.close();
});

for (const [label, errorOf] of [
  ['missing fixtures', () => startError({ fixtures: '/nowhere' })],
  ['a foreign address', () => startError({ host: '203.0.113.1' })],
  ['a host without an address', () => Object.assign(new Error('no\nhost'), { code: 'ENOTFOUND' })],
  ['an invalid contract', () => new ContractError('a.yaml: is invalid')],
  ['a damaged state', () => new DataError('the state is damaged')],
] as [string, () => unknown][]) {
  test(`${label} ends the start with one line and exit code 2`, async () => {
    expect(await explainStart(await errorOf())).toEqual([2, '', expect.stringMatching(/^mock: .+\n$/)]);
  });
}

test('help ends with 0, a wrong argument with 2, a bug is thrown', async () => {
  expect(await explainStart(new UsageError('Usage: mock', 0))).toEqual([0, 'Usage: mock\n', '']);
  expect(await explainStart(new UsageError('error: no', 2))).toEqual([2, '', 'error: no\n']);
  await expect(explainStart(new TypeError('a bug'))).rejects.toThrow('a bug');
});
