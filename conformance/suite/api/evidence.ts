import { stripVTControlCharacters } from 'node:util';
import type { Exchange, Verdict } from '../outcome/verdict.ts';
import { Answer, curlLine, MissingInAnswer, type ShownRequest } from '../wire/answer.ts';
import { contrast, type Expectation, shownInShort } from './expect.ts';
import { type Mail, MailMissing, SentTo } from './mailbox.ts';

/** Mail that was read, with its address in the outbox. */
export interface ReadMail {
  mail: Mail;
  url: string;
  readAt: string;
}

/** A request to which no answer of the service came. */
interface Unanswered {
  request: ShownRequest;
  failure: string;
  failedAt: string;
}

type Entry = Answer | ReadMail | Unanswered;

/** The exchanges of one case and the mail that it read, in order. */
export class Evidence {
  private readonly entries: Entry[] = [];

  add(entry: Entry): void {
    this.entries.push(entry);
  }

  /** The place of the judged exchange and the request that repeats it: of an answer, a mail or a send; else of the last entry. */
  about(judged: object = this.entries.at(-1) ?? {}): Pick<Verdict, 'curl' | 'requestId' | 'judged'> {
    const found = this.entries.findIndex((entry) => entry === judged || ('mail' in entry && entry.mail === judged));
    const entry = this.entries[found];
    const sent = entry instanceof Answer ? entry : (this.sendOf(found, judged) ?? this.last);
    const place = found >= 0 || !sent ? found : this.entries.indexOf(sent);
    return {
      ...(sent && { curl: sent.curl, ...(sent.requestId && { requestId: sent.requestId }) }),
      ...(place >= 0 && { judged: place }),
    };
  }

  get exchanges(): Exchange[] {
    return this.entries.map(exchangeOf);
  }

  /** The evidence of one answer alone. */
  of(answer: Answer): Pick<Verdict, 'curl' | 'requestId' | 'exchanges' | 'judged'> {
    const requestId = answer.requestId && { requestId: answer.requestId };
    return { curl: answer.curl, ...requestId, exchanges: [exchangeOf(answer)], judged: 0 };
  }

  private get last(): Answer | undefined {
    return this.entries.findLast((entry) => entry instanceof Answer);
  }

  /** The send that a mail came from, or that mail was awaited from. */
  private sendOf(found: number, subject: object | undefined): Answer | undefined {
    const entry = this.entries[found];
    const sentTo = subject instanceof SentTo ? subject : undefined;
    const names = entry && 'mail' in entry ? entry.mail.recipients : sentTo ? [sentTo.address] : [];
    const isSend = (one: Entry) =>
      one instanceof Answer &&
      names.some((name) => one.request.body?.toLowerCase().includes(name.toLowerCase())) &&
      one.request.body?.includes(sentTo?.subject ?? '');
    return this.entries.slice(0, found >= 0 ? found : undefined).findLast(isSend) as Answer | undefined;
  }
}

function exchangeOf(entry: Entry): Exchange {
  if ('mail' in entry) {
    const { mail, url, readAt } = entry;
    return { sentAt: readAt, method: 'GET', url, requestHeaders: [], status: 200, headers: [], body: mail.raw };
  }
  const { method, url, headers, body } = entry.request;
  const asked = {
    method,
    url,
    requestHeaders: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body !== undefined && { requestBody: body }),
    curl: curlLine(entry.request),
  };
  if (!(entry instanceof Answer)) return { ...asked, sentAt: entry.failedAt, failure: entry.failure, headers: [] };
  const { sentAt, tookMs, status, text, requestId } = entry;
  return {
    ...asked,
    ...(sentAt !== undefined && { sentAt }),
    ...(tookMs !== undefined && { tookMs: Math.round(tookMs * 10) / 10 }),
    status,
    headers: entry.headers.map(([name, value]): [string, string] => [name, value]),
    body: text,
    ...(requestId && { requestId }),
  };
}

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
