import { assuming } from '../suite/calls/email-members.ts';
import { mailOf } from '../suite/calls/sending.ts';
import { type Case, expect, type Mail, rule } from '../suite/rule.ts';

const names = ['Ada Sender', 'Søren Ünal, QA'];

rule('EMAIL-FROM-1', 'an address string is the sender of the mail', async (given) => {
  const { from } = given.target.email;
  expect((await mailOf(given, { from })).from?.address.toLowerCase()).toBe(from?.toLowerCase());
});

rule('EMAIL-FROM-2', 'the name in a from object is shown beside the address', async (given) => {
  const { api, email, target, each } = given;
  await given.given(api.sendEmail(email.real()));
  await each(names, String, (name) =>
    assuming(given, 'email', async () => {
      expectFrom(await sent(given, { from: { email: target.email.from, name } }), target.email.from, name);
    }),
  );
});

rule('EMAIL-FROM-3', 'the address of a from object is its member email', async ({ api, email, target, given }) => {
  await given(api.sendEmail(email()));
  const answer = await api.sendEmail(email({ from: { email: target.email.from } }));
  expect(answer).toAccept();
  expect(answer.data.from?.email, 'the address that is shown').toBe(target.email.from);
  expect(await api.sendEmail(email({ from: { name: 'Ada' } }))).toRefuse();
  expect(await api.sendEmail(email({ from: { address: target.email.from } }))).toRefuse();
});

rule('EMAIL-FROM-4', 'a send without from is refused with 422', async ({ api, email, given }) => {
  await given(api.sendEmail(email()));
  expect(await api.sendEmail(email({ from: undefined }))).toRefuse(422);
  expect(await api.sendEmail(email({ from: undefined, from_name: 'Ada' }))).toRefuse(422);
});

rule('EMAIL-FROM-5', 'the separate name is shown beside an address string, and is optional', async (given) => {
  const { api, email, target, each } = given;
  const { from } = target.email;
  await given.given(api.sendEmail(email.real({ from })), 'a send without it');
  await each(names, String, (from_name) =>
    assuming(given, 'from_name', async () => {
      expectFrom(await sent(given, { from, from_name }), from, from_name);
    }),
  );
});

rule('EMAIL-FROM-6', 'the separate name overrides the one in the from object', async (given) => {
  const { target } = given;
  const from = { email: target.email.from, name: 'Overridden' };
  await given.given(sent(given, { from }), 'a from object with a name');
  await assuming(given, 'from_name', async () => {
    expectFrom(await sent(given, { from, from_name: 'Ada Sender' }), target.email.from, 'Ada Sender');
  });
});

rule('EMAIL-FROM-7', 'from_name is accepted and shown as the name of the sender', async (given) => {
  const { api, email, target } = given;
  await given.given(api.sendEmail(email()));
  const answer = await api.sendEmail(email({ from_name: 'Ada Sender' }));
  expect(answer).toAccept();
  expect(answer.data.from?.name, 'the name that is shown').toBe('Ada Sender');
  const from = { email: target.email.from, name: 'Overridden' };
  const both = await given.given(api.sendEmail(email({ from, from_name: 'Ada Sender' })));
  expect(both.data.from?.name, 'the name that is shown').toBe('Ada Sender');
});

rule(
  ['EMAIL-FROM-8', 'EMAIL-FROM-10', 'EMAIL-FROM-11'],
  'a reply-to is accepted in both forms and shown as the bare address',
  async (given) => {
    const { api, email, unique, each, check } = given;
    await given.given(api.sendEmail(email()));
    const address = unique.address('replies');
    await each([address, { email: address, name: 'Replies' }, { email: address }], async (reply_to) => {
      const answer = await api.sendEmail(email({ reply_to }));
      await check('EMAIL-FROM-8', () =>
        assuming(given, 'reply_to', async () => {
          const accepts = () => expect(answer).toAccept();
          if (typeof reply_to === 'string') accepts();
          else await assuming(given, 'email', accepts);
        }),
      );
      check('EMAIL-FROM-10', () => expect(answer).toAccept());
      check('EMAIL-FROM-11', () => expect(answer.data.reply_to).toBe(address));
    });
    const wrong = [7, [address], { name: 'Replies' }];
    for (const reply_to of wrong) {
      const answer = await api.sendEmail(email({ reply_to }));
      check('EMAIL-FROM-10', () => expect(answer).toRefuse());
    }
  },
);

rule('EMAIL-FROM-9', 'the mail has the reply-to address, without a name', async (given) => {
  const { unique, each } = given;
  const address = unique.address('replies');
  await each([address, { email: address, name: 'Replies' }], async (reply_to) => {
    const mail = await mailOf(given, { reply_to });
    await assuming(given, 'reply_to', () => {
      expect(mail.replyTo.map((one) => ({ ...one, address: one.address.toLowerCase() }))).toEqual([
        { address: address.toLowerCase(), name: '' },
      ]);
    });
  });
});

rule('EMAIL-FROM-11', 'a message that is read shows the bare reply-to address', { thorough: true }, async (given) => {
  const { api, email, unique } = given;
  const address = unique.address('replies');
  const reply_to = { email: address, name: 'Replies' };
  const { id } = (await given.given(api.sendEmail(email({ reply_to })))).data;
  expect((await given.given(api.getEmail(id))).data.reply_to).toBe(address);
});

/** The letter case of an address may change on the way. */
function expectFrom({ from }: Mail, address: string | undefined, name: string): void {
  expect({ ...from, address: from?.address.toLowerCase() }).toEqual({ address: address?.toLowerCase(), name });
}

/** The mail that comes of a send which the rule itself is about: it has to be accepted. */
async function sent({ api, email, mailbox, unique }: Case, overrides: Record<string, unknown>): Promise<Mail> {
  const address = unique.address();
  expect(await api.sendEmail(email.real({ to: [address], ...overrides }))).toAccept();
  return mailbox.find(address);
}
