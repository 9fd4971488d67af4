import { expect, test } from 'vitest';
import { acceptedMessage } from '../testing.ts';
import { Messages } from './messages.ts';

const scheduled = (id: string, due: number) =>
  acceptedMessage({ id, status: 'scheduled', schedule: { due, text: new Date(due).toISOString() } });
const idsOf = (messages: { id: string }[]) => messages.map(({ id }) => id);

function messagesWith(limit: number, ...added: ReturnType<typeof acceptedMessage>[]) {
  const messages = new Messages(limit);
  for (const message of added) messages.add(message);
  return messages;
}

test('a message is found by its account and its id in any letter case', () => {
  const messages = messagesWith(10, acceptedMessage({ id: 'abc-1' }));
  expect(messages.get('acme', 'ABC-1')?.id).toBe('abc-1');
  expect(messages.get('globex', 'abc-1')).toBeUndefined();
  expect([messages.has('ABC-1'), messages.has('abc-2')]).toEqual([true, false]);
});

test('scheduled messages are due at their times, the earliest first', () => {
  const messages = messagesWith(10, scheduled('late', 300), scheduled('early', 100), scheduled('middle', 200));
  expect(messages.takeDue(99)).toEqual([]);
  expect(idsOf(messages.takeDue(200))).toEqual(['early', 'middle']);
  expect(messages.takeDue(299)).toEqual([]);
  expect(idsOf(messages.takeDue(300))).toEqual(['late']);
  expect(messages.takeDue(1_000)).toEqual([]);
});

test('late messages are due at their arrival, or when all late ones are taken', () => {
  const late = Object.entries({ soon: 100, later: 300 }).map(([id, arrives]) => acceptedMessage({ id, arrives }));
  const messages = messagesWith(10, ...late, scheduled('scheduled', 200));
  expect(idsOf(messages.takeDue(100))).toEqual(['soon']);
  expect(idsOf(messages.takeLate())).toEqual(['later']);
  expect(idsOf(messages.takeDue(300))).toEqual(['scheduled']);
});

test('a scheduled message is not dropped for sent ones', () => {
  const sent = ['1', '2', '3'].map((id) => acceptedMessage({ id }));
  const messages = messagesWith(2, scheduled('waiting', 100), ...sent);
  expect(idsOf(messages.list())).toEqual(['waiting', '2', '3']);
});

test('beyond the limit the oldest scheduled message is dropped and never due', () => {
  const messages = messagesWith(2, ...['1', '2', '3'].map((id) => scheduled(id, 100)));
  expect(idsOf(messages.takeDue(100))).toEqual(['2', '3']);
});
