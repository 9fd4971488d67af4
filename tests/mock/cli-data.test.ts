import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { Api, refusal } from './support/api.ts';
import { runMock, startMock } from './support/process.ts';
import { expect, test } from './support/test.ts';

let folder: string;
let data: string;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-'));
  data = join(folder, 'data');
});
test.afterEach(() => rm(folder, { recursive: true }));

/** The one line that the mock says before it ends with exit code 2. */
async function complaint(directory = data, port = '0'): Promise<string> {
  const { code, stdout, stderr } = await runMock(['--data', directory, '--port', port]);
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

test('a file is no directory', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect(await complaint(file)).toContain(`mock: ${file} can't be used: `);
});

test('a directory that has no parent yet is made with it', async () => {
  const nested = join(data, 'a', 'b');
  expect(await (await startMock(['--data', nested])).end()).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(nested)).toBe(true);
});

test('a directory that can not be made is a line', async () => {
  test.skip(!existsSync('/proc'), 'there is no /proc');
  for (const directory of ['/proc/x', '/proc/x/y']) {
    expect(await complaint(directory)).toContain(`mock: ${directory} can't be used: `);
  }
});

test('a directory with other files is left alone', async () => {
  await writeFile(join(folder, 'letter.txt'), '');
  expect(await complaint(folder)).toBe(`mock: ${folder} holds other files; give a directory of its own\n`);
});

for (const [what, key, value] of [
  ['state of the layout 0', 'layout', '0'],
  ['no state of a mock', 'colour', 'red'],
] as const) {
  test(`a directory that holds ${what} is left alone`, async () => {
    const database = new ClassicLevel(data);
    await database.put(key, value);
    await database.close();
    expect(await complaint()).toBe(`mock: ${data} holds ${what}; this mock reads the layout 3\n`);
  });
}

test('a database that is damaged is a line', async () => {
  const database = new ClassicLevel(data);
  await database.put('layout', '3');
  await database.close();
  await writeFile(join(data, 'CURRENT'), 'nonsense\n');
  expect(await complaint()).toContain(`mock: ${data} can't be opened: `);
});

/** Damages one entry of each partition's outbox. */
async function damageOutboxes(): Promise<void> {
  const database = new ClassicLevel(data);
  for (const key of await database.keys().all()) if (key.includes('!mail!')) await database.put(key, 'nonsense');
  await database.close();
}

test('a partition that can no longer be read is a line and a 500, and the others go on', async () => {
  const first = await startMock(['--data', data]);
  await new Api(first.port, 'damaged').accepted();
  await first.end();
  await damageOutboxes();
  const second = await startMock(['--data', data]);
  expect(await new Api(second.port, 'damaged').send()).toMatchObject(refusal(500, '10007'));
  expect((await new Api(second.port, 'sound').send()).status).toBe(202);
  const { code, stderr } = await second.end();
  expect(code).toBe(0);
  expect(stderr).toMatch(/^mock: the stored state of partition damaged can't be read: the entry \S+!mail!\S+: .+\n$/);
});

test('a default partition that can no longer be read is a line', async () => {
  const first = await startMock(['--data', data]);
  await new Api(first.port, 'default').accepted();
  await first.end();
  await damageOutboxes();
  expect(await complaint()).toContain("the stored state of partition default can't be read: the entry ");
});

/** Changes the entries of the database whose keys match. */
async function change(keys: RegExp, value: (old: string) => string): Promise<void> {
  const database = new ClassicLevel(data);
  for (const [key, old] of await database.iterator().all()) if (keys.test(key)) await database.put(key, value(old));
  await database.close();
}

test('a partition whose own entry is damaged is a line, and is not taken for an empty one', async () => {
  const first = await startMock(['--data', data]);
  const { id } = await new Api(first.port, 'mine').accepted();
  await first.end();
  let sound = '';
  await change(/^partition!mine$/, (old) => {
    sound = old;
    return '{}';
  });
  expect(await complaint()).toBe(`mock: ${data} can't be used: the entry partition!mine can't be read: {}\n`);
  await change(/^partition!mine$/, () => sound);
  const second = await startMock(['--data', data]);
  expect((await new Api(second.port, 'mine').get(`/email_messages/${id}`)).status).toBe(200);
  await second.end();
});

test('what a partition may not hold is left out, with a line', async () => {
  const first = await startMock(['--data', data]);
  const api = new Api(first.port, 'mine');
  await api.send({ subject: 'Sound' }, { key: 'sound' });
  await api.send({ subject: 'Broken' }, { key: 'broken' });
  await first.end();
  await change(/!record!.* broken$/, (old) => old.replace('/v2/email_messages', '/v2/nope'));
  const second = await startMock(['--data', data]);
  const again = new Api(second.port, 'mine');
  expect((await again.control('GET', '/state?only=ledger')).body).toMatchObject({ ledger: [{ key: 'sound' }] });
  expect((await second.end()).stderr).toBe(
    'mock: partition mine: left out what does not pass the check: idempotency record broken: /path is no path of an operation under the method POST\n',
  );
});

test('a port in use is one line with a directory too', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  try {
    expect(await complaint(data, String((blocker.address() as { port: number }).port))).toContain('is in use');
  } finally {
    blocker.close();
  }
});
