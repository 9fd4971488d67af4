import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import type { EmailRequest } from '../../suite/api/client.ts';
import { makeTemplated } from '../../suite/api/email-members.ts';
import { findMembers } from '../../suite/api/message-bodies.ts';
import {
  deliver,
  makeWholeSend,
  readMessage,
  readThreadIds,
  readWholeMail,
  send,
  sendAndRead,
  wholeMail,
  wholeMailRules,
} from '../../suite/api/sending.ts';
import { type Case, expect, type Mail, rule, test } from '../../suite/rule.ts';

test(
  ...rule(['EMAIL-ANS-12', 'EMAIL-WO-2'], 'no creation shows the bodies, and no answer the labels', async (t) => {
    const label = t.unique.reference('label');
    const labels = {
      headers: { [`X-${label}-header`]: `${label}-value` },
      tags: [`${label}-tag`],
      metadata: { [`${label}-key`]: `${label}-entry` },
    };
    const html_body = `<p>${t.unique.reference('html')}</p>`;
    // A service may show a preview, which is shorter.
    const text_body = `${t.unique.reference('text')} and more`.repeat(50);
    const all = { html_body, text_body, ...labels };
    const [key, body] = [t.unique.key(), t.email(all)];
    const { rendered } = t.target.email.templates ?? {};
    const forms = {
      'in the sandbox': () => t.api.sendEmail(body, { key }),
      'through the alias': () => t.api.sendEmail(t.email(all), { alias: true }),
      'for later': () => t.api.sendEmail(t.email.real({ ...all, scheduled_at: t.time.in('PT1H') })),
      'sent now': () => t.api.sendEmail(t.email.real(all)),
      'HTML only': () => t.api.sendEmail(t.email({ html_body, text_body: undefined })),
      'text only': () => t.api.sendEmail(t.email({ text_body })),
      replayed: () => t.api.sendEmail(body, { key }),
      ...(rendered && { 'by a template': () => t.api.sendEmail(t.email(makeTemplated(rendered))) }),
    };
    await t.each(forms, async (send) => {
      const created = await t.mustSucceed(send(), 'a send');
      t.check('EMAIL-ANS-12', () => {
        // An invariant accepts members that are null.
        const members = ['html_body', 'text_body'].flatMap((name) => findMembers(created.body, name));
        expect(members, 'members for bodies').toEqual([]);
        const shown = [html_body, text_body].filter((value) => created.text.includes(JSON.stringify(value)));
        expect(shown, 'bodies in the answer').toEqual([]);
      });
      await t.check('EMAIL-WO-2', async () => {
        for (const { text } of [created, await readMessage(t, created.data.id)])
          expect(text.match(new RegExp(`${label}-\\w+`, 'gi')) ?? [], 'labels in the answer').toEqual([]);
      });
    });
  }),
);

test(
  ...rule('EMAIL-ANS-14', 'the delivered mail has the bodies', async (t) => {
    const long = (word: string) =>
      Array.from({ length: 60 }, (_, line) => `${word} ${line + 1} ${t.unique.reference()}`);
    const paragraphs = ['3 &lt; 4 &amp;amp; 5', ...long('html')].map((line) => `<p>${line}</p>`);
    const lines = ['Grüße aus München, 3 € & <b>nothing</b> else.', ...long('text')];
    const [html, text] = [paragraphs.join('\n'), lines.join('\n')];
    const mails = {
      both: { html_body: html, text_body: text },
      'text only': { text_body: text },
      'HTML only': { html_body: html, text_body: undefined },
    };
    await t.each(mails, async (bodies, form) => {
      const mail = await sendAndRead(t, bodies);
      if ('html_body' in bodies) expect(missing(paragraphs, mail.html), 'html_body lacks in the HTML part').toEqual([]);
      if (bodies.text_body) expect(missing(lines, mail.text), 'text_body lacks in the text part').toEqual([]);
      if (form === 'both') expect((mail.text ?? '').includes('<p>'), 'the text part is HTML').toBe(false);
    });
  }),
);

/** The lines that a text lacks. Mail may break and fill up lines, and a service may add text around them. */
function missing(lines: readonly string[], text = ''): string[] {
  const whole = text.replace(/\s+/g, ' ');
  return lines.filter((line) => !whole.includes(line));
}

test(
  ...rule('EMAIL-SUBJ-1', 'the mail has the subject in any letters and length', async (t) => {
    const subjects = [
      t.unique.reference('Plain'),
      `${t.unique.reference()} {{ name }} "quotes", <b>tags</b> & 100 %`,
      `Grüße, 日本語 und 🚀 ${t.unique.reference()}`,
      `${t.unique.reference()} ${'rather long words '.repeat(20)}end`,
    ];
    await t.each(subjects, async (subject) => {
      const address = t.unique.address();
      const answer = await t.api.sendEmail(t.email.real({ to: [address], subject }));
      // The longest subject is open.
      if (answer.refused && subject.length > 200) return;
      await t.mustSucceed(answer);
      const mail = await t.mustSucceed(t.mailbox.find(address));
      // White space may change where a line is broken.
      expect(mail.subject?.replace(/\s+/g, ' ')).toBe(subject);
    });
  }),
);

const bytes = Buffer.from(Array.from({ length: 256 * 5 }, (_, index) => index % 256));
const csv = Buffer.from('name;town\r\nAda;München\r\n');

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
    const read = await readMessage(t, created.data.id);
    const shown = sent.map(({ filename, content_type }) => expect.objectContaining({ filename, content_type }));
    for (const { data } of [created, read]) {
      const attached: unknown[] = [data.attachments ?? []].flat();
      expect(attached, 'attachments').toHaveLength(sent.length);
      expect(attached).toEqual(expect.arrayContaining(shown));
    }
  }),
);

/** A send with attachments. The source does not name them, so a target may refuse them. */
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

/** Two more recipients. */
const copies = (t: Case) => ({ cc: [t.unique.address('cc')], bcc: [t.unique.address('bcc')] });

const ways: readonly RuleId[] = [
  ...(['EMAIL-SUBJ-1', 'EMAIL-FROM-5', 'EMAIL-FROM-9', 'EMAIL-HDR-1', 'EMAIL-ANS-14', 'EMAIL-ATT-2'] as const),
  ...(['EMAIL-RCPT-1', 'EMAIL-ALIAS-2'] as const),
];

test(
  ...rule(ways, 'replies, forwards, templates and the legacy route lose nothing', async (t) => {
    const body = makeWholeSend(t);
    const copied = copies(t);
    const plain = await deliver(t, { ...body, ...copied });
    for (const [address = ''] of Object.values(copied)) await t.mustSucceed(t.mailbox.find(address), 'a copy');
    const { rendered } = t.target.email.templates ?? {};
    const reply = { ...body, in_reply_to_message_id: plain.id };
    const changes: Record<string, object> = {
      'a reply': reply,
      'a forward': { ...body, forward_of_message_id: t.unique.uuid() },
      ...(rendered && { 'a template': { ...body, html_body: undefined, ...makeTemplated(rendered) } }),
    };
    await t.each(changes, async (changed, way) => {
      const { cc, bcc } = copies(t);
      const { mail } = await deliver(t, { ...changed, cc, bcc });
      for (const id of wholeMailRules) {
        const isFromTemplate = way === 'a template' && (id === 'EMAIL-SUBJ-1' || id === 'EMAIL-ANS-14');
        if (isFromTemplate) continue;
        t.check(id, () => expect(wholeMail[id](mail), `the mail of ${way}`).toEqual(wholeMail[id](plain.mail)));
      }
      await t.check('EMAIL-RCPT-1', async () => {
        for (const address of [...cc, ...bcc]) await t.mailbox.find(address);
      });
    });

    const { mail: primary } = await deliver(t, reply);
    const { cc, bcc } = copies(t);
    const { address } = await send(t, { ...reply, cc, bcc }, { alias: true });
    await t.check('EMAIL-ALIAS-2', async () => {
      const mail = await t.mailbox.find(address);
      const shown = (delivered: Mail) => ({
        ...readWholeMail(delivered),
        ...readThreadIds(delivered),
        from: delivered.from,
      });
      expect(shown(mail), 'the content of the mail').toEqual(shown(primary));
      const recipients = [...mail.to, ...mail.cc].map((recipient) => recipient.toLowerCase());
      expect(recipients, 'recipients').toEqual([address, ...cc].map((recipient) => recipient.toLowerCase()));
      for (const copy of [...cc, ...bcc]) await t.mailbox.find(copy);
    });
  }),
);
