import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changeFixture, copyFixtures } from '../../fixtures/testing.ts';
import { exchange } from './support/http.ts';
import { runMock, startMock } from './support/process.ts';
import { expect, test } from './support/whole.ts';

let folder: string;

test.beforeEach(async () => {
  folder = await copyFixtures();
});
test.afterEach(() => rm(folder, { recursive: true }));

const change = (name: string, from: string, to: string) => changeFixture(folder, name, from, to);

test('the mock serves the fixtures of another folder', async () => {
  await change('accounts.yaml', 'key: key_primary', 'key: key_of_mine');
  const mock = await startMock(['--fixtures', folder]);
  try {
    const headers = { Authorization: 'Bearer key_of_mine' };
    expect((await exchange(mock.port, { path: '/v2/dir/document_types', headers })).status).toBe(200);
    expect(mock.greeting).toContain("'Authorization: Bearer key_of_mine'");
  } finally {
    await mock.end();
  }
});

test('a running mock reloads a changed file and prints its name', async () => {
  const file = join(folder, 'staging.yaml');
  const text = (minutes: number) => `contract: 2.0.0\nsettled: by hand\nchoices: { holdMinutes: ${minutes} }\n`;
  await writeFile(file, text(10));
  const mock = await startMock(['--deployment', file]);
  await writeFile(file, text(20));
  const served = async () => (await exchange(mock.port, { path: '/__admin/deployment' })).text;
  await expect.poll(served).toContain('"holdMinutes":20');
  expect((await mock.end()).stdout).toContain(`mock: reloaded: ${file}\n`);
});

test('a file in place of the fixtures folder stops the start with one line', async () => {
  const { code, stderr } = await runMock(['--fixtures', join(folder, 'accounts.yaml'), '--port', '0']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^mock: .+\n$/)]);
});

for (const [label, name, from, to, line] of [
  [
    'that breaks the contract',
    'notifications.yaml',
    'unit: MB',
    'unit: TB',
    /notifications\.yaml:\d+:\d+: \/.+ MB, GB/,
  ],
] as const) {
  test(`a fixture ${label} stops the start with one line and exit code 2`, async () => {
    await change(name, from, to);
    const { code, stdout, stderr } = await runMock(['--fixtures', folder, '--port', '0']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^mock: .+\n$/);
    expect(stderr).toMatch(line);
  });
}
