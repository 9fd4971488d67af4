import type { JournalEntry } from '../../mock/journal/journal.ts';
import { email } from '../mock/support/api.ts';
import { openForeign } from './support/foreign.ts';
import { expect, test } from './support/test.ts';

for (const host of ['127.0.0.1', 'localhost']) {
  test(`a page on ${host} loses an answer on a reused connection, and its retry is a replay`, async ({ api, page }) => {
    const foreign = await openForeign(host, page);
    const send = () =>
      page.evaluate(
        `fetch('http://127.0.0.1:${api.port}/v2/email_messages', {
          method: 'POST',
          headers: {
            Authorization: 'Bearer key_primary.${api.partition}',
            'Content-Type': 'application/json',
            'Idempotency-Key': 'order-1',
          },
          body: ${JSON.stringify(JSON.stringify(email()))},
        }).then(async (answer) => [answer.status, await answer.text()], (error) => error.name)`,
      );
    const posts = async () => {
      const { requests } = (await api.control('GET', '/requests')).body as { requests: JournalEntry[] };
      return requests.filter(({ request }) => request.method === 'POST');
    };
    try {
      // A browser repeats by itself a request that is lost on a connection in use.
      await page.evaluate(
        `fetch('http://127.0.0.1:${api.port}/v2/dir/document_types', { headers: { Authorization: 'Bearer key_primary.${api.partition}' } }).then((answer) => answer.text())`,
      );
      await api.control('POST', '/scenarios', { operation: 'createEmailMessage', times: 1, drop: true });
      expect(await send()).toBe('TypeError');
      const [lost, ...others] = await posts();
      expect(others).toEqual([]);
      expect(await api.mails()).toHaveLength(1);
      expect(await send()).toEqual([202, lost?.response.body]);
      expect(await api.mails()).toHaveLength(1);
      expect(await posts()).toHaveLength(2);
    } finally {
      foreign.close();
    }
  });
}
