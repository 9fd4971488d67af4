import type { EmailRequest } from '../../suite/api/client.ts';
import { type Case, expect, rule, test } from '../../suite/rule.ts';

const bytes = Buffer.from(Array.from({ length: 256 * 5 }, (_, index) => index % 256));
const csv = Buffer.from('name;town\r\nAda;München\r\n');

test(
  ...rule('EMAIL-ATT-1', 'attachments are accepted, with all their members and with few', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email()));
    const [binary, table] = attachments(t);
    const few = { content: table.content, filename: table.filename };
    for (const list of [[], [binary], [binary, table], [few], [{ ...binary, content_id: null }]])
      expect(await t.api.sendEmail(t.email({ attachments: list }))).toAccept();
  }),
);

test(
  ...rule('EMAIL-ATT-2', 'attachments arrive with their bytes, types and names', async (t) => {
    const address = t.unique.address();
    const sent = attachments(t);
    const html_body = `<p>Look: <img src="cid:${sent[0].content_id}"></p>`;
    await sendAttached(t, t.email.real({ to: [address], html_body, attachments: sent }));
    const mail = await t.mustSucceed(t.mailbox.find(address));
    const arrived = mail.attachments.map(({ filename, mimeType, content }) => ({
      filename,
      content_type: mimeType,
      content: (typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)).toString(
        'base64',
      ),
    }));
    const expected = sent.map(({ filename, content_type, content }) => ({ filename, content_type, content }));
    expect(arrived).toHaveLength(sent.length);
    expect(arrived).toEqual(expect.arrayContaining(expected));
  }),
);

test(
  ...rule('EMAIL-ATT-4', 'attachments are shown without their content', async (t) => {
    const sent = attachments(t);
    const created = await sendAttached(t, t.email({ attachments: sent }));
    const read = await t.mustSucceed(t.eventually(() => t.api.getEmail(created.data.id)));
    const shown = sent.map(({ filename, content_type }) => expect.objectContaining({ filename, content_type }));
    for (const { data } of [created, read]) {
      const attached: unknown[] = [data.attachments ?? []].flat();
      expect(attached, 'attachments').toHaveLength(sent.length);
      expect(attached).toEqual(expect.arrayContaining(shown));
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
  const attached = (content: Buffer, id: string, content_type: string, disposition: string, filename: string) => ({
    ...{ content: content.toString('base64'), content_id: t.unique.reference(id) },
    ...{ content_type, disposition, filename },
  });
  return [
    attached(bytes, 'logo', 'image/png', 'inline', 'logo.png'),
    attached(csv, 'table', 'text/csv', 'attachment', 'Städte 2026.csv'),
  ] as const;
}
