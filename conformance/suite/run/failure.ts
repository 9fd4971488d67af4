import { stripVTControlCharacters } from 'node:util';
import type { Expectation } from '../calls/expect.ts';
import { MailMissing } from '../calls/mailbox.ts';
import { MissingInAnswer } from '../wire/answer.ts';

/** A failed assertion in words. */
type Failure = Pick<Expectation, 'expected' | 'actual'>;

/** What an error carries that an expectation ended with. */
interface Thrown {
  matcherResult?: Partial<Expectation>;
  code?: string;
  message?: string;
}

/** What a thrown error says as a failed assertion; undefined when it is none, but a mistake in the case. */
export function asFailure(error: unknown): Failure | undefined {
  if (error instanceof MissingInAnswer) return { expected: error.wanted, actual: error.answer.toString() };
  if (error instanceof MailMissing) return { expected: error.wanted, actual: error.found };
  const { matcherResult, code, message = '' } = error as Thrown;
  const { label, expected, actual } = matcherResult ?? {};
  if (typeof expected === 'string' && typeof actual === 'string')
    return { expected: label === undefined ? expected : `${label}: ${expected}`, actual };
  if (!matcherResult && code !== 'ERR_ASSERTION') return undefined;
  return { expected: 'as the case asserts', actual: stripVTControlCharacters(message).trim() };
}

/** The answer or mail that a failed assertion was about, where it says so. */
export function subjectOf(error: unknown): object | undefined {
  return error instanceof MissingInAnswer ? error.answer : (error as Thrown).matcherResult?.subject;
}
