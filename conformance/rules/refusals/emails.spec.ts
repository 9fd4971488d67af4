import type { Caller } from '../../suite/api/client.ts';
import { makeReplyAndForward, makeTemplated } from '../../suite/api/email-members.ts';
import { attemptSend, send, sendParent } from '../../suite/api/sending.ts';
import { invalidTimes, makeMalformedUuids, structuralHeaders } from '../../suite/api/wrong-values.ts';
import { type Case, expect, refusals, rule, test } from '../../suite/rule.ts';

const sends = refusals({
  send: (t, { real, as = 'primary', ...change }) =>
    t.api.as(as as Caller).sendEmail(real ? t.email.real(change) : t.email(change)),
});

const html_body = '<h1>Title</h1>';

const tracking = (tracking_settings: unknown) => ({ tracking_settings });
const flags = ['open_tracking', 'click_tracking'];
const bothFlags = [true, false].flatMap((open_tracking) =>
  [true, false].map((click_tracking) => tracking({ open_tracking, click_tracking })),
);
const withFlag = (value: unknown) => flags.map((name) => tracking({ [name]: value }));

const customHeader = (value: unknown) => ({ headers: { 'X-Conformance': value } });

const reply = (id: unknown) => ({ in_reply_to_message_id: id });
const forward = (id: unknown) => ({ forward_of_message_id: id });
const parent = async (t: Case) => reply((await sendParent(t)).id);

const rendered = (t: Case) =>
  makeTemplated(t.target.email.templates?.rendered ?? t.blocked('the profile names no template'));
const withVariables = (change: (variables?: object) => object | undefined) => (t: Case) => ({
  ...rendered(t),
  template_variables: change(t.target.email.templates?.rendered?.variables),
});
/** A template if the profile has one, else a plain send. */
const someTemplate = (t: Case) => (t.target.email.templates?.rendered ? rendered(t) : {});
const codeOfSubject = { 'EMAIL-SUBJ-8': [undefined, '10015'] } as const;
const ofTemplate = (kind: 'withoutSubject' | 'emptySubject', variables: object = {}) => ({
  twin: someTemplate,
  changes(t: Case) {
    const { id = '' } = t.target.email.templates?.[kind] ?? {};
    const plain = makeTemplated({ id });
    return [plain, makeTemplated({ id, variables: {} }), makeTemplated({ id, variables }), { ...plain, real: true }];
  },
  needs: ['send', `email.templates.${kind}`],
});

const rows = [
  sends({ 'EMAIL-SUBJ-2': [], 'EMAIL-SUBJ-3': [400, '10015'] }, 'a missing subject is refused with 400', {
    changes: {
      'with a text': { subject: undefined },
      'with a text and HTML': { subject: undefined, html_body },
      'with HTML': { subject: undefined, html_body, text_body: undefined },
      'outside the sandbox': { subject: undefined, real: true },
      'with a variable of that name': { subject: undefined, template_variables: { subject: 'Hello' } },
    },
  }),
  sends({ 'EMAIL-SUBJ-2': [] }, 'a missing subject of a reply or a forward is refused', {
    twin: parent,
    changes: ({ unique }, twin) => [twin, forward(unique.uuid())].map((change) => ({ ...change, subject: undefined })),
  }),
  sends({ 'EMAIL-SUBJ-3': [400, '10015'] }, 'an empty subject without a template is refused with 400', {
    changes: [{ subject: '' }],
  }),
  ...(['scheduled_at', 'send_at'] as const).map((name) =>
    sends({ [name === 'send_at' ? 'EMAIL-SCHED-8' : 'EMAIL-SCHED-5']: [] }, `a past or invalid ${name} is accepted`, {
      accepted: ({ time }) =>
        [time.ago('PT1M'), time.ago('P400D'), ...invalidTimes, { at: 'noon' }].map((value) => ({ [name]: value })),
      needs: ['send'],
    }),
  ),
  ...Object.entries({ headers: { 'X-Conformance': 'yes' }, tags: ['one', 'two'], metadata: { order: '7' } }).map(
    ([name, value]) =>
      sends({ 'EMAIL-WO-1': [] }, `${name} are accepted`, {
        accepted: [{ [name]: value }],
        assumes: [name as 'headers' | 'tags' | 'metadata'],
      }),
  ),
  sends({ 'EMAIL-TRACK-1': [] }, 'tracking overrides with any properties are accepted', {
    accepted: [tracking({}), ...[true, false].flatMap(withFlag), ...bothFlags],
    assumes: ['tracking_settings'],
  }),
  sends({ 'EMAIL-FROM-8': [] }, 'a reply-to is accepted as an address', {
    accepted: ({ unique }) => [{ reply_to: unique.address('replies') }],
    assumes: ['reply_to'],
  }),
  sends({ 'EMAIL-FROM-8': [] }, 'a reply-to is accepted as an object with a name', {
    accepted: ({ unique }) => [{ reply_to: { email: unique.address('replies'), name: 'Replies' } }],
    assumes: ['reply_to', 'email'],
  }),
  sends({ 'EMAIL-FROM-10': [] }, 'a reply-to is an address, or an object with `email` and `name`', {
    accepted: ({ unique }) => [unique.address(), { email: unique.address() }].map((reply_to) => ({ reply_to })),
    changes: ({ unique }) => [7, [unique.address()], { name: 'Replies' }].map((reply_to) => ({ reply_to })),
  }),
  sends({ 'EMAIL-TRACK-2': [] }, 'tracking_settings has the booleans open_tracking and click_tracking', {
    accepted: [tracking({}), ...[true, false].flatMap(withFlag), ...bothFlags],
    changes: [...['true', 1, {}, ['on']].flatMap(withFlag), ...['on', true, ['open_tracking']].map(tracking)],
  }),
  sends({ 'EMAIL-SUPP-10': [] }, 'the override flag is a boolean', {
    twin: () => ({ ignore_suppression: false }),
    changes: ['true', 'yes', 1].map((ignore_suppression) => ({ ignore_suppression })),
  }),
  sends({ 'EMAIL-HDR-5': [] }, 'a custom header may have a structural name', {
    twin: () => customHeader('text'),
    accepted: Object.entries(structuralHeaders).flatMap(([name, value]) =>
      [name, name.toLowerCase()].map((spelled) => ({ headers: { [spelled]: value } })),
    ),
  }),
  sends({ 'EMAIL-HDR-7': [422] }, 'a line break in a custom header is refused with 422', {
    twin: () => customHeader('one two'),
    changes: [
      ...['one\r\ntwo', 'one\ntwo', 'one\rtwo', 'one\r\n', '\none', '\r', 'one\r\n two', 'a\r\nBcc: b@example.net'],
    ].map(customHeader),
  }),
  sends({ 'EMAIL-THREAD-5': [] }, 'a reply to a message of the account is accepted', {
    accepted: async (t) => [await parent(t)],
  }),
  sends({ 'EMAIL-THREAD-6': [404], 'EMAIL-THREAD-10': [undefined, '10001'] }, 'an unknown parent is refused with 404', {
    twin: parent,
    changes: ({ unique }) => [reply(unique.uuid()), { ...reply(unique.uuid()), real: true }],
  }),
  sends({ 'EMAIL-THREAD-7': [404] }, "another account's message can't be a parent: 404", {
    // Not sandboxed: such a message need not be a parent.
    twin: async (t) => ({ ...reply((await sendParent(t, {}, { as: 'other' })).id), as: 'other' }),
    changes: (_, twin) => [true, false].map((real) => ({ ...twin, as: 'primary', real })),
  }),
  sends({ 'EMAIL-THREAD-23': [422], 'EMAIL-THREAD-24': [undefined, '10015'] }, "a reply can't forward: 422", {
    twin: parent,
    changes: (t, twin) => ({
      'of the parent itself': { ...twin, ...forward(twin.in_reply_to_message_id) },
      'of an unknown message': { ...twin, ...forward(t.unique.uuid()) },
      'outside the sandbox': { ...twin, ...forward(t.unique.uuid()), real: true },
    }),
  }),
  sends({ 'EMAIL-THREAD-18': [] }, 'the reply-all flag of a reply is true, false or null', {
    twin: parent,
    accepted: (_, twin) => [true, null].map((reply_to_all) => ({ ...twin, reply_to_all })),
    // The refusal of a wrong type shows that the name is known.
    changes: (_, twin) => ['all', 1].map((reply_to_all) => ({ ...twin, reply_to_all })),
  }),
  sends({ 'EMAIL-THREAD-19': [] }, 'reply-all without a parent is accepted', { accepted: [{ reply_to_all: true }] }),
  sends({ 'EMAIL-THREAD-21': [] }, 'any message of the account may be a parent', {
    async accepted(t) {
      const queued = await send(t);
      return {
        'a queued one': reply(queued.id),
        'a scheduled one': reply((await send(t, { scheduled_at: t.time.in('PT1H') })).id),
        'a sandboxed one': reply((await send(t, { sandbox_mode: true })).id),
        'a reply': reply((await send(t, { ...reply(queued.id), sandbox_mode: true })).id),
        'a forward': reply((await send(t, { ...forward(t.unique.uuid()), sandbox_mode: true })).id),
      };
    },
  }),
  sends({ 'EMAIL-FWD-5': [] }, 'a forward of an unknown message is accepted', {
    accepted: ({ unique }) => [
      ...[forward(unique.uuid()), forward(unique.uuid().toUpperCase()), { ...forward(unique.uuid()), real: true }],
    ],
  }),
  sends({ 'EMAIL-FWD-6': [] }, "a forward of another account's message is accepted", {
    twin: async (t) => forward((await sendParent(t)).id),
    accepted: async (t) => [forward((await sendParent(t, {}, { as: 'other' })).id)],
  }),
  sends({ 'EMAIL-SUBJ-4': [] }, 'a template needs no subject', {
    accepted: (t) => [rendered(t), { ...rendered(t), real: true }],
  }),
  sends({ 'EMAIL-ANS-1': [] }, 'template variables are optional and may hold anything', {
    twin: withVariables(() => ({})),
    accepted(t) {
      const conformance = { count: 7, list: ['one', 2], none: null };
      return [withVariables(() => undefined)(t), withVariables((variables) => ({ ...variables, conformance }))(t)];
    },
    needs: ['send', 'email.templates.rendered'],
  }),
  sends({ 'EMAIL-TMPL-11': [422, '10015'] }, 'variables other than objects are refused: 422', {
    twin: withVariables(() => ({})),
    changes: (t) => ['text', 7, true, ['text']].map((template_variables) => ({ ...rendered(t), template_variables })),
  }),
  sends({ 'EMAIL-TMPL-2': [], 'EMAIL-TMPL-3': [422, '10015'] }, 'a template with a subject or a body is refused', {
    twin: rendered,
    changes(t, twin) {
      const [subject, text_body] = [t.unique.reference(), 'Hello'];
      const contents = [{ subject }, { html_body }, { text_body }, { subject, html_body, text_body }];
      return contents.map((content) => ({ ...twin, ...content }));
    },
  }),
  sends({ 'EMAIL-TMPL-4': [400], 'EMAIL-TMPL-6': [undefined, '10015'] }, 'an unknown template is refused with 400', {
    twin: someTemplate,
    changes(t) {
      const unknown = makeTemplated({ id: t.unique.uuid(), variables: { name: 'Ada' } });
      return { 'in the sandbox': unknown, 'outside the sandbox': { ...unknown, real: true } };
    },
  }),
  sends({ 'EMAIL-TMPL-5': [400], 'EMAIL-TMPL-6': [undefined, '10015'] }, "another account's template is refused", {
    twin: someTemplate,
    changes({ target, blocked }) {
      const { id } = target.email.templates?.foreign ?? blocked('the profile names no foreign template');
      return [id, id.toUpperCase()].map((spelled) => makeTemplated({ id: spelled }));
    },
  }),
  sends({ 'EMAIL-TMPL-7': [400] }, 'a template_id that is not a UUID gets 400', {
    twin: someTemplate,
    changes: (t) => ['welcome', ...makeMalformedUuids(t.unique.uuid())].map((id) => makeTemplated({ id })),
  }),
  sends(
    { 'EMAIL-SUBJ-6': [400], ...codeOfSubject },
    'a template without a subject is refused with 400',
    ofTemplate('withoutSubject', { subject: 'Hello', headline: 'Hello', title: 'Hello' }),
  ),
  sends(
    { 'EMAIL-SUBJ-7': [400], ...codeOfSubject },
    'an empty rendered subject is refused',
    ofTemplate('emptySubject'),
  ),
];

for (const row of rows) test(...row);

const unsent = ['EMAIL-RCPT-2', 'EMAIL-SUBJ-2', 'EMAIL-THREAD-6', 'EMAIL-THREAD-23'] as const;

test(
  ...rule(unsent, 'a refused send is not mailed', { needs: ['send'] }, async (t) => {
    if (!t.target.outbox) t.notApplicable('only an outbox shows it');
    const twice = [t.unique.address('twice')];
    const changes = [
      { cc: twice, bcc: twice },
      { subject: undefined },
      reply(t.unique.uuid()),
      makeReplyAndForward(t.unique),
    ];
    const attempts = await Promise.all(changes.map((change) => attemptSend(t, change)));
    await t.mailbox.settle();
    for (const [index, { answer, address }] of attempts.entries())
      await t.check(unsent[index] as (typeof unsent)[number], async () => {
        if (answer.refused) expect(await t.mailbox.current(address)).toHaveMails(0);
      });
  }),
);
