import { expect, test } from './support/test.ts';

test('an operation is tried with the key filled in, and no other host is contacted', async ({
  api,
  console: { page, open, complaints },
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await open('Reference');
  await page.getByRole('button', { name: /^get \/dir\/document_types List/i }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.locator('.live-responses-table')).toContainText('"short_name"');
  const { requests } = (await api.control('GET', '/requests')).body as { requests: object[] };
  expect(requests).toMatchObject([
    {
      operation: 'listDirDocumentTypes',
      request: { headers: { authorization: `Bearer key_primary.${api.partition}` } },
    },
  ]);
  expect([...hosts].filter((host) => host !== '' && host !== `127.0.0.1:${api.port}`)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the control API is rendered with the schemas of the contract', async ({
  console: { page, open, complaints },
}) => {
  await open('Reference');
  await page.getByRole('link', { name: 'Control API' }).click();
  await expect(page.getByRole('heading', { name: /Control API of the mock/ })).toBeVisible();
  await page.getByRole('button', { name: /^put \/state Fill/i }).click();
  await expect(page.getByText('Starts the partition anew')).toBeVisible();
  await expect(page.getByText('Resolver error')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('the first operation is on the first screen, without x- keywords', async ({ console: { page, open } }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('Reference');
  const first = page.getByRole('button', { name: /^patch .* Update/i });
  await expect(first).toBeInViewport();
  await first.click();
  await page.getByRole('button', { name: 'Schema' }).first().click();
  await expect(page.getByText('threshold').first()).toBeVisible();
  await expect(page.getByText(/x-(rule|assumption)/)).toHaveCount(0);
});
