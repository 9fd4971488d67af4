import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixturesDirectory } from '../../fixtures/seed.ts';
import { Api } from './support/api.ts';
import { exchange } from './support/http.ts';
import { runMock, startMock } from './support/process.ts';
import { expect, test } from './support/test.ts';

let folder: string;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fixtures-'));
  await cp(fixturesDirectory, folder, { recursive: true, filter: (source) => !source.endsWith('.ts') });
});
test.afterEach(() => rm(folder, { recursive: true }));

/** Changes a fixture file; the line of the change is where `from` stands. */
async function change(name: string, from: string, to: string): Promise<number> {
  const file = join(folder, name);
  const text = await readFile(file, 'utf8');
  const at = text.indexOf(from);
  if (at < 0) throw new Error(`${name} has no ${from}`);
  await writeFile(file, text.replace(from, to));
  return text.slice(0, at).split('\n').length;
}

/** The one line that the mock says before it ends with exit code 2. */
async function complaint(): Promise<string> {
  const { code, stdout, stderr } = await runMock(['--fixtures', folder, '--port', '0']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^mock: .+\n$/);
  return stderr;
}

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

test('broken YAML stops the start with file, line and reason', async () => {
  const line = await change('templates.yaml', 'templates:', 'templates: [');
  expect(await complaint()).toMatch(new RegExp(`templates\\.yaml:(${line}|${line + 1}|\\d+):\\d+: .+`));
});

test('a fixture that breaks the contract stops the start with file, line and reason', async () => {
  const line = await change('notifications.yaml', 'unit: MB', 'unit: TB');
  expect(await complaint()).toContain(
    `notifications.yaml:${line}:38: /notifications/0/resource/threshold/unit must be one of MB, GB`,
  );
});

test('a template that is no Liquid stops the start with template and reason', async () => {
  await change('templates.yaml', '{{ first_name }}', '{% if x %}');
  expect(await complaint()).toMatch(/templates\.yaml: the template a1111111-\S+: subject is no Liquid: .*not closed/);
});

test('a scope that nobody knows stops the start', async () => {
  await change('accounts.yaml', 'send, email:override', 'send, email:overide');
  expect(await complaint()).toMatch(
    /accounts\.yaml:\d+:\d+: \/apiKeys\/0\/scopes\/1 must be one of email:send, email:override/,
  );
});

test('a group of the fixtures counts in whatever letter case it is written', async () => {
  await change('suppressions.yaml', 'c5555555-5555-4555-8555-555555555555', 'C5555555-5555-4555-8555-55555555555A');
  const mock = await startMock(['--fixtures', folder, '--port', '0']);
  const send = { to: ['grouped@example.com'], group_id: 'c5555555-5555-4555-8555-55555555555a' };
  try {
    expect((await new Api(mock.port, 'x').send(send)).status).toBe(422);
  } finally {
    await mock.end();
  }
});

test('a member that no fixture has stops the start with file, line and reason', async () => {
  await change('document-types.yaml', 'description:', 'descripton:');
  expect(await complaint()).toMatch(/document-types\.yaml:\d+:\d+: \/documentTypes\/0 .+description/);
});

test('a run that is no JSON stops the start with file, line and reason', async () => {
  await appendFile(join(folder, 'mission-runs/globex.ndjson'), '{"run_id": \n');
  expect(await complaint()).toMatch(/globex\.ndjson:13: .*JSON/);
});

test('a run that breaks the contract stops the start with file, line and reason', async () => {
  await appendFile(join(folder, 'mission-runs/globex.ndjson'), '{"run_id": "x"}\n');
  expect(await complaint()).toMatch(/globex\.ndjson:13: .+/);
});

for (const [what, name, from, to, reason] of [
  ['of an account that there is not', 'notifications.yaml', 'account: acme', 'account: acmee', /acmee/],
  [
    'with an id that another one has',
    'accounts.yaml',
    'key: key_restricted',
    'key: key_primary',
    /second time: key_primary/,
  ],
  ['of a range that ends before it begins', 'numbers.yaml', '+13125550199', '+13125550099', /range that begins at/],
] as const) {
  test(`a fixture ${what} stops the start with file, line and reason`, async () => {
    const line = await change(name, from, to);
    const said = await complaint();
    expect(said).toMatch(new RegExp(`${name}:${line}:\\d+: `));
    expect(said).toMatch(reason);
  });
}

test('runs that stand there twice, or under an account that there is not, stop the start', async () => {
  const runs = join(folder, 'mission-runs/globex.ndjson');
  const text = await readFile(runs, 'utf8');
  await writeFile(runs, text + text);
  expect(await complaint()).toMatch(/globex\.ndjson:13: \/run_id stands there a second time/);
  await writeFile(runs, text);
  await writeFile(join(folder, 'mission-runs/globx.ndjson'), '');
  expect(await complaint()).toMatch(/globx\.ndjson: is named after an account/);
});

test('without any API key the mock does not start', async () => {
  await writeFile(join(folder, 'accounts.yaml'), 'accounts: []\napiKeys: []\n');
  expect(await complaint()).toMatch(/accounts\.yaml:2:1: \/apiKeys/);
});

test('a missing file stops the start with its name', async () => {
  await rm(join(folder, 'numbers.yaml'));
  expect(await complaint()).toContain(`${join(folder, 'numbers.yaml')}: can't be read (ENOENT)`);
});

test('a missing folder stops the start with its name', async () => {
  const { code, stderr } = await runMock(['--fixtures', join(folder, 'nowhere'), '--port', '0']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^mock: .*nowhere.*can't be read \(ENOENT\)\n$/);
});
