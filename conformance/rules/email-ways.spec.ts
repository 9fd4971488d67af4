import { templated } from '../suite/calls/email-members.ts';
import { type Delivered, deliver } from '../suite/calls/sending.ts';
import { allShown, everything, wholeMail, wholeMailRules } from '../suite/calls/whole-mail.ts';
import { type Case, expect, rule } from '../suite/rule.ts';

/** A message that was delivered, and its copies. */
interface Sent extends Delivered {
  copies: string[];
}

async function sendCopied(the: Case, body: object, alias = false): Promise<Sent> {
  const [cc, bcc] = [the.unique.address('cc'), the.unique.address('bcc')];
  return { ...(await deliver(the, { ...body, cc: [cc], bcc: [bcc] }, { alias })), copies: [cc, bcc] };
}

/** The precondition: a message of the plainest way, whose copies have come. */
async function sendPlainly(the: Case, body: object): Promise<Sent> {
  const plain = await sendCopied(the, body);
  for (const address of plain.copies) await the.given(the.mailbox.find(address), 'a copy of a plain message');
  return plain;
}

rule(
  [...wholeMailRules, 'EMAIL-RCPT-1'],
  'replies, forwards and templates lose nothing that a plain message has',
  async (the) => {
    const { target, unique, check, each } = the;
    const body = everything(the);
    const plain = await sendPlainly(the, body);
    const { rendered } = target.email.templates ?? {};
    const ways: Record<string, object> = {
      'a reply': { ...body, in_reply_to_message_id: plain.id },
      'a forward': { ...body, forward_of_message_id: unique.uuid() },
      ...(rendered && { 'a template': { ...body, html_body: undefined, ...templated(rendered) } }),
    };
    await each(ways, async (changed, way) => {
      const { mail, copies } = await sendCopied(the, changed);
      for (const id of wholeMailRules) {
        const isFromTemplate = way === 'a template' && (id === 'EMAIL-SUBJ-1' || id === 'EMAIL-ANS-14');
        if (isFromTemplate) continue;
        check(id, () => expect(wholeMail[id](mail), `what ${way} shows`).toEqual(wholeMail[id](plain.mail)));
      }
      await check('EMAIL-RCPT-1', async () => {
        for (const address of copies) await the.mailbox.find(address);
      });
    });
  },
);

rule('EMAIL-ALIAS-2', 'mail of the legacy route shows all that mail of the primary one does', async (the) => {
  const body = everything(the);
  const plain = await sendPlainly(the, body);
  const alias = await sendCopied(the, body, true);
  expect(allShown(alias.mail), 'what the mail shows').toEqual(allShown(plain.mail));
  for (const address of alias.copies) await the.mailbox.find(address);
});
