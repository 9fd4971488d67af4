import { expect, test } from 'vitest';
import { Answer } from '../wire/answer.ts';
import type { Case } from './case.ts';
import {
  assuming,
  isKnown,
  membersNamed,
  replyAndForward,
  suppressedIn,
  suppressionOf,
  templated,
  whereIs,
} from './email-members.ts';

type Sent = Record<string, unknown>;

/** A send that is neither accepted nor refused, as the service fails at it. */
const fails = Symbol('a failure');

/** A case at a target that answers a send so: with a text, or with undefined when it refuses. */
function caseAt(answer: (body: Sent) => string | undefined | typeof fails): Case {
  const sendEmail = async (body: Sent) => {
    const text = answer(body);
    return { accepted: typeof text === 'string', refused: text === undefined, text: String(text) };
  };
  return {
    api: { sendEmail },
    target: { email: { from: 'sender@example.com' } },
    unique: { address: () => 'ada@example.com' },
    email: (overrides: Sent) => overrides,
    again: <T>(part: () => T) => part(),
    blocked: (reason: string) => {
      throw new Error(reason);
    },
  } as unknown as Case;
}

const targets: [what: string, isKnown: boolean, answer: Parameters<typeof caseAt>[0]][] = [
  ['refuses right values of a member, and takes a made-up one', true, ({ reply_to }) => (reply_to ? undefined : '{}')],
  ['refuses whatever it does not know', false, (body) => ('tags' in body ? '{}' : undefined)],
  ['takes anything', false, () => '{}'],
  ['refuses right values, and fails at a made-up name', false, ({ reply_to }) => (reply_to ? undefined : fails)],
  ['fails at right values of it, and takes a made-up one', true, ({ reply_to }) => (reply_to ? fails : '{}')],
  ['fails at wrong types of it', false, ({ reply_to }) => (typeof reply_to === 'string' ? '{}' : fails)],
  ['shows the member', true, (body) => JSON.stringify(body)],
  ['refuses the other wrong type of it alone', true, ({ reply_to }) => (reply_to === 7 ? undefined : '{}')],
  ['refuses wrong types of it', true, ({ reply_to }) => (Array.isArray(reply_to) ? undefined : '{}')],
];
for (const [what, known, answer] of targets) {
  test(`a target that ${what} ${known ? 'knows its name' : 'does not know its name'}`, async () => {
    expect(await isKnown(caseAt(answer), 'reply_to')).toBe(known);
  });
}

test('a value that is no text is not looked for in the answer: a word such as false may stand there for anything', async () => {
  const given = caseAt(() => '{"is_new":false,"tags":"conformance"}');
  expect([await isKnown(given, 'reply_to_all'), await isKnown(given, 'tags')]).toEqual([false, false]);
});

test('what is known of one member says nothing of another', async () => {
  const given = caseAt(({ reply_to }) => (reply_to ? undefined : '{}'));
  expect([await isKnown(given, 'reply_to'), await isKnown(given, 'tags')]).toEqual([true, false]);
});

test('a reply that is a forward names both, two messages that nobody has', () => {
  let made = 0;
  const unique = { uuid: () => `uuid-${++made}` } as Case['unique'];
  expect(replyAndForward(unique)).toEqual({ in_reply_to_message_id: 'uuid-1', forward_of_message_id: 'uuid-2' });
});

test('an address in object form is known where it is taken in some place', async () => {
  expect(
    await isKnown(
      caseAt(({ from }) => (from ? '{}' : undefined)),
      'email',
    ),
  ).toBe(true);
  expect(
    await isKnown(
      caseAt(({ to }) => (to ? '{}' : undefined)),
      'email',
    ),
  ).toBe(true);
  const sent: Sent[] = [];
  const refusing = caseAt((body) => {
    sent.push(body);
    return undefined;
  });
  expect(await isKnown(refusing, 'email')).toBe(false);
  expect(sent).toEqual([{ to: [{ email: 'ada@example.com' }] }, { from: { email: 'sender@example.com' } }]);
});

test('what does not hold fails where the name is known, blocks where it is not, and what holds asks nothing', async () => {
  let asked = 0;
  const counted = (answer: string | undefined) => () => {
    asked += 1;
    return answer;
  };
  const failing = () => {
    throw new Error('it does not hold');
  };
  await assuming(caseAt(counted('{}')), 'tags', () => {});
  expect(asked).toBe(0);
  await expect(
    assuming(
      caseAt((body) => JSON.stringify(body)),
      'reply_to',
      failing,
    ),
  ).rejects.toThrow('it does not hold');
  await expect(assuming(caseAt(counted('{}')), 'tags', failing)).rejects.toThrow(
    'the target does not know the member tags of a send under this name',
  );
});

/** An answer to a send. */
function answerOf(body: object, status = 422): Answer {
  const request = { method: 'POST', url: 'https://staging.example.com/v2/email_messages', headers: [] };
  return new Answer({ operation: 'createEmailMessage', status, headers: [], text: JSON.stringify(body), request });
}

test('an address is found among those that are suppressed, whatever its letter case', () => {
  const suppressed = [{ reason: 'unsubscribe' }, { to: 'Ada@Example.com', reason: 'hard_bounce' }];
  const answer = answerOf({ errors: [], suppressed });
  expect(suppressedIn(answer)).toEqual(suppressed);
  expect(suppressionOf('ada@example.COM', answer)).toEqual(suppressed[1]);
  expect(suppressionOf('a@example.com', answer)).toBeUndefined();
  expect(suppressedIn(answerOf({ suppressed: 'ada@example.com' }))).toEqual([]);
});

test('where an answer names an address is told by its status and its paths, whichever entry of a list it is', () => {
  const where = (body: object, status?: number) => whereIs('Ada@example.com', answerOf(body, status));
  const other = { to: 'bob@example.com' };
  const body = { to: 'ada@EXAMPLE.com', data: { suppressed: [other, { to: 'ada@example.com' }] }, none: null };
  expect(where(body)).toBe('[422,["/to","/data/suppressed/*/to"]]');
  expect(where({ cc: ['bob@example.com', 'ada@example.com'] }, 400)).toBe('[400,["/cc/*"]]');
  expect(where({ to: 'Ada <ada@example.com>' })).toBe('[422,[]]');
});

test('members of a name are found at any depth, in their order, and no places of a list', () => {
  const body = { id: 1, data: [{ id: { id: 2 } }, { ids: 3 }, null], 0: 'zero' };
  expect(membersNamed(body, 'id')).toEqual([1, { id: 2 }, 2]);
  expect(membersNamed(body, '0')).toEqual(['zero']);
  expect(membersNamed('id', 'id')).toEqual([]);
});

test('a body with a template leaves out what the template brings', () => {
  expect({ subject: 'Hello', text_body: 'Text', to: 'a', ...templated({ id: 't1', variables: { a: 1 } }) }).toEqual({
    to: 'a',
    template_id: 't1',
    template_variables: { a: 1 },
  });
});
