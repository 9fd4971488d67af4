import { templated } from '../../suite/api/email-members.ts';
import {
  allShown,
  type Delivered,
  deliver,
  everything,
  send,
  threadOf,
  wholeMail,
  wholeMailRules,
} from '../../suite/api/sending.ts';
import { type Case, expect, type Mail, rule, test } from '../../suite/rule.ts';

/** A delivered message and its copies. */
interface Sent extends Delivered {
  copies: string[];
}

async function sendCopied(t: Case, body: object): Promise<Sent> {
  const [cc, bcc] = [t.unique.address('cc'), t.unique.address('bcc')];
  return { ...(await deliver(t, { ...body, cc: [cc], bcc: [bcc] })), copies: [cc, bcc] };
}

/** The precondition: a plain message with delivered copies. */
async function sendPlainly(t: Case, body: object): Promise<Sent> {
  const plain = await sendCopied(t, body);
  for (const address of plain.copies) await t.mustSucceed(t.mailbox.find(address), 'a copy of a plain message');
  return plain;
}

test(
  ...rule([...wholeMailRules, 'EMAIL-RCPT-1'], 'replies, forwards and templates lose nothing', async (t) => {
    const body = everything(t);
    const plain = await sendPlainly(t, body);
    const { rendered } = t.target.email.templates ?? {};
    const ways: Record<string, object> = {
      'a reply': { ...body, in_reply_to_message_id: plain.id },
      'a forward': { ...body, forward_of_message_id: t.unique.uuid() },
      ...(rendered && { 'a template': { ...body, html_body: undefined, ...templated(rendered) } }),
    };
    await t.each(ways, async (changed, way) => {
      const { mail, copies } = await sendCopied(t, changed);
      for (const id of wholeMailRules) {
        const isFromTemplate = way === 'a template' && (id === 'EMAIL-SUBJ-1' || id === 'EMAIL-ANS-14');
        if (isFromTemplate) continue;
        t.check(id, () => expect(wholeMail[id](mail), `what ${way} shows`).toEqual(wholeMail[id](plain.mail)));
      }
      await t.check('EMAIL-RCPT-1', async () => {
        for (const address of copies) await t.mailbox.find(address);
      });
    });
  }),
);

test(
  ...rule('EMAIL-ALIAS-2', 'mail of the legacy route shows all that mail of the primary one does', async (t) => {
    const body = { ...everything(t), in_reply_to_message_id: (await deliver(t)).id };
    const plain = await sendPlainly(t, body);
    const [cc, bcc] = [t.unique.address('cc'), t.unique.address('bcc')];
    const { address } = await send(t, { ...body, cc: [cc], bcc: [bcc] }, { alias: true });
    const mail = await t.mailbox.find(address);
    const shown = (delivered: Mail) => ({ ...allShown(delivered), ...threadOf(delivered), from: delivered.from });
    expect(shown(mail), 'the content of the mail').toEqual(shown(plain.mail));
    expect([mail.to, mail.cc].map(inLowerCase), 'recipients').toEqual([[address], [cc]].map(inLowerCase));
    for (const copy of [cc, bcc]) await t.mailbox.find(copy);
  }),
);

function inLowerCase(addresses: readonly string[]): string[] {
  return addresses.map((address) => address.toLowerCase());
}
