import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from './support/test.ts';

test('a request appears when it is made and opens with its details', async ({ api, console: { page, open } }) => {
  await open('Requests');
  await expect(page.getByText('No request yet.')).toBeVisible();
  await api.send({ subject: undefined, to: 'x' }, { key: 'k-1', headers: { 'X-Trace': 'abc' } });

  const row = page.getByRole('link', { name: /POST \/v2\/email_messages 422/ });
  await expect(row).toContainText(`key_primary.${api.partition} · Idempotency-Key k-1`);
  await row.click();
  const exchange = page.getByRole('article', { name: 'Exchange' });
  await expect(exchange.getByRole('heading', { level: 2 }).first()).toHaveText(/POST \/v2\/email_messages 422/);
  await expect(exchange).toContainText('createEmailMessage');
  await exchange.getByText('headers').first().click();
  await expect(exchange.getByRole('row', { name: 'x-trace abc' })).toBeVisible();
  await expect(exchange.getByRole('region', { name: 'Body of the request' })).toContainText('"to": "x"');
  await expect(exchange.getByRole('region', { name: 'Body of the answer' })).toContainText('"code": "10015"');
  await expect(exchange.getByRole('list', { name: 'Violations' })).toContainText('body /to must be');
});

test('a request that arrives while the journal is loading is not lost', async ({ api, console: { page, open } }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const readings: Promise<void>[] = [];
  await page.route(/\/__admin\/requests\?/, (route) => {
    const reading = route.fetch().then(async (response) => {
      await held;
      await route.fulfill({ response });
    });
    readings.push(reading);
    return reading;
  });
  const followed = page.waitForRequest(/\/__admin\/requests\/stream/);
  await open('Requests');
  await followed;
  await expect.poll(() => readings.length).toBeGreaterThan(1);
  await api.get('/dir/document_types');
  release();
  await expect(page.getByRole('link', { name: /GET \/v2\/dir\/document_types 200/ })).toBeVisible();
});

test('the rules that decided an answer are shown with their statements', async ({ api, console: { page, open } }) => {
  const { headers } = await api.get('/ai/missions/runs?page[size]=0');
  await open('Requests', String(headers['x-request-id']));
  const { rules } = (await api.control('GET', '/rules')).body as { rules: { id: string; statement: string }[] };
  const statement = rules.find(({ id }) => id === 'RUN-24')?.statement;
  await expect(page.getByRole('list', { name: 'Rules' })).toContainText(`RUN-24 ${statement}`);
});

test('a cut answer is shown with the scenario that cut it', async ({ api, console: { page, open } }) => {
  await api.control('POST', '/scenarios', { operation: 'createEmailMessage', times: 1, drop: true });
  await api.send().catch(() => {});
  await open('Requests');
  await page.getByRole('link', { name: /POST \/v2\/email_messages scenario 202 cut/ }).click();
  const exchange = page.getByRole('article', { name: 'Exchange' });
  await expect(exchange.getByRole('list', { name: 'Scenarios' }).getByRole('listitem')).toHaveCount(1);
  await expect(exchange.getByRole('heading', { name: 'Answer that was lost' })).toBeVisible();
});

test('the curl command repeats the request', async ({ api, console: { page, open } }) => {
  const headers = { 'Idempotency-Key': '', 'Content-Type': [] };
  const requests = [
    await api.get('/ai/missions/runs?page[size]=1&page[number]=2'),
    await api.call('HEAD', '/dir/document_types'),
    await api.send({}, { headers }),
  ];
  for (const { headers, status } of requests) {
    await open('Requests', String(headers['x-request-id']));
    await page.getByText('The curl command').click();
    const command = (await page.getByRole('region', { name: 'curl command' }).textContent()) ?? '';
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -sS -o /dev/null -w '%{http_code}'`]);
    expect(stdout, command).toBe(String(status));
  }
});

test('status and operation narrow the list', async ({ api, console: { page, open } }) => {
  await api.get('/dir/document_types');
  await api.get('/dir/document_types?page[size]=0');
  await api.accepted();
  await open('Requests');
  const rows = page.getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await page.getByLabel('Operation').selectOption('listDirDocumentTypes');
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Status').selectOption('4xx');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('422');
  await page.getByLabel('Status').selectOption('200');
  await expect(rows).toContainText('200');
});

test('path and bodies are searched without regard to case', async ({ api, console: { page, open } }) => {
  await api.get('/dir/document_types');
  await api.accepted({ subject: 'Needle' });
  await open('Requests');
  const rows = page.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Search in path and body').fill('needle');
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Search in path and body').fill('DIR/');
  await expect(rows).toContainText('/v2/dir/document_types');
});

test('a replay and an ignored field are marked and explained', async ({ api, console: { page, open } }) => {
  await api.send({}, { key: 'k' });
  await api.send({ subjct: 'x' }, { key: 'l' });
  await api.send({}, { key: 'k' });
  await open('Requests');
  await expect(page.getByRole('link', { name: /ignored 202/ })).toHaveCount(1);
  await page.getByRole('link', { name: /replayed 202/ }).click();
  const exchange = page.getByRole('article', { name: 'Exchange' });
  await expect(exchange.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveCount(1);
});

test('a lost connection to the mock is shown until it is back', async ({ api, console: { page, open } }) => {
  await page.route(/\/requests\/stream/, (route) => route.abort());
  await open('Requests');
  await expect(page.getByText('The mock is not running; trying again.')).toBeVisible();
  await page.unroute(/\/requests\/stream/);
  await api.get('/dir/document_types');
  await expect(page.getByText('The mock is not running')).toHaveCount(0);
  await expect(page.getByRole('listitem')).toHaveCount(1);
});

test('the partition can be changed by its name', async ({ api, console: { page, open } }) => {
  await api.accepted();
  await page.goto(`http://127.0.0.1:${api.port}/console`);
  await page.getByLabel('Partition').fill(api.partition);
  await page.getByLabel('Partition').press('Enter');
  await expect(page.getByRole('link', { name: /POST \/v2\/email_messages 202/ })).toBeVisible();
  await expect(page.getByLabel('Partition')).toBeFocused();
  await page.goBack();
  await expect(page.getByLabel('Partition')).toHaveValue('default');
  await open('Requests');
  await expect(page.getByLabel('Partition')).toHaveValue(api.partition);
});

test('markup in a request is shown as text', async ({ api, console: { page, open, complaints } }) => {
  const hostile = '<img src=x onerror="document.title=1">';
  const { headers } = await api.send({ subject: hostile }, { headers: { 'X-Trace': hostile } });
  await open('Requests', String(headers['x-request-id']));
  await page
    .getByText(/^\d+ headers$/)
    .first()
    .click();
  await expect(page.getByRole('row', { name: hostile })).toBeVisible();
  await expect(page.locator('img')).toHaveCount(0);
  await expect(page).toHaveTitle('Mock console');
  expect(complaints).toEqual([]);
});
