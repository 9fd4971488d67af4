import { expect, test } from 'vitest';
import { createMessage } from '../testing.ts';
import { createReply, findParents, Messages } from './messages.ts';

const makeScheduled = (id: string, due: number) =>
  createMessage({ id, status: 'scheduled', scheduledAt: new Date(due).toISOString() });
const idsOf = (messages: { id: string }[]) => messages.map(({ id }) => id);

function messagesWith(limit: number, ...added: ReturnType<typeof createMessage>[]) {
  const messages = new Messages(limit);
  for (const message of added) messages.add(message);
  return messages;
}

test('a message is found by its account and its id in any letter case', () => {
  const messages = messagesWith(10, createMessage({ id: 'abc-1' }));
  expect(messages.get('acme', 'ABC-1')?.id).toBe('abc-1');
  expect(messages.get('globex', 'abc-1')).toBeUndefined();
  expect([messages.has('ABC-1'), messages.has('abc-2')]).toEqual([true, false]);
});

test('scheduled messages are due at their times, the earliest first', () => {
  const messages = messagesWith(
    10,
    makeScheduled('late', 300),
    makeScheduled('early', 100),
    makeScheduled('middle', 200),
  );
  expect(messages.takeDue(99)).toEqual([]);
  expect(idsOf(messages.takeDue(200))).toEqual(['early', 'middle']);
  expect(messages.takeDue(299)).toEqual([]);
  expect(idsOf(messages.takeDue(300))).toEqual(['late']);
  expect(messages.takeDue(1_000)).toEqual([]);
});

test('late messages are due at their arrival, or when all late ones are taken', () => {
  const late = Object.entries({ soon: 100, later: 300 }).map(([id, time]) =>
    createMessage({ id, arrivesAt: new Date(time).toISOString() }),
  );
  const messages = messagesWith(10, ...late, makeScheduled('scheduled', 200));
  expect(idsOf(messages.takeDue(100))).toEqual(['soon']);
  expect(idsOf(messages.takeLate())).toEqual(['later']);
  expect(idsOf(messages.takeDue(300))).toEqual(['scheduled']);
});

test('a scheduled message is not dropped for sent ones', () => {
  const sent = ['1', '2', '3'].map((id) => createMessage({ id }));
  const messages = messagesWith(2, makeScheduled('waiting', 100), ...sent);
  expect(idsOf(messages.list())).toEqual(['waiting', '2', '3']);
});

test('beyond the limit the oldest scheduled message is dropped and never due', () => {
  const messages = messagesWith(2, ...['1', '2', '3'].map((id) => makeScheduled(id, 100)));
  expect(idsOf(messages.takeDue(100))).toEqual(['2', '3']);
});

test('a reply names its parent', () => {
  const parent = createMessage({ id: 'p' });
  expect(createReply(parent)).toEqual({ inReplyTo: parent.messageId, references: [parent.messageId] });
});

test('the references name each id once', () => {
  const parent = createMessage({ id: 'p', references: ['<a@x>', '<p@mail.example.com>', '<b@x>'] });
  expect(createReply(parent).references).toEqual(['<a@x>', '<b@x>', '<p@mail.example.com>']);
});

const mail = (
  messageId: string,
  inReplyTo: string | null = null,
  references: string[] = [],
): Parameters<typeof findParents>[0][number] => ({ messageId, inReplyTo, references });

/** Each mail as `parent > mail`, with `?` for an orphan. */
function formatThreads(...mails: ReturnType<typeof mail>[]): string[] {
  return [...findParents(mails)].map(
    ([{ messageId }, { parent, orphan }]) => `${parent?.messageId ?? ''} > ${messageId}${orphan ? '?' : ''}`,
  );
}

for (const [label, mails, expected] of [
  ['replies', [mail('a'), mail('b', 'a', ['a']), mail('c', 'b', ['a', 'b'])], [' > a', 'a > b', 'b > c']],
  ['a reply before its parent', [mail('b', 'a', ['a']), mail('a')], ['a > b', ' > a']],
  ['a reply whose parent is missing', [mail('a'), mail('c', 'b', ['a', 'b'])], [' > a', 'a > c?']],
  ['a reply without any ancestor', [mail('b', 'a', ['a'])], [' > b?']],
  ['only References', [mail('a'), mail('b', null, ['a'])], [' > a', 'a > b']],
  ['a reply to itself', [mail('a', 'a')], [' > a']],
] as const) {
  test(`mails with ${label} are arranged as ${expected.join(', ')}`, () => {
    expect(formatThreads(...mails)).toEqual(expected);
  });
}
