import { deliver, needsThreads, noThread, sendParent, threadHeaders, threadOf } from '../../suite/api/sending.ts';
import { expect, rule, test } from '../../suite/rule.ts';

const forward = (id: unknown) => ({ forward_of_message_id: id });

test(
  ...rule(
    ['EMAIL-FWD-1', 'EMAIL-FWD-2'],
    'a forward carries no threading headers, and a reply to it begins with the forward',
    async (t) => {
      const root = await deliver(t);
      const inThread = await deliver(t, { in_reply_to_message_id: root.id });
      // Whether all can be replied to where there is no reply is open.
      const toAll = { ...forward(inThread.id), reply_to_all: true };
      const takesAll = (await t.api.sendEmail(t.email(toAll))).accepted;
      const forwards = await Promise.all([
        deliver(t, forward(root.id)),
        deliver(t, forward(inThread.id)),
        ...(takesAll ? [deliver(t, { ...toAll, subject: `Fwd: ${inThread.subject}` })] : []),
        deliver(t, forward(t.unique.uuid())),
        deliver(t, forward(inThread.id), { alias: true }),
      ]);
      t.check('EMAIL-FWD-1', () => {
        for (const { mail } of forwards) expect(threadHeaders(mail)).toEqual(noThread);
      });
      await needsThreads(t, { parent: root, reply: inThread });
      for (const { id, messageId } of forwards.slice(0, 2)) {
        const reply = await deliver(t, { in_reply_to_message_id: id });
        t.check('EMAIL-FWD-2', () => expect(threadOf(reply.mail).references).toEqual([messageId]));
      }
    },
  ),
);

test(
  ...rule('EMAIL-FWD-5', 'a forward of a UUID that names no message is accepted', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email()), 'a send');
    expect(await t.api.sendEmail(t.email(forward(t.unique.uuid())))).toAccept();
    expect(await t.api.sendEmail(t.email(forward(t.unique.uuid().toUpperCase())))).toAccept();
    expect(await t.api.sendEmail(t.email.real(forward(t.unique.uuid())))).toAccept();
  }),
);

test(
  ...rule('EMAIL-FWD-6', 'a forward of a message of another account is accepted', async (t) => {
    const foreign = await sendParent(t, {}, { as: 'other' });
    const own = await sendParent(t);
    await t.mustSucceed(t.api.sendEmail(t.email(forward(own.id))), 'a forward of an own message');
    expect(await t.api.sendEmail(t.email(forward(foreign.id)))).toAccept();
  }),
);
