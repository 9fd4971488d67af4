import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { exchange } from '../mock/support/http.ts';
import { expect, test } from './support/test.ts';

test('replies are nested under their mail and appear as they arrive', async ({ api, console: { page, open } }) => {
  const { id } = await api.accepted({ subject: 'First' });
  const reply = await api.accepted({ subject: 'Second', in_reply_to_message_id: id });
  await open('Outbox');
  const mails = page.getByRole('link', { name: /sender@example.com/ });
  await expect(mails).toHaveCount(2);
  await api.accepted({ subject: 'Third', in_reply_to_message_id: reply.id });
  await api.accepted({ subject: 'Fourth', in_reply_to_message_id: id });
  await expect(mails).toHaveText([
    /^First/,
    /^Reply, level 1: Second/,
    /^Reply, level 2: Third/,
    /^Reply, level 1: Fourth/,
  ]);
});

test('scheduled mail moves to the delivered at its time', async ({ api, console: { page, open } }) => {
  const soon = new Date(Date.now() + 1500).toISOString();
  await api.accepted({ subject: 'Soon', scheduled_at: soon });
  await open('Outbox');
  await expect(page.getByRole('heading', { name: 'Delivered 1' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Soon/ })).toBeVisible();
});

test('a reply whose mail is missing is flagged as an orphan', async ({ api, console: { page, open } }) => {
  const { id } = await api.accepted({ subject: 'Gone' });
  await api.accepted({ subject: 'Left', in_reply_to_message_id: id });
  const [left, gone] = await api.mails();
  await exchange(api.port, {
    method: 'DELETE',
    path: `/api/v1/messages?partition=${api.partition}`,
    body: JSON.stringify({ IDs: [gone?.ID] }),
  });
  await open('Outbox', left?.ID);
  await expect(page.getByRole('link', { name: /Left orphan/ })).toBeVisible();
  await expect(page.getByText(/Orphan: it replies to <.*>, which is not in the outbox/)).toBeVisible();
});

test('a mail is read as HTML, text, headers and source', async ({ api, console: { page, open } }) => {
  await api.accepted({ subject: 'Greetings', text_body: 'The text', html_body: '<p>The <b>page</b></p>' });
  await open('Outbox', (await api.mails())[0]?.ID);
  await expect(page.frameLocator('iframe').getByText('The page')).toBeVisible();
  await page.getByRole('button', { name: 'Text' }).click();
  await expect(page.getByRole('region', { name: 'Text' })).toHaveText('The text');
  await page.getByRole('button', { name: 'Headers' }).click();
  await expect(page.getByRole('row', { name: 'Subject Greetings' })).toBeVisible();
  await page.getByRole('button', { name: 'Source' }).click();
  await expect(page.getByRole('region', { name: 'Source' })).toContainText('MIME-Version: 1.0');
});

const attacks = [
  '<script>top.document.title = "ran"; fetch("REMOTE")</script>',
  '<img src="data:," onerror="top.document.title = \'ran\'">',
  '<img src="REMOTE"><iframe src="REMOTE"></iframe><object data="REMOTE"></object>',
  '<link rel="stylesheet" href="REMOTE"><style>@import "REMOTE"; body { background: url(REMOTE) }</style>',
  '<link rel="preconnect" href="REMOTE"><link rel="preload" as="image" href="REMOTE">',
];

// A refresh replaces the page, so the test has its own mail.
for (const html of [attacks.join('\n'), '<meta http-equiv="refresh" content="0;url=REMOTE">']) {
  test(`the HTML of a mail can do nothing but be shown: ${html.slice(0, 6)}`, async ({
    api,
    console: { page, open },
  }) => {
    let calls = 0;
    const remote = createServer((socket) => {
      calls += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(remote, 'listening');
    try {
      const address = `http://127.0.0.1:${(remote.address() as AddressInfo).port}/`;
      await api.accepted({ html_body: `${html.replaceAll('REMOTE', address)}<p>shown</p>` });
      await open('Outbox', (await api.mails())[0]?.ID);
      await expect(page.frameLocator('iframe').first().getByText('shown')).toBeVisible();
      // The source is loaded last, so the HTML has had its chance by then.
      await page.getByRole('button', { name: 'Source' }).click();
      await expect(page.getByRole('region', { name: 'Source' })).toContainText('MIME-Version');
      await expect(page).toHaveTitle('Mock console');
      expect(calls).toBe(0);
    } finally {
      remote.close();
    }
  });
}

test('the links of a mail are listed, and only http links can be followed', async ({
  api,
  console: { page, open },
}) => {
  const confirm = 'https://shop.example.com/confirm?token=1';
  await api.accepted({ html_body: `<a href="${confirm}">Confirm</a> <a href="javascript:alert(1)">Win</a>` });
  await open('Outbox', (await api.mails())[0]?.ID);
  const links = page.getByRole('list', { name: 'Links' });
  await expect(links.getByRole('listitem')).toHaveText([`Confirm ${confirm}`, 'Win javascript:alert(1)']);
  await expect(links.getByRole('link')).toHaveCount(1);
  const link = links.getByRole('link', { name: confirm });
  await expect(link).toHaveAttribute('href', confirm);
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('a picture that travels with the mail is shown', async ({ api, console: { page, open } }) => {
  const content = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const logo = { filename: 'logo.gif', content, content_type: 'image/gif', disposition: 'inline', content_id: 'logo' };
  await api.accepted({ html_body: '<img alt="logo" src="cid:logo">', attachments: [logo] });
  await open('Outbox', (await api.mails())[0]?.ID);
  const picture = page.frameLocator('iframe').getByAltText('logo');
  await expect(picture).toHaveAttribute('src', `data:image/gif;base64,${content}`);
  await expect(page.getByRole('link', { name: 'logo.gif' })).toBeVisible();
});

test('waiting messages and suppressed recipients are shown with the reason', async ({
  api,
  console: { page, open },
}) => {
  const { suppressions } = (await api.control('GET', '/state?only=suppressions')).body as {
    suppressions: { account: string; address: string; reason: string; group?: string }[];
  };
  const suppression = suppressions.find(({ account, group }) => account === 'acme' && group === undefined);
  await api.accepted({ subject: 'Later', scheduled_at: '2040-01-01T00:00:00Z' });
  await api.accepted({ subject: 'Boxed', sandbox_mode: true });
  await api.accepted({ subject: 'Partly', to: ['ann@example.com', suppression?.address] });
  await api.send({ subject: 'To nobody', to: [suppression?.address] });
  await open('Outbox');
  const line = (...parts: (string | undefined)[]) =>
    parts.reduce((items, part) => items.filter({ hasText: String(part) }), page.getByRole('listitem'));
  await expect(line('Later', 'scheduled', '2040-01-01 00:00:00 UTC')).toBeVisible();
  await expect(line('Boxed', 'sandbox')).toBeVisible();
  await expect(line(suppression?.address, suppression?.reason, 'Partly', 'account')).toBeVisible();
  await expect(
    line(suppression?.address, suppression?.reason, 'To nobody (refused, no recipient was left)'),
  ).toBeVisible();
});

test('mail is searched, and the found mail is deleted', async ({ api, console: { page, open } }) => {
  await api.accepted({ subject: 'Needle' });
  await api.accepted({ subject: 'Hay' });
  await open('Outbox');
  const mails = page.getByRole('listitem');
  await expect(mails).toHaveCount(2);
  await page.getByLabel('Search in subject and addresses').fill('needle');
  await expect(mails).toHaveCount(1);
  await page.getByRole('button', { name: 'Delete these' }).click();
  await expect(page.getByText('No mail has this.')).toBeVisible();
  await page.getByLabel('Search in subject and addresses').fill('');
  await expect(mails).toContainText('Hay');
  expect(await api.mails()).toMatchObject([{ Subject: 'Hay' }]);
});
