import type { EmailRequest } from '../../suite/api/client.ts';
import { type Case, expect, rule, test } from '../../suite/rule.ts';

const bytes = Buffer.from(Array.from({ length: 256 * 5 }, (_, index) => index % 256));
const csv = Buffer.from('name;town\r\nAda;München\r\n');

test(
  ...rule('EMAIL-ATT-1', 'attachments are accepted, with all their members and with few', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email()));
    const [binary, table] = attachments(t);
    const { content, filename } = table;
    const lists = [[], [binary], [binary, table], [{ content, filename }], [{ ...binary, content_id: null }]];
    for (const list of lists) {
      const label = `${list.length} of ${Object.keys(list[0] ?? {}).join(', ')}`;
      await t.step(label, async () => expect(await t.api.sendEmail(t.email({ attachments: list }))).toAccept());
    }
  }),
);

test(
  ...rule('EMAIL-ATT-2', 'attachments arrive with their bytes, types and names', async (t) => {
    const address = t.unique.address();
    const sent = attachments(t);
    const html_body = `<p>Look: <img src="cid:${sent[0].content_id}"></p>`;
    await sendAttached(t, t.email.real({ to: [address], html_body, attachments: sent }));
    const mail = await t.mustSucceed(t.mailbox.find(address));
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
  }),
);

test(
  ...rule('EMAIL-ATT-3', 'inline_css is accepted', async (t) => {
    const html_body = '<style>p { color: red }</style><p>Hello</p>';
    await t.mustSucceed(t.api.sendEmail(t.email({ html_body })));
    for (const inline_css of [true, false]) {
      expect(await t.api.sendEmail(t.email({ html_body, inline_css }))).toAccept();
    }
  }),
);

test(
  ...rule('EMAIL-ATT-4', 'attachments are shown without their content', async (t) => {
    const sent = attachments(t);
    const created = await sendAttached(t, t.email({ attachments: sent }));
    const read = await t.mustSucceed(
      t.eventually(() => t.api.getEmail(created.data.id)),
      'reading it',
    );
    for (const { data } of [created, read]) {
      expect(data.attachments).toMatchSchema('/components/schemas/EmailMessage/properties/attachments');
      expect(data.attachments, 'attachments').toHaveLength(sent.length);
      for (const { filename, content_type } of sent) {
        expect(data.attachments).toContainEqual(expect.objectContaining({ filename, content_type }));
      }
    }
  }),
);

/** A send with attachments, which the source does not name: a target may refuse them. */
async function sendAttached(t: Case, body: EmailRequest) {
  await t.mustSucceed(t.api.sendEmail(t.email()), 'a send without attachments');
  const answer = await t.api.sendEmail(body);
  if (answer.refused) t.notApplicable('attachments are refused, see EMAIL-ATT-1');
  return t.mustSucceed(answer, 'a send with attachments');
}

function attachments(t: Case) {
  const binary = {
    content: bytes.toString('base64'),
    content_id: t.unique.reference('logo'),
    content_type: 'image/png',
    disposition: 'inline',
    filename: 'logo.png',
  };
  const table = {
    content: csv.toString('base64'),
    content_id: t.unique.reference('table'),
    content_type: 'text/csv',
    disposition: 'attachment',
    filename: 'Städte 2026.csv',
  };
  return [binary, table] as const;
}
