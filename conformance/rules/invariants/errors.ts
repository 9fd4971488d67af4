import { isObject, type Json } from '../../../spec/json.ts';
import { type Answer, readMembers } from '../../suite/wire/answer.ts';
import { findWholeOwner, isJudged, loadContract } from '../../suite/wire/contract.ts';
import { answers, every, type Find, type Invariant, members, part, readSent } from './invariant.ts';

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Refusals of the contract's operations, except failed validations of a mission-run query, which have another body. */
const refusals = answers((answer) => answer.refused && isJudged(answer) && !isFailedQuery(answer));

const entries: Find<Json> = (answer) =>
  refusals(answer).flatMap(({ value }) =>
    value.errors.map((entry, index) => ({ place: `/errors/${index}`, value: entry as Json })),
  );

/** The places that errors name. */
const sources: Find<Json> = (answer) =>
  members(entries, 'source')(answer).flatMap(({ place, value }) => (isObject(value) ? [{ place, value }] : []));

/** The member `errors` of an answer, which may be anything. */
const listErrors = ({ body }: Answer) => readMembers(body).errors;

/** Rules about every answer, and about every refusal. */
export const errors: readonly Invariant[] = [
  every(
    'AUTH-3',
    part(
      answers((answer) => isAuthenticationFailure(answer) && isJudged(answer) && !findWholeOwner(answer)),
      listErrors,
    ),
    'has the code, title and detail of an authentication failure',
    (_, { errors }) => {
      const error = errors.find(({ code }) => code === '10009');
      return (
        error?.title === 'Authentication failed' && /credential|token|key|authorization/i.test(String(error.detail))
      );
    },
  ),
  every(
    'HTTP-1',
    part(
      answers((answer) => isJudged(answer) && answer.text !== ''),
      (answer) => ({ 'content-type': answer.header('content-type'), parses: answer.body !== undefined }),
    ),
    'has the content type application/json and parses as JSON',
    ({ 'content-type': type = '', parses }) => JSON_TYPE.test(type) && parses,
  ),
  every(
    'HTTP-12',
    answers(() => true),
    'has another status than 500',
    ({ status }) => status !== 500,
  ),
  every('ERR-13', answers(isOfOwnStatus), 'has a status that the contract names', hasNamedStatus),
  every('ERR-5', members(sources, 'parameter'), 'names a query parameter of the request', isQueryParameter),
  every(
    'ERR-8',
    members(entries, 'code'),
    'has digits only',
    (value) => value === SUPPRESSED || /^\d+$/.test(`${value}`),
  ),
  every(
    'ERR-9',
    (answer) =>
      answer.errors.flatMap((value, index) => (value.code === '10007' ? [{ place: `/errors/${index}`, value }] : [])),
    'has the title `Unexpected error`',
    ({ title }) => title === 'Unexpected error',
  ),
];

/** A 401 to a send that overrides suppressions may be about its scope. */
function isAuthenticationFailure(answer: Answer): boolean {
  return answer.codes.includes('10009') || (answer.status === 401 && readSent(answer).ignore_suppression !== true);
}

/** The one code that is a word (EMAIL-SUPP-13). */
const SUPPRESSED = 'recipient_suppressed';

/** True if an answer has the body that the contract gives to a failed validation of a mission-run query. */
export function isFailedQuery({ operation, refused, body }: Answer): boolean {
  return refused && operation === 'listRecentAiMissionRuns' && Array.isArray(readMembers(body).detail);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Other rules are about other successes and 500. */
function isOfOwnStatus(answer: Answer): boolean {
  return isJudged(answer) && answer.status !== 500 && (!answer.accepted || hasNamedStatus(answer));
}

function hasNamedStatus({ operation, status }: Answer): boolean {
  return operation !== undefined && (status === 429 || loadContract().validators.declares(operation, status));
}

/** Names may be percent-encoded. Without a query nothing is known. */
function isQueryParameter(value: unknown, { request }: Answer): boolean {
  if (!isText(value)) return false;
  const names = [...new URL(request.url).searchParams.keys()];
  return names.length === 0 || names.includes(value) || names.includes(unescaped(value));
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
