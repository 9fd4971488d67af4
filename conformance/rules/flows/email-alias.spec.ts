import { type Delivered, deliver, send, sendParent, threadOf } from '../../suite/api/sending.ts';
import { type Answer, expect, rule, test, written } from '../../suite/rule.ts';
import { membersOf } from '../../suite/wire/answer.ts';

test(
  ...rule('EMAIL-ALIAS-1', 'both routes accept the same requests and give equal answers', async (t) => {
    const parent = await sendParent(t);
    const to = [t.unique.address()];
    const { rendered, foreign } = t.target.email.templates ?? {};
    const template = { subject: undefined, text_body: undefined };
    const bodies: Record<string, object> = {
      'a plain message': {},
      'copies and an HTML body': { cc: [t.unique.address()], bcc: [t.unique.address()], html_body: '<p>Hello</p>' },
      'a time that is over': { scheduled_at: t.time.ago('PT1H') },
      'a time to come': { scheduled_at: t.time.in('P1D') },
      'a time to come, by its older name': { send_at: t.time.in('P1D') },
      'an invalid time': { send_at: 'soon' },
      'a reply': { in_reply_to_message_id: parent.id },
      'a forward of an unknown message': { forward_of_message_id: t.unique.uuid() },
      'no subject': { subject: undefined },
      'a text as recipients': { to: 'nobody' },
      'an address twice': { cc: to.map((address) => address.toUpperCase()) },
      'a reply to an unknown message': { in_reply_to_message_id: t.unique.uuid() },
      'a parent that is no UUID': { in_reply_to_message_id: 'parent' },
      'a reply that is a forward': { in_reply_to_message_id: parent.id, forward_of_message_id: t.unique.uuid() },
      'a forward that is no UUID': { forward_of_message_id: 'message' },
      'an unknown template': { ...template, template_id: t.unique.uuid() },
      ...(rendered && {
        'a template': { ...template, template_id: rendered.id, template_variables: rendered.variables ?? {} },
        'a template and a subject': { text_body: undefined, template_id: rendered.id },
      }),
      ...(foreign && { 'a foreign template': { ...template, template_id: foreign.id } }),
    };
    await t.each(bodies, async (body) => {
      const request = t.email({ to, ...body });
      const isReply = 'in_reply_to_message_id' in body && body.in_reply_to_message_id === parent.id;
      const send = (alias: boolean) => {
        const ask = () => t.api.sendEmail(request, { alias });
        return isReply ? t.eventually(ask) : ask();
      };
      const primary = await send(false);
      expectSameAnswer(await send(true), primary);
    });
  }),
);

test(
  ...rule('EMAIL-ALIAS-1', 'both routes check credentials, keys and bodies in the same way', async (t) => {
    const to = [t.unique.address()];
    await t.mustSucceed(t.api.sendEmail(t.email({ to })), 'a send');
    const ways: Record<string, (alias: boolean) => Promise<Answer>> = {
      'no credentials': (alias) => t.api.as('nobody').sendEmail({}, { alias }),
      'unknown credentials': (alias) => t.api.sendEmail({}, { alias, authorization: 'Bearer unknown' }),
      'an empty body': (alias) => t.api.sendEmail({}, { alias }),
      'no JSON': (alias) => t.api.sendEmail(written('{"from":'), { alias }),
      'an invalid key': (alias) => t.api.sendEmail(t.email(), { alias, key: 'not.a.key' }),
      'a key that is too long': (alias) => t.api.sendEmail(t.email(), { alias, key: 'k'.repeat(256) }),
      'two keys': (alias) => {
        const line = () => [t.target.wire.idempotencyHeader, t.unique.key()] as const;
        return t.api.sendEmail(t.email(), { alias, headers: [line(), line()] });
      },
    };
    if (t.target.accounts.restricted) {
      const override = t.email({ to, ignore_suppression: true });
      ways['an override without its scope'] = (alias) => t.api.as('restricted').sendEmail(override, { alias });
    }
    const { hardBounce } = t.target.email.suppressed ?? {};
    if (hardBounce) {
      const alone = t.email({ to: [hardBounce] });
      const copied = t.email({ to, cc: [hardBounce] });
      ways['a suppressed recipient'] = (alias) => t.api.sendEmail(alone, { alias });
      ways['a suppressed recipient next to another'] = (alias) => t.api.sendEmail(copied, { alias });
    }
    await t.each(ways, async (way) => {
      const primary = await way(false);
      expectSameAnswer(await way(true), primary);
    });
  }),
);

test(
  ...rule('EMAIL-ALIAS-1', 'a key means the same on the legacy route', { thorough: true }, async (t) => {
    const sendThrice = async (alias: boolean) => {
      const [body, key] = [t.email(), t.unique.key()];
      const first = await t.api.sendEmail(body, { alias, key });
      const again = await t.api.sendEmail(body, { alias, key });
      const changed = await t.api.sendEmail({ ...body, subject: t.unique.reference() }, { alias, key });
      return { first, again, changed };
    };
    const primary = await sendThrice(false);
    await t.mustSucceed(primary.first, 'a send with a key');
    await t.mustSucceed(
      Promise.resolve().then(() => expect(primary.again).toReplay(primary.first)),
      'a replay',
    );
    if (primary.changed.accepted) t.blocked('another body under the key is accepted, see EMAIL-IDEM-11');
    const alias = await sendThrice(true);
    expect(alias.first).toAccept();
    expect(alias.again).toReplay(alias.first);
    expectSameAnswer(alias.changed, primary.changed);
  }),
);

test(
  ...rule('EMAIL-ALIAS-2', 'mail of the legacy route is like mail of the primary one', async (t) => {
    const [cc, subject] = [t.unique.address('cc'), t.unique.reference('Twins')];
    const body = {
      subject,
      from: { email: t.target.email.from, name: 'Ada of Conformance' },
      cc: [cc],
      html_body: '<p>Hello, <b>Ada</b></p>',
      text_body: 'Hello, Ada',
    };
    const root = await deliver(t);
    const reply = { ...body, in_reply_to_message_id: root.id };
    const bcc = { primary: t.unique.address('bcc'), alias: t.unique.address('bcc') };
    const primary = await deliver(t, { ...reply, bcc: [bcc.primary] });
    const alias = await send(t, { ...reply, bcc: [bcc.alias] }, { alias: true });
    const mail = await t.mailbox.find(alias.address);
    expect(contentOf({ ...alias, mail })).toEqual(contentOf(primary));
    await t.mustSucceed(t.mailbox.find(bcc.primary), 'a blind copy');
    await t.mailbox.find(bcc.alias);
  }),
);

test(
  ...rule('EMAIL-ALIAS-2', 'the legacy route schedules, and keeps no mail back', async (t) => {
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

/** Both answers say the same: about a message everything but what is its own, about a refusal status, codes and titles. */
function expectSameAnswer(alias: Answer, primary: Answer): void {
  expect(alias, 'the answer through the legacy route').toHaveStatus(primary.status);
  expect(outlineOf(alias), 'the answer through the legacy route, in outline').toEqual(outlineOf(primary));
}

const telling = [
  'record_type',
  'status',
  'from',
  'to',
  'cc',
  'bcc',
  'reply_to',
  'subject',
  'template_id',
  'scheduled_at',
];

function outlineOf({ body, errors, shown: fields }: Answer) {
  const { data: _, ...others } = membersOf(body);
  return {
    members: Object.keys(others).sort(),
    fields: Object.keys(fields).sort(),
    values: Object.fromEntries(telling.map((name) => [name, fields[name]])),
    errors: errors.map(({ code, title, source }) => ({ code, title, pointer: source?.pointer })),
  };
}

/** The content of a mail without its own ids, times and recipient; links and pictures that track may differ. */
function contentOf({ mail, address }: Pick<Delivered, 'mail' | 'address'>) {
  const { from, to, cc, subject, html, text, replyTo } = mail;
  const isOwn = to.map((one) => one.toLowerCase()).includes(address.toLowerCase());
  return {
    isOwn,
    from,
    cc,
    subject,
    html: html?.includes('Hello, <b>Ada</b>'),
    text: text?.includes('Hello, Ada'),
    replyTo,
    ...threadOf(mail),
  };
}
