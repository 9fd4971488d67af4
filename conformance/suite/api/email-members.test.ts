import { expect, test } from 'vitest';
import { Answer } from '../wire/answer.ts';
import type { Case } from './case.ts';
import { checkAssuming, isKnown } from './email-members.ts';
import { describePlaces, findSuppression, listSuppressed } from './message-bodies.ts';

type Body = Record<string, unknown>;
type Reply = 'refused' | 'failed' | { text: string };
const taken = { text: '{}' };

/** A case at a target with these replies to sends. */
function caseAt(reply: (body: Body) => Reply): Case {
  const sendEmail = async (body: Body) => {
    const answer = reply(body);
    const text = typeof answer === 'object' ? answer.text : '';
    return { accepted: typeof answer === 'object', refused: answer === 'refused', text };
  };
  return {
    api: { sendEmail },
    target: { email: { from: 'sender@example.com' } },
    unique: { address: () => 'ada@example.com' },
    email: (overrides: Body) => overrides,
    again: <T>(part: () => T) => part(),
    once: (_: string, ask: () => unknown) => ask(),
    blocked: (reason: string) => {
      throw new Error(reason);
    },
  } as unknown as Case;
}

const targets: [label: string, isKnown: boolean, reply: (body: Body) => Reply][] = [
  ['shows the member', true, (body) => ({ text: JSON.stringify(body) })],
  ['refuses a wrong type of the member', true, ({ reply_to }) => (Array.isArray(reply_to) ? 'refused' : taken)],
  ['refuses the member but not an invented one', true, ({ reply_to }) => (reply_to ? 'refused' : taken)],
  ['refuses every additional member', false, () => 'refused'],
  ['accepts everything', false, () => taken],
  ['fails at wrong types', false, ({ reply_to }) => (typeof reply_to === 'string' ? taken : 'failed')],
];
for (const [label, known, reply] of targets) {
  test(`a target that ${label} ${known ? 'knows' : 'does not know'} its name`, async () => {
    expect(await isKnown(caseAt(reply), 'reply_to')).toBe(known);
  });
}

test('addresses as objects are known where one member accepts them, and as recipients where `to` does', async () => {
  const [inSender, nowhere] = [caseAt(({ from }) => (from ? taken : 'refused')), caseAt(() => 'refused')];
  expect(await isKnown(inSender, 'email')).toBe(true);
  expect(await isKnown(inSender, 'address object')).toBe(false);
  expect(await isKnown(nowhere, 'email')).toBe(false);
});

test('a broken expectation fails where the member is known and blocks the case where it is not', async () => {
  const broken = () => {
    throw new Error('broken');
  };
  const known = caseAt((body) => ({ text: JSON.stringify(body) }));
  await expect(checkAssuming(known, ['reply_to'], broken)).rejects.toThrow('broken');
  await expect(
    checkAssuming(
      caseAt(() => taken),
      ['tags'],
      broken,
    ),
  ).rejects.toThrow('does not know this member of a send: tags');
});

function answerOf(body: object): Answer {
  const request = { method: 'POST', url: 'https://staging.example.com/v2/email_messages', headers: [] };
  return new Answer({ operation: 'createEmailMessage', status: 422, headers: [], text: JSON.stringify(body), request });
}

test('a suppressed address is found in any letter case', () => {
  const suppressed = [{ reason: 'unsubscribe' }, { to: 'Ada@Example.com', reason: 'hard_bounce' }];
  const answer = answerOf({ errors: [], suppressed });
  expect(findSuppression('ada@example.COM', answer)).toEqual(suppressed[1]);
  expect(findSuppression('a@example.com', answer)).toBeUndefined();
  expect(listSuppressed(answerOf({ suppressed: 'ada@example.com' }))).toEqual([]);
});

test('the places of an address do not depend on its position in a list', () => {
  const places = (body: object) => describePlaces('Ada@example.com', answerOf(body));
  const to = [{ to: 'bob@example.com' }, { to: 'ada@EXAMPLE.com' }];
  expect(places({ data: { suppressed: to } })).toBe('[422,["/data/suppressed/*/to"]]');
  expect(places({ data: { suppressed: to.toReversed() } })).toBe(places({ data: { suppressed: to } }));
  expect(places({ to: 'Ada <ada@example.com>' })).toBe('[422,[]]');
});
