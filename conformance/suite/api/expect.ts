import { isDeepStrictEqual } from 'node:util';
import { expect as base } from '@playwright/test';
import { isObject } from '../../../spec/json.ts';
import { UUID } from '../../../spec/validators.ts';
import { Answer, parsed, withoutRequestIds } from '../wire/answer.ts';
import { contract } from '../wire/contract.ts';
import { noteJudged } from './judged.ts';
import type { Received } from './mailbox.ts';

/** The result of one of these matchers; the error of a failed one carries it as `matcherResult`. */
export interface Expectation {
  pass: boolean;
  name: string;
  expected: string;
  actual: string;
  message: () => string;
  /** The answer or the mail that was judged. */
  evidence?: object;
}

function verdict(name: string, answer: Answer, pass: boolean, expected: string, actual = answer.toString()) {
  return { ...result(name, pass, expected, actual, `\nrepeat:   ${answer.curl}`), evidence: answer };
}

function result(name: string, pass: boolean, expected: string, actual: string, more = ''): Expectation {
  return { pass, name, expected, actual, message: () => `expected: ${expected}\nactual:   ${actual}${more}` };
}

/** Whether two refusals have the same status and codes. */
export function isRefusedLike(one: Answer, other: Answer): boolean {
  return one.status === other.status && one.codes.join() === other.codes.join();
}

type SchemaCheck = ReturnType<ReturnType<typeof contract>['validators']['schema']>;
const schemaChecks = new Map<string, SchemaCheck>();

function schemaCheck(schema: string): SchemaCheck {
  const pointer = schema.startsWith('/') ? schema : `/components/schemas/${schema}`;
  const check = schemaChecks.get(pointer) ?? contract().validators.schema({ $ref: `openapi#${pointer}` });
  schemaChecks.set(pointer, check);
  return check;
}

const show = (value: unknown) => JSON.stringify(value) ?? 'nothing';

const matchers = {
  /** The answer is a success: any 2xx, or exactly this status. */
  toAccept(answer: Answer, status?: number) {
    noteJudged(answer, { status: status ?? 200 });
    const pass = status === undefined ? answer.accepted : answer.status === status;
    return verdict('toAccept', answer, pass, status === undefined ? 'accepted (2xx)' : `accepted with ${status}`);
  },

  /** The answer is a refusal: any 4xx, or exactly this status, and with this code when one is given. */
  toRefuse(answer: Answer, status?: number, code?: string) {
    noteJudged(answer, { status, code });
    const pass =
      (status === undefined ? answer.refused : answer.status === status) &&
      (code === undefined || answer.codes.includes(code));
    const wanted = status === undefined ? 'refused (4xx)' : `refused with ${status}`;
    return verdict('toRefuse', answer, pass, code === undefined ? wanted : `${wanted} and the code ${code}`);
  },

  /** The same refusal as another one, by status and codes. */
  toBeRefusedLike(answer: Answer, other: Answer) {
    const expected = `refused with ${other.status} and the code ${other.codes.join(', ') || 'none'}`;
    if (!isRefusedLike(answer, other)) noteJudged(answer, { isUnlike: true });
    return verdict('toBeRefusedLike', answer, isRefusedLike(answer, other), expected);
  },

  toHaveStatus(answer: Answer, ...statuses: number[]) {
    noteJudged(answer, statuses.length === 1 ? { status: statuses[0] } : {});
    return verdict('toHaveStatus', answer, statuses.includes(answer.status), `the status ${statuses.join(' or ')}`);
  },

  /** One of the errors has this code. */
  toHaveErrorCode(answer: Answer, code: string) {
    noteJudged(answer, { code });
    return verdict('toHaveErrorCode', answer, answer.codes.includes(code), `an error with the code ${show(code)}`);
  },

  /** The body is a standard error body: `errors`, each an object with the strings `code` and `title`. */
  toHaveErrorBody(answer: Answer) {
    const listed = (answer.body as { errors?: unknown[] } | undefined)?.errors;
    const pass =
      Array.isArray(listed) &&
      listed.length > 0 &&
      answer.errors.length === listed.length &&
      answer.errors.every(({ code, title }) => typeof code === 'string' && typeof title === 'string');
    return verdict('toHaveErrorBody', answer, pass, 'a standard error body: errors[] with code and title');
  },

  /** One of the errors points at this place of the body, or at another one of these. */
  toPointAt(answer: Answer, ...places: string[]) {
    noteJudged(answer, { pointers: places });
    const pass = answer.errors.some(({ source }) => places.includes(String(source?.pointer)));
    return verdict('toPointAt', answer, pass, `source.pointer ${places.map(show).join(' or ')}`);
  },

  /** One of the errors names this query parameter. */
  toBlameParameter(answer: Answer, parameter: string) {
    noteJudged(answer, { parameter });
    const named = answer.errors.map(({ source }) => source?.parameter);
    return verdict('toBlameParameter', answer, named.includes(parameter), `source.parameter ${show(parameter)}`);
  },

  /** The same success again: same status, same message, and, request ids aside, same body. */
  toReplay(answer: Answer, first: Answer) {
    const [own, others] = [withoutRequestIds(answer), withoutRequestIds(first)];
    const body = parsed(own);
    const same = own === others || (body !== undefined && isDeepStrictEqual(body, parsed(others)));
    const pass = answer.status === first.status && same;
    return verdict('toReplay', answer, pass, ...compared('the first answer again', answer, first));
  },

  /**
   * Equal to another answer in status and, what is another one each time, the id that was asked for and its own address aside, in every byte
   * of the body.
   */
  toEqualAnswer(answer: Answer, other: Answer) {
    if (!isRefusedLike(answer, other)) noteJudged(answer, { isUnlike: true });
    const texts = [withoutOwn(answer), withoutOwn(other)] as const;
    const pass = answer.status === other.status && texts[0] === texts[1];
    const bodies = texts.map(parsed) as [unknown, unknown];
    return verdict('toEqualAnswer', answer, pass, ...compared('the same answer as another', answer, other, bodies));
  },

  /** The value meets a schema of the contract, named as in components/schemas or by a pointer. */
  toMatchSchema(value: unknown, schema: string) {
    const body = value instanceof Answer ? value.body : value;
    const violation = schemaCheck(schema)(body);
    const expected = `${schema}: ${violation ? `${violation.pointer || 'it'} ${violation.message}` : 'met'}`;
    if (value instanceof Answer) return verdict('toMatchSchema', value, !violation, expected);
    return result('toMatchSchema', !violation, expected, show(body));
  },

  /** The value is a JSON list, or a JSON object. */
  toBeJson(value: unknown, kind: 'list' | 'object') {
    const pass = kind === 'list' ? Array.isArray(value) : isObject(value);
    return result('toBeJson', pass, kind === 'list' ? 'a list' : 'an object', shownInShort(value));
  },

  /** So many mails have come to the address. */
  toHaveMails(received: Received, count: number) {
    const { address, mails } = received;
    const expected = `${count === 1 ? 'one mail' : `${count || 'no'} mails`} to ${address}`;
    const found = result('toHaveMails', mails.length === count, expected, `${mails.length || 'none'} came`);
    return { ...found, evidence: received };
  },
};

/** Times, as services write that of an answer. */
const times =
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?|\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\b/g;
/** The same as seconds or milliseconds. */
const numberedTimes = /(?<=":\s*)1\d{9}(?:\d{3}|\.\d+)?(?=\s*[,}])/g;
/** Values that are made-up ids, such as of the request or the error: a UUID, a long number in hexadecimal digits, a ULID. */
const madeUpIds =
  /"(?:urn:uuid:)?(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,}|[0-7][0-9A-HJKMNP-TV-Z]{25})"(?!\s*:)/gi;

/**
 * The text of an answer without what tells one request from the next: times, ids, its address, whose query links repeat, and the id in it.
 */
function withoutOwn(answer: Answer): string {
  const [asked = ''] = /[^/?]+(?=\?|$)/.exec(answer.request.url) ?? [];
  const address = new RegExp(`"(?:[^"\\s]*/${asked.replace(/\W/g, '\\$&')})?(?:\\?[^"\\s]*)?"(?!\\s*:)`, 'g');
  const text = withoutRequestIds(answer)
    .replace(address, '""')
    .replace(madeUpIds, '"(id)"')
    .replace(times, '(time)')
    .replace(numberedTimes, '"(time)"');
  return UUID.test(asked) ? text.replaceAll(asked, '') : text;
}

/** Playwright's `expect` with matchers about answers of the target and delivered mail. */
export const expect = base.extend(matchers);

/** Two answers in texts that show where they differ. */
function compared(
  wanted: string,
  answer: Answer,
  other: Answer,
  [own, others] = [answer.body, other.body],
): [expected: string, actual: string] {
  if (answer.status !== other.status || own === undefined || others === undefined)
    return [`${wanted}: ${other}`, `${answer}`];
  const { expected, actual } = contrast(others, own);
  return [`${wanted}: ${other.status} ${expected}`, `${answer.status} ${actual}`];
}

/** One place at which two values differ, each as text. */
interface Difference {
  /** Steps from the whole value, such as `phone_numbers.0.status`; empty for the whole. */
  place: string;
  expected: string;
  actual: string;
}

const mostPlaces = 4;
const longest = 240;
const context = 30;

/** Two values as texts that show where they differ. */
export function contrast(expected: unknown, actual: unknown): { expected: string; actual: string } {
  const whole = { expected: shown(expected), actual: shown(actual) };
  const isShort = whole.expected.length <= longest && whole.actual.length <= longest;
  const all = [...differences('', expected, actual)];
  if (isShort || all.length === 0) return { expected: cut(whole.expected), actual: cut(whole.actual) };
  const more = all.length > mostPlaces ? `, and ${all.length - mostPlaces} more places` : '';
  const text = (side: 'expected' | 'actual') =>
    all
      .slice(0, mostPlaces)
      .map(({ place, [side]: value }) => (place ? `${place} ${cut(value)}` : cut(value)))
      .join(', ') + more;
  return { expected: text('expected'), actual: text('actual') };
}

/** A value as JSON, not longer than a reader can take in; an absent value is `nothing`. */
export function shownInShort(value: unknown): string {
  return cut(shown(value));
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? (value === undefined ? 'nothing' : String(value));
}

function* differences(place: string, expected: unknown, actual: unknown): Generator<Difference> {
  if (Object.is(expected, actual)) return;
  if (typeof expected === 'string' && typeof actual === 'string')
    return yield { place, ...fromWhereTheyDiffer(expected, actual) };
  if (!isHolder(expected) || !isHolder(actual) || lengthOf(expected) !== lengthOf(actual)) {
    return yield { place, expected: shown(expected), actual: shown(actual) };
  }
  for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    yield* differences(place ? `${place}.${name}` : name, expected[name], actual[name]);
  }
}

function fromWhereTheyDiffer(expected: string, actual: string) {
  let at = 0;
  while (expected[at] === actual[at]) at += 1;
  const isLong = at > context && Math.max(expected.length, actual.length) > longest;
  const part = (text: string) =>
    isLong ? `${JSON.stringify(`...${text.slice(at - context)}`)}` : JSON.stringify(text);
  return { expected: part(expected), actual: part(actual) };
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A list of another length differs as a whole. */
function lengthOf(value: object): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}
