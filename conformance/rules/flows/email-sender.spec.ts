import { assuming } from '../../suite/api/email-members.ts';
import { mailOf } from '../../suite/api/sending.ts';
import { type Case, expect, type Mail, rule, test } from '../../suite/rule.ts';

const names = ['Ada Sender', 'Søren Ünal, QA'];

test(
  ...rule('EMAIL-FROM-1', 'an address string is the sender of the mail', async (t) => {
    const { from } = t.target.email;
    expect((await mailOf(t, { from })).from?.address.toLowerCase()).toBe(from?.toLowerCase());
  }),
);

test(
  ...rule('EMAIL-FROM-2', 'the name in a from object is shown with the address', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email.real()));
    await t.each(names, String, (name) =>
      assuming(t, 'email', async () => {
        expectFrom(await sent(t, { from: { email: t.target.email.from, name } }), t.target.email.from, name);
      }),
    );
  }),
);

test(
  ...rule('EMAIL-FROM-3', 'the address of a from object is its member email', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email()));
    const answer = await t.api.sendEmail(t.email({ from: { email: t.target.email.from } }));
    expect(answer).toAccept();
    expect(answer.data.from?.email, 'the address that is shown').toBe(t.target.email.from);
    expect(await t.api.sendEmail(t.email({ from: { name: 'Ada' } }))).toRefuse();
    expect(await t.api.sendEmail(t.email({ from: { address: t.target.email.from } }))).toRefuse();
  }),
);

test(
  ...rule('EMAIL-FROM-5', 'the separate name is shown with an address string, and is optional', async (t) => {
    const { from } = t.target.email;
    await t.mustSucceed(t.api.sendEmail(t.email.real({ from })), 'a send without it');
    await t.each(names, String, (from_name) =>
      assuming(t, 'from_name', async () => {
        expectFrom(await sent(t, { from, from_name }), from, from_name);
      }),
    );
  }),
);

test(
  ...rule('EMAIL-FROM-6', 'the separate name overrides the one in the from object', async (t) => {
    const from = { email: t.target.email.from, name: 'Overridden' };
    await t.mustSucceed(sent(t, { from }), 'a from object with a name');
    await assuming(t, 'from_name', async () => {
      expectFrom(await sent(t, { from, from_name: 'Ada Sender' }), t.target.email.from, 'Ada Sender');
    });
  }),
);

test(
  ...rule('EMAIL-FROM-7', 'from_name is accepted and shown as the name of the sender', async (t) => {
    await t.mustSucceed(t.api.sendEmail(t.email()));
    const answer = await t.api.sendEmail(t.email({ from_name: 'Ada Sender' }));
    expect(answer).toAccept();
    expect(answer.data.from?.name, 'the name that is shown').toBe('Ada Sender');
    const from = { email: t.target.email.from, name: 'Overridden' };
    const both = await t.mustSucceed(t.api.sendEmail(t.email({ from, from_name: 'Ada Sender' })));
    expect(both.data.from?.name, 'the name that is shown').toBe('Ada Sender');
  }),
);

test(
  ...rule(
    ['EMAIL-FROM-8', 'EMAIL-FROM-10', 'EMAIL-FROM-11'],
    'a reply-to is accepted in both forms and shown as the bare address',
    async (t) => {
      await t.mustSucceed(t.api.sendEmail(t.email()));
      const address = t.unique.address('replies');
      await t.each([address, { email: address, name: 'Replies' }, { email: address }], async (reply_to) => {
        const answer = await t.api.sendEmail(t.email({ reply_to }));
        await t.check('EMAIL-FROM-8', () =>
          assuming(t, 'reply_to', async () => {
            const accepts = () => expect(answer).toAccept();
            if (typeof reply_to === 'string') accepts();
            else await assuming(t, 'email', accepts);
          }),
        );
        t.check('EMAIL-FROM-10', () => expect(answer).toAccept());
        t.check('EMAIL-FROM-11', () => expect(answer.data.reply_to).toBe(address));
      });
      const wrong = [7, [address], { name: 'Replies' }];
      for (const reply_to of wrong) {
        const answer = await t.api.sendEmail(t.email({ reply_to }));
        t.check('EMAIL-FROM-10', () => expect(answer).toRefuse());
      }
    },
  ),
);

test(
  ...rule('EMAIL-FROM-9', 'the mail has the reply-to address, without a name', async (t) => {
    const address = t.unique.address('replies');
    await t.each([address, { email: address, name: 'Replies' }], async (reply_to) => {
      const mail = await mailOf(t, { reply_to });
      await assuming(t, 'reply_to', () => {
        expect(mail.replyTo.map((one) => ({ ...one, address: one.address.toLowerCase() }))).toEqual([
          { address: address.toLowerCase(), name: '' },
        ]);
      });
    });
  }),
);

test(
  ...rule('EMAIL-FROM-11', 'a message that is read shows the bare reply-to address', { thorough: true }, async (t) => {
    const address = t.unique.address('replies');
    const reply_to = { email: address, name: 'Replies' };
    const { id } = (await t.mustSucceed(t.api.sendEmail(t.email({ reply_to })))).data;
    const read = await t.mustSucceed(t.eventually(() => t.api.getEmail(id)));
    expect(read.data.reply_to).toBe(address);
  }),
);

/** The letter case of an address may change on the way. */
function expectFrom({ from }: Mail, address: string | undefined, name: string): void {
  expect({ ...from, address: from?.address.toLowerCase() }).toEqual({ address: address?.toLowerCase(), name });
}

/** The mail that comes of a send which the rule itself is about: it has to be accepted. */
async function sent(t: Case, overrides: Record<string, unknown>): Promise<Mail> {
  const address = t.unique.address();
  expect(await t.api.sendEmail(t.email.real({ to: [address], ...overrides }))).toAccept();
  return t.mailbox.find(address);
}
