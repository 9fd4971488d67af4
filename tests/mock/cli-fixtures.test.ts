import { rm } from 'node:fs/promises';
import { changeFixture, copyFixtures } from '../../fixtures/testing.ts';
import { exchange } from './support/http.ts';
import { runMock, startMock } from './support/process.ts';
import { expect, test } from './support/test.ts';

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

for (const [what, name, from, to, line] of [
  [
    'that breaks the contract',
    'notifications.yaml',
    'unit: MB',
    'unit: TB',
    /notifications\.yaml:\d+:\d+: \/.+ MB, GB/,
  ],
  [
    'that is no Liquid',
    'templates.yaml',
    '{{ first_name }}',
    '{% if x %}',
    /templates\.yaml: the template a1111111-\S+: subject is no Liquid: .*not closed/,
  ],
] as const) {
  test(`a fixture ${what} stops the start with one line and exit code 2`, async () => {
    await change(name, from, to);
    const { code, stdout, stderr } = await runMock(['--fixtures', folder, '--port', '0']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^mock: .+\n$/);
    expect(stderr).toMatch(line);
  });
}
