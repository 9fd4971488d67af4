import { type Delivered, deliver, send, sendParent, threadOf } from '../suite/calls/sending.ts';
import { type Answer, expect, rule, written } from '../suite/rule.ts';
import { membersOf } from '../suite/wire/answer.ts';

rule('EMAIL-ALIAS-1', 'both routes accept the same requests and answer alike', async (the) => {
  const { api, email, unique, time, target, each } = the;
  const parent = await sendParent(the);
  const to = [unique.address()];
  const { rendered, foreign } = target.email.templates ?? {};
  const template = { subject: undefined, text_body: undefined };
  const bodies: Record<string, object> = {
    'a plain message': {},
    'copies and an HTML body': { cc: [unique.address()], bcc: [unique.address()], html_body: '<p>Hello</p>' },
    'a time that is over': { scheduled_at: time.ago('PT1H') },
    'a time to come': { scheduled_at: time.in('P1D') },
    'a time to come, by its older name': { send_at: time.in('P1D') },
    'an invalid time': { send_at: 'soon' },
    'a reply': { in_reply_to_message_id: parent.id },
    'a forward of an unknown message': { forward_of_message_id: unique.uuid() },
    'no subject': { subject: undefined },
    'a text as recipients': { to: 'nobody' },
    'an address twice': { cc: to.map((address) => address.toUpperCase()) },
    'a reply to an unknown message': { in_reply_to_message_id: unique.uuid() },
    'a parent that is no UUID': { in_reply_to_message_id: 'parent' },
    'a reply that is a forward': { in_reply_to_message_id: parent.id, forward_of_message_id: unique.uuid() },
    'a forward that is no UUID': { forward_of_message_id: 'message' },
    'an unknown template': { ...template, template_id: unique.uuid() },
    ...(rendered && {
      'a template': { ...template, template_id: rendered.id, template_variables: rendered.variables ?? {} },
      'a template and a subject': { text_body: undefined, template_id: rendered.id },
    }),
    ...(foreign && { 'a foreign template': { ...template, template_id: foreign.id } }),
  };
  await each(bodies, async (body) => {
    const request = email({ to, ...body });
    const primary = await api.sendEmail(request);
    expectAlike(await api.sendEmail(request, { alias: true }), primary);
  });
});

rule('EMAIL-ALIAS-1', 'both routes look at credentials, keys and bodies alike', async (given) => {
  const { api, email, unique, target, each } = given;
  const to = [unique.address()];
  await given.given(api.sendEmail(email({ to })), 'a send');
  const ways: Record<string, (alias: boolean) => Promise<Answer>> = {
    'no credentials': (alias) => api.as('nobody').sendEmail({}, { alias }),
    'unknown credentials': (alias) => api.sendEmail({}, { alias, authorization: 'Bearer unknown' }),
    'an empty body': (alias) => api.sendEmail({}, { alias }),
    'no JSON': (alias) => api.sendEmail(written('{"from":'), { alias }),
    'an invalid key': (alias) => api.sendEmail(email(), { alias, key: 'not.a.key' }),
    'a key that is too long': (alias) => api.sendEmail(email(), { alias, key: 'k'.repeat(256) }),
    'two keys': (alias) => {
      const line = () => [target.wire.idempotencyHeader, unique.key()] as const;
      return api.sendEmail(email(), { alias, headers: [line(), line()] });
    },
  };
  if (target.accounts.restricted) {
    const override = email({ to, ignore_suppression: true });
    ways['an override without its scope'] = (alias) => api.as('restricted').sendEmail(override, { alias });
  }
  const { hardBounce } = target.email.suppressed ?? {};
  if (hardBounce) {
    const alone = email({ to: [hardBounce] });
    const beside = email({ to, cc: [hardBounce] });
    ways['a suppressed recipient'] = (alias) => api.sendEmail(alone, { alias });
    ways['a suppressed recipient beside another'] = (alias) => api.sendEmail(beside, { alias });
  }
  await each(ways, async (way) => {
    const primary = await way(false);
    expectAlike(await way(true), primary);
  });
});

rule(
  'EMAIL-ALIAS-1',
  'a key means the same on the legacy route',
  { thorough: true },
  async ({ api, email, unique, given, blocked }) => {
    const sendThrice = async (alias: boolean) => {
      const [body, key] = [email(), unique.key()];
      const first = await api.sendEmail(body, { alias, key });
      const again = await api.sendEmail(body, { alias, key });
      const changed = await api.sendEmail({ ...body, subject: unique.reference() }, { alias, key });
      return { first, again, changed };
    };
    const primary = await sendThrice(false);
    await given(primary.first, 'a send with a key');
    await given(
      Promise.resolve().then(() => expect(primary.again).toReplay(primary.first)),
      'a replay',
    );
    if (primary.changed.accepted) blocked('another body under the key is accepted, see EMAIL-IDEM-11');
    const alias = await sendThrice(true);
    expect(alias.first).toAccept();
    expect(alias.again).toReplay(alias.first);
    expectAlike(alias.changed, primary.changed);
  },
);

rule('EMAIL-ALIAS-2', 'mail of the legacy route is like mail of the primary one', async (the) => {
  const { unique, target, mailbox } = the;
  const [cc, subject] = [unique.address('cc'), unique.reference('Twins')];
  const body = {
    subject,
    from: { email: target.email.from, name: 'Ada of Conformance' },
    cc: [cc],
    html_body: '<p>Hello, <b>Ada</b></p>',
    text_body: 'Hello, Ada',
  };
  const root = await deliver(the);
  const reply = { ...body, in_reply_to_message_id: root.id };
  const bcc = { primary: unique.address('bcc'), alias: unique.address('bcc') };
  const primary = await deliver(the, { ...reply, bcc: [bcc.primary] });
  const alias = await send(the, { ...reply, bcc: [bcc.alias] }, { alias: true });
  const mail = await mailbox.find(alias.address);
  expect(contentOf({ ...alias, mail })).toEqual(contentOf(primary));
  await the.given(mailbox.find(bcc.primary), 'a blind copy');
  await mailbox.find(bcc.alias);
});

rule('EMAIL-ALIAS-2', 'the legacy route schedules, and keeps no mail back', async (the) => {
  const { time, mailbox } = the;
  await deliver(the);
  const over = await send(the, { scheduled_at: time.ago('PT1H') }, { alias: true });
  const later = await send(the, { scheduled_at: time.in('PT1H') }, { alias: true });
  const byOlderName = await send(the, { send_at: time.in('PT1H') }, { alias: true });
  await mailbox.find(over.address);
  expect(await mailbox.isEmpty(later.address), 'a message for later does not come at once').toBe(true);
  expect(await mailbox.current(byOlderName.address), 'mails with a `send_at` to come').toHaveLength(0);
});

rule('EMAIL-ALIAS-3', 'a message of the legacy route can be read and replied to', async (the) => {
  const { api, email, given } = the;
  const primary = await sendParent(the);
  await given(api.getEmail(primary.id), 'reading a message of the primary route');
  await given(api.sendEmail(email({ in_reply_to_message_id: primary.id })), 'a reply');
  const alias = await sendParent(the, {}, { alias: true });
  const read = await api.getEmail(alias.id);
  expect(read).toAccept();
  expect(read.data.id).toBe(alias.id);
  expect(await api.sendEmail(email({ in_reply_to_message_id: alias.id }))).toAccept();
  expect(await api.sendEmail(email({ in_reply_to_message_id: alias.id }), { alias: true })).toAccept();
});

rule('EMAIL-ALIAS-4', 'reading through the legacy route gives the same answers', async (the) => {
  const { api, email, unique, given } = the;
  for (const alias of [false, true]) {
    const { data } = await given(api.sendEmail(email(), { alias }), 'a send');
    const primary = await given(api.getEmail(data.id), 'reading through the primary route');
    const answer = await api.getEmail(data.id, { alias: true });
    expect(answer).toAccept(primary.status);
    expect(answer.body).toEqual(primary.body);
  }
  for (const id of [unique.uuid(), 'no-uuid']) {
    const primary = await api.getEmail(id);
    expectAlike(await api.getEmail(id, { alias: true }), primary);
  }
});

/** Both answers say the same: about a message everything but what is its own, about a refusal status, codes and titles. */
function expectAlike(alias: Answer, primary: Answer): void {
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

/** What a mail says beside its own ids, times and recipient; links and pictures that track may differ. */
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
