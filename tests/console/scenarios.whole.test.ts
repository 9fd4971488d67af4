import { expect, test } from './support/test.ts';

test('a 429 for one operation is switched on and used up', async ({ api, console: { page, open } }) => {
  await open('Scenarios');
  await page.getByRole('combobox', { name: 'Operation' }).selectOption('listDirDocumentTypes');
  await page.getByLabel('Status', { exact: true }).fill('429');
  await page.getByLabel('Retry-After').fill('30');
  await page.getByLabel('Calls').fill('1');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(
    page.getByRole('row', { name: /listDirDocumentTypes answers with a status: status 429, retryAfter 30 1 more/ }),
  ).toBeVisible();
  expect(await api.get('/dir/document_types')).toMatchObject({ status: 429, headers: { 'retry-after': '30' } });
  await expect(page.getByText('No scenario is active')).toBeVisible();
  expect((await api.get('/dir/document_types')).status).toBe(200);
});

test('a lost answer is switched on, and off again', async ({ api, console: { page, open } }) => {
  await open('Scenarios');
  await page
    .getByRole('combobox', { name: 'What happens' })
    .selectOption({ label: 'loses its answer after the work is done' });
  await page.getByLabel('Calls').fill('');
  await page.getByRole('button', { name: 'Switch on' }).click();
  const row = page.getByRole('row', { name: /all loses its answer after the work is done every call/ });
  await expect(row).toBeVisible();
  await expect(api.send()).rejects.toThrow();
  expect(await api.mails()).toHaveLength(1);
  await row.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('No scenario is active')).toBeVisible();
  expect((await api.send()).status).toBe(202);
});

test('a keyed send is held until it is released', async ({ api, console: { page, open } }) => {
  await open('Scenarios');
  await page.getByRole('button', { name: 'Hold' }).click();
  await expect(page.getByText('stay in progress')).toBeVisible();
  const held = api.send({}, { key: 'k' });
  await expect.poll(async () => (await api.control('GET', '/hold')).body).toEqual({ holding: true, held: 1 });
  await expect(page.getByText('1 wait')).toBeVisible();
  expect((await api.send({}, { key: 'k' })).status).toBe(409);
  await page.getByRole('button', { name: 'Release' }).click();
  expect((await held).status).toBe(202);
});
