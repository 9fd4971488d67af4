import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

/** Opens a page of another origin, served by a host name of this machine until it is closed. */
export async function openForeign(host: string, page: Page): Promise<{ close(): void }> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<p>shop</p>'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await page.goto(`http://${host}:${(server.address() as AddressInfo).port}/`);
  return { close: () => server.close() };
}
