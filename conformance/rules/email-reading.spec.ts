import { membersNamed } from '../suite/calls/email-members.ts';
import { deliver, sendParent } from '../suite/calls/sending.ts';
import { type Case, expect, rule } from '../suite/rule.ts';

rule('EMAIL-GET-1', 'reading an id gives the message with that id', async (given) => {
  const { api, email, target, time, step, each, observe, again } = given;
  const sandboxed = ['in the sandbox', 'another'];
  const parent = await sendParent(given);
  const bodies = {
    'in the sandbox': () => email(),
    another: () => email(),
    'sent now': () => email.real(),
    'for later': () => email.real({ scheduled_at: time.in('PT1H') }),
    'that is a reply': () => email.real({ in_reply_to_message_id: parent.id }),
    'that is a forward': () => email.real({ forward_of_message_id: parent.id }),
  };
  const ids: Record<string, string> = {};
  for (const [form, body] of Object.entries(bodies)) {
    ids[form] = (await again(() => given.given(api.sendEmail(body()), 'a send'))).data.id;
  }
  await each(ids, async (id, form) => {
    const answer = await api.getEmail(id);
    // Whether a sandboxed message can be read is open.
    if (answer.status === 404 && sandboxed.includes(form)) return observe(`a message ${form} can not be read`);
    expect(answer).toAccept();
    expect(membersNamed(answer.body, 'id'), 'ids in the answer').toContain(id);
    const others = Object.values(ids).filter((other) => other !== id && answer.text.includes(other));
    expect(others, 'ids of other messages').toEqual([]);
  });
  if (!target.accounts.restricted) return;
  const answer = await api.as('restricted').getEmail(String(ids['sent now']));
  await step('with another key of the account', () => expect(answer).toAccept());
});

rule('EMAIL-GET-2', 'reading a message gives its bodies as they were sent', async (given) => {
  const { email, time, unique, each } = given;
  const html_body = `<p title="a">Grüße, 日本語 & 🚀</p>\n<p>${unique.reference()} ${'long '.repeat(2000)}end</p>`;
  const text_body = `Grüße, "日本語" & <b>🚀</b>\n\n${unique.reference()} ${'long '.repeat(2000)}end`;
  const both = { html_body, text_body };
  const forms = {
    both: () => email(both),
    'HTML only': () => email({ html_body, text_body: undefined }),
    'text only': () => email({ text_body }),
    'sent now': () => email.real(both),
    'for later': () => email.real({ ...both, scheduled_at: time.in('PT1H') }),
  };
  await each(forms, async (make) => {
    const body = make();
    const { answer } = await createdAndRead(given, body);
    for (const name of ['html_body', 'text_body'] as const) {
      if (!body[name]) continue;
      const shown = membersNamed(answer.body, name).map((value) => unixLines(value));
      expect(shown, name).toEqual([body[name]]);
    }
  });
});

rule('EMAIL-GET-3', 'a message is read with 200 and the fields that its creation showed', async (given) => {
  const { email, target, unique, each } = given;
  const address = () => ({ email: unique.address(), name: 'Ada' });
  const full = {
    from: { email: target.email.from, name: 'Ada Sender' },
    to: [address(), address()],
    cc: [address()],
    bcc: [address()],
    reply_to: unique.address('replies'),
  };
  await each({ full, least: {} }, async (members) => {
    const { created, answer } = await createdAndRead(given, email(members));
    expect(answer).toAccept(200);
    expect(answer.messageMember, 'the member with the message, none where it is the whole answer').toBe('data');
    expectAsCreated(answer.data, created.data);
  });
});

rule('EMAIL-GET-4', 'an unknown id is answered with 404 and the code 10001', async ({ api, unique }) => {
  expect(await api.getEmail(unique.uuid())).toRefuse(404, '10001');
  expect(await api.getEmail('00000000-0000-4000-8000-000000000000')).toRefuse(404, '10001');
});

rule('EMAIL-GET-5', "another account's message is answered like an unknown one", async (given) => {
  const { api, email, unique, step } = given;
  const other = api.as('other');
  for (const [owner, reader] of [[other, api] as const, [api, other] as const]) {
    await step(owner === api ? 'read by the other account' : 'read by the primary account', async () => {
      const { data } = await given.given(owner.sendEmail(email()), 'a send');
      await given.given(owner.getEmail(data.id), 'reading it with its own account');
      expect(await reader.getEmail(data.id)).toEqualAnswer(await reader.getEmail(unique.uuid()));
    });
  }
});

rule('EMAIL-GET-6', 'an id that is no UUID is answered with 422 and the code 10015', async ({ api, unique, each }) => {
  await each(
    ['no-uuid', '1', `${unique.uuid()}0`, unique.uuid().slice(1), unique.uuid().replaceAll('-', '_')],
    String,
    async (id) => expect(await api.getEmail(id)).toRefuse(422, '10015'),
  );
});

rule('EMAIL-GET-7', 'a body that was not sent is null', async (given) => {
  const { email } = given;
  const html = await createdAndRead(given, email({ html_body: '<p>Hello</p>', text_body: undefined }));
  expect(html.answer.data.text_body ?? null, 'text_body').toBe(null);
  const text = await createdAndRead(given, email({ text_body: 'Hello' }));
  expect(text.answer.data.html_body ?? null, 'html_body').toBe(null);
});

rule('EMAIL-GET-3', 'a scheduled message is read as its creation showed it', async (given) => {
  const { email, time } = given;
  const { created, answer } = await createdAndRead(given, email.real({ scheduled_at: time.in('P1D') }));
  expectAsCreated(answer.data, created.data);
  expect(answer.data.status, 'status').toBe(created.data.status);
});

async function createdAndRead(given: Case, body: unknown) {
  const created = await given.given(given.api.sendEmail(body), 'a send');
  return { created, answer: await given.given(given.api.getEmail(created.data.id), 'reading it') };
}

rule(
  'EMAIL-GET-2',
  'the bodies can be read when the message has been delivered, too',
  { needs: ['send', 'outbox'], thorough: true },
  async (the) => {
    const text_body = the.unique.reference('Delivered');
    const { id } = await deliver(the, { text_body });
    const answer = await the.given(the.api.getEmail(id), 'reading it');
    expect(membersNamed(answer.body, 'text_body').map(unixLines), 'text_body').toEqual([text_body]);
  },
);

function unixLines(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value;
}

/** What a message shows that does not change while it is on its way; what a service shows besides may. */
const lasting = new Set([
  ...['id', 'record_type', 'from', 'to', 'cc', 'bcc', 'reply_to', 'subject', 'template_id', 'template_variables'],
  ...['attachments', 'scheduled_at', 'sandbox', 'created_at'],
]);

/** Reading shows all members that the creation showed, and of those that last the same values. */
function expectAsCreated(read: object, created: object): void {
  const members = Object.entries(created);
  const same = Object.fromEntries(members.filter(([name]) => lasting.has(name)));
  expect(read, 'what was read').toEqual(expect.objectContaining(same));
  const missing = members.map(([name]) => name).filter((name) => !(name in read));
  expect(missing, 'members that the creation showed and reading lacks').toEqual([]);
}
