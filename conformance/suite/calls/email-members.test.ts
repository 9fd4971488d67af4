import { expect, test } from 'vitest';
import type { Case } from './case.ts';
import { assuming, isKnown } from './email-members.ts';

type Sent = Record<string, unknown>;

/** A case at a target that answers a send so: with a text, or with undefined when it refuses. */
function caseAt(answer: (body: Sent) => string | undefined): Case {
  const sendEmail = async (body: Sent) => {
    const text = answer(body);
    return { accepted: text !== undefined, refused: text === undefined, text: text ?? '' };
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

const targets: [what: string, isKnown: boolean, answer: (body: Sent) => string | undefined][] = [
  ['refuses right values of a member, and takes a made-up one', true, ({ reply_to }) => (reply_to ? undefined : '{}')],
  ['refuses whatever it does not know', false, (body) => ('tags' in body ? '{}' : undefined)],
  ['takes anything', false, () => '{}'],
  ['shows the member', true, (body) => JSON.stringify(body)],
  ['refuses wrong types of it', true, ({ reply_to }) => (Array.isArray(reply_to) ? undefined : '{}')],
];
for (const [what, known, answer] of targets) {
  test(`a target that ${what} ${known ? 'knows its name' : 'does not know its name'}`, async () => {
    expect(await isKnown(caseAt(answer), 'reply_to')).toBe(known);
  });
}

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
  expect(
    await isKnown(
      caseAt(() => undefined),
      'email',
    ),
  ).toBe(false);
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
