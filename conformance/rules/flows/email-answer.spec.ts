import { findNode, isObject } from '../../../spec/json.ts';
import { checkAssuming, makeTemplated } from '../../suite/api/email-members.ts';
import { findMembers } from '../../suite/api/message-bodies.ts';
import { readMessage } from '../../suite/api/sending.ts';
import { expect, rule, test } from '../../suite/rule.ts';
import { loadContract } from '../../suite/wire/contract.ts';

test(
  ...rule(['EMAIL-ANS-1', 'EMAIL-ANS-5'], 'every form is accepted, and each send makes another message', async (t) => {
    const [cc, bcc] = [[t.unique.address('cc')], [t.unique.address('bcc')]];
    const forms = {
      'in the sandbox': () => t.email(),
      'sent now': () => t.email.real(),
      'for later': () => t.email({ scheduled_at: t.time.in('PT1H') }),
      'with an HTML body': () => t.email({ text_body: undefined, html_body: '<p>Hello</p>' }),
      'with both bodies': () => t.email({ html_body: '<p>Hello</p>' }),
      'to all three lists': () => t.email({ cc, bcc }),
    };
    await t.each(forms, (make) =>
      checkAssuming(t, ['address string'], async () => expect(await t.api.sendEmail(make())).toAccept()),
    );
    const body = t.email();
    const [first, second] = [await t.api.sendEmail(body), await t.api.sendEmail(body)];
    expect(second, 'the second of two sends').toAccept();
    // The source leaves the members of an answer open.
    const [firstId, secondId] = [first, second].map(({ body: shown }) => findMembers(shown, 'id')[0]);
    for (const id of ['EMAIL-ANS-1', 'EMAIL-ANS-5'] as const)
      t.check(id, () => {
        if (firstId !== undefined) expect(secondId, 'the id of the second message').not.toBe(firstId);
      });
  }),
);

test(
  ...rule('EMAIL-ANS-17', 'created and read messages have all fields, null ones included', async (t) => {
    const fields = findNode(loadContract().document.json, '/components/schemas/EmailMessage/required') as string[];
    for (const body of [t.email(), t.email.real(), t.email.real({ scheduled_at: t.time.in('PT1H') })]) {
      const { data } = await t.mustSucceed(t.api.sendEmail(body), 'a send');
      for (const message of [data, (await readMessage(t, data.id)).data]) {
        const absent = fields.filter((name) => !(name in message));
        expect(absent, 'members that the message lacks').toEqual([]);
      }
    }
  }),
);

test(
  ...rule('EMAIL-ANS-2', 'the primary route is /email_messages', async (t) => {
    const scheduled_at = t.time.in('P1D');
    const messages = { queued: t.email.real(), scheduled: t.email.real({ scheduled_at }), sandbox: t.email() };
    for (const [status, message] of Object.entries(messages)) {
      const answer = await t.api.sendEmail(message);
      expect(answer).toAccept();
      t.addWord(`EmailMessageStatus.${status}`, answer.shown.status);
    }
    t.addChoice('emailPath', t.target.wire.emailPath);
    expect(t.target.wire.emailPath, 'the route that the profile names').toBe('/email_messages');
  }),
);

test(
  ...rule('EMAIL-ANS-6', 'sender, recipients and reply-to are shown unchanged', async (t) => {
    const [to, named, cc, bcc, replies] = ['to', 'named', 'cc', 'bcc', 'replies'].map((word) => t.unique.address(word));
    const plain = await t.mustSucceed(t.api.sendEmail(t.email({ from: t.target.email.from, to: [to] })));
    const shown = { from: { email: t.target.email.from }, to: [{ email: to }], cc: [], bcc: [] };
    expect(peopleOf(plain.data)).toEqual(shown);
    // EMAIL-ANS-17 is about its presence.
    expect(plain.data.reply_to || null, 'reply_to when none was sent').toBe(null);

    const from = { email: t.target.email.from, name: 'Ada Sender' };
    const lists = { to: [to, { email: named, name: 'Ada' }], cc: [cc], bcc: [{ email: bcc }] };
    const answer = await t.api.sendEmail(t.email({ ...lists, from, reply_to: replies }));
    if (answer.refused) t.notApplicable('recipients as objects are refused, see EMAIL-RCPT-7');
    const { data } = await t.mustSucceed(answer);
    const people = peopleOf(data);
    expect(people).toMatchObject({ from, cc: [{ email: cc }], bcc: [{ email: bcc }] });
    expect(people.to).toHaveLength(2);
    expect(people.to).toEqual(expect.arrayContaining([{ email: to }, { email: named, name: 'Ada' }]));
    expect(data.reply_to).toBe(replies);
  }),
);

/** Sender and recipients. A name that is null or empty counts as absent. */
function peopleOf({ from, to, cc, bcc }: Record<'from' | 'to' | 'cc' | 'bcc', unknown>) {
  const plain = (person: unknown) =>
    isObject(person) && (person.name === null || person.name === '') ? { email: person.email } : person;
  const [receivers, copied, blind] = [to, cc, bcc].map((list) => (Array.isArray(list) ? list.map(plain) : list));
  return { from: plain(from), to: receivers, cc: copied, bcc: blind };
}

test(
  ...rule('EMAIL-ANS-7', 'the subject is returned unchanged, not rendered', async (t) => {
    const subject = t.unique.reference('Shown: "ä" & <b>');
    const { data } = await t.mustSucceed(t.api.sendEmail(t.email({ subject })));
    expect(data.subject).toBe(subject);
    // EMAIL-ANS-17 is about their presence.
    const { template_id = null, template_variables = {} } = data;
    expect(template_id, 'template_id').toBe(null);
    expect(template_variables, 'template_variables').toEqual({});
    const template = t.target.email.templates?.rendered;
    if (!template) return;
    const rendered = await t.mustSucceed(t.api.sendEmail(t.email(makeTemplated(template))), 'a send with a template');
    expect(rendered.data.subject).toBe(template.subject);
    expect(rendered.data.template_id).toBe(template.id);
    expect(rendered.data.template_variables).toEqual(template.variables ?? {});
  }),
);

test(
  ...rule('EMAIL-ANS-9', 'an unscheduled message is queued', async (t) => {
    const { data } = await t.mustSucceed(t.api.sendEmail(t.email.real()));
    expect(data.status).toBe('queued');
    for (const way of [{ in_reply_to_message_id: data.id }, { forward_of_message_id: data.id }]) {
      const answer = await t.mustSucceed(t.eventually(() => t.api.sendEmail(t.email.real(way))));
      expect(answer.data.status, JSON.stringify(way)).toBe('queued');
    }
  }),
);

test(
  ...rule('EMAIL-ANS-11', 'a message is queued, and sent once it is in the outbox', async (t) => {
    await t.mustSucceed(t.control.now());
    const address = t.unique.address();
    const { data } = await t.mustSucceed(t.api.sendEmail(t.email.real({ to: [address] })));
    expect(data.status, 'status at first').toBe('queued');
    await t.mustSucceed(t.mailbox.find(address));
    expect((await t.mustSucceed(t.api.getEmail(data.id))).data.status, 'status in the outbox').toBe('sent');
  }),
);
