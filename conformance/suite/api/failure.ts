import { stripVTControlCharacters } from 'node:util';
import { MissingInAnswer } from '../wire/answer.ts';
import { MailMissing } from './mailbox.ts';

/** The result of a matcher about answers or mail; the error of a failed one carries it as `matcherResult`. */
export interface Expectation {
  pass: boolean;
  name: string;
  expected: string;
  actual: string;
  message: () => string;
  /** The answer or the mail that was judged. */
  evidence: object;
}

/** A failed assertion in words. */
type Failure = Pick<Expectation, 'expected' | 'actual'>;

/** The error of a failed matcher, one of Playwright's included. */
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
  // A label precedes the message of the matcher.
  const label = message.slice(0, Math.max(0, message.indexOf(matcherResult.message) - 2));
  if (label && isStatement(matcherResult)) {
    const [wanted, seen] = matcherResult.expected ? [label, 'it is not so'] : [`it is not so: ${label}`, 'it is so'];
    return { expected: wanted, actual: seen };
  }
  const { expected, actual } = inWords(matcherResult, text);
  return { expected: label ? `${label}: ${expected}` : expected, actual };
}

/** The answer or mail that a failed assertion names. */
export function judgedIn(error: unknown): object | undefined {
  if (error instanceof MissingInAnswer) return error.answer;
  return error instanceof MailMissing ? error.sentTo : (error as Thrown).matcherResult?.evidence;
}

/** True if the label of an assertion is a statement, and its value says if that is true. */
function isStatement({ name, expected, actual }: NonNullable<Thrown['matcherResult']>): boolean {
  return name === 'toBe' && typeof expected === 'boolean' && typeof actual === 'boolean';
}

function inWords({ name = '', pass, ...values }: NonNullable<Thrown['matcherResult']>, text: string): Failure {
  const { expected, actual, evidence } = values;
  if (evidence) return { expected: pass ? `not ${expected}` : `${expected}`, actual: `${actual}` };
  if (['toBe', 'toEqual'].includes(name) && !isStand(expected))
    return pass
      ? { expected: `not ${shownInShort(expected)}`, actual: shownInShort(actual) }
      : contrast(expected, actual);
  const line = (word: string) => new RegExp(`^${word}( [^:\\n]*)?: +(.*)$`, 'm').exec(text);
  const [wanted, seen] = [line('Expected'), line('Received')];
  return {
    expected: wanted
      ? `${wanted[1] ?? ''} ${wanted[2]}`.trim()
      : `${pass ? 'not ' : ''}${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`,
    actual: seen?.[2] ?? text,
  };
}

/** A value of Jest's that matches others, such as `expect.any(String)`. */
function isStand(value: unknown): boolean {
  return typeof (value as { asymmetricMatch?: unknown } | null)?.asymmetricMatch === 'function';
}

const longest = 240;
const context = 30;

/** Two values as texts; long ones are shown from shortly before the first difference. */
export function contrast(expected: unknown, actual: unknown): Failure {
  const [wanted, seen] = [shown(expected), shown(actual)];
  let at = 0;
  while (at < wanted.length && wanted[at] === seen[at]) at += 1;
  const start = at > context && Math.max(wanted.length, seen.length) > longest ? at - context : 0;
  const part = (text: string) => cut(start > 0 ? `...${text.slice(start)}` : text);
  return { expected: part(wanted), actual: part(seen) };
}

/** A value as JSON, not longer than a reader can take in; an absent value is `nothing`. */
export function shownInShort(value: unknown): string {
  return cut(shown(value));
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? (value === undefined ? 'nothing' : String(value));
}
