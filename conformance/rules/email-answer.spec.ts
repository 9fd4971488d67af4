import { isObject } from '../../spec/json.ts';
import { nodeAt } from '../../spec/trace.ts';
import { UUID } from '../../spec/validators.ts';
import { assumedMembers, isKnown, type MemberName, membersNamed, templated } from '../suite/calls/email-members.ts';
import { type Answer, expect, rule } from '../suite/rule.ts';
import { contract } from '../suite/wire/contract.ts';

rule('EMAIL-ANS-1', 'a message is accepted in every form, and each send makes another one', async (given) => {
  const { api, email, time, unique, each } = given;
  const [cc, bcc] = [[unique.address('cc')], [unique.address('bcc')]];
  const forms = {
    'in the sandbox': () => email(),
    'sent now': () => email.real(),
    'for later': () => email({ scheduled_at: time.in('PT1H') }),
    'with an HTML body': () => email({ text_body: undefined, html_body: '<p>Hello</p>' }),
    'with both bodies': () => email({ html_body: '<p>Hello</p>' }),
    'to all three lists': () => email({ cc, bcc }),
  };
  await each(forms, async (make) => expect(await api.sendEmail(make())).toAccept());
  const body = email();
  const [first, second] = [await api.sendEmail(body), await api.sendEmail(body)];
  expect(second, 'the second of two sends').toAccept();
  // What the answer shows is open.
  const [one, other] = [first, second].map(({ body: shown }) => membersNamed(shown, 'id')[0]);
  if (one !== undefined) expect(other, 'the id of the second message').not.toBe(one);
});

rule('EMAIL-ANS-2', 'the primary route is /email_messages', async ({ api, email, target }) => {
  const answer = await api.raw({
    method: 'POST',
    path: '/email_messages',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(email()),
  });
  expect(answer).toAccept();
  expect(target.wire.emailPath, 'the route that the profile names').toBe('/email_messages');
});

rule(
  ['EMAIL-ANS-3', 'EMAIL-ANS-4', 'EMAIL-ANS-5', 'EMAIL-ANS-8', 'EMAIL-ANS-17', 'EMAIL-ANS-18', 'EMAIL-ANS-19'],
  'an accepted message is shown with all its fields',
  async ({ api, email, time, each, given, check, blocked }) => {
    const ids = new Set<unknown>();
    const forms = {
      'in the sandbox': () => email(),
      'sent now': () => email.real(),
      'for later': () => email.real({ scheduled_at: time.in('PT1H') }),
    };
    await each(forms, async (make) => {
      const answer = await given(api.sendEmail(make()), 'a send');
      check('EMAIL-ANS-3', () => expect(answer).toAccept(202));
      const showsMessage = check('EMAIL-ANS-4', () => expect(Array.isArray(answer.data), 'data is a list').toBe(false));
      if (!showsMessage) blocked('the answer has no message');
      check('EMAIL-ANS-4', () => {
        expect(answer.messageMember, 'the member with the message, none where it is the whole answer').toBe('data');
        const { suppressed } = answer.body as { suppressed?: unknown };
        // An empty list says no more than an absent one.
        expect(suppressed ?? [], 'suppressed of a send from which nobody was taken out').toEqual([]);
      });
      check('EMAIL-ANS-5', () => {
        expect(answer.data.id).toMatch(UUID);
        expect(answer.data.record_type).toBe('email_message');
        expect(ids.has(answer.data.id), 'another message has the same id').toBe(false);
      });
      ids.add(answer.data.id);
      check('EMAIL-ANS-8', () => showsRecords(answer.data));
      check('EMAIL-ANS-17', () => showsAllFields(answer.data));
      check('EMAIL-ANS-18', () => expect(answer.data.events ?? []).toMatchSchema(`${message}/events`));
      check('EMAIL-ANS-19', () => expect(answer.data.status).toMatchSchema('EmailMessageStatus'));
    });
  },
);

rule(
  ['EMAIL-ANS-17', 'EMAIL-ANS-18', 'EMAIL-ANS-19'],
  'a message that is read is shown with all its fields',
  async ({ api, email, given, check }) => {
    const { id } = (await given(api.sendEmail(email()), 'a send')).data;
    const { data } = await given(api.getEmail(id), 'reading it');
    check('EMAIL-ANS-17', () => showsAllFields(data));
    check('EMAIL-ANS-18', () => expect(data.events ?? []).toMatchSchema(`${message}/events`));
    check('EMAIL-ANS-19', () => expect(data.status).toMatchSchema('EmailMessageStatus'));
  },
);

rule('EMAIL-ANS-6', 'sender, recipients and reply-to are shown as they were given', async (given) => {
  const { api, email, target, unique } = given;
  const [to, named, cc, bcc, replies] = ['to', 'named', 'cc', 'bcc', 'replies'].map((word) => unique.address(word));
  const plain = await given.given(api.sendEmail(email({ from: target.email.from, to: [to] })));
  const shown = { from: { email: target.email.from }, to: [{ email: to }], cc: [], bcc: [] };
  expect(peopleOf(plain.data)).toEqual(shown);
  // That it is there is EMAIL-ANS-17.
  expect(plain.data.reply_to || null, 'reply_to when none was given').toBe(null);

  const from = { email: target.email.from, name: 'Ada Sender' };
  const lists = { to: [to, { email: named, name: 'Ada' }], cc: [cc], bcc: [{ email: bcc }] };
  const answer = await api.sendEmail(email({ ...lists, from, reply_to: replies }));
  if (answer.refused) given.notApplicable('recipients as objects are refused, see EMAIL-RCPT-7');
  const { data } = await given.given(answer);
  const people = peopleOf(data);
  expect(people.from).toEqual(from);
  expect(people.to).toHaveLength(2);
  expect(people.to).toContainEqual({ email: to });
  expect(people.to).toContainEqual({ email: named, name: 'Ada' });
  expect(people.cc).toEqual([{ email: cc }]);
  expect(people.bcc).toEqual([{ email: bcc }]);
  expect(data.reply_to).toBe(replies);
});

rule('EMAIL-ANS-7', 'the subject is shown as it was given, and no template', async ({ api, email, unique, given }) => {
  const subject = unique.reference('Shown: "ä" & <b>');
  const { data } = await given(api.sendEmail(email({ subject })));
  expect(data.subject).toBe(subject);
  // That they are there is EMAIL-ANS-17.
  const { template_id = null, template_variables = {} } = data;
  expect(template_id, 'template_id').toBe(null);
  expect(template_variables, 'template_variables').toEqual({});
});

rule(
  'EMAIL-ANS-7',
  'with a template, its id, the variables and the rendered subject are shown',
  { needs: ['send', 'email.templates.rendered'] },
  async ({ api, email, target, given, blocked }) => {
    const template = target.email.templates?.rendered ?? blocked('the profile names no template');
    const { data } = await given(api.sendEmail(email(templated(template))));
    expect(data.subject).toBe(template.subject);
    expect(data.template_id).toBe(template.id);
    expect(data.template_variables).toEqual(template.variables ?? {});
  },
);

rule('EMAIL-ANS-9', 'a message that is sent now is queued', async ({ api, email, given }) => {
  const { data } = await given(api.sendEmail(email.real()));
  expect(data.status).toBe('queued');
  for (const way of [{ in_reply_to_message_id: data.id }, { forward_of_message_id: data.id }]) {
    expect((await given(api.sendEmail(email.real(way)))).data.status, JSON.stringify(way)).toBe('queued');
  }
});

rule('EMAIL-ANS-10', 'what a later reading shows is one of the known statuses', async (given) => {
  const { api, email, observe } = given;
  const { id } = (await given.given(api.sendEmail(email.real()))).data;
  observe(`read right after its creation, a message is ${(await given.given(api.getEmail(id))).data.status}`);
});

rule('EMAIL-ANS-11', 'a message is queued, and sent once it is in the outbox', async (given) => {
  const { api, control, email, mailbox, unique } = given;
  await given.given(control.now());
  const address = unique.address();
  const { data } = await given.given(api.sendEmail(email.real({ to: [address] })));
  expect(data.status, 'status at first').toBe('queued');
  await given.given(mailbox.find(address));
  expect((await given.given(api.getEmail(data.id))).data.status, 'status in the outbox').toBe('sent');
});

rule('EMAIL-ANS-15', 'a named member of another type than it has is refused', async (given) => {
  const { api, email, target, unique, each } = given;
  const address = unique.address();
  await given.given(api.sendEmail(email({ cc: [address], bcc: [unique.address()], html_body: '<p>Hello</p>' })));
  const lists = [address, { email: address }, 7];
  const texts = [7, true, ['text'], { text: 'text' }];
  const wrong = { to: lists, cc: lists, bcc: lists, from: [7, true, [target.email.from]], subject: texts };
  for (const [name, values] of Object.entries<unknown[]>({ ...wrong, html_body: texts, text_body: texts })) {
    await each(values, `${name}: `, async (value) => {
      expect(await api.sendEmail(email({ [name]: value }))).toRefuse();
    });
  }
});

rule(
  'EMAIL-ANS-15',
  'a template_id that is no string is refused',
  { needs: ['send', 'email.templates.rendered'], thorough: true },
  async ({ api, email, target, given, blocked, each }) => {
    const template = target.email.templates?.rendered ?? blocked('the profile names no template');
    await given(api.sendEmail(email(templated(template))));
    await each([[template.id], { id: template.id }, 7], async (template_id) => {
      expect(await api.sendEmail(email({ ...templated(template), template_id }))).toRefuse();
    });
  },
);

rule('EMAIL-ANS-16', 'a member with an assumed name and another type than it has is refused', async (given) => {
  const { api, email, step, again } = given;
  const send = (body: object) => again(() => api.sendEmail(email({ ...body })));
  const unknown: string[] = [];
  for (const name of Object.keys(assumedMembers) as MemberName[]) {
    if (name === 'group_id') continue;
    const { value, wrong } = assumedMembers[name];
    const right = await send({ [name]: value });
    const answers: Answer[] = [];
    for (const other of wrong) answers.push(await send({ [name]: other }));
    const isChecked = right.accepted && answers.some(({ refused }) => refused);
    if (!right.accepted || !(isChecked || (await isKnown(given, name)))) unknown.push(name);
    else {
      await step(name, () => {
        for (const answer of answers) expect(answer).toRefuse();
      });
    }
  }
  if (unknown.length > 0) given.blocked(`the target does not know under these names: ${unknown.join(', ')}`);
});

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
