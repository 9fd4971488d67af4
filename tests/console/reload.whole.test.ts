import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Api } from '../mock/support/api.ts';
import { startMock } from '../mock/support/process.ts';
import { test as base, expect } from './support/test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A mock of a copy of the project, whose files a test may change. */
const test = base.extend<{ copy: { api: Api; edit(file: string, change: (text: string) => string): void } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  copy: async ({}, use, testInfo) => {
    const home = testInfo.outputPath('project');
    for (const name of ['mock', 'spec', 'fixtures', 'scripts', 'package.json']) {
      cpSync(join(root, name), join(home, name), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
    const mock = await startMock([], { PORT: '0' }, home);
    await use({
      api: new Api(mock.port, 'default'),
      edit: (file, change) => writeFileSync(join(home, file), change(readFileSync(join(home, file), 'utf8'))),
    });
    await mock.end();
  },
});

const call = { headers: { Authorization: 'Bearer key_primary' } };

test('a changed fixture is served, and the state stays', async ({ copy: { api, edit } }) => {
  await api.send({ subject: 'Kept' }, { key: 'k', ...call });
  edit('fixtures/document-types.yaml', () => 'documentTypes:\n  - short_name: passport\n    description: A passport\n');
  const listed = () => api.get('/dir/document_types', call).then(({ body }) => body);
  await expect.poll(listed).toMatchObject({ data: [{ short_name: 'passport' }] });
  expect(await api.mails()).toMatchObject([{ Subject: 'Kept' }]);
  expect((await api.send({ subject: 'Kept' }, { key: 'k', ...call })).status).toBe(202);
  expect(await api.mails()).toHaveLength(1);
});

test('a new operation is served from its examples and shown', async ({ page, copy: { api, edit } }) => {
  expect((await api.get('/pings', call)).status).toBe(404);
  await page.goto(`http://127.0.0.1:${api.port}/console#/default/Scenarios`);
  await expect(page.getByLabel('Operation')).toContainText('createEmail');
  edit('spec/openapi.yaml', (text) => text.replace(/^paths:$/m, `paths:\n${ping}`));
  await expect.poll(() => api.get('/pings', call).then(({ body }) => body)).toEqual({ pong: true });
  await expect(page.getByLabel('Operation')).toContainText('ping');
});

test('a broken edit is shown in the console, and the last good version is served', async ({
  page,
  copy: { api, edit },
}) => {
  await page.goto(`http://127.0.0.1:${api.port}/console`);
  await expect(page.getByText('No request yet.')).toBeVisible();
  edit('spec/openapi.yaml', (text) => text.replace(/^paths:$/m, 'paths: ]'));
  await expect(page.getByRole('alert')).toContainText(/spec\/openapi\.yaml:\d+:\d+/);
  expect((await api.get('/dir/document_types', call)).status).toBe(200);
  edit('fixtures/document-types.yaml', () => 'documentTypes: 5\n');
  edit('spec/openapi.yaml', (text) => text.replace('paths: ]', 'paths:'));
  await expect(page.getByRole('alert')).toContainText(/fixtures\/document-types\.yaml:1/);
  edit('fixtures/document-types.yaml', () => 'documentTypes: []\n');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect((await api.get('/dir/document_types', call)).body).toMatchObject({ data: [] });
});

const ping = `
  /pings:
    get:
      operationId: ping
      summary: Ping
      responses:
        '200':
          description: Pong.
          content:
            application/json:
              schema: { type: object, properties: { pong: { type: boolean } } }
              example: { pong: true }
`;
