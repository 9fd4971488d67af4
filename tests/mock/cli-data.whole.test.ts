import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from './support/api.ts';
import { runMock, startMock } from './support/process.ts';
import { expect, test } from './support/whole.ts';

let folder: string;
let data: string;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-'));
  data = join(folder, 'data');
});
test.afterEach(() => rm(folder, { recursive: true }));

/** The one line that the mock says before it ends with exit code 2. */
async function complaint(port = '0'): Promise<string> {
  const { code, stdout, stderr } = await runMock(['--data', data, '--port', port]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^mock: .+\n$/);
  return stderr;
}

test('a mock that was ended goes on where it was, with the directory that it made', async () => {
  const first = await startMock(['--data', data]);
  const { id } = await new Api(first.port, 'default').accepted();
  expect(await first.end()).toMatchObject({ code: 0, stderr: '' });
  const second = await startMock(['--data', data]);
  expect((await new Api(second.port, 'default').get(`/email_messages/${id}`)).status).toBe(200);
  expect(await second.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});

test('a send that is held when the mock ends is done and kept, or not done at all', async () => {
  const first = await startMock(['--data', data]);
  const api = new Api(first.port, 'default');
  await api.control('POST', '/hold');
  const send = api.send({}, { key: 'k' }).catch(() => 'cut off');
  await expect.poll(async () => (await api.send({}, { key: 'k' })).status).toBe(409);
  expect(await first.end()).toMatchObject({ code: 0, stderr: '' });
  await send;
  const second = await startMock(['--data', data]);
  const again = new Api(second.port, 'default');
  expect((await again.send({}, { key: 'k' })).status).toBe(202);
  expect(await again.mails()).toHaveLength(1);
  await second.end();
});

test('a directory belongs to one mock at a time', async () => {
  const first = await startMock(['--data', data]);
  try {
    expect(await complaint()).toBe(`mock: ${data} is in use by another mock\n`);
  } finally {
    await first.end();
  }
});

test('a port in use is one line with a directory too', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  try {
    expect(await complaint(String((blocker.address() as { port: number }).port))).toContain('is in use');
  } finally {
    blocker.close();
  }
});
