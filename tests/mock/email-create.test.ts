import { email, refusal } from './support/api.ts';
import { expect, test } from './support/test.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('a plain message is accepted with 202 and all fields of the answer', async ({ api }) => {
  await api.control('POST', '/clock', { now: '2040-06-01T10:00:00Z' });
  const received = await api.send();
  expect(received.status).toBe(202);
  expect(received.body).toEqual({
    data: {
      id: expect.stringMatching(UUID),
      record_type: 'email_message',
      status: 'queued',
      from: { email: 'sender@example.com' },
      to: [{ email: 'ann@example.com' }],
      cc: [],
      bcc: [],
      reply_to: null,
      subject: 'Hello',
      template_id: null,
      template_variables: {},
      attachments: [],
      events: [],
      created_at: expect.stringMatching(/^2040-06-01T10:00:\d\d\.\d{3}Z$/),
    },
  });
});

test('write-only members are never answered', async ({ api }) => {
  const { id, ...data } = await api.accepted({
    html_body: '<p>Hi</p>',
    headers: { 'X-Secret': 'header-secret' },
    tags: ['tag-secret'],
    metadata: { note: 'metadata-secret' },
  });
  const read = await api.get(`/email_messages/${id}`);
  for (const text of [JSON.stringify(data), read.text]) expect(text).not.toContain('secret');
  for (const name of ['html_body', 'text_body']) expect(data).not.toHaveProperty(name);
});

test('a read returns the bodies, and the message is sent by then', async ({ api }) => {
  const created = await api.accepted({ html_body: '<p>Hi</p>' });
  for (const path of ['/email_messages', '/emails']) {
    expect((await api.get(`${path}/${created.id}`)).body).toEqual({
      data: { ...created, status: 'sent', html_body: '<p>Hi</p>', text_body: 'Good morning' },
    });
  }
});

test('an unknown message and one of another account get equal answers, byte for byte', async ({ api }) => {
  const { id } = await api.accepted({}, { as: 'key_other' });
  const answers = await Promise.all(
    [id, '00000000-0000-4000-8000-000000000000'].map((target) => api.get(`/email_messages/${target}`)),
  );
  for (const answer of answers) expect(answer).toMatchObject(refusal(404, '10001'));
  expect(answers[0]?.text).toBe(answers[1]?.text);
});

for (const subject of [undefined, '']) {
  test(`without a template a subject is required: ${JSON.stringify(subject)}`, async ({ api }) => {
    expect(await api.send({ subject })).toMatchObject(refusal(400, '10015', { pointer: '/subject' }));
    expect(await api.mails()).toEqual([]);
  });
}

test('a sandboxed message is accepted, can be read and never reaches the outbox', async ({ api }) => {
  const data = await api.accepted({ sandbox_mode: true });
  expect(data).toMatchObject({ status: 'sandbox', sandbox: true });
  expect((await api.get(`/email_messages/${data.id}`)).body).toMatchObject({
    data: { status: 'sandbox', sandbox: true },
  });
  const later = await api.accepted({ sandbox_mode: true, scheduled_at: '2040-01-01T00:00:00Z' });
  await api.control('POST', '/clock', { now: '2041-01-01T00:00:00Z' });
  expect((await api.get(`/email_messages/${later.id}`)).body).toMatchObject({ data: { status: 'sandbox' } });
  expect(await api.mails()).toEqual([]);
});

for (const [changes, pointer] of [
  [{ from: 'sender' }, '/from'],
  [{ from: { name: 'x' } }, '/from/email'],
  [{ to: ['Ann <ann@example.com>'] }, '/to/0'],
  [{ to: ['ann@example.com', 'a@b@example.com'] }, '/to/1'],
  [{ cc: [{ email: 'no' }] }, '/cc/0/email'],
  [{ bcc: null }, '/bcc'],
  [{ metadata: [] }, '/metadata'],
  [{ headers: { 'X-A': 1 } }, '/headers/X-A'],
  [{ headers: { 'X-A': 'a\r\nBcc: eve@example.com' } }, '/headers/X-A'],
  [{ headers: { 'X/A~': 'a\rb' } }, '/headers/X~1A~0'],
  [{ group_id: 'x' }, '/group_id'],
  [{ ignore_suppression: 'yes' }, '/ignore_suppression'],
  [{ forward_of_message_id: 'x' }, '/forward_of_message_id'],
  [{ attachments: [{ content: '***' }] }, '/attachments/0/content'],
] as const) {
  test(`a member that breaks the contract is refused at ${pointer}: ${JSON.stringify(changes)}`, async ({ api }) => {
    expect(await api.send(changes)).toMatchObject(refusal(422, '10015', { pointer }));
    expect(await api.mails()).toEqual([]);
  });
}

test('text of any kind comes back as it was sent', async ({ api }) => {
  const subject = 'Grüße 👋🏽 \u202e \u0000 \ud800 end';
  const body = JSON.stringify(email({ subject }));
  expect(await api.send({}, { body })).toMatchObject({ status: 202, body: { data: { subject } } });
});
