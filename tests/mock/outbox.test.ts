import { expect, test } from './support/test.ts';

test('an accepted message is in the outbox with its recipients, names and bodies', async ({ api }) => {
  await api.accepted({
    from_name: 'Shop',
    to: [{ email: 'ann@example.com', name: 'Ann' }],
    cc: ['bob@example.com'],
    bcc: ['eve@example.com'],
    reply_to: 'help@example.com',
    html_body: '<p>Hi</p>',
  });
  const { body } = await api.outbox('GET', '/message/latest');
  expect(body).toMatchObject({
    Subject: 'Hello',
    From: { Address: 'sender@example.com', Name: 'Shop' },
    To: [{ Address: 'ann@example.com', Name: 'Ann' }],
    Cc: [{ Address: 'bob@example.com' }],
    Bcc: [{ Address: 'eve@example.com' }],
    ReplyTo: [{ Address: 'help@example.com' }],
    HTML: expect.stringContaining('<p>Hi</p>'),
    Text: expect.stringContaining('Good morning'),
  });
});

test('refused, sandboxed and scheduled messages are not in the outbox', async ({ api }) => {
  await api.send({ subject: '' });
  await api.send({ sandbox_mode: true });
  await api.send({ scheduled_at: '2040-01-01T00:00:00Z' });
  expect(await api.mails()).toEqual([]);
});

test('emptying the outbox leaves the messages readable', async ({ api }) => {
  const { id } = await api.accepted();
  expect((await api.outbox('DELETE', '/messages')).status).toBe(200);
  expect(await api.mails()).toEqual([]);
  expect((await api.get(`/email_messages/${id}`)).body).toMatchObject({ data: { status: 'sent' } });
});

test('no text of a request can inject a mail header', async ({ api }) => {
  await api.accepted({
    subject: 'a\r\nX-Evil: 1',
    from_name: 'b\r\nX-Evil: 1',
    to: [{ email: 'ann@example.com', name: 'c\nX-Evil: 1' }],
    attachments: [{ content: 'aGk=', filename: 'd\r\nX-Evil: 1', content_type: 'text/plain\r\nX-Evil: 1' }],
  });
  const { text } = await api.outbox('GET', '/message/latest/raw');
  expect(text).toContain('Subject:');
  expect(text).not.toMatch(/^X-Evil/m);
});

test('the outbox overview lists all recipients of sent and unsent messages', async ({ api }) => {
  const people = { to: [{ email: 'ann@example.com', name: 'Ann' }], cc: ['bob@example.com'], bcc: ['eve@example.com'] };
  await api.accepted(people);
  await api.accepted({ ...people, scheduled_at: '2040-01-01T00:00:00Z' });
  await api.accepted({ ...people, sandbox_mode: true });
  const shown = { to: ['Ann <ann@example.com>', 'bob@example.com', 'eve@example.com'] };
  expect((await api.control('GET', '/outbox')).body).toMatchObject({ mails: [shown], unsent: [shown, shown] });
});

test('the page of a mail is its HTML in a sandbox, or 404', async ({ api }) => {
  const pageOf = (id: string) => api.control('GET', `/outbox/${id}/html`);
  const [text, html] = [await api.accepted(), await api.accepted({ html_body: '<p>Hi</p>' })];
  const frame = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'";
  expect(await pageOf(html.id)).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${frame}; form-action 'none'; frame-ancestors 'self'`,
      'referrer-policy': 'no-referrer',
    },
    text: '<p>Hi</p>',
  });
  for (const id of [text.id, 'none'])
    expect(await pageOf(id)).toMatchObject({
      status: 404,
      body: { errors: [{ code: '10015' }] },
    });
});
