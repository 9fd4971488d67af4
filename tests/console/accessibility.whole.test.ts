import { AxeBuilder } from '@axe-core/playwright';
import type { Api } from '../mock/support/api.ts';
import { expect, tabs, test } from './support/test.ts';

test.describe.configure({ mode: 'parallel' });

/** Fills every page. Returns the items that pages open. */
async function live(api: Api): Promise<Partial<Record<string, string>>> {
  const { id } = await api.accepted({
    subject: 'Hello',
    html_body: '<p>Hello <a href="https://example.com/">there</a></p>',
  });
  const reply = await api.accepted({ subject: 'Re: Hello', in_reply_to_message_id: id });
  await api.accepted({ subject: 'Re: Re: Hello', in_reply_to_message_id: reply.id });
  await api.accepted({ subject: 'Later', scheduled_at: '2040-01-01T00:00:00Z' });
  await api.send({}, { key: 'k' });
  await api.call('POST', '/number_reservations', { body: { phone_numbers: [{ phone_number: '+13125550100' }] } });
  await api.control('POST', '/scenarios', { delay: 'PT1S', times: 3 });
  await api.control('POST', '/scenarios', { operation: 'listRecentAiMissionRuns', rows: 1 });
  const refused = await api.get('/ai/missions/runs?page[size]=0');
  return { Requests: String(refused.headers['x-request-id']), Outbox: (await api.mails()).at(-1)?.ID ?? '' };
}

for (const tab of tabs) {
  test(`axe finds nothing serious on ${tab}, light and dark`, async ({ api, console: { page, open } }) => {
    await open(tab, (await live(api))[tab]);
    await expect(page.getByRole('heading').nth(1)).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // The other mode opens a page next to the sandboxed frame of a mail, which Chromium may never finish.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(
        serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`),
        colorScheme,
      ).toEqual([]);
    }
  });
}
