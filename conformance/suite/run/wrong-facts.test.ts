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
