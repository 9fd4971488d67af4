import { expect, test } from './support/test.ts';

const number = '+13125550100';

test('the state is updated as it changes', async ({ api, console: { page, open } }) => {
  await open('State');
  await expect(page.getByText('No number is held.')).toBeVisible();
  const body = { customer_reference: 'campaign 7', phone_numbers: [{ phone_number: number }] };
  await api.call('POST', '/number_reservations', { body });
  await expect(
    page.getByRole('row', { name: new RegExp(`\\${number} acme campaign 7 .* 29 min \\d+ s`) }),
  ).toBeVisible();
  await api.send({}, { key: 'order-1' });
  const record = page.getByRole('row', { name: /order-1 acme POST \/v2\/email_messages/ });
  await expect(record).toContainText('202');
  await record.getByText('202', { exact: true }).click();
  await expect(record).toContainText('"email_message"');
  const notification = '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';
  await api.call('PATCH', notification, { body: { threshold: { amount: '7.5', unit: 'GB' } } });
  await expect(page.getByRole('row', { name: /7\.5 GB/ })).toBeVisible();
});

test('advancing the clock expires holds and keys', async ({ api, console: { page, open } }) => {
  await api.call('POST', '/number_reservations', { body: { phone_numbers: [{ phone_number: number }] } });
  await api.send({}, { key: 'order-1' });
  const time = async () => Date.parse(((await api.control('GET', '/clock')).body as { now: string }).now);
  const start = await time();
  await open('State');
  await page.getByRole('button', { name: 'Advance 30 min' }).click();
  await expect(page.getByText('No number is held.')).toBeVisible();
  await page.getByRole('button', { name: 'Advance 24 h' }).click();
  await expect(page.getByText('No key was used yet.')).toBeVisible();
  expect(await time()).toBeGreaterThanOrEqual(start + 24.5 * 3_600_000);
});

test('a confirmed reset restores the fixtures', async ({ api, console: { page, open } }) => {
  await api.send({}, { key: 'order-1' });
  await open('State');
  await page.getByRole('button', { name: 'Advance 30 min' }).click();
  await expect(page.getByText('The clock moved on')).toBeVisible();
  page.once('dialog', (dialog) => dialog.dismiss());
  await page.getByRole('button', { name: 'Reset the partition' }).click();
  await expect(page.getByText('Nothing was reset.')).toBeVisible();
  await expect(page.getByText('The clock moved on')).toHaveCount(0);
  await expect(page.getByRole('row', { name: /order-1/ })).toBeVisible();
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Reset the partition' }).click();
  await expect(page.getByText('No key was used yet.')).toBeVisible();
  expect(await api.mails()).toEqual([]);
});

test('a file fills the partition, and an invalid one shows its error', async ({ api, console: { page, open } }) => {
  await open('State');
  const fill = async (text: string) => {
    const file = { name: 'state.json', mimeType: 'application/json', buffer: Buffer.from(text) };
    await page.getByLabel('JSON file').setInputFiles(file);
    await page.getByRole('button', { name: 'Fill from the file' }).click();
  };
  await fill('{"documentTypes": [{"short_name": 1}]}');
  await expect(page.getByText('/documentTypes/0')).toBeVisible();
  await fill('{"documentTypes": [{ "short_name": "passport", "description": "A passport" }]}');
  await expect(page.getByText(`${api.partition} was filled from state.json.`)).toBeVisible();
  expect((await api.get('/dir/document_types')).body).toMatchObject({ data: [{ short_name: 'passport' }] });
});
