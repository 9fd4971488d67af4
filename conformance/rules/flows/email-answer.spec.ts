import { isObject } from '../../../spec/json.ts';
import { nodeAt } from '../../../spec/trace.ts';
import { UUID } from '../../../spec/validators.ts';
import { assumedMembers, isKnown, type MemberName, membersNamed, templated } from '../../suite/api/email-members.ts';
import { type Answer, expect, rule, test } from '../../suite/rule.ts';
import { contract } from '../../suite/wire/contract.ts';

test(
  ...rule('EMAIL-ANS-1', 'a message is accepted in every form, and each send makes another one', async (t) => {
    const [cc, bcc] = [[t.unique.address('cc')], [t.unique.address('bcc')]];
    const forms = {
      'in the sandbox': () => t.email(),
      'sent now': () => t.email.real(),
      'for later': () => t.email({ scheduled_at: t.time.in('PT1H') }),
      'with an HTML body': () => t.email({ text_body: undefined, html_body: '<p>Hello</p>' }),
      'with both bodies': () => t.email({ html_body: '<p>Hello</p>' }),
      'to all three lists': () => t.email({ cc, bcc }),
    };
    await t.each(forms, async (make) => expect(await t.api.sendEmail(make())).toAccept());
    const body = t.email();
    const [first, second] = [await t.api.sendEmail(body), await t.api.sendEmail(body)];
    expect(second, 'the second of two sends').toAccept();
    // What the answer shows is open.
    const [one, other] = [first, second].map(({ body: shown }) => membersNamed(shown, 'id')[0]);
    if (one !== undefined) expect(other, 'the id of the second message').not.toBe(one);
  }),
);

test(
  ...rule('EMAIL-ANS-2', 'the primary route is /email_messages', async (t) => {
    const answer = await t.api.raw({
      method: 'POST',
      path: '/email_messages',
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify(t.email()),
    });
    expect(answer).toAccept();
    expect(t.target.wire.emailPath, 'the route that the profile names').toBe('/email_messages');
  }),
);

test(
  ...rule(
    ['EMAIL-ANS-3', 'EMAIL-ANS-4', 'EMAIL-ANS-5', 'EMAIL-ANS-8', 'EMAIL-ANS-17', 'EMAIL-ANS-18', 'EMAIL-ANS-19'],
    'an accepted message is shown with all its fields',
    async (t) => {
      const ids = new Set<unknown>();
      const forms = {
        'in the sandbox': () => t.email(),
        'sent now': () => t.email.real(),
        'for later': () => t.email.real({ scheduled_at: t.time.in('PT1H') }),
      };
      await t.each(forms, async (make) => {
        const answer = await t.mustSucceed(t.api.sendEmail(make()), 'a send');
        t.check('EMAIL-ANS-3', () => expect(answer).toAccept(202));
        const showsMessage = t.check('EMAIL-ANS-4', () =>
          expect(Array.isArray(answer.data), 'data is a list').toBe(false),
        );
        if (!showsMessage) t.blocked('the answer has no message');
        t.check('EMAIL-ANS-4', () => {
          expect(answer.messageMember, 'the member with the message, none where it is the whole answer').toBe('data');
          const { suppressed } = answer.body as { suppressed?: unknown };
          // An empty list says no more than an absent one.
          expect(suppressed ?? [], 'suppressed of a send from which nobody was taken out').toEqual([]);
        });
        t.check('EMAIL-ANS-5', () => {
          expect(answer.data.id).toMatch(UUID);
          expect(answer.data.record_type).toBe('email_message');
          expect(ids.has(answer.data.id), 'another message has the same id').toBe(false);
        });
        ids.add(answer.data.id);
        t.check('EMAIL-ANS-8', () => showsRecords(answer.data));
        t.check('EMAIL-ANS-17', () => showsAllFields(answer.data));
        t.check('EMAIL-ANS-18', () => expect(answer.data.events ?? []).toMatchSchema(`${message}/events`));
        t.check('EMAIL-ANS-19', () => expect(answer.data.status).toMatchSchema('EmailMessageStatus'));
      });
    },
  ),
);

test(
  ...rule(
    ['EMAIL-ANS-17', 'EMAIL-ANS-18', 'EMAIL-ANS-19'],
    'a message that is read is shown with all its fields',
    async (t) => {
      const { id } = (await t.mustSucceed(t.api.sendEmail(t.email()), 'a send')).data;
      const { data } = await t.mustSucceed(t.api.getEmail(id), 'reading it');
      t.check('EMAIL-ANS-17', () => showsAllFields(data));
      t.check('EMAIL-ANS-18', () => expect(data.events ?? []).toMatchSchema(`${message}/events`));
      t.check('EMAIL-ANS-19', () => expect(data.status).toMatchSchema('EmailMessageStatus'));
    },
  ),
);

test(
  ...rule('EMAIL-ANS-6', 'sender, recipients and reply-to are shown as they were given', async (t) => {
    const [to, named, cc, bcc, replies] = ['to', 'named', 'cc', 'bcc', 'replies'].map((word) => t.unique.address(word));
    const plain = await t.mustSucceed(t.api.sendEmail(t.email({ from: t.target.email.from, to: [to] })));
    const shown = { from: { email: t.target.email.from }, to: [{ email: to }], cc: [], bcc: [] };
    expect(peopleOf(plain.data)).toEqual(shown);
    // That it is there is EMAIL-ANS-17.
    expect(plain.data.reply_to || null, 'reply_to when none was given').toBe(null);

    const from = { email: t.target.email.from, name: 'Ada Sender' };
    const lists = { to: [to, { email: named, name: 'Ada' }], cc: [cc], bcc: [{ email: bcc }] };
    const answer = await t.api.sendEmail(t.email({ ...lists, from, reply_to: replies }));
    if (answer.refused) t.notApplicable('recipients as objects are refused, see EMAIL-RCPT-7');
    const { data } = await t.mustSucceed(answer);
    const people = peopleOf(data);
    expect(people.from).toEqual(from);
    expect(people.to).toHaveLength(2);
    expect(people.to).toContainEqual({ email: to });
    expect(people.to).toContainEqual({ email: named, name: 'Ada' });
    expect(people.cc).toEqual([{ email: cc }]);
    expect(people.bcc).toEqual([{ email: bcc }]);
    expect(data.reply_to).toBe(replies);
  }),
);

test(
  ...rule('EMAIL-ANS-7', 'the subject is shown as it was given, and no template', async (t) => {
    const subject = t.unique.reference('Shown: "ä" & <b>');
    const { data } = await t.mustSucceed(t.api.sendEmail(t.email({ subject })));
    expect(data.subject).toBe(subject);
    // That they are there is EMAIL-ANS-17.
    const { template_id = null, template_variables = {} } = data;
    expect(template_id, 'template_id').toBe(null);
    expect(template_variables, 'template_variables').toEqual({});
  }),
);

test(
  ...rule(
    'EMAIL-ANS-7',
    'with a template, its id, the variables and the rendered subject are shown',
    { needs: ['send', 'email.templates.rendered'] },
    async (t) => {
      const template = t.target.email.templates?.rendered ?? t.blocked('the profile names no template');
      const { data } = await t.mustSucceed(t.api.sendEmail(t.email(templated(template))));
      expect(data.subject).toBe(template.subject);
      expect(data.template_id).toBe(template.id);
      expect(data.template_variables).toEqual(template.variables ?? {});
    },
  ),
);

test(
  ...rule('EMAIL-ANS-9', 'a message that is sent now is queued', async (t) => {
    const { data } = await t.mustSucceed(t.api.sendEmail(t.email.real()));
    expect(data.status).toBe('queued');
    for (const way of [{ in_reply_to_message_id: data.id }, { forward_of_message_id: data.id }]) {
      expect((await t.mustSucceed(t.api.sendEmail(t.email.real(way)))).data.status, JSON.stringify(way)).toBe('queued');
    }
  }),
);

test(
  ...rule('EMAIL-ANS-10', 'what a later reading shows is one of the known statuses', async (t) => {
    const { id } = (await t.mustSucceed(t.api.sendEmail(t.email.real()))).data;
    t.observe(`read right after its creation, a message is ${(await t.mustSucceed(t.api.getEmail(id))).data.status}`);
  }),
);

test(
  ...rule('EMAIL-ANS-11', 'a message is queued, and sent once it is in the outbox', async (t) => {
    const { control } = t;
    await t.mustSucceed(control.now());
    const address = t.unique.address();
    const { data } = await t.mustSucceed(t.api.sendEmail(t.email.real({ to: [address] })));
    expect(data.status, 'status at first').toBe('queued');
    await t.mustSucceed(t.mailbox.find(address));
    expect((await t.mustSucceed(t.api.getEmail(data.id))).data.status, 'status in the outbox').toBe('sent');
  }),
);

test(
  ...rule('EMAIL-ANS-15', 'a named member of another type than it has is refused', async (t) => {
    const address = t.unique.address();
    await t.mustSucceed(
      t.api.sendEmail(t.email({ cc: [address], bcc: [t.unique.address()], html_body: '<p>Hello</p>' })),
    );
    const lists = [address, { email: address }, 7];
    const texts = [7, true, ['text'], { text: 'text' }];
    const wrong = { to: lists, cc: lists, bcc: lists, from: [7, true, [t.target.email.from]], subject: texts };
    for (const [name, values] of Object.entries<unknown[]>({ ...wrong, html_body: texts, text_body: texts })) {
      await t.each(values, `${name}: `, async (value) => {
        expect(await t.api.sendEmail(t.email({ [name]: value }))).toRefuse();
      });
    }
  }),
);

test(
  ...rule(
    'EMAIL-ANS-15',
    'a template_id that is no string is refused',
    { needs: ['send', 'email.templates.rendered'], thorough: true },
    async (t) => {
      const template = t.target.email.templates?.rendered ?? t.blocked('the profile names no template');
      await t.mustSucceed(t.api.sendEmail(t.email(templated(template))));
      await t.each([[template.id], { id: template.id }, 7], async (template_id) => {
        expect(await t.api.sendEmail(t.email({ ...templated(template), template_id }))).toRefuse();
      });
    },
  ),
);

test(
  ...rule('EMAIL-ANS-16', 'a member with an assumed name and another type than it has is refused', async (t) => {
    const send = (body: object) => t.again(() => t.api.sendEmail(t.email({ ...body })));
    const unknown: string[] = [];
    for (const name of Object.keys(assumedMembers) as MemberName[]) {
      if (name === 'group_id') continue;
      const { value, wrong } = assumedMembers[name];
      const right = await send({ [name]: value });
      const answers: Answer[] = [];
      for (const other of wrong) answers.push(await send({ [name]: other }));
      const isChecked = right.accepted && answers.some(({ refused }) => refused);
      if (!right.accepted || !(isChecked || (await isKnown(t, name)))) unknown.push(name);
      else {
        await t.step(name, () => {
          for (const answer of answers) expect(answer).toRefuse();
        });
      }
    }
    if (unknown.length > 0) t.blocked(`the target does not know under these names: ${unknown.join(', ')}`);
  }),
);

/** Sender and recipients, each without a name that is null or empty: it says no more than an absent one. */
function peopleOf({ from, to, cc, bcc }: Record<'from' | 'to' | 'cc' | 'bcc', unknown>) {
  const plain = (person: unknown) =>
    isObject(person) && (person.name === null || person.name === '') ? { email: person.email } : person;
  const [all, copied, blind] = [to, cc, bcc].map((list) => (Array.isArray(list) ? list.map(plain) : list));
  return { from: plain(from), to: all, cc: copied, bcc: blind };
}

const message = '/components/schemas/EmailMessage/properties';

function showsAllFields(data: object): void {
  const fields = nodeAt(contract().document.json, '/components/schemas/EmailMessage/required') as string[];
  const missing = fields.filter((name) => !(name in data));
  expect(missing, 'members that the message lacks').toEqual([]);
}

/** The form of records where they are there: that they are is EMAIL-ANS-17. */
function showsRecords(data: { attachments: unknown; events: unknown; created_at: string }): void {
  const { attachments = [], events = [], created_at } = data;
  expect(attachments, '`attachments`').toBeJson('list');
  expect(events, '`events`').toBeJson('list');
  expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]00:?00)$/);
  expect(Number.isNaN(Date.parse(created_at)), `${created_at} is no time`).toBe(false);
}
