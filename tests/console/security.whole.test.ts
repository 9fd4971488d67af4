import type { Page } from '@playwright/test';
import { openForeign } from './support/foreign.ts';
import { expect, test } from './support/test.ts';

/** Opens a page of another origin, runs a script in it, and returns the script's result as text. */
async function tryFrom(host: string, page: Page, script: string): Promise<string> {
  const foreign = await openForeign(host, page);
  try {
    return String(await page.evaluate(script));
  } finally {
    foreign.close();
  }
}

const paths = ['/__admin/state', '/__admin/requests/stream', '/api/v1/messages', '/console', '/console/main.js'];

// Another origin of the same site, and another site.
for (const host of ['127.0.0.1', 'localhost']) {
  test(`a page on ${host} at another port can't read anything`, async ({ api, page }) => {
    const urls = paths.map((path) => `http://127.0.0.1:${api.port}${path}`);
    const read = await tryFrom(
      host,
      page,
      `Promise.all(${JSON.stringify(urls)}.map((url) =>
        fetch(url).then((answer) => answer.text()).then((text) => 'read ' + url, () => '')))`,
    );
    expect(read.replaceAll(',', '')).toBe('');
  });

  test(`a page on ${host} at another port can't change anything`, async ({ api, page }) => {
    await api.accepted();
    const url = (path: string) => JSON.stringify(`http://127.0.0.1:${api.port}${path}?partition=${api.partition}`);
    const answered = page.waitForResponse((response) => response.url().includes('/reset'));
    await tryFrom(
      host,
      page,
      `(async () => {
        await fetch(${url('/__admin/reset')}, { method: 'POST', mode: 'no-cors' }).catch(() => {});
        await fetch(${url('/__admin/state')}, { method: 'PUT', body: '{}', headers: { 'content-type': 'application/json' } }).catch(() => {});
        await fetch(${url('/api/v1/messages')}, { method: 'DELETE' }).catch(() => {});
        navigator.sendBeacon(${url('/__admin/clock')}, '{"advance":"P9D"}');
        const form = Object.assign(document.createElement('form'), { method: 'POST', action: ${url('/__admin/reset')}, target: 'frame' });
        document.body.append(Object.assign(document.createElement('iframe'), { name: 'frame' }), form);
        const done = new Promise((resolve) => { frames[0].frameElement.onload = resolve; });
        form.submit();
        await done;
      })()`,
    );
    await answered;
    expect(await api.mails()).toHaveLength(1);
    const { now } = (await api.control('GET', '/clock')).body as { now: string };
    expect(Date.parse(now)).toBeLessThan(Date.now() + 3_600_000);
  });

  test(`a page on ${host} at another port can neither frame the console nor run its script`, async ({ api, page }) => {
    const blocked = await tryFrom(
      host,
      page,
      `new Promise((resolve) => {
        const script = Object.assign(document.createElement('script'), { src: 'http://127.0.0.1:${api.port}/console/main.js' });
        script.onload = () => resolve('ran');
        script.onerror = () => resolve('blocked');
        document.body.append(script);
      })`,
    );
    expect(blocked).toBe('blocked');
    const framed = page.waitForResponse((response) => response.url().endsWith('/console'));
    await tryFrom(
      host,
      page,
      `new Promise((resolve) => {
        const frame = Object.assign(document.createElement('iframe'), { src: 'http://127.0.0.1:${api.port}/console' });
        frame.onload = resolve;
        document.body.append(frame);
      })`,
    );
    expect((await framed).status()).toBe(403);
  });

  test(`a link on ${host} at another port leads to the console`, async ({ api, page }) => {
    await tryFrom(host, page, `location.href = 'http://127.0.0.1:${api.port}/console'`);
    await expect(page.getByRole('link', { name: 'Requests' })).toBeVisible();
  });
}
