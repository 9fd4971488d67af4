import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { templated } from '../../suite/api/email-members.ts';
import { allShown, deliver, everything, send, threadOf, wholeMail, wholeMailRules } from '../../suite/api/sending.ts';
import { type Case, expect, type Mail, rule, test } from '../../suite/rule.ts';

const copies = (t: Case) => ({ cc: [t.unique.address('cc')], bcc: [t.unique.address('bcc')] });

const ways: readonly RuleId[] = [
  ...(['EMAIL-SUBJ-1', 'EMAIL-FROM-5', 'EMAIL-FROM-9', 'EMAIL-HDR-1', 'EMAIL-ANS-14', 'EMAIL-ATT-2'] as const),
  ...(['EMAIL-RCPT-1', 'EMAIL-ALIAS-2'] as const),
];

test(
  ...rule(ways, 'replies, forwards, templates and the legacy route lose nothing', async (t) => {
    const body = everything(t);
    const copied = copies(t);
    const plain = await deliver(t, { ...body, ...copied });
    for (const [address = ''] of Object.values(copied)) await t.mustSucceed(t.mailbox.find(address), 'a copy');
    const { rendered } = t.target.email.templates ?? {};
    const reply = { ...body, in_reply_to_message_id: plain.id };
    const changes: Record<string, object> = {
      'a reply': reply,
      'a forward': { ...body, forward_of_message_id: t.unique.uuid() },
      ...(rendered && { 'a template': { ...body, html_body: undefined, ...templated(rendered) } }),
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
      const shown = (delivered: Mail) => ({ ...allShown(delivered), ...threadOf(delivered), from: delivered.from });
      expect(shown(mail), 'the content of the mail').toEqual(shown(primary));
      const recipients = [...mail.to, ...mail.cc].map((recipient) => recipient.toLowerCase());
      expect(recipients, 'recipients').toEqual([address, ...cc].map((recipient) => recipient.toLowerCase()));
      for (const copy of [...cc, ...bcc]) await t.mailbox.find(copy);
    });
  }),
);
