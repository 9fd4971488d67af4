import { expect, test } from 'vitest';
import type { WireRequest } from './exchange.ts';
import { UncertainAnswers } from './uncertain-answers.ts';

const url = 'https://staging.example.com/v2/x';
const request: WireRequest = { method: 'GET', url: `${url}?a=1`, headers: [] };

const later: [what: string, change: Partial<WireRequest>, status: number, isServices: boolean][] = [
  ['another query', { url: `${url}?a=2` }, 404, true],
  ['other headers', { headers: [['X-A', '1']] }, 404, true],
  ['another path', { url: `${url}/y?a=1` }, 404, false],
  ['another method', { method: 'DELETE' }, 404, false],
  ['another status', {}, 405, false],
];
for (const [what, change, status, isServices] of later) {
  test(`an answer that came three times ${isServices ? 'counts' : 'does not count'} for ${what}`, () => {
    const answers = new UncertainAnswers();
    expect([1, 2, 3].map(() => answers.isServices(request, 404))).toEqual([false, false, true]);
    expect(answers.isServices({ ...request, ...change }, status)).toBe(isServices);
  });
}

test('requests that differ only in generated values are the same request', () => {
  const answers = new UncertainAnswers((text) => text.replace(/#\d+/, '#'));
  const isServices = (text: string) => answers.isServices({ ...request, body: Buffer.from(text) }, 404);
  expect(['a1', 'a2', 'a3'].map(isServices)).toEqual([false, false, false]);
  expect(['b#1', 'b#2', 'b#3'].map(isServices)).toEqual([false, false, true]);
});

test('a request that the service has answered never counts, not even where its path is known', () => {
  const answers = new UncertainAnswers();
  const answered = { ...request, body: Buffer.from('{}') };
  answers.wasAnswered(answered);
  for (let time = 0; time < 3; time++) answers.isServices(request, 404);
  expect(answers.isServices(answered, 404)).toBe(false);
});
