import { randomUUID } from 'node:crypto';
import { Api } from '../mock/support/api.ts';
import { expect, test } from './support/test.ts';

const state = JSON.stringify({ documentTypes: [{ short_name: 'passport', description: 'A passport' }] });
const passport = { body: { data: [{ short_name: 'passport' }] } };

test('a file fills the partition', async ({ api, console: { page, open } }) => {
  await open('Seed');
  await page
    .getByLabel('JSON file')
    .setInputFiles({ name: 'state.json', mimeType: 'application/json', buffer: Buffer.from(state) });
  await page.getByRole('button', { name: 'Fill from the file' }).click();
  await expect(page.getByText(`${api.partition} was filled from state.json.`)).toBeVisible();
  expect(await api.get('/dir/document_types')).toMatchObject(passport);
});

test('text fills the partition, and an invalid one shows its error', async ({ api, console: { page, open } }) => {
  await open('Seed');
  const fill = async (text: string) => {
    await page.getByLabel('State as JSON').fill(text);
    await page.getByRole('button', { name: 'Fill from the text' }).click();
  };
  await fill('{');
  await expect(page.getByText('This is no JSON')).toBeVisible();
  await fill('{"documentTypes": [{"short_name": 1}]}');
  await expect(page.getByText('/documentTypes/0')).toBeVisible();
  await fill(state);
  await expect(page.getByText('was filled from the text.')).toBeVisible();
  expect(await api.get('/dir/document_types')).toMatchObject(passport);
});

test('a snapshot of another partition fills this one', async ({ api, console: { page, open } }) => {
  const other = new Api(api.port, `t-${randomUUID()}`);
  await other.accepted({ subject: 'Copied' });
  await open('Seed');
  await page.getByLabel('Snapshot of').selectOption(other.partition);
  await page.getByRole('button', { name: 'Fill from the snapshot' }).click();
  await expect(page.getByText(`was filled from a snapshot of ${other.partition}.`)).toBeVisible();
  expect(await api.mails()).toMatchObject([{ Subject: 'Copied' }]);
});
