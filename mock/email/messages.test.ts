import { expect, test } from 'vitest';
import { memorySize } from '../collections/memory.ts';
import { type Archive, inMemory, type PartitionStorage } from '../collections/storage.ts';
import { acceptedMessage } from '../testing.ts';
import { atOnce } from '../time/turns.ts';
import { type Message, Messages } from './messages.ts';

const scheduled = (id: string, due: number) =>
  acceptedMessage({ id, status: 'scheduled', schedule: { due, text: new Date(due).toISOString() } });
const idsOf = (messages: { id: string }[]) => messages.map(({ id }) => id);

test('a message is found by its account and its id, in any case', () => {
  const messages = new Messages(10);
  messages.add(acceptedMessage({ id: 'abc-1' }));
  expect(messages.get('acme', 'ABC-1')?.id).toBe('abc-1');
  expect(messages.get('globex', 'abc-1')).toBeUndefined();
  expect(messages.get('acme', 'abc-2')).toBeUndefined();
});

test('scheduled messages are taken in the order of their times, when those have come', () => {
  const messages = new Messages(10);
  for (const [id, due] of [
    ['late', 300],
    ['early', 100],
    ['middle', 200],
  ] as const)
    messages.add(scheduled(id, due));
  expect(messages.takeDue(99)).toEqual([]);
  expect(idsOf(messages.takeDue(200))).toEqual(['early', 'middle']);
  expect(messages.takeDue(299)).toEqual([]);
  expect(idsOf(messages.takeDue(300))).toEqual(['late']);
  expect(messages.takeDue(1_000)).toEqual([]);
});

test('messages of the same time are taken in the order in which they came', () => {
  const messages = new Messages(10);
  for (const id of ['first', 'second', 'third']) messages.add(scheduled(id, 100));
  expect(idsOf(messages.takeDue(100))).toEqual(['first', 'second', 'third']);
});

test('a message that comes later but is due earlier is not overlooked', () => {
  const messages = new Messages(10);
  messages.add(scheduled('late', 300));
  messages.takeDue(200);
  messages.add(scheduled('early', 250));
  expect(idsOf(messages.takeDue(260))).toEqual(['early']);
});

test('of two messages with one id the later one alone is taken', () => {
  const messages = new Messages(10);
  const [first, second] = [scheduled('one', 100), scheduled('one', 200)];
  messages.add(first);
  messages.add(second);
  expect(messages.takeDue(100)).toEqual([]);
  expect(messages.takeDue(200)).toEqual([second]);
});

test('no more are taken than are asked for, and the others are taken next', () => {
  const messages = new Messages(10);
  for (const id of ['one', 'two', 'three']) messages.add(scheduled(id, 100));
  expect(messages.takeDue(100, 2).map(({ id }) => id)).toEqual(['one', 'two']);
  expect(messages.takeDue(100, 2).map(({ id }) => id)).toEqual(['three']);
});

test('those that made room are not counted among those that are taken', () => {
  const messages = new Messages(2);
  for (const id of ['one', 'two', 'three', 'four']) messages.add(scheduled(id, 100));
  expect(idsOf(messages.takeDue(100, 1))).toEqual(['three']);
});

test('what is not scheduled is never taken', () => {
  const messages = new Messages(10);
  messages.add(acceptedMessage());
  messages.add(acceptedMessage({ id: 'sandboxed', status: 'sandbox', schedule: { due: 1, text: '' } }));
  expect(messages.takeDue(1_000)).toEqual([]);
});

test('a message that is late waits for its own time, and is taken before it when all that are late are', () => {
  const messages = new Messages(10);
  for (const [id, arrives] of [
    ['soon', 100],
    ['later', 300],
    ['between', 250],
  ] as const)
    messages.add(acceptedMessage({ id, arrives }));
  messages.add(scheduled('scheduled', 200));
  expect(idsOf(messages.takeDue(100))).toEqual(['soon']);
  expect(messages.get('acme', 'later')?.status).toBe('queued');
  expect(idsOf(messages.takeLate())).toEqual(['later', 'between']);
  expect(idsOf(messages.takeDue(300))).toEqual(['scheduled']);
});

test('it is told how many bytes a message takes', () => {
  const messages = new Messages(10);
  for (const message of [acceptedMessage(), scheduled('later', 100)])
    expect(messages.add(message)).toBe(memorySize(message));
});

test('the oldest message makes room for a new one', () => {
  const messages = new Messages(2);
  for (const id of ['1', '2', '3']) messages.add(acceptedMessage({ id }));
  expect(idsOf(messages.list())).toEqual(['2', '3']);
});

test('so do the oldest when the messages keep too many bytes, but never the newest', () => {
  const messages = new Messages(10, 10_000);
  for (const id of ['1', '2', '3']) messages.add(acceptedMessage({ id, text: 'x'.repeat(2_000) }));
  expect(idsOf(messages.list())).toEqual(['2', '3']);
  messages.add(acceptedMessage({ id: '4', text: 'x'.repeat(9_000) }));
  expect(idsOf(messages.list())).toEqual(['4']);
});

test('a message that waits for its time makes no room for one that does not', () => {
  const messages = new Messages(2);
  messages.add(scheduled('waiting', 100));
  for (const id of ['1', '2', '3']) messages.add(acceptedMessage({ id }));
  expect(idsOf(messages.list())).toEqual(['waiting', '2', '3']);
  expect(idsOf(messages.takeDue(100))).toEqual(['waiting']);
});

test('messages that made room while they waited do not come back when their time has come', () => {
  const messages = new Messages(2);
  for (let id = 0; id < 100; id++) messages.add(scheduled(`${id}`, 200 - id));
  expect(idsOf(messages.list())).toEqual(['98', '99']);
  expect(idsOf(messages.takeDue(1_000))).toEqual(['99', '98']);
});

test('the oldest of the waiting messages makes room for another one that waits', () => {
  const messages = new Messages(2);
  for (const id of ['1', '2', '3']) messages.add(scheduled(id, 100));
  expect(idsOf(messages.takeDue(100))).toEqual(['2', '3']);
});

test('whether a message is there is told whoever asks, in any case', () => {
  const messages = new Messages(10);
  messages.add(acceptedMessage({ id: 'abc-1', account: 'globex' }));
  messages.add(scheduled('abc-2', 100));
  expect(['ABC-1', 'abc-2', 'abc-3'].map((id) => messages.has(id))).toEqual([true, true, false]);
});

test('of the messages those are kept that are admitted, whether they wait or not', () => {
  const messages = new Messages(10);
  for (const id of ['1', '2']) messages.add(acceptedMessage({ id }));
  for (const id of ['3', '4']) messages.add(scheduled(id, 100));
  atOnce(messages.retain(({ id }) => id === '1' || id === '4'));
  expect(idsOf(messages.list())).toEqual(['4', '1']);
  expect(idsOf(messages.takeDue(100))).toEqual(['4']);
});

/** What is stored: messages that wait, and an archive with the latest in memory. */
function stored({ waiting = [] as Message[], recent = [] as Message[] }) {
  const kept = new Map<string, unknown>(recent.map((message) => [message.id, message]));
  const archive: Archive = {
    recent,
    add: (id, value) => void kept.set(id, value),
    remove: (id) => void kept.delete(id),
    get: (id) => kept.get(id),
  };
  const map = () => new Map(waiting.map((value) => [value.id, { value, bytes: 1 }]));
  return { kept, storage: { ...inMemory(), archive, map } as unknown as PartitionStorage };
}

test('what is stored is there again: messages wait for their times, and the archive has what memory has no room for', () => {
  const waiting = [scheduled('late', 300), scheduled('early', 100), acceptedMessage({ id: 'slow', arrives: 200 })];
  const { storage, kept } = stored({ waiting, recent: ['1', '2'].map((id) => acceptedMessage({ id })) });
  const messages = new Messages(2, undefined, undefined, storage);
  messages.add(acceptedMessage({ id: 'C' }));
  expect([...kept.keys()]).toEqual(['1', '2', 'c']);
  expect(idsOf(messages.list())).toEqual(['late', 'early', 'slow', '2', 'C']);
  expect(['1', 'c', 'late'].map((id) => messages.get('acme', id)?.id)).toEqual(['1', 'C', 'late']);
  expect(messages.get('globex', '1')).toBeUndefined();
  expect(idsOf(messages.takeDue(250))).toEqual(['early', 'slow']);
  expect(idsOf(messages.takeDue(300))).toEqual(['late']);
});

test('a message in the archive that is not admitted is not found, and one in memory is removed from both', () => {
  const { storage, kept } = stored({ recent: ['2', '3'].map((id) => acceptedMessage({ id })) });
  for (const id of ['0', '1']) kept.set(id, acceptedMessage({ id }));
  const messages = new Messages(10, undefined, undefined, storage);
  messages.add(acceptedMessage({ id: 'A' }));
  atOnce(messages.retain(({ id }) => id === '1' || id === '3'));
  expect(['0', '1', '2', '3'].map((id) => messages.has(id))).toEqual([false, true, false, true]);
  expect([...kept.keys()].sort()).toEqual(['0', '1', '3']);
});
