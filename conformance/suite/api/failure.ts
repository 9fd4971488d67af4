import { stripVTControlCharacters } from 'node:util';
import type { Exchange, Verdict } from '../outcome/outcome.ts';
import { Answer, MissingInAnswer } from '../wire/answer.ts';
import { formatCurl, type ShownRequest } from '../wire/curl.ts';
import { type Mail, MailMissing, type ReadMail, type SentTo } from './mailbox.ts';

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
export function toFailure(error: unknown): Failure | undefined {
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
  const { expected, actual } = describeResult(matcherResult, text);
  return { expected: label ? `${label}: ${expected}` : expected, actual };
}

/** The answer or mail that a failed assertion names. */
export function findJudged(error: unknown): object | undefined {
  if (error instanceof MissingInAnswer) return error.answer;
  return error instanceof MailMissing ? error.sentTo : (error as Thrown).matcherResult?.evidence;
}

/** True if the label of an assertion is a statement with a boolean value. */
function isStatement({ name, expected, actual }: NonNullable<Thrown['matcherResult']>): boolean {
  return name === 'toBe' && typeof expected === 'boolean' && typeof actual === 'boolean';
}

function describeResult({ name = '', pass, ...values }: NonNullable<Thrown['matcherResult']>, text: string): Failure {
  const { expected, actual, evidence } = values;
  if (evidence) return { expected: pass ? `not ${expected}` : `${expected}`, actual: `${actual}` };
  if (['toBe', 'toEqual'].includes(name))
    return pass ? { expected: `not ${shorten(expected)}`, actual: shorten(actual) } : contrastValues(expected, actual);
  const line = (word: string) => new RegExp(`^${word}( [^:\\n]*)?: +(.*)$`, 'm').exec(text);
  const [wanted, seen] = [line('Expected'), line('Received')];
  return {
    expected: wanted
      ? `${wanted[1] ?? ''} ${wanted[2]}`.trim()
      : `${pass ? 'not ' : ''}${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`,
    actual: seen?.[2] ?? text,
  };
}

/** The plain value of a matcher within a value: the members that `expect.objectContaining()` demands, or the name of `expect.any()`. */
function unwrapMatcher(_: string, value: unknown): unknown {
  const matcher = value as { asymmetricMatch?: unknown; sample?: unknown; toAsymmetricMatcher(): string } | null;
  if (typeof matcher?.asymmetricMatch !== 'function') return value;
  return typeof matcher.sample === 'object' ? matcher.sample : matcher.toAsymmetricMatcher();
}

const maxLength = 240;
const contextLength = 30;

/** Two values as texts; long ones are shown from shortly before the first difference. */
export function contrastValues(expected: unknown, actual: unknown): Failure {
  const [wanted, seen] = [toText(expected), toText(actual)];
  let at = 0;
  while (at < wanted.length && wanted[at] === seen[at]) at += 1;
  const start = at > contextLength && Math.max(wanted.length, seen.length) > maxLength ? at - contextLength : 0;
  const part = (text: string) => cut(start > 0 ? `...${text.slice(start)}` : text);
  return { expected: part(wanted), actual: part(seen) };
}

/** A value as JSON, not longer than a reader can take in; an absent value is `nothing`. */
export function shorten(value: unknown): string {
  return cut(toText(value));
}

function cut(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}...` : text;
}

function toText(value: unknown): string {
  return JSON.stringify(value, unwrapMatcher) ?? (value === undefined ? 'nothing' : String(value));
}

/** A request without an answer of the service. */
interface Unanswered {
  request: ShownRequest;
  failure: string;
  failedAt: string;
}

/** An exchange of a case, or a mail that it read. */
export type Entry = Answer | ReadMail | Unanswered;

/** The place of the judged entry and the request that repeats it: of an answer, a mail or a send; else of the last entry. */
export function traceEvidence(
  entries: readonly Entry[],
  judged: object = entries.at(-1) ?? {},
): Pick<Verdict, 'curl' | 'requestId' | 'judged'> {
  const found = entries.findIndex((entry) => entry === judged || ('mail' in entry && entry.mail === judged));
  const entry = entries[found];
  const isAnswer = (candidate: Entry) => candidate instanceof Answer;
  const before = entries.slice(0, found >= 0 ? found + 1 : undefined).filter(isAnswer);
  const ofMail = () => findSend(before, entry && 'mail' in entry ? entry.mail : judged);
  const sent = entry instanceof Answer ? entry : (ofMail() ?? entries.findLast(isAnswer));
  const place = found >= 0 || !sent ? found : entries.indexOf(sent);
  return {
    ...(sent && { curl: sent.curl, ...(sent.requestId && { requestId: sent.requestId }) }),
    ...(place >= 0 && { judged: place }),
  };
}

/** The last send that a mail came from, or that mail was awaited from. */
function findSend(answers: readonly Answer[], judged: object): Answer | undefined {
  const { address, subject, recipients } = judged as Partial<SentTo & Mail>;
  const names = address === undefined ? (recipients ?? []) : [address];
  const text = address === undefined ? '' : (subject ?? '');
  const isSendTo = (name: string, body = '') => body.toLowerCase().includes(name.toLowerCase()) && body.includes(text);
  return answers.findLast(({ request }) => names.some((name) => isSendTo(name, request.body)));
}

/** The evidence of only one answer. */
export function describeEvidence(answer: Answer): Pick<Verdict, 'curl' | 'requestId' | 'exchanges' | 'judged'> {
  return { ...traceEvidence([answer]), exchanges: [toExchange(answer)] };
}

/** An entry in the form of reports. */
export function toExchange(entry: Entry): Exchange {
  if ('mail' in entry) {
    const { mail, url, readAt } = entry;
    return { sentAt: readAt, method: 'GET', url, requestHeaders: [], status: 200, headers: [], body: mail.raw };
  }
  const { method, url, headers, body } = entry.request;
  const sent = {
    method,
    url,
    requestHeaders: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body !== undefined && { requestBody: body }),
    curl: formatCurl(entry.request),
  };
  if (!(entry instanceof Answer)) return { ...sent, sentAt: entry.failedAt, failure: entry.failure, headers: [] };
  const { sentAt, tookMs, status, text, requestId } = entry;
  return {
    ...sent,
    ...(sentAt !== undefined && { sentAt }),
    ...(tookMs !== undefined && { tookMs: Math.round(tookMs * 10) / 10 }),
    status,
    headers: entry.headers.map(([name, value]): [string, string] => [name, value]),
    body: text,
    ...(requestId && { requestId }),
  };
}
