import { stripVTControlCharacters } from 'node:util';
import { contrast, type Expectation, shownInShort } from '../api/expect.ts';
import { MailMissing } from '../api/mailbox.ts';
import { MissingInAnswer } from '../wire/answer.ts';

/** A failed assertion in words. */
type Failure = Pick<Expectation, 'expected' | 'actual'>;

/** The error of a failed matcher. */
interface Thrown {
  matcherResult?: {
    name?: string;
    pass: boolean;
    message: string;
    expected?: unknown;
    actual?: unknown;
    evidence?: object;
  };
  code?: string;
  message?: string;
}

/** A thrown error as a failed assertion; undefined for a mistake in the case. */
export function asFailure(error: unknown): Failure | undefined {
  if (error instanceof MissingInAnswer) return { expected: error.wanted, actual: error.answer.toString() };
  if (error instanceof MailMissing) return { expected: error.wanted, actual: error.found };
  const { matcherResult, code, message = '' } = error as Thrown;
  if (!matcherResult && code !== 'ERR_ASSERTION') return undefined;
  const text = stripVTControlCharacters(message).trim();
  if (!matcherResult) return { expected: 'as the case asserts', actual: text };
  const { expected, actual } = inWords(matcherResult, text);
  // A label precedes the message of the matcher.
  const label = message.slice(0, Math.max(0, message.indexOf(matcherResult.message) - 2));
  return { expected: label ? `${label}: ${expected}` : expected, actual };
}

function inWords({ name = '', pass, expected, actual }: NonNullable<Thrown['matcherResult']>, text: string): Failure {
  // The matchers about answers have words of their own.
  if (!['toBe', 'toEqual'].includes(name) && typeof expected === 'string' && typeof actual === 'string')
    return { expected: pass ? `not ${expected}` : expected, actual };
  if (['toBe', 'toEqual'].includes(name) && !isStand(expected))
    return pass
      ? { expected: `not ${shownInShort(expected)}`, actual: shownInShort(actual) }
      : contrast(expected, actual);
  const line = (word: string) => new RegExp(`^${word}( [^:\\n]*)?: +(.*)$`, 'm').exec(text);
  const [wanted, seen] = [line('Expected'), line('Received')];
  return {
    expected: wanted ? `${wanted[1] ?? ''} ${wanted[2]}`.trim() : `${pass ? 'not ' : ''}${name}`,
    actual: seen?.[2] ?? text,
  };
}

/** A value of Jest's that matches others, such as `expect.any(String)`. */
function isStand(value: unknown): boolean {
  return typeof (value as { asymmetricMatch?: unknown } | null)?.asymmetricMatch === 'function';
}

/** The answer or mail that a failed assertion names. */
export function evidenceOf(error: unknown): object | undefined {
  if (error instanceof MissingInAnswer) return error.answer;
  return error instanceof MailMissing ? error.sentTo : (error as Thrown).matcherResult?.evidence;
}
