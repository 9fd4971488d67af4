import { type Choices, ours } from '../../../spec/generated/choices.ts';
import { UUID } from '../../../spec/validators.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { parsed } from '../../suite/wire/answer.ts';
import { isSend } from '../../suite/wire/email-operations.ts';
import { headerOf, isDenied } from '../../suite/wire/exchange.ts';
import { messageMember } from '../../suite/wire/message-member.ts';
import { requestOf } from '../asked/compared-members.ts';
import { bodyOf, countFaults, errorsIn, isRefusal, isSuccess } from '../asked/pair.ts';
import { each, type Measures } from './measure.ts';
import { pagesOfNothing } from './measured-lists.ts';
import { operations } from './operations.ts';

const redirects = new Map<number, Choices['trailingSlash']>([
  [301, 'redirected301'],
  [307, 'redirected307'],
  [308, 'redirected308'],
]);

/** What exchanges of whatever operation show. */
const general: Measures = {
  messageMember: each((seen) => (isSuccess(seen) ? messageMember(seen.operation, bodyOf(seen)) : undefined)),
  pagesOfNothing,
  faultsTold,
  bodyLimit,
  trailingSlash: each(({ operation, request, status }) => {
    const isSlashed = /\/$/.test(request.url.split('?', 1)[0] ?? '') && operation === undefined;
    if (!isSlashed || request.method !== 'GET') return undefined;
    return status >= 300 && status < 400 ? redirects.get(status) : status < 300 ? 'same' : 'unknown';
  }),
  wwwAuthenticate: each(({ status, headers }) => (status === 401 ? shown(headers, 'www-authenticate') : undefined)),
  unknownParent: each((seen) => {
    const parent = requestOf(seen).in_reply_to_message_id;
    if (seen.status !== 404 || typeof parent !== 'string' || !UUID.test(parent)) return undefined;
    const details = errorsIn(bodyOf(seen)).flatMap(({ detail }) => (typeof detail === 'string' ? [detail] : []));
    const isNamed = details.some((detail) => detail.toLowerCase().includes(parent.toLowerCase()));
    return details.length > 0 ? (isNamed ? 'named' : 'same') : undefined;
  }),
  credentialsAndReading: each((seen) => {
    const { rules, request } = seen;
    const { body = '', headers } = request;
    const isJson = /json/i.test(headerOf(headers, 'content-type') ?? '');
    const isUnreadable = isJson && body !== '' && parsed(body) === undefined;
    if (!isUnreadable || !rules.includes('EMAIL-IDEM-25')) return undefined;
    return isDenied(seen) ? 'credentialsFirst' : 'readingFirst';
  }),
  credentialsAndKey(exchanges) {
    const ofNobody = exchanges.filter(({ rules, request }) => rules.includes('EMAIL-IDEM-25') && request.body === '{}');
    if (ofNobody.length === 0) return undefined;
    return ofNobody.every(isDenied) ? 'credentialsFirst' : 'keyFirst';
  },
  credentialsAndPath: each((seen) => {
    const { operation, request, status } = seen;
    if (operation !== undefined || headerOf(request.headers, 'authorization') !== undefined) return undefined;
    if (isDenied(seen)) return 'credentialsFirst';
    return status === 404 || status === 405 ? 'pathFirst' : undefined;
  }),
  allowHeader: each(({ status, headers }) => (status === 405 ? shown(headers, 'allow') : undefined)),
  headMethod: each(({ request, status }) =>
    request.method === 'HEAD' ? answeredOrNot(status, 'answered') : undefined,
  ),
  optionsMethod: each(({ request, status }) => {
    if (request.method !== 'OPTIONS') return undefined;
    return answeredOrNot(status, status === 204 ? 'answered204' : 'answered200');
  }),
};

/** The choices that can be read from exchanges; one that they show in two ways is not among them. */
export function measuredChoices(exchanges: readonly NotedExchange[]): Partial<Choices> {
  const ofEach = Object.entries(operations).map(([id, { measures = {} }]) =>
    measured(
      measures,
      exchanges.filter(({ operation }) => operation === id),
    ),
  );
  return Object.assign(measured(general, exchanges), ...ofEach);
}

function measured(measures: Measures, exchanges: readonly NotedExchange[]): Partial<Choices> {
  const found = Object.entries(measures).map(([name, measure]) => [name, measure(exchanges)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/** Bytes of a body that are read at most: so many were, and one more was refused; where larger ones than ours were, there is no end. */
function bodyLimit(exchanges: readonly NotedExchange[]): number | undefined {
  const lengthsOf = (those: readonly NotedExchange[]) =>
    those.map(({ request: { body = '' } }) => Buffer.byteLength(body));
  const read = Math.max(0, ...lengthsOf(exchanges.filter(isSuccess)));
  if (read > ours.bodyLimit) return 64_000_000;
  return lengthsOf(exchanges.filter(({ status }) => status === 413)).includes(read + 1) ? read : undefined;
}

/** So many refusals that tell several faults are no accident. */
const SEVERAL = 3;

/** How many of a request's faults refusals tell. */
function faultsTold(exchanges: readonly NotedExchange[]): Choices['faultsTold'] | undefined {
  const counts = exchanges.filter(isRefusal).map((seen) => countFaults(bodyOf(seen)));
  if (counts.filter((count) => count > 1).length < SEVERAL) return counts.length > 0 ? 'first' : undefined;
  const ofBoth = exchanges.filter((seen) => isRefusal(seen) && hasWrongTypeAndValue(seen));
  const isAlone = (seen: NotedExchange) => countFaults(bodyOf(seen)) === 1;
  const isStaged = ofBoth.length > 0 && ofBoth.every(isAlone);
  if (isStaged) return 'byStage';
  const ofNothing = exchanges.filter(
    (seen) => isRefusal(seen) && saysNothing(seen) && new Set(pointersIn(seen)).size > 1,
  );
  const isSubjectTold = (seen: NotedExchange) => pointersIn(seen).some((pointer) => /\bsubject$/.test(String(pointer)));
  return ofNothing.length > 0 && !ofNothing.some(isSubjectTold) ? 'membersFirst' : 'all';
}

/** Whether a send says nothing at all: it needs a sender and recipients, and a subject as it has no template. */
function saysNothing({ operation, request }: NotedExchange): boolean {
  return isSend(operation) && request.body === '{}';
}

function pointersIn(seen: NotedExchange): unknown[] {
  return errorsIn(bodyOf(seen)).flatMap(({ pointer }) => pointer ?? []);
}

/** Whether an update is refused for what two members say: one has another type, and one another value. */
function hasWrongTypeAndValue(seen: NotedExchange): boolean {
  const { threshold, sim_card_id } = requestOf(seen);
  return seen.status !== 401 && seen.status !== 404 && typeof threshold === 'number' && sim_card_id === 'none';
}

/** What becomes of a method that the contract does not have, where its status says so. */
function answeredOrNot<Word>(status: number, answered: Word): Word | 'refused' | undefined {
  if (status < 300) return answered;
  return status === 404 || status === 405 ? 'refused' : undefined;
}

function shown(headers: NotedExchange['headers'], name: string): 'shown' | 'absent' {
  return headerOf(headers, name) === undefined ? 'absent' : 'shown';
}
