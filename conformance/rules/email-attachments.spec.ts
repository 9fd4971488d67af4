import type { EmailRequest } from '../suite/calls/client.ts';
import { type Case, expect, rule } from '../suite/rule.ts';

const bytes = Buffer.from(Array.from({ length: 256 * 5 }, (_, index) => index % 256));
const csv = Buffer.from('name;town\r\nAda;München\r\n');

rule('EMAIL-ATT-1', 'attachments are accepted, with all their members and with few', async (given) => {
  const { api, email, step } = given;
  await given.given(api.sendEmail(email()));
  const [binary, table] = attachments(given);
  const { content, filename } = table;
  const lists = [[], [binary], [binary, table], [{ content, filename }], [{ ...binary, content_id: null }]];
  for (const list of lists) {
    const label = `${list.length} of ${Object.keys(list[0] ?? {}).join(', ')}`;
    await step(label, async () => expect(await api.sendEmail(email({ attachments: list }))).toAccept());
  }
});

rule('EMAIL-ATT-2', 'attachments arrive with their bytes, types and names', async (given) => {
  const { email, mailbox, unique } = given;
  const address = unique.address();
  const sent = attachments(given);
  const html_body = `<p>Look: <img src="cid:${sent[0].content_id}"></p>`;
  await sendAttached(given, email.real({ to: [address], html_body, attachments: sent }));
  const mail = await given.given(mailbox.find(address));
  const came = mail.attachments.map(({ filename, mimeType, content }) => ({
    filename,
    content_type: mimeType,
    content: (typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)).toString(
      'base64',
    ),
  }));
  expect(came).toHaveLength(sent.length);
  for (const { filename, content_type, content } of sent) {
    expect(came, filename).toContainEqual({ filename, content_type, content });
  }
});

rule('EMAIL-ATT-3', 'inline_css is accepted', async ({ api, email, given }) => {
  const html_body = '<style>p { color: red }</style><p>Hello</p>';
  await given(api.sendEmail(email({ html_body })));
  for (const inline_css of [true, false]) {
    expect(await api.sendEmail(email({ html_body, inline_css }))).toAccept();
  }
});

rule('EMAIL-ATT-4', 'attachments are shown without their content', async (given) => {
  const { api, email } = given;
  const sent = attachments(given);
  const created = await sendAttached(given, email({ attachments: sent }));
  const read = await given.given(api.getEmail(created.data.id), 'reading it');
  for (const { data } of [created, read]) {
    expect(data.attachments).toMatchSchema('/components/schemas/EmailMessage/properties/attachments');
    expect(data.attachments, 'attachments').toHaveLength(sent.length);
    for (const { filename, content_type } of sent) {
      expect(data.attachments).toContainEqual(expect.objectContaining({ filename, content_type }));
    }
  }
});

/** A send with attachments, which the source does not name: a target may refuse them. */
async function sendAttached({ api, email, given, notApplicable }: Case, body: EmailRequest) {
  await given(api.sendEmail(email()), 'a send without attachments');
  const answer = await api.sendEmail(body);
  if (answer.refused) notApplicable('attachments are refused, see EMAIL-ATT-1');
  return given(answer, 'a send with attachments');
}

function attachments({ unique }: Case) {
  const binary = {
    content: bytes.toString('base64'),
    content_id: unique.reference('logo'),
    content_type: 'image/png',
    disposition: 'inline',
    filename: 'logo.png',
  };
  const table = {
    content: csv.toString('base64'),
    content_id: unique.reference('table'),
    content_type: 'text/csv',
    disposition: 'attachment',
    filename: 'Städte 2026.csv',
  };
  return [binary, table] as const;
}
