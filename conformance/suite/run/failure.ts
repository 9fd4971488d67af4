import { stripVTControlCharacters } from 'node:util';
import { contrast, shownInShort } from '../calls/differences.ts';
import type { Expectation } from '../calls/expect.ts';
import { MailMissing } from '../calls/mailbox.ts';
import { Answer, MissingInAnswer } from '../wire/answer.ts';

/** A failed assertion in words. */
export interface Failure {
  expected: string;
  actual: string;
}

/** What an error carries that an expectation ended with: ours, and what a matcher of ours says itself. */
interface Thrown {
  expectation?: Expectation;
  matcherResult?: { expected?: unknown; actual?: unknown };
  code?: string;
  message?: string;
}

/** What a thrown error says as a failed assertion; undefined when it is none, but a mistake in the case. */
export function asFailure(error: unknown): Failure | undefined {
  if (error instanceof MissingInAnswer) return { expected: error.wanted, actual: error.answer.toString() };
  if (error instanceof MailMissing) return { expected: error.wanted, actual: error.found };
  const { expectation, matcherResult, code, message = '' } = error as Thrown;
  if (expectation) return failureOf(expectation, matcherResult);
  const isAssertion = code === 'ERR_ASSERTION' || /^(Error: )?expect\b/.test(plain(message));
  return isAssertion ? { expected: 'as the case asserts', actual: plain(message) } : undefined;
}

/** The answer or mail that a failed assertion was about, where it says so. */
export function subjectOf(error: unknown): object | undefined {
  return error instanceof MissingInAnswer ? error.answer : (error as Thrown).expectation?.subject;
}

function failureOf(
  { matcher, isNot, label, actual, args, subject }: Expectation,
  own: Thrown['matcherResult'],
): Failure {
  const wanted = wants[matcher];
  const about = label === undefined ? '' : `${label}: `;
  if (wanted === undefined) {
    const { expected = `${matcher} ${args.map(shownInShort).join(', ')}`.trim(), actual: seen } = own ?? {};
    return { expected: about + expected, actual: typeof seen === 'string' ? seen : shownInShort(actual) };
  }
  // A yes or a no, or that nothing is there, says nothing without the answer that it is said of.
  const isBare = typeof actual === 'boolean' || actual === undefined || (Array.isArray(actual) && actual.length === 0);
  const of = isBare && subject instanceof Answer && !about.includes(String(subject)) ? `, in ${subject}` : '';
  if (isNot) return { expected: `${about}not ${wanted}${argument(args)}`, actual: shownInShort(actual) };
  if (wanted !== '' && matcher !== 'toMatchObject') {
    const length = matcher === 'toHaveLength' ? `the length ${(actual as unknown[] | undefined)?.length}: ` : '';
    return { expected: `${about}${wanted}${argument(args)}`, actual: length + shownInShort(actual) + of };
  }
  const { expected, actual: seen } = contrast(args[0], actual, matcher === 'toMatchObject');
  return { expected: about + wanted + expected, actual: seen + of };
}

/** What Playwright's own matchers want, in words before their argument. */
const wants: Record<string, string> = {
  toBe: '',
  toEqual: '',
  toStrictEqual: '',
  toMatchObject: 'an object with ',
  toContain: 'something that contains ',
  toContainEqual: 'something that contains ',
  toHaveLength: 'the length ',
  toMatch: 'a text that matches ',
  toHaveProperty: 'something with the member ',
  toBeLessThan: 'less than ',
  toBeLessThanOrEqual: 'at most ',
  toBeGreaterThan: 'more than ',
  toBeGreaterThanOrEqual: 'at least ',
  toBeUndefined: 'nothing',
  toBeDefined: 'something',
  toBeNull: 'null',
  toThrow: 'a mistake',
};

function argument(args: readonly unknown[]): string {
  return args.map(shownInShort).join(' ');
}

function plain(text: string): string {
  return stripVTControlCharacters(text).trim();
}
