import { findMembers } from '../../suite/api/message-bodies.ts';
import { sendParent } from '../../suite/api/sending.ts';
import { makeMalformedUuids } from '../../suite/api/wrong-values.ts';
import { type Case, expect, rule, test } from '../../suite/rule.ts';

async function createdAndRead(t: Case, body: unknown) {
  const created = await t.mustSucceed(t.api.sendEmail(body), 'a send');
  return { created, answer: await t.mustSucceed(t.eventually(() => t.api.getEmail(created.data.id))) };
}

test(
  ...rule('EMAIL-GET-1', 'reading an id gives the message with that id', async (t) => {
    const parent = await sendParent(t);
    const bodies = {
      'in the sandbox': t.email(),
      'also in the sandbox': t.email(),
      'sent now': t.email.real(),
      'for later': t.email.real({ scheduled_at: t.time.in('PT1H') }),
      'that is a reply': t.email.real({ in_reply_to_message_id: parent.id }),
      'that is a forward': t.email.real({ forward_of_message_id: parent.id }),
    };
    const ids: Record<string, string> = {};
    for (const [form, body] of Object.entries(bodies))
      ids[form] = (await t.again(() => t.mustSucceed(t.eventually(() => t.api.sendEmail(body))))).data.id;
    await t.each(ids, async (id, form) => {
      const answer = await t.eventually(() => t.api.getEmail(id));
      // The source leaves open if a sandboxed message can be read.
      if (answer.status === 404 && form.includes('sandbox')) return t.observe(`a message ${form} can not be read`);
      expect(answer).toAccept();
      expect(findMembers(answer.body, 'id'), 'ids in the answer').toContain(id);
      const others = Object.values(ids).filter((known) => known !== id && answer.text.includes(known));
      expect(others, 'ids of other messages').toEqual([]);
    });
    if (!t.target.accounts.restricted) return;
    const answer = await t.eventually(() => t.api.as('restricted').getEmail(String(ids['sent now'])));
    await t.step('with another key of the account', () => expect(answer).toAccept());
  }),
);

test(
  ...rule(['EMAIL-GET-2', 'EMAIL-GET-7'], 'a message is read with its bodies, null where none was sent', async (t) => {
    const html_body = `<p title="a">Grüße, 日本語 & 🚀</p>\n<p>${t.unique.reference()} ${'long '.repeat(2000)}end</p>`;
    const text_body = `Grüße, "日本語" & <b>🚀</b>\n\n${t.unique.reference()} ${'long '.repeat(2000)}end`;
    const both = { html_body, text_body };
    const forms = {
      both: t.email(both),
      'HTML only': t.email({ html_body, text_body: undefined }),
      'text only': t.email({ text_body }),
      'sent now': t.email.real(both),
      'for later': t.email.real({ ...both, scheduled_at: t.time.in('PT1H') }),
    };
    await t.each(forms, async (body) => {
      const { answer } = await createdAndRead(t, body);
      for (const name of ['html_body', 'text_body'] as const)
        if (body[name])
          t.check('EMAIL-GET-2', () =>
            expect(findMembers(answer.body, name).map(unixLines), name).toEqual([body[name]]),
          );
        else t.check('EMAIL-GET-7', () => expect(answer.data[name] ?? null, name).toBe(null));
    });
  }),
);

function unixLines(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value;
}

/** The members of a message that do not change while it is on its way; others may. */
const lasting = new Set([
  ...['id', 'record_type', 'from', 'to', 'cc', 'bcc', 'reply_to', 'subject', 'template_id', 'template_variables'],
  ...['attachments', 'scheduled_at', 'sandbox', 'created_at'],
]);

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
    const scheduled = t.email.real({ scheduled_at: t.time.in('P1D') });
    await t.each({ full: t.email(full), least: t.email(), scheduled }, async (body, form) => {
      const { created, answer } = await createdAndRead(t, body);
      expect(answer).toAccept(200);
      expect(answer.messageMember, 'the member with the message, none where it is the whole answer').toBe('data');
      const members = Object.entries(created.data);
      const same = members.filter(([name]) => lasting.has(name) || (name === 'status' && form === 'scheduled'));
      expect(answer.data, 'the message').toEqual(expect.objectContaining(Object.fromEntries(same)));
      const missing = members.map(([name]) => name).filter((name) => !(name in answer.data));
      expect(missing, 'members that the creation showed and reading lacks').toEqual([]);
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
    const stranger = t.api.as('other');
    for (const [owner, reader] of [[stranger, t.api] as const, [t.api, stranger] as const]) {
      const { data } = await t.mustSucceed(owner.sendEmail(t.email()), 'a send');
      const own = t.eventually(() => owner.getEmail(data.id));
      await t.mustSucceed(own, 'reading it with its own account');
      await t.settle();
      expect(await reader.getEmail(data.id)).toEqualAnswer(await reader.getEmail(t.unique.uuid()));
    }
  }),
);

test(
  ...rule('EMAIL-GET-6', 'an id other than a UUID gets 422 and the code 10015', async (t) => {
    await t.each(makeMalformedUuids(t.unique.uuid()), String, async (id) =>
      expect(await t.api.getEmail(id)).toRefuse(422, '10015'),
    );
  }),
);
