import { expect, test } from 'vitest';
import { Answer } from '../wire/answer.ts';
import type { Sandbox } from './sandbox.ts';
import { findWrongFacts } from './wrong-facts.ts';

const answer = (status: number, body: object) =>
  new Answer({
    operation: 'createEmailMessage',
    status,
    headers: [],
    text: JSON.stringify(body),
    request: { method: 'POST', url: 'https://staging.example.com/v2/email_messages', headers: [] },
  });

/** What a caller sees of the message that the primary account has sent, and what comes of its send with the same key. */
interface Caller {
  reads: 200 | 404;
  sends: 'the same' | 'another' | 'nothing';
}

/** What is found wrong with the accounts of a profile, as the service treats each. */
function wrongWith(callers: Partial<Record<'other' | 'restricted', Caller>>, primaryReads = 200) {
  const sends = { 'the same': answer(202, { data: { id: 'm1' } }), another: answer(202, { data: { id: 'm2' } }) };
  const clientOf = ({ reads, sends: what }: Caller) => ({
    getEmail: async () => answer(reads, {}),
    sendEmail: async () => (what === 'nothing' ? answer(403, {}) : sends[what]),
  });
  const own = { getEmail: async () => answer(primaryReads, {}), sendEmail: async () => sends['the same'] };
  const sandbox = {
    api: { ...own, as: (name: 'other' | 'restricted') => clientOf(callers[name] as Caller) },
    target: { accounts: { primary: {}, ...callers }, email: {} },
    unique: { key: () => 'key-1' },
    sandboxed: () => ({}),
  };
  return findWrongFacts(sandbox as unknown as Sandbox);
}

const ofPrimary = { 'accounts.other': 'it is a key of the primary account' };
const ofAnother = { 'accounts.restricted': 'it is a key of another account than accounts.primary' };
const found: [name: 'other' | 'restricted', reads: Caller['reads'], sends: Caller['sends'], wrong: object][] = [
  ['other', 200, 'the same', ofPrimary],
  ['other', 200, 'another', {}],
  ['other', 404, 'the same', {}],
  ['other', 404, 'another', {}],
  ['restricted', 404, 'another', ofAnother],
  ['restricted', 404, 'the same', {}],
  ['restricted', 404, 'nothing', {}],
  ['restricted', 200, 'another', {}],
  ['restricted', 200, 'the same', {}],
];
for (const [name, reads, sends, wrong] of found) {
  test(`a service that breaks one rule says nothing of a key, two signs do: ${name} reads ${reads} and sends ${sends}`, async () => {
    expect(await wrongWith({ [name]: { reads, sends } })).toEqual(wrong);
  });
}

test('where the primary account can not read what it has sent, nothing is said of keys', async () => {
  expect(await wrongWith({ other: { reads: 200, sends: 'the same' } }, 404)).toEqual({});
});

test('a profile with one account has no wrong one', async () => {
  expect(await wrongWith({})).toEqual({});
});

type Body = Record<string, unknown>;

/** What is found wrong with what a profile says of mail, at a service that answers each send so, by its body and the account. */
async function wrongOfMail(email: object, sending: (body: Body, account: string) => Answer) {
  const clientOf = (account: string) => ({
    getEmail: async () => answer(404, {}),
    sendEmail: async (body: Body) => sending(body, account),
    as: clientOf,
  });
  const accounts = { primary: {}, other: {} };
  const sandboxed = (overrides: object = {}) => ({ to: ['fine@a.example'], ...overrides });
  const sandbox = { api: clientOf('primary'), target: { accounts, email }, unique: { key: () => 'key-1' }, sandboxed };
  return findWrongFacts(sandbox as unknown as Sandbox);
}

const suppressed = {
  hardBounce: 'gone@a.example',
  invalid: 'Ann@a.example',
  group: { groupId: 'g1', address: 'ben@a.example' },
};
const written: [what: string, to: (asked: unknown) => object, wrong: object][] = [
  [
    'names them in small letters',
    (to) => ({ to: String(to).toLowerCase() }),
    { 'email.suppressed.invalid': 'Ann@a.example is not suppressed' },
  ],
  ['names them as they are', (to) => ({ to }), { 'email.suppressed.invalid': 'Ann@a.example is not suppressed' }],
  ['names nobody', () => ({}), {}],
];
for (const [what, toOf, wrong] of written) {
  test(`an address is written to where the answer names it: one that ${what}`, async () => {
    const found = await wrongOfMail({ suppressed }, ({ to, group_id }) => {
      const isSuppressed = `${to}` === 'gone@a.example' || (`${to}` === 'ben@a.example' && group_id === 'g1');
      return isSuppressed ? answer(422, {}) : answer(202, { data: toOf(to) });
    });
    expect(found).toEqual(wrong);
  });
}

test('an address is suppressed where the answer to a send says so, and not where it names nobody as suppressed', async () => {
  const found = await wrongOfMail({ suppressed }, ({ to }) => {
    const isSuppressed = `${to}` !== 'Ann@a.example';
    return answer(202, { data: { to }, suppressed: isSuppressed ? [{ to }] : [] });
  });
  expect(found).toEqual({ 'email.suppressed.invalid': 'Ann@a.example is not suppressed' });
  const ofNobody = await wrongOfMail({ suppressed }, ({ to }) => answer(202, { data: { to }, suppressed: [] }));
  expect(ofNobody).toEqual({});
});

test('a template that should have no subject has none but blanks', async () => {
  const found = (withoutSubject: unknown, emptySubject: unknown) =>
    wrongOfMail({ templates: { withoutSubject: { id: 't1' }, emptySubject: { id: 't2' } } }, ({ template_id }) =>
      answer(202, { data: { subject: template_id === 't1' ? withoutSubject : emptySubject } }),
    );
  const has = (subject: string) => `the template has the subject "${subject}"`;
  expect([await found(null, ' '), await found(undefined, ''), await found('A', ' B')]).toEqual([
    {},
    {},
    { 'email.templates.withoutSubject': has('A'), 'email.templates.emptySubject': has(' B') },
  ]);
});

const rendered = {
  id: 't1',
  variables: { name: 'Ada', day: 'Monday', shown: 'in the text alone' },
  subject: 'Ada, it is Monday',
};
const filledIn: [subject: string, wrong: object][] = [
  ['Ada, it is Monday', {}],
  ['Ada, it is', {}],
  [
    'Monday, Ada',
    { 'email.templates.rendered': 'its subject is rendered as "Monday, Ada", not as "Ada, it is Monday"' },
  ],
];
for (const [subject, wrong] of filledIn) {
  test(`a template is filled in where its subject shows all its variables: "${subject}"`, async () => {
    expect(await wrongOfMail({ templates: { rendered } }, () => answer(202, { data: { subject } }))).toEqual(wrong);
  });
}

test('a template whose subject has none of its variables says nothing of how it is filled in', async () => {
  const plain = { ...rendered, variables: { name: 'Eve' } };
  expect(await wrongOfMail({ templates: { rendered: plain } }, () => answer(202, { data: { subject: 'Hi' } }))).toEqual(
    {},
  );
});

const own = { 'email.templates.foreign': 'the template belongs to the primary account, not to the other one' };
const owners: [ownStatus: number, othersStatus: number, wrong: object][] = [
  [202, 404, own],
  [202, 202, {}],
  [404, 404, {}],
  [202, 500, {}],
  [404, 202, {}],
];
for (const [ownStatus, othersStatus, wrong] of owners) {
  test(`a template is an own one where it is refused to the other account alone: ${ownStatus} and ${othersStatus}`, async () => {
    const sending = (_: Body, account: string) => answer(account === 'primary' ? ownStatus : othersStatus, {});
    expect(await wrongOfMail({ templates: { foreign: { id: 't1' } } }, sending)).toEqual(wrong);
  });
}
