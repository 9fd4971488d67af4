import { mkdtemp, rm } from 'node:fs/promises';
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

test('a restarted mock continues with the directory that it made', async () => {
  const first = await startMock(['--data', data]);
  const { id } = await new Api(first.port, 'default').accepted();
  expect(await first.end()).toMatchObject({ code: 0, stderr: '' });
  const second = await startMock(['--data', data]);
  expect((await new Api(second.port, 'default').get(`/email_messages/${id}`)).status).toBe(200);
  expect(await second.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});

test('a send held at the end of the mock is either stored or not done', async () => {
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
    const stderr = `mock: ${data} is in use by another mock\n`;
    expect(await runMock(['--data', data, '--port', '0'])).toEqual({ code: 2, stdout: '', stderr });
  } finally {
    await first.end();
  }
});
