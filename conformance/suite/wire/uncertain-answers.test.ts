import { expect, test } from 'vitest';
import type { WireRequest } from './exchange.ts';
import { UncertainAnswers } from './uncertain-answers.ts';

const url = 'https://staging.example.com/v2/x';
const asked: WireRequest = { method: 'GET', url: `${url}?a=1`, headers: [] };

const others: [what: string, request: Partial<WireRequest>, status: number, isServices: boolean][] = [
  ['the same once more', {}, 404, true],
  ['another query', { url: `${url}?a=2` }, 404, true],
  ['other headers', { headers: [['X-A', '1']] }, 404, true],
  ['another path', { url: `${url}/y?a=1` }, 404, false],
  ['another method', { method: 'DELETE' }, 404, false],
  ['another status', {}, 405, false],
];
for (const [what, request, status, isServices] of others) {
  test(`an answer that came three times is ${isServices ? 'known for' : 'nothing that is known for'} ${what}`, () => {
    const answers = new UncertainAnswers();
    expect([1, 2, 3].map(() => answers.isServices(asked, 404))).toEqual([false, false, true]);
    expect(answers.isServices({ ...asked, ...request }, status)).toBe(isServices);
  });
}

test('three requests that differ in more than what is made up anew make no answer known', () => {
  const answers = new UncertainAnswers((text) => text.replace(/#\d+/, '#'));
  const saying = (text: string) => answers.isServices({ ...asked, body: Buffer.from(text) }, 404);
  expect(['a1', 'a2', 'a3'].map(saying)).toEqual([false, false, false]);
  expect(['b#1', 'b#2', 'b#3'].map(saying)).toEqual([false, false, true]);
  const named = (name: string) => answers.isServices({ ...asked, url: `${url}/y`, headers: [['X-A', name]] }, 404);
  expect(['a1', 'a2', 'a3'].map(named)).toEqual([false, false, false]);
  expect(['b#1', 'b#2', 'b#3'].map(named)).toEqual([false, false, true]);
});

test('an answer is known by how often it came with one status, whatever else came in between', () => {
  const answers = new UncertainAnswers();
  const statuses = [404, 405, 404, 405, 404, 405];
  expect(statuses.map((status) => answers.isServices(asked, status))).toEqual([
    ...[false, false, false, false],
    ...[true, true],
  ]);
});

const longer = Buffer.alloc(10_000, 'a');
const bodies: [what: string, body: Buffer, isServices: boolean][] = [
  ['differs only beyond its first ten thousand bytes', Buffer.concat([longer, Buffer.from('c')]), false],
  ['is longer', Buffer.concat([longer, Buffer.from('bb')]), true],
  ['differs in its last byte that is compared', Buffer.concat([longer.subarray(1), Buffer.from('cb')]), true],
];
for (const [what, body, isServices] of bodies) {
  test(`a request ${isServices ? 'is another one than one that was answered' : 'counts as one that was answered'} whose body ${what}`, () => {
    const answers = new UncertainAnswers();
    answers.wasAnswered({ ...asked, body: Buffer.concat([longer, Buffer.from('b')]) });
    expect([1, 2, 3].map(() => answers.isServices({ ...asked, body }, 404))).toEqual([false, false, isServices]);
  });
}

test('a request that the service has answered for sure gets such an answer from somebody else, also where its path is known', () => {
  const answers = new UncertainAnswers();
  answers.wasAnswered({ ...asked, body: Buffer.from('{}') });
  for (let time = 0; time < 3; time++) answers.isServices(asked, 404);
  expect(answers.isServices({ ...asked, body: Buffer.from('{}') }, 404)).toBe(false);
});
