import { isKnown, templated } from '../../suite/api/email-members.ts';
import { sendParent } from '../../suite/api/sending.ts';
import { malformedUuids, noTexts, noUuids } from '../../suite/api/wrong-values.ts';
import { refusals } from '../../suite/refusals.ts';
import { type Case, test } from '../../suite/rule.ts';

const sends = refusals({
  send: (t, { real, ...change }) => t.api.sendEmail(real ? t.email.real(change) : t.email(change)),
});

// Sender and subject

test(
  ...sends({ 'EMAIL-FROM-4': [422] }, 'a send without from is refused with 422', {
    changes: [{ from: undefined }, { from: undefined, from_name: 'Ada' }],
  }),
);

const html_body = '<h1>Title</h1>';

test(
  ...sends({ 'EMAIL-SUBJ-2': [] }, 'neither a subject nor a template is refused', {
    changes: { 'with a variable of that name': { subject: undefined, template_variables: { subject: 'Hello' } } },
  }),
);

test(
  ...sends(
    { 'EMAIL-SUBJ-2': [], 'EMAIL-SUBJ-3': [400, '10015'] },
    'a missing subject is refused with 400, whatever the bodies are',
    {
      changes: {
        'with a text': { subject: undefined },
        'with a text and HTML': { subject: undefined, html_body },
        'with HTML': { subject: undefined, html_body, text_body: undefined },
        'outside the sandbox': { subject: undefined, real: true },
      },
    },
  ),
);

test(
  ...sends({ 'EMAIL-SUBJ-3': [400, '10015'] }, 'an empty subject without a template is refused with 400', {
    changes: [{ subject: '' }],
  }),
);

// Types of members

const names = ['to', 'cc', 'bcc', 'from', 'subject', 'html_body', 'text_body'] as const;

test(
  ...sends({ 'EMAIL-ANS-15': [] }, 'a named member of another type than it has is refused', {
    twin: (t) => ({ cc: [t.unique.address()], bcc: [t.unique.address()], html_body }),
    changes(t) {
      const noList = [t.unique.address(), { email: t.unique.address() }, 7];
      const noSender = [7, true, [t.target.email.from]];
      return names.flatMap((name) => {
        const wrong = /^(to|cc|bcc)$/.test(name) ? noList : name === 'from' ? noSender : noTexts;
        return wrong.map((value) => ({ [name]: value }));
      });
    },
  }),
);

// Recipients

type List = 'to' | 'cc' | 'bcc';
type Form = (address: string) => unknown;

const lists: readonly List[] = ['to', 'cc', 'bcc'];
const across = lists.flatMap((one, index) => lists.slice(index + 1).map((other) => [one, other] as const));
const within = lists.map((list) => [list, list] as const);
const asString: Form = (address) => address;
const asObject: Form = (address) => ({ email: address });
const asNamed: Form = (address) => ({ email: address, name: 'Ada' });
const mixed = [
  [asObject, asObject],
  [asString, asNamed],
  [asNamed, asString],
] as const;
const spellings: Readonly<Record<string, (address: string) => string>> = {
  'the local part in capitals': (address) => address.replace(/^[^@]+/, (local) => local.toUpperCase()),
  'the domain in capitals': (address) => address.replace(/@.+$/, (domain) => domain.toUpperCase()),
  'every other letter a capital': (address) => address.replace(/(.)(.)/g, (_, a, b) => a.toUpperCase() + b),
};

/** Nobody twice, in these forms. */
const distinct =
  (...forms: Form[]) =>
  (t: Case) => {
    const entries = () => [asString, ...forms].map((form) => form(t.unique.address()));
    return { to: entries(), cc: entries(), bcc: entries() };
  };

/** One address in two places, among others, in a form of its own in each. */
function twice(
  t: Case,
  places: readonly (readonly [List, List])[],
  forms: readonly (readonly [Form, Form])[],
): Record<string, Record<List, unknown[]>> {
  const entries = places.flatMap(([first, second]) =>
    forms.map(([one, other]) => {
      const address = t.unique.address('twice');
      const change = { to: [t.unique.address()], cc: [t.unique.address('cc')], bcc: [t.unique.address('bcc')] };
      const all: Record<List, unknown[]> = change;
      all[first].push(one(address));
      all[second].push(other(address));
      return [`${first} and ${second}: ${JSON.stringify([one(address), other(address)])}`, all] as const;
    }),
  );
  return Object.fromEntries(entries);
}

test(
  ...sends(
    { 'EMAIL-RCPT-2': [400], 'EMAIL-RCPT-6': [undefined, '10015'] },
    'an address in two lists is refused with 400, whichever lists they are',
    {
      twin: distinct(),
      changes: (t) => ({
        ...twice(t, across, [[asString, asString]]),
        'outside the sandbox': { ...Object.values(twice(t, [['to', 'bcc']], [[asString, asString]]))[0], real: true },
      }),
    },
  ),
);

test(
  ...sends({ 'EMAIL-RCPT-2': [400] }, 'an address in two lists is refused in every form that an address may have', {
    twin: distinct(asObject, asNamed),
    changes: (t) => twice(t, across, mixed),
  }),
);

for (const [spelling, respell] of Object.entries(spellings)) {
  test(
    ...sends(
      { 'EMAIL-RCPT-3': [400], 'EMAIL-RCPT-6': [undefined, '10015'] },
      `an address again with ${spelling} is a duplicate in every place`,
      {
        twin: distinct((address) => respell(address)),
        changes: (t) =>
          twice(
            t,
            [...across, ...within],
            [
              [asString, respell],
              [respell, asString],
            ],
          ),
      },
    ),
  );
}

test(
  ...sends(
    { 'EMAIL-RCPT-3': [400] },
    'letter case does not count in objects',
    {
      twin: distinct(asNamed),
      changes: (t) => {
        const forms = Object.values(spellings).map((respell): [Form, Form] => [
          asNamed,
          (one) => asObject(respell(one)),
        ]);
        return twice(t, [...across, ...within], forms);
      },
    },
    { thorough: true },
  ),
);

test(
  ...sends(
    { 'EMAIL-RCPT-4': [400], 'EMAIL-RCPT-6': [undefined, '10015'] },
    'an address twice in one list is refused with 400',
    {
      twin: distinct(),
      changes: async (t) => twice(t, within, [[asString, asString], ...((await isKnown(t, 'email')) ? mixed : [])]),
    },
  ),
);

test(
  ...sends({ 'EMAIL-RCPT-8': [422] }, 'a name with an address in angle brackets is no address: 422', {
    twin: (t) => ({ cc: [t.unique.address()], bcc: [t.unique.address()] }),
    changes(t) {
      const texts = [`Ada <${t.unique.address()}>`, `"Ada, B." <${t.unique.address()}>`, `<${t.unique.address()}>`];
      const bodies = texts.flatMap((text) => [{ to: [text] }, { cc: [text] }, { bcc: [text] }, { reply_to: text }]);
      return [...bodies, { to: [{ email: texts[0] }] }, { from: `Ada <${t.target.email.from}>` }];
    },
  }),
);

test(
  ...sends({ 'EMAIL-RCPT-9': [422] }, 'a send with no recipient in to is refused with 422', {
    twin: (t) => ({ cc: [t.unique.address()] }),
    changes: (_, { cc }) => ({
      'no to': { to: undefined },
      'an empty to': { to: [] },
      'no to and a copy': { to: undefined, cc },
      'an empty to and a copy': { to: [], cc },
      'an empty to and a blind copy': { to: [], bcc: cc },
    }),
  }),
);

// Custom headers

const customHeader = (value: unknown) => ({ headers: { 'X-Conformance': value } });

test(
  ...sends({ 'EMAIL-HDR-3': [422] }, 'a custom header whose value is no string is refused with 422', {
    twin: () => customHeader('text'),
    changes: [...noTexts, 0, false, { a: 'b' }].map(customHeader),
  }),
);

test(
  ...sends({ 'EMAIL-HDR-7': [422] }, 'a custom header whose value holds a line break is refused with 422', {
    twin: () => customHeader('one two'),
    changes: [
      ...['one\r\ntwo', 'one\ntwo', 'one\rtwo', 'one\r\n', '\none', '\r', 'one\r\n two', 'a\r\nBcc: b@example.net'],
    ].map(customHeader),
  }),
);

// Other messages

const reply = (id: unknown) => ({ in_reply_to_message_id: id });
const forward = (id: unknown) => ({ forward_of_message_id: id });
const parent = async (t: Case) => reply((await sendParent(t)).id);

test(
  ...sends(
    { 'EMAIL-THREAD-11': [], 'EMAIL-THREAD-12': [422, '10015'] },
    'a parent that is no UUID string is refused with 422',
    { twin: parent, changes: (_, { in_reply_to_message_id: id }) => noUuids(String(id)).map(reply) },
  ),
);

test(
  ...sends({ 'EMAIL-THREAD-12': [422, '10015'] }, 'an empty parent is refused with 422', {
    twin: parent,
    changes: [reply('')],
  }),
);

test(
  ...sends(
    { 'EMAIL-FWD-3': [], 'EMAIL-FWD-4': [422, '10015'] },
    'a forwarded message whose id is no UUID string is refused with 422',
    {
      twin: (t) => forward(t.unique.uuid()),
      changes: (_, { forward_of_message_id: id }) => noUuids(String(id)).map(forward),
    },
  ),
);

test(
  ...sends({ 'EMAIL-FWD-4': [422, '10015'] }, 'an empty id of a forwarded message is refused with 422', {
    twin: (t) => forward(t.unique.uuid()),
    changes: [forward('')],
  }),
);

test(
  ...sends(
    { 'EMAIL-THREAD-23': [422], 'EMAIL-THREAD-24': [undefined, '10015'] },
    'a reply that is also a forward is refused with 422',
    {
      twin: parent,
      changes: (t, twin) => ({
        'of the parent itself': { ...twin, ...forward(twin.in_reply_to_message_id) },
        'of an unknown message': { ...twin, ...forward(t.unique.uuid()) },
        'outside the sandbox': { ...twin, ...forward(t.unique.uuid()), real: true },
      }),
    },
  ),
);

// Templates

const rendered = (t: Case) =>
  templated(t.target.email.templates?.rendered ?? t.blocked('the profile names no template'));
/** Where the profile names no template that is good, a send without one shows at least good credentials. */
const someTemplate = (t: Case) => (t.target.email.templates?.rendered ? rendered(t) : {});

test(
  ...sends(
    { 'EMAIL-TMPL-2': [], 'EMAIL-TMPL-3': [422, '10015'] },
    'a template together with a subject or a body is refused with 422',
    {
      twin: rendered,
      changes(t, twin) {
        const [subject, text_body] = [t.unique.reference(), 'Hello'];
        const contents = [{ subject }, { html_body }, { text_body }, { subject, html_body, text_body }];
        return contents.map((content) => ({ ...twin, ...content }));
      },
    },
  ),
);

test(
  ...sends(
    { 'EMAIL-ANS-15': [] },
    'a template_id that is no string is refused',
    {
      twin: rendered,
      changes: (_, { template_id: id, ...twin }) => [[id], { id }, 7].map((template_id) => ({ ...twin, template_id })),
    },
    { needs: ['send', 'email.templates.rendered'], thorough: true },
  ),
);

test(
  ...sends({ 'EMAIL-TMPL-4': [400], 'EMAIL-TMPL-6': [undefined, '10015'] }, 'an unknown template is refused with 400', {
    twin: someTemplate,
    changes(t) {
      const unknown = templated({ id: t.unique.uuid(), variables: { name: 'Ada' } });
      return { 'in the sandbox': unknown, 'outside the sandbox': { ...unknown, real: true } };
    },
  }),
);

test(
  ...sends({ 'EMAIL-TMPL-7': [400] }, 'a template_id that is no UUID is not found: 400', {
    twin: someTemplate,
    changes: (t) => ['welcome', ...malformedUuids(t.unique.uuid())].map((id) => templated({ id })),
  }),
);

for (const [kind, ids] of [
  ['withoutSubject', { 'EMAIL-SUBJ-6': [400], 'EMAIL-SUBJ-8': [undefined, '10015'] }],
  ['emptySubject', { 'EMAIL-SUBJ-7': [400], 'EMAIL-SUBJ-8': [undefined, '10015'] }],
] as const) {
  const title = kind === 'emptySubject' ? 'a template whose subject renders empty' : 'a template without a subject';
  test(
    ...sends(
      ids,
      `${title} is refused with 400`,
      {
        twin: someTemplate,
        changes(t) {
          const { id = '' } = t.target.email.templates?.[kind] ?? {};
          const words = { subject: 'Hello', headline: 'Hello', title: 'Hello' };
          const all = [undefined, {}, ...(kind === 'withoutSubject' ? [words] : [])];
          const bodies = all.map((variables) => templated({ id, ...(variables && { variables }) }));
          return [...bodies, { ...templated({ id }), real: true }];
        },
      },
      { needs: ['send', `email.templates.${kind}`] },
    ),
  );
}
