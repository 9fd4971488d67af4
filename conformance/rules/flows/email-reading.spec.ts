import { membersNamed } from '../../suite/api/email-members.ts';
import { deliver, sendParent } from '../../suite/api/sending.ts';
import { malformedUuids } from '../../suite/api/wrong-values.ts';
import { type Case, expect, rule, test } from '../../suite/rule.ts';

test(
  ...rule('EMAIL-GET-1', 'reading an id gives the message with that id', async (t) => {
    const sandboxed = ['in the sandbox', 'another'];
    const parent = await sendParent(t);
    const bodies = {
      'in the sandbox': () => t.email(),
      another: () => t.email(),
      'sent now': () => t.email.real(),
      'for later': () => t.email.real({ scheduled_at: t.time.in('PT1H') }),
      'that is a reply': () => t.email.real({ in_reply_to_message_id: parent.id }),
      'that is a forward': () => t.email.real({ forward_of_message_id: parent.id }),
    };
    const ids: Record<string, string> = {};
    for (const [form, body] of Object.entries(bodies)) {
      const send = () => t.eventually(() => t.api.sendEmail(body()));
      ids[form] = (await t.again(() => t.mustSucceed(send(), 'a send'))).data.id;
    }
    await t.each(ids, async (id, form) => {
      const answer = await t.eventually(() => t.api.getEmail(id));
      // Whether a sandboxed message can be read is open.
      if (answer.status === 404 && sandboxed.includes(form)) return t.observe(`a message ${form} can not be read`);
      expect(answer).toAccept();
      expect(membersNamed(answer.body, 'id'), 'ids in the answer').toContain(id);
      const others = Object.values(ids).filter((other) => other !== id && answer.text.includes(other));
      expect(others, 'ids of other messages').toEqual([]);
    });
    if (!t.target.accounts.restricted) return;
    const answer = await t.eventually(() => t.api.as('restricted').getEmail(String(ids['sent now'])));
    await t.step('with another key of the account', () => expect(answer).toAccept());
  }),
);

test(
  ...rule('EMAIL-GET-2', 'reading a message gives its bodies as they were sent', async (t) => {
    const html_body = `<p title="a">Grüße, 日本語 & 🚀</p>\n<p>${t.unique.reference()} ${'long '.repeat(2000)}end</p>`;
    const text_body = `Grüße, "日本語" & <b>🚀</b>\n\n${t.unique.reference()} ${'long '.repeat(2000)}end`;
    const both = { html_body, text_body };
    const forms = {
      both: () => t.email(both),
      'HTML only': () => t.email({ html_body, text_body: undefined }),
      'text only': () => t.email({ text_body }),
      'sent now': () => t.email.real(both),
      'for later': () => t.email.real({ ...both, scheduled_at: t.time.in('PT1H') }),
    };
    await t.each(forms, async (make) => {
      const body = make();
      const { answer } = await createdAndRead(t, body);
      for (const name of ['html_body', 'text_body'] as const) {
        if (!body[name]) continue;
        const shown = membersNamed(answer.body, name).map((value) => unixLines(value));
        expect(shown, name).toEqual([body[name]]);
      }
    });
  }),
);

test(
  ...rule('EMAIL-GET-3', 'a message is read with 200 and the fields that its creation showed', async (t) => {
    const address = () => ({ email: t.unique.address(), name: 'Ada' });
    const full = {
      from: { email: t.target.email.from, name: 'Ada Sender' },
      to: [address(), address()],
      cc: [address()],
      bcc: [address()],
      reply_to: t.unique.address('replies'),
    };
    await t.each({ full, least: {} }, async (members) => {
      const { created, answer } = await createdAndRead(t, t.email(members));
      expect(answer).toAccept(200);
      expect(answer.messageMember, 'the member with the message, none where it is the whole answer').toBe('data');
      expectAsCreated(answer.data, created.data);
    });
  }),
);

test(
  ...rule('EMAIL-GET-4', 'an unknown id is answered with 404 and the code 10001', async (t) => {
    expect(await t.api.getEmail(t.unique.uuid())).toRefuse(404, '10001');
    expect(await t.api.getEmail('00000000-0000-4000-8000-000000000000')).toRefuse(404, '10001');
  }),
);

test(
  ...rule('EMAIL-GET-5', "another account's message is answered like an unknown one", async (t) => {
    const other = t.api.as('other');
    for (const [owner, reader] of [[other, t.api] as const, [t.api, other] as const]) {
      await t.step(owner === t.api ? 'read by the other account' : 'read by the primary account', async () => {
        const { data } = await t.mustSucceed(owner.sendEmail(t.email()), 'a send');
        const own = t.eventually(() => owner.getEmail(data.id));
        await t.mustSucceed(own, 'reading it with its own account');
        await t.settle();
        expect(await reader.getEmail(data.id)).toEqualAnswer(await reader.getEmail(t.unique.uuid()));
      });
    }
  }),
);

test(
  ...rule('EMAIL-GET-6', 'an id that is no UUID is answered with 422 and the code 10015', async (t) => {
    await t.each(malformedUuids(t.unique.uuid()), String, async (id) =>
      expect(await t.api.getEmail(id)).toRefuse(422, '10015'),
    );
  }),
);

test(
  ...rule('EMAIL-GET-7', 'a body that was not sent is null', async (t) => {
    const html = await createdAndRead(t, t.email({ html_body: '<p>Hello</p>', text_body: undefined }));
    expect(html.answer.data.text_body ?? null, 'text_body').toBe(null);
    const text = await createdAndRead(t, t.email({ text_body: 'Hello' }));
    expect(text.answer.data.html_body ?? null, 'html_body').toBe(null);
  }),
);

test(
  ...rule('EMAIL-GET-3', 'a scheduled message is read as its creation showed it', async (t) => {
    const { created, answer } = await createdAndRead(t, t.email.real({ scheduled_at: t.time.in('P1D') }));
    expectAsCreated(answer.data, created.data);
    expect(answer.data.status, 'status').toBe(created.data.status);
  }),
);

async function createdAndRead(t: Case, body: unknown) {
  const created = await t.mustSucceed(t.api.sendEmail(body), 'a send');
  const read = t.eventually(() => t.api.getEmail(created.data.id));
  return { created, answer: await t.mustSucceed(read, 'reading it') };
}

test(
  ...rule(
    'EMAIL-GET-2',
    'the bodies can be read when the message has been delivered, too',
    { needs: ['send', 'outbox'], thorough: true },
    async (t) => {
      const text_body = t.unique.reference('Delivered');
      const { id } = await deliver(t, { text_body });
      const answer = await t.mustSucceed(
        t.eventually(() => t.api.getEmail(id)),
        'reading it',
      );
      expect(membersNamed(answer.body, 'text_body').map(unixLines), 'text_body').toEqual([text_body]);
    },
  ),
);

function unixLines(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value;
}

/** The members of a message that do not change while it is on its way; others may. */
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
