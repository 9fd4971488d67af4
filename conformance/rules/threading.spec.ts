import { expect, rule } from '../suite/rule.ts';

rule(
  ['EMAIL-THREAD-1', 'EMAIL-THREAD-2', 'EMAIL-THREAD-17'],
  'a reply carries the Message-ID of its parent, and only that',
  async ({ api, email, mailbox, unique, given, check }) => {
    const [toParent, toReply] = [unique.address('parent'), unique.address('reply')];
    const parent = await given(api.sendEmail(email.real({ to: [toParent] })), 'the parent');
    const reply = { to: [toReply], in_reply_to_message_id: parent.data.id };
    await given(api.sendEmail(email.real(reply)), 'the reply');

    const parentMail = await given(mailbox.find(toParent));
    const replyMail = await given(mailbox.find(toReply));
    check('EMAIL-THREAD-1', () => expect(replyMail.inReplyTo).toBe(parentMail.messageId));
    check('EMAIL-THREAD-2', () => expect(replyMail.references.at(-1)).toBe(parentMail.messageId));
    check('EMAIL-THREAD-17', () => expect(replyMail.references).toEqual([parentMail.messageId]));
  },
);

rule('EMAIL-SAND-3', 'a sandboxed message is never delivered', async ({ api, email, mailbox, unique, given }) => {
  const address = unique.address('sandboxed');
  await given(api.sendEmail(email({ to: [address] })));
  expect(await mailbox.isEmpty(address), 'no mail has come').toBe(true);
});

rule('EMAIL-THREAD-8', 'the refusals of an unknown and of a foreign parent are alike', async (given) => {
  const { api, email, unique } = given;
  const foreign = await given.given(api.as('other').sendEmail(email()), 'a send of the other account');
  const reply = (id: string) => api.sendEmail(email({ in_reply_to_message_id: id }));
  const unknownParent = await reply(unique.uuid());
  expect(await reply(foreign.data.id)).toEqualAnswer(unknownParent);
});

rule(
  ['SIM-9', 'SIM-15'],
  'a new threshold is shown, and a part of it changes that part only',
  async ({ api, notification, check, given }) => {
    const { id } = notification;
    const set = await given(api.updateNotification(id, { threshold: { amount: '3.5', unit: 'GB' } }));
    const read = await api.updateNotification(id, {});
    check('SIM-9', () => {
      expect(set.data.threshold).toEqual({ amount: '3.5', unit: 'GB' });
      expect(read.data.threshold).toEqual({ amount: '3.5', unit: 'GB' });
    });
    const part = await api.updateNotification(id, { threshold: { amount: '4' } });
    check('SIM-15', () => expect(part.data.threshold).toEqual({ amount: '4', unit: 'GB' }));
  },
);

rule('RSV-9', 'every entry has the number that was asked for', async ({ reserve }) => {
  const { answer, numbers } = await reserve(2);
  expect(answer.data.phone_numbers?.map(({ phone_number }) => phone_number)).toEqual(numbers);
});
