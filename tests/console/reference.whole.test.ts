import { expect, test } from './support/test.ts';

test('an operation is tried with the key filled in, and nothing is asked of another host', async ({
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

test('the control API is rendered, what it takes from the contract included', async ({
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

test('what the keyboard reaches in the reference can be seen', async ({ console: { page, open } }) => {
  await open('Reference');
  const operation = page.getByRole('button', { name: /^get \/dir\/document_types List/i });
  await operation.focus();
  await page.keyboard.press('Tab');
  const copy = page.getByRole('button', { name: 'Copy path to clipboard' }).and(page.locator(':focus'));
  await expect.poll(async () => (await copy.boundingBox())?.width).toBeGreaterThan(20);
});

test('the first operation is in the first screen, and no keyword of tools is shown', async ({
  console: { page, open },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('Reference');
  const first = page.getByRole('button', { name: /^patch .* Update/i });
  await expect(first).toBeInViewport();
  await first.click();
  await page.getByRole('button', { name: 'Schema' }).first().click();
  await expect(page.getByText('threshold').first()).toBeVisible();
  await expect(page.getByText(/x-(rule|assumption)/)).toHaveCount(0);
});

test('no schema is wider than a phone', async ({ console: { page, open } }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('Reference');
  const schemas = page.getByRole('article');
  await expect(schemas.first()).toBeVisible();
  const wider = await schemas.evaluateAll((all) =>
    all.flatMap((one) => (one.scrollWidth > one.clientWidth ? [one.textContent] : [])),
  );
  expect(wider).toEqual([]);
});
