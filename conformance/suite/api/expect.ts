import { isDeepStrictEqual } from 'node:util';
import { expect as base } from '@playwright/test';
import { UUID } from '../../../spec/validators.ts';
import { type Answer, parseBody, removeRequestIds } from '../wire/answer.ts';
import { contrastValues, type Expectation } from './failure.ts';
import type { Received } from './mailbox.ts';

function judge(name: string, answer: Answer, pass: boolean, expected: string, actual = `${answer}`): Expectation {
  const message = () => `expected: ${expected}\nactual:   ${actual}\nrepeat:   ${answer.curl}`;
  return { pass, name, expected, actual, message, evidence: answer };
}

/** True if two refusals have the same status and codes. */
export function isRefusedLike(answer: Answer, reference: Answer): boolean {
  return answer.status === reference.status && answer.codes.join() === reference.codes.join();
}

const matchers = {
  /** The answer is a success: any 2xx, or exactly this status. */
  toAccept(answer: Answer, status?: number) {
    answer.expectations.push({ status: status ?? 200 });
    const pass = status === undefined ? answer.accepted : answer.status === status;
    return judge('toAccept', answer, pass, status === undefined ? 'accepted (2xx)' : `accepted with ${status}`);
  },

  /** The answer is a refusal: any 4xx, or exactly this status, with this code among its errors. */
  toRefuse(answer: Answer, status?: number, code?: string) {
    answer.expectations.push({ ...(status !== undefined && { status }), ...(code !== undefined && { code }) });
    const pass =
      (status === undefined ? answer.refused : answer.status === status) &&
      (code === undefined || answer.codes.includes(code));
    const wanted = status === undefined ? 'refused (4xx)' : `refused with ${status}`;
    return judge('toRefuse', answer, pass, code === undefined ? wanted : `${wanted} and the code ${code}`);
  },

  /** One of the errors names one of these places: pointers into the body, or parameters of the query. */
  toBlame(answer: Answer, kind: 'pointer' | 'parameter', ...places: string[]) {
    answer.expectations.push({ [kind]: places });
    const pass = answer.errors.some(({ source }) => places.includes(String(source?.[kind])));
    return judge('toBlame', answer, pass, `source.${kind} ${places.map((place) => `"${place}"`).join(' or ')}`);
  },

  /** The body is a standard error body. */
  toHaveErrorBody(answer: Answer) {
    return judge(
      'toHaveErrorBody',
      answer,
      answer.hasErrorBody && answer.errors.length > 0,
      'a standard error body: errors[] with code and title',
    );
  },

  /** The same refusal as another one, by status and codes. */
  toBeRefusedLike(answer: Answer, reference: Answer) {
    const seen = `${reference.status}${reference.codes.length > 0 ? ` and the code ${reference.codes.join(', ')}` : ''}`;
    const expected = `refused like another request with the same mistake (here ${seen})`;
    if (!isRefusedLike(answer, reference)) answer.expectations.push({ isUnlike: true });
    return judge('toBeRefusedLike', answer, isRefusedLike(answer, reference), expected);
  },

  /** The same success again: same status and, request ids aside, same body. */
  toReplay(answer: Answer, first: Answer) {
    const [own, others] = [removeRequestIds(answer), removeRequestIds(first)];
    const body = parseBody(own);
    const same = own === others || (body !== undefined && isDeepStrictEqual(body, parseBody(others)));
    const pass = answer.status === first.status && same;
    return judge('toReplay', answer, pass, ...describeDifference('the first answer again', answer, first));
  },

  /** Equal to another answer in status and in every byte of the body, values made for one answer and the requested id aside. */
  toEqualAnswer(answer: Answer, reference: Answer) {
    if (!isRefusedLike(answer, reference)) answer.expectations.push({ isUnlike: true });
    const texts = [removeUnique(answer), removeUnique(reference)] as const;
    const pass = answer.status === reference.status && texts[0] === texts[1];
    const bodies = texts.map(parseBody) as [unknown, unknown];
    return judge(
      'toEqualAnswer',
      answer,
      pass,
      ...describeDifference('the same answer as another', answer, reference, bodies),
    );
  },

  /** Exactly `count` mails have come to the address. */
  toHaveMails(received: Received, count: number): Expectation {
    const expected = `${count === 1 ? 'one mail' : `${count || 'no'} mails`} to ${received.address}`;
    const actual = `${received.mails.length || 'none'} came`;
    const message = () => `expected: ${expected}\nactual:   ${actual}`;
    const pass = received.mails.length === count;
    return { pass, name: 'toHaveMails', expected, actual, message, evidence: received };
  },
};

/** Playwright's `expect` with matchers about answers of the target and delivered mail. */
export const expect = base.extend(matchers);

/** Forms of time that services write into answers. */
const times =
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?|\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\b/g;
/** The same as seconds or milliseconds. */
const numberedTimes = /(?<=":\s*)1\d{9}(?:\d{3}|\.\d+)?(?=\s*[,}])/g;
/** Generated ids, such as of the request or the error: a UUID, a long number in hexadecimal digits, a ULID. */
const generatedIds =
  /"(?:urn:uuid:)?(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,}|[0-7][0-9A-HJKMNP-TV-Z]{25})"(?!\s*:)/gi;

/** The text of an answer without its unique values: times, ids, its address, whose query links repeat, and the id in it. */
function removeUnique(answer: Answer): string {
  const [requested = ''] = /[^/?]+(?=\?|$)/.exec(answer.request.url) ?? [];
  const address = new RegExp(`"(?:[^"\\s]*/${requested.replace(/\W/g, '\\$&')})?(?:\\?[^"\\s]*)?"(?!\\s*:)`, 'g');
  const text = removeRequestIds(answer)
    .replace(address, '""')
    .replace(generatedIds, '"(id)"')
    .replace(times, '(time)')
    .replace(numberedTimes, '"(time)"');
  return UUID.test(requested) ? text.replaceAll(requested, '') : text;
}

/** Two answers in texts that show where they differ. */
function describeDifference(
  wanted: string,
  answer: Answer,
  reference: Answer,
  [own, others] = [answer.body, reference.body],
): [expected: string, actual: string] {
  if (answer.status !== reference.status || own === undefined || others === undefined)
    return [`${wanted}: ${reference}`, `${answer}`];
  const { expected, actual } = contrastValues(others, own);
  return [`${wanted}: ${reference.status} ${expected}`, `${answer.status} ${actual}`];
}
