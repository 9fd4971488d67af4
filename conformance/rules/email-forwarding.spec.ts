import {
  deliver,
  needsThreads,
  noThread,
  refusesNoUuids,
  sendParent,
  threadHeaders,
  threadOf,
} from '../suite/calls/sending.ts';
import { expect, rule } from '../suite/rule.ts';

const forward = (id: unknown) => ({ forward_of_message_id: id });

rule(
  ['EMAIL-FWD-1', 'EMAIL-FWD-2'],
  'a forward carries no threading headers, and a reply to it begins with the forward',
  async (the) => {
    const { api, email, unique, check } = the;
    const root = await deliver(the);
    const inThread = await deliver(the, { in_reply_to_message_id: root.id });
    // Whether all can be replied to where there is no reply is open.
    const toAll = { ...forward(inThread.id), reply_to_all: true };
    const takesAll = (await api.sendEmail(email(toAll))).accepted;
    const forwards = await Promise.all([
      deliver(the, forward(root.id)),
      deliver(the, forward(inThread.id)),
      ...(takesAll ? [deliver(the, { ...toAll, subject: `Fwd: ${inThread.subject}` })] : []),
      deliver(the, forward(unique.uuid())),
      deliver(the, forward(inThread.id), { alias: true }),
    ]);
    check('EMAIL-FWD-1', () => {
      for (const { mail } of forwards) expect(threadHeaders(mail)).toEqual(noThread);
    });
    await needsThreads(the, { parent: root, reply: inThread });
    for (const { id, messageId } of forwards.slice(0, 2)) {
      const reply = await deliver(the, { in_reply_to_message_id: id });
      check('EMAIL-FWD-2', () => expect(threadOf(reply.mail).references).toEqual([messageId]));
    }
  },
);

rule(
  ['EMAIL-FWD-3', 'EMAIL-FWD-4'],
  'a forwarded message whose id is no UUID string is refused with 422',
  async (the) => {
    const id = the.unique.uuid();
    await the.given(the.api.sendEmail(the.email(forward(id))), 'a forward');
    await refusesNoUuids(the, ['EMAIL-FWD-3', 'EMAIL-FWD-4'], forward, id);
  },
);

rule('EMAIL-FWD-5', 'a forward of a UUID that names no message is accepted', async ({ api, email, unique, given }) => {
  await given(api.sendEmail(email()), 'a send');
  expect(await api.sendEmail(email(forward(unique.uuid())))).toAccept();
  expect(await api.sendEmail(email(forward(unique.uuid().toUpperCase())))).toAccept();
  expect(await api.sendEmail(email.real(forward(unique.uuid())))).toAccept();
});

rule('EMAIL-FWD-6', 'a forward of a message of another account is accepted', async (the) => {
  const { api, email, given } = the;
  const foreign = await sendParent(the, {}, { as: 'other' });
  const own = await sendParent(the);
  await given(api.sendEmail(email(forward(own.id))), 'a forward of an own message');
  expect(await api.sendEmail(email(forward(foreign.id)))).toAccept();
});
