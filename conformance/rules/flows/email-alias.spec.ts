import { deliver, send, sendParent } from '../../suite/api/sending.ts';
import { makeWrongSends } from '../../suite/api/wrong-values.ts';
import { type Answer, expect, rule, test, written } from '../../suite/rule.ts';
import { readMembers } from '../../suite/wire/answer.ts';

test(
  ...rule('EMAIL-ALIAS-1', 'both routes accept and refuse the same bodies, with equal answers', async (t) => {
    const parent = await sendParent(t);
    const to = [t.unique.address()];
    const { hardBounce } = t.target.email.suppressed ?? {};
    const { rendered, foreign } = t.target.email.templates ?? {};
    const template = { subject: undefined, text_body: undefined };
    const bodies: Record<string, object> = {
      'a plain message': {},
      'copies and an HTML body': { cc: [t.unique.address()], bcc: [t.unique.address()], html_body: '<p>Hello</p>' },
      'a past time': { scheduled_at: t.time.ago('PT1H') },
      'a time to come': { scheduled_at: t.time.in('P1D') },
      'a time to come, by its older name': { send_at: t.time.in('P1D') },
      'an invalid time': { send_at: 'soon' },
      'a reply': { in_reply_to_message_id: parent.id },
      'a forward of an unknown message': { forward_of_message_id: t.unique.uuid() },
      'an address in other letter case': { cc: to.map((address) => address.toUpperCase()) },
      'a parent other than a UUID': { in_reply_to_message_id: 'parent' },
      'a forward other than a UUID': { forward_of_message_id: 'message' },
      ...(rendered && {
        'a template': { ...template, template_id: rendered.id, template_variables: rendered.variables ?? {} },
        'a template and a subject': { text_body: undefined, template_id: rendered.id },
      }),
      ...(foreign && { 'a foreign template': { ...template, template_id: foreign.id } }),
      ...(hardBounce && {
        'a suppressed recipient': { to: [hardBounce] },
        'a suppressed recipient next to another': { cc: [hardBounce] },
      }),
    };
    const requests = Object.entries(bodies).map(([name, body]) => [name, t.email({ to, ...body })] as const);
    const others = { ...makeWrongSends(t), 'another content type': written('text', 'text/plain') };
    await t.each({ ...Object.fromEntries(requests), ...others }, async (request) => {
      const isReply = JSON.stringify(request).includes(parent.id);
      const ask = (alias: boolean) => () => t.api.sendEmail(request, { alias });
      const send = (alias: boolean) => (isReply ? t.eventually(ask(alias)) : ask(alias)());
      const primary = await send(false);
      expectSameAnswer(await send(true), primary);
    });
  }),
);

test(
  ...rule('EMAIL-ALIAS-1', 'both routes check credentials and keys in the same way', async (t) => {
    const plain = t.email();
    await t.mustSucceed(t.api.sendEmail(plain), 'a send');
    const line = () => [t.target.wire.idempotencyHeader, t.unique.key()] as const;
    const sendAfterPlain = async (body: object, alias: boolean) => {
      const key = t.unique.key();
      await t.api.sendEmail(plain, { alias, key });
      return t.api.sendEmail(body, { alias, key });
    };
    // Both routes get equal bodies: an answer repeats the subject.
    const overriding = t.email({ ignore_suppression: true });
    const ways: Record<string, (alias: boolean) => Promise<Answer>> = {
      'no credentials': (alias) => t.api.as('anonymous').sendEmail({}, { alias }),
      'unknown credentials': (alias) => t.api.sendEmail({}, { alias, authorization: 'Bearer unknown' }),
      'an invalid key': (alias) => t.api.sendEmail(plain, { alias, key: 'not.a.key' }),
      'a too long key': (alias) => t.api.sendEmail(plain, { alias, key: 'k'.repeat(256) }),
      'two keys': (alias) => t.api.sendEmail(plain, { alias, headers: [line(), line()] }),
      'a repeated key': (alias) => sendAfterPlain(plain, alias),
      'a key with another body': (alias) => sendAfterPlain({ ...plain, text_body: 'Another.' }, alias),
      ...(t.target.accounts.restricted && {
        'an override without its scope': (alias) => t.api.as('restricted').sendEmail(overriding, { alias }),
      }),
    };
    await t.each(ways, async (way) => {
      const primary = await way(false);
      expectSameAnswer(await way(true), primary);
    });
  }),
);

test(
  ...rule('EMAIL-ALIAS-2', 'the legacy route schedules, and sends late messages at once', async (t) => {
    await deliver(t);
    const over = await send(t, { scheduled_at: t.time.ago('PT1H') }, { alias: true });
    const later = await send(t, { scheduled_at: t.time.in('PT1H') }, { alias: true });
    const byOlderName = await send(t, { send_at: t.time.in('PT1H') }, { alias: true });
    await t.mailbox.find(over.address);
    expect(await t.mailbox.settled(later.address), 'a message for later').toHaveMails(0);
    expect(await t.mailbox.current(byOlderName.address), 'with a `send_at` to come').toHaveMails(0);
  }),
);

test(
  ...rule('EMAIL-ALIAS-3', 'a message of the legacy route can be read and replied to', async (t) => {
    const primary = await sendParent(t);
    const read = (id: string) => t.eventually(() => t.api.getEmail(id));
    const reply = (id: string, options = {}) =>
      t.eventually(() => t.api.sendEmail(t.email({ in_reply_to_message_id: id }), options));
    await t.mustSucceed(read(primary.id), 'reading a message of the primary route');
    await t.mustSucceed(reply(primary.id), 'a reply');
    const alias = await sendParent(t, {}, { alias: true });
    const answer = await read(alias.id);
    expect(answer).toAccept();
    expect(answer.data.id).toBe(alias.id);
    expect(await reply(alias.id)).toAccept();
    expect(await reply(alias.id, { alias: true })).toAccept();
  }),
);

test(
  ...rule('EMAIL-ALIAS-4', 'reading through the legacy route gives the same answers', async (t) => {
    for (const alias of [false, true]) {
      const { data } = await t.mustSucceed(t.api.sendEmail(t.email(), { alias }), 'a send');
      const read = (alias: boolean) => t.eventually(() => t.api.getEmail(data.id, { alias }));
      const primary = await t.mustSucceed(read(false), 'reading through the primary route');
      const answer = await read(true);
      expect(answer).toAccept(primary.status);
      expect(answer.body).toEqual(primary.body);
    }
    for (const id of [t.unique.uuid(), 'no-uuid']) {
      const primary = await t.api.getEmail(id);
      expectSameAnswer(await t.api.getEmail(id, { alias: true }), primary);
    }
  }),
);

/** Equal except for ids and times of a message; of a refusal, status, codes and titles count. */
function expectSameAnswer(alias: Answer, primary: Answer): void {
  const { accepted, status } = primary;
  const answer = expect(alias, 'the answer through the legacy route');
  if (accepted) answer.toAccept(status);
  else answer.toRefuse(status);
  expect(outlineOf(alias), 'the answer through the legacy route, in outline').toEqual(outlineOf(primary));
}

const people = ['from', 'to', 'cc', 'bcc', 'reply_to'];
const compared = ['record_type', 'status', ...people, 'subject', 'template_id', 'scheduled_at'];

function outlineOf({ body, errors, shown: fields }: Answer) {
  const { data: _, ...others } = readMembers(body);
  return {
    members: Object.keys(others).sort(),
    fields: Object.keys(fields).sort(),
    values: Object.fromEntries(compared.map((name) => [name, fields[name]])),
    errors: errors.map(({ code, title, source }) => ({ code, title, pointer: source?.pointer })),
  };
}
