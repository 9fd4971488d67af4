import assert from 'node:assert';
import { expect, test } from 'vitest';
import { expect as inCase } from '../calls/expect.ts';
import { MailMissing } from '../calls/mailbox.ts';
import { noticed, SentTo } from '../calls/subject.ts';
import { Answer, MissingInAnswer } from '../wire/answer.ts';
import { asFailure, subjectOf } from './failure.ts';

const request = { method: 'GET', url: 'https://staging.example.com/v2/x', headers: [] };
const answer = noticed(new Answer({ operation: undefined, status: 200, headers: [], text: '{}', request }));

/** What a function throws. */
function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

const told: [what: string, thrown: unknown, failure: object | undefined][] = [
  [
    'a member that an answer lacks',
    new MissingInAnswer('a member', answer),
    { expected: 'a member', actual: '200 {}' },
  ],
  [
    'a mail that has not come',
    new MailMissing('a mail', 'none came', new SentTo('a')),
    { expected: 'a mail', actual: 'none came' },
  ],
  ['an expectation', thrownBy(() => inCase(1).toBe(2)), { expected: '2', actual: '1' }],
  ['one with a name', thrownBy(() => inCase(1, 'the size').toBe(2)), { expected: 'the size: 2', actual: '1' }],
  [
    'an assertion',
    thrownBy(() => assert.ok(false, '\u001b[31mno luck\u001b[39m ')),
    { expected: 'as the case asserts', actual: 'no luck' },
  ],
  [
    'a matcher that tells no texts',
    { matcherResult: { expected: 'a', actual: 1 }, message: 'no match' },
    { expected: 'as the case asserts', actual: 'no match' },
  ],
  ['a mistake of the case', new TypeError('no length'), undefined],
  ['another error with a code', Object.assign(new Error('no'), { code: 'ENOENT' }), undefined],
];
for (const [what, thrown, failure] of told) {
  test(`it is ${failure ? 'a' : 'no'} failed assertion: ${what}`, () => {
    expect(asFailure(thrown)).toEqual(failure);
  });
}

test('a failure is about the answer that it lacks something in, or that was looked at', () => {
  expect(subjectOf(new MissingInAnswer('a member', answer))).toBe(answer);
  expect(subjectOf(thrownBy(() => inCase(answer.status).toBe(201)))).toBe(answer);
  expect(subjectOf(new TypeError('no length'))).toBeUndefined();
});
