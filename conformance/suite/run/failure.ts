import { stripVTControlCharacters } from 'node:util';
import { MailMissing } from '../calls/mailbox.ts';
import { MissingInAnswer } from '../wire/answer.ts';

/** A failed assertion in words. */
export interface Failure {
  expected: string;
  actual: string;
}

interface MatcherResult {
  name?: string;
  expected?: unknown;
  actual?: unknown;
  message?: unknown;
}

/** What a thrown error says as a failed assertion; undefined when it is none, but a mistake in the case. */
export function asFailure(error: unknown): Failure | undefined {
  if (error instanceof MissingInAnswer) return { expected: error.wanted, actual: error.answer.toString() };
  if (error instanceof MailMissing) return { expected: error.wanted, actual: error.found };
  const { matcherResult, code, message } = error as { matcherResult?: MatcherResult; code?: string; message?: string };
  if (!matcherResult) {
    const isAssertion = code === 'ERR_ASSERTION' || /^(Error: )?expect\b/.test(plain(message ?? ''));
    return isAssertion ? { expected: 'as the case asserts', actual: plain(message ?? '') } : undefined;
  }
  const { name, expected, actual } = matcherResult;
  if (typeof expected === 'string' && typeof actual === 'string' && name && !(name in builtIn))
    return { expected, actual };
  const text = plain(String(matcherResult.message ?? message ?? ''));
  const label = customMessage(plain(message ?? ''), text);
  if ('expected' in matcherResult && 'actual' in matcherResult && name && name in builtIn) {
    return { expected: `${label}${builtIn[name]}${show(expected)}`, actual: show(actual) };
  }
  const [, wanted, found] = /Expected[^:\n]*: +(.+)\n\s*Received[^:\n]*: +([\s\S]+)/.exec(text) ?? [];
  if (wanted !== undefined && found !== undefined)
    return { expected: `${label}${builtIn[name ?? ''] ?? ''}${wanted}`, actual: found.trim() };
  return { expected: `${label}as asserted`, actual: text };
}

/** Matchers of Playwright whose expected and received values speak for themselves. */
const builtIn: Record<string, string> = {
  toBe: '',
  toEqual: '',
  toStrictEqual: '',
  toMatchObject: 'an object with ',
  toContain: 'something that contains ',
  toContainEqual: 'something that contains ',
  toHaveLength: 'the length ',
};

/** The message that a case gave to `expect(value, message)`, when it gave one. */
function customMessage(whole: string, matcher: string): string {
  const first = whole.split('\n')[0]?.replace(/^Error: /, '') ?? '';
  return first && !first.startsWith('expect(') && !matcher.startsWith(first) ? `${first}: ` : '';
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 600 ? `${text.slice(0, 600)}...` : text;
}

function plain(text: string): string {
  return stripVTControlCharacters(text).trim();
}
