import { checkAssuming } from '../../suite/api/email-members.ts';
import { sendAndRead } from '../../suite/api/sending.ts';
import { type Case, expect, type Mail, rule, test } from '../../suite/rule.ts';

const names = ['Ada Sender', 'Søren Ünal, QA'];

/** The mail of an accepted send shows the sender; letter case may change on the way. */
async function expectFrom(t: Case, members: Record<string, unknown>, name: string): Promise<void> {
  const address = t.unique.address();
  expect(await t.api.sendEmail(t.email.real({ to: [address], ...members }))).toAccept();
  const { from }: Mail = await t.mailbox.find(address);
  const wanted = { address: t.target.email.from?.toLowerCase(), name };
  expect({ ...from, address: from?.address.toLowerCase() }).toEqual(wanted);
}

test(
  ...rule('EMAIL-FROM-1', 'an address string is the sender of the mail', async (t) => {
    const { from } = t.target.email;
    expect((await sendAndRead(t, { from })).from?.address.toLowerCase()).toBe(from?.toLowerCase());
  }),
);

test(
  ...rule('EMAIL-FROM-2', 'the name in a from object is shown with the address', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email.real()));
    await t.each(names, String, (name) =>
      checkAssuming(t, ['email'], () => expectFrom(t, { from: { email: t.target.email.from, name } }, name)),
    );
  }),
);

test(
  ...rule('EMAIL-FROM-3', 'the address of a from object is its member email', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email()));
    const answer = await t.api.sendEmail(t.email({ from: { email: t.target.email.from } }));
    expect(answer).toAccept();
    expect(answer.data.from?.email, 'the shown address').toBe(t.target.email.from);
    expect(await t.api.sendEmail(t.email({ from: { name: 'Ada' } }))).toRefuse();
    expect(await t.api.sendEmail(t.email({ from: { address: t.target.email.from } }))).toRefuse();
  }),
);

test(
  ...rule('EMAIL-FROM-5', 'the separate name is shown with an address string, and is optional', async (t) => {
    const { from } = t.target.email;
    await t.mustSucceed(t.api.sendEmail(t.email.real({ from })), 'a send without it');
    await t.each(names, String, (from_name) =>
      checkAssuming(t, ['from_name'], () => expectFrom(t, { from, from_name }, from_name)),
    );
  }),
);

test(
  ...rule('EMAIL-FROM-6', 'the separate name overrides the one in the from object', async (t) => {
    const from = { email: t.target.email.from, name: 'Overridden' };
    await t.mustSucceed(expectFrom(t, { from }, from.name), 'a from object with a name');
    await checkAssuming(t, ['from_name'], () => expectFrom(t, { from, from_name: 'Ada Sender' }, 'Ada Sender'));
  }),
);

test(
  ...rule('EMAIL-FROM-9', 'the mail has the reply-to address, without a name', async (t) => {
    const address = t.unique.address('replies');
    await t.each([address, { email: address, name: 'Replies' }], async (reply_to) => {
      const mail = await sendAndRead(t, { reply_to });
      await checkAssuming(t, ['reply_to'], () => {
        const shown = mail.replyTo.map((address) => ({ ...address, address: address.address.toLowerCase() }));
        expect(shown).toEqual([{ address: address.toLowerCase(), name: '' }]);
      });
    });
  }),
);

test(
  ...rule('EMAIL-FROM-11', 'created and read, a message shows the bare reply-to address', async (t) => {
    const email = t.unique.address('replies');
    const { data } = await t.mustSucceed(t.api.sendEmail(t.email({ reply_to: { email, name: 'Replies' } })));
    expect(data.reply_to).toBe(email);
    const read = await t.mustSucceed(t.eventually(() => t.api.getEmail(data.id)));
    expect(read.data.reply_to).toBe(email);
  }),
);

test(
  ...rule('EMAIL-RCPT-1', 'every recipient in the three lists gets the mail', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email.real()), 'a send to one recipient');
    const forms: Record<string, (email: string) => unknown> = {
      'as addresses': (email) => email,
      'as objects': (email) => ({ email, name: 'Ada' }),
    };
    await t.each(forms, async (formed, form) => {
      const [to, cc, bcc] = ['to', 'cc', 'bcc'].map((list) => [t.unique.address(list), t.unique.address(list)]);
      const lists = Object.entries({ to, cc, bcc }).map(([list, addresses]) => [list, addresses?.map(formed)]);
      const answer = await t.api.sendEmail(t.email.real(Object.fromEntries(lists)));
      if (answer.refused && form === 'as objects') return t.observe('they are refused, see EMAIL-RCPT-7');
      expect(answer).toAccept();
      for (const address of [to, cc, bcc].flatMap((addresses = []) => addresses))
        expect((await t.mailbox.find(address)).recipients).toContain(address.toLowerCase());
    });
  }),
);
