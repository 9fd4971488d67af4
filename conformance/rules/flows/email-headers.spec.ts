import { isKnown } from '../../suite/api/email-members.ts';
import { decodeHeader } from '../../suite/api/mailbox.ts';
import { deliver, listMessageIds, readThreadHeaders, readThreadIds } from '../../suite/api/sending.ts';
import { structuralHeaders } from '../../suite/api/wrong-values.ts';
import { expect, type Mail, rule, test } from '../../suite/rule.ts';

const forged = '<forged.by.the.caller@example.net>';

test(
  ...rule(['EMAIL-HDR-1', 'EMAIL-HDR-2'], 'the delivered mail has the custom headers', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email()), 'a send without custom headers');
    const headers: Record<string, string> = {
      'X-Conformance-One': t.unique.reference('one'),
      'Conformance-Two': 'Two words, and a colon: there',
      'X-Conformance-Long': Array.from({ length: 30 }, (_, index) => `word${index}`).join(' '),
    };
    const address = t.unique.address();
    const answer = await t.api.sendEmail(t.email.real({ to: [address], headers }));
    if (!t.check('EMAIL-HDR-2', () => expect(answer).toAccept())) t.blocked('custom headers are refused');
    const mail = await t.mustSucceed(t.mailbox.find(address));
    const found = Object.keys(headers).flatMap((name) => mail.all(name));
    if (found.length === 0 && !(await isKnown(t, 'headers'))) {
      t.check('EMAIL-HDR-2', () => expect(found, 'custom headers in the mail').not.toEqual([]));
      t.blocked('the target does not know `headers`, see EMAIL-HDR-2');
    }
    t.check('EMAIL-HDR-1', () => {
      for (const [name, value] of Object.entries(headers))
        expect(mail.all(name).map(decodeHeader), `header ${name}`).toEqual([value]);
    });
  }),
);

test(
  ...rule('EMAIL-HDR-4', 'custom headers change nothing about the thread', async (t) => {
    const parent = await deliver(t);
    const forgeries: Record<string, string>[] = [
      { 'In-Reply-To': forged },
      { References: forged },
      { 'In-Reply-To': forged, References: `${forged} ${forged}` },
      { 'in-reply-to': forged, REFERENCES: forged },
      { ' In-Reply-To ': forged, 'References ': forged },
      { 'X-Smuggled': `a\r\nIn-Reply-To: ${forged}\r\nReferences: ${forged}` },
      { 'X-Smuggled': `a\nReferences: ${forged}` },
      { [`X-Smuggled: a\r\nIn-Reply-To: ${forged}\r\nX-Rest`]: 'b' },
      { [`References: ${forged}\nX-Rest`]: 'b' },
    ];
    // A service may refuse such headers; accepted mail must not have them.
    const mailsOf = async (body: object) => {
      const attempts = forgeries.map(async (headers) => {
        const { address, answer } = await t.again(async () => {
          const address = t.unique.address();
          const send = () => t.api.sendEmail(t.email.real({ to: [address], ...body, headers }));
          return { address, answer: await t.eventually(send) };
        });
        return answer.accepted ? [await t.mustSucceed(t.mailbox.find(address))] : [];
      });
      return (await Promise.all(attempts)).flat();
    };
    for (const body of [{}, { forward_of_message_id: parent.id }, { in_reply_to_message_id: parent.id }]) {
      const [{ mail: plain }, mails] = await Promise.all([deliver(t, body), mailsOf(body)]);
      for (const mail of mails) {
        expect(JSON.stringify(readThreadHeaders(mail)), 'threading headers').not.toContain(forged);
        expect(linesOf(mail), 'lines of the threading headers').toEqual(linesOf(plain));
        if (body.in_reply_to_message_id) expect(readThreadIds(mail)).toEqual(readThreadIds(plain));
      }
    }
  }),
);

function linesOf(mail: Mail): number[] {
  return Object.values(readThreadHeaders(mail)).map(({ length }) => length);
}

const inLowerCase = Object.fromEntries(
  Object.entries(structuralHeaders).map(([name, value]) => [name.toLowerCase(), value]),
);

test(
  ...rule('EMAIL-HDR-6', 'a structural header is that of the message, and is there once', async (t) => {
    const tried = await t.api.sendEmail(t.email({ headers: structuralHeaders }));
    if (tried.refused) t.notApplicable('a custom header with the name of a structural one is refused, see EMAIL-HDR-5');
    const [cc, reply_to] = [t.unique.address('cc'), t.unique.address('reply')];
    for (const headers of [structuralHeaders, inLowerCase]) {
      const bare = await deliver(t, { headers });
      const full = await deliver(t, { headers, cc: [cc], reply_to });
      for (const { mail, messageId, subject, address } of [bare, full]) {
        expectOwn(mail);
        expect(messageId).not.toBe(forged);
        expect(mail.subject).toBe(subject);
        expect(mail.to).toEqual([address]);
      }
      expect([bare.mail.cc, bare.mail.replyTo], 'Cc and Reply-To of a message without them').toEqual([[], []]);
      expect(full.mail.cc).toEqual([cc]);
      expect(full.mail.replyTo.map(({ address }) => address)).toEqual([reply_to]);
    }
  }),
);

/** The structural headers that every mail with one recipient in `to` has. */
const demanded = ['Message-ID', 'From', 'To', 'Subject', 'Date'];

/** Each structural header at most once, none with the forged value. */
function expectOwn(mail: Mail): void {
  for (const [name, value] of Object.entries(structuralHeaders)) {
    // EMAIL-HDR-4 is about the thread.
    if (name === 'In-Reply-To' || name === 'References') continue;
    const own = mail.all(name);
    expect(own.length, `lines of ${name}`).toBeLessThanOrEqual(1);
    if (demanded.includes(name)) expect(own, name).toHaveLength(1);
    expect(own.map(decodeHeader).join(), name).not.toContain(value);
  }
  expect(listMessageIds(mail, 'Message-ID')).toHaveLength(1);
}
