import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { promisify } from 'node:util';
import { Api } from './support/api.ts';
import { exchange } from './support/http.ts';
import { runMock, startMock } from './support/process.ts';
import { expect, test } from './support/whole.ts';

async function endsCleanly(mock: Awaited<ReturnType<typeof startMock>>, signal: NodeJS.Signals = 'SIGINT') {
  const { code, stderr } = await mock.end(signal);
  expect([code, stderr]).toEqual([0, '']);
}

test('the greeting fits a screen and has address, keys and a working curl line', async () => {
  const mock = await startMock();
  try {
    const lines = mock.greeting.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(mock.greeting).toContain(`http://127.0.0.1:${mock.port}/v2`);
    for (const key of ['key_primary', 'key_restricted', 'key_other']) expect(mock.greeting).toContain(key);
    const [curl, ...others] = lines.filter((line) => line.trim().startsWith('curl '));
    expect(others).toEqual([]);
    const { stdout } = await promisify(execFile)('bash', ['-c', `${curl} --silent --fail`]);
    expect(JSON.parse(stdout)).toMatchObject({ data: [{ run_id: expect.any(String) }], meta: { page_size: 1 } });
  } finally {
    await endsCleanly(mock);
  }
});

test('arguments name host and port, and SIGTERM ends the mock too', async () => {
  const mock = await startMock(['--port', '0', '--host', 'localhost'], { PORT: '1' });
  expect(mock.greeting).toContain(`http://localhost:${mock.port}/v2`);
  await endsCleanly(mock, 'SIGTERM');
});

test('a mock that listens everywhere prints addresses that work', async () => {
  const mock = await startMock(['--port', '0', '--host', '0.0.0.0']);
  try {
    expect(mock.greeting).toContain(`Mock of the telephony contract at http://127.0.0.1:${mock.port}/v2`);
    const control = /http:\S+\/__admin/.exec(mock.greeting)?.[0];
    expect((await fetch(`${control}/health`)).status).toBe(200);
    expect((await exchange(mock.port, { path: '/__admin/health', headers: { Host: '0.0.0.0' } })).status).toBe(403);
  } finally {
    await endsCleanly(mock);
  }
});

test('a port in use is one line and exit code 2', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as { port: number };
  try {
    expect(await runMock(['--port', `${port}`])).toEqual({
      code: 2,
      stdout: '',
      stderr: `mock: port ${port} on 127.0.0.1 is in use; --port takes another one\n`,
    });
  } finally {
    blocker.close();
  }
});

for (const [label, ...argv] of [
  ['an unknown option', '--colour'],
  ['an address of another host', '--host', '203.0.113.1', '--port', '0'],
] as const) {
  test(`${label} is one line and exit code 2`, async () => {
    const { code, stdout, stderr } = await runMock(argv);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^.+\n$/);
  });
}

test('Ctrl-C ends the mock while connections are idle', async () => {
  const mock = await startMock();
  const agent = new Agent({ keepAlive: true, maxSockets: 3 });
  const call = async () => {
    const outgoing = request({ port: mock.port, path: '/__admin/health', agent }).end();
    const [incoming] = await once(outgoing, 'response');
    await incoming.toArray();
  };
  await Promise.all([call(), call(), call()]);
  const silent = connect({ port: mock.port, host: '127.0.0.1', allowHalfOpen: true });
  silent.on('error', () => {});
  await once(silent, 'connect');
  await endsCleanly(mock);
  silent.destroy();
  agent.destroy();
});

test('Ctrl-C ends the mock while a send is held', async () => {
  const mock = await startMock();
  const api = new Api(mock.port, 'default');
  await api.control('POST', '/hold');
  const send = api.send({}, { key: 'k' }).catch(() => 'cut off');
  await expect.poll(async () => (await api.send({}, { key: 'k' })).status).toBe(409);
  await endsCleanly(mock);
  await send;
});
