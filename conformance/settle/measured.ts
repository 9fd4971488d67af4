import type { Deployment } from '../../spec/deployment/deployment.ts';
import { namedTypes } from '../../spec/deployment/flaws.ts';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import type { Json } from '../../spec/json.ts';
import { UUID } from '../../spec/validators.ts';
import { couldNotBeHeld, isFictional } from '../suite/calls/numbers.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import { membersOf, parsed } from '../suite/wire/answer.ts';
import { isSend } from '../suite/wire/email-operations.ts';
import { headerOf } from '../suite/wire/exchange.ts';
import { messageMember } from '../suite/wire/message-member.ts';
import { bodyOf, countFaults, errorsIn, isRefusal, isSuccess } from './pair.ts';

const redirects = new Map<number, Choices['trailingSlash']>([
  [301, 'redirected301'],
  [307, 'redirected307'],
  [308, 'redirected308'],
]);

/** What each exchange says of a number, or of what comes before any state: undefined when it says nothing. */
const measures: { [Name in keyof Choices]?: (seen: NotedExchange) => Choices[Name] | undefined } = {
  messageMember: (seen) => (isSuccess(seen) ? messageMember(seen.operation, bodyOf(seen)) : undefined),
  documentTypesDefaultSize: (seen) => defaultSize(seen, 'listDirDocumentTypes'),
  missionRunsDefaultSize: (seen) => defaultSize(seen, 'listRecentAiMissionRuns'),
  pagesOfNothing: (seen) => {
    const { total_results, total_pages } = metaOf(seen);
    return isSuccess(seen) && total_results === 0 && asks(seen) !== 0 ? Math.min(Number(total_pages), 1) : undefined;
  },
  holdMinutes: (seen) => {
    const held = reservedIn(seen).find(({ errors, expired_at }) => !errors && typeof expired_at === 'string');
    const minutes = held && (Date.parse(String(held.expired_at)) - Date.parse(String(held.created_at))) / 60_000;
    return minutes ? Math.round(minutes) : undefined;
  },
  partOfThreshold: (seen) => {
    const { threshold } = membersOf(parsed(seen.request.body ?? ''));
    const { unit, ...others } = membersOf(threshold);
    if ((unit !== 'MB' && unit !== 'GB') || Object.keys(others).length > 0) return undefined;
    if (isRefusal(seen)) return [400, 422].includes(seen.status) ? 'refused' : undefined;
    const { amount } = membersOf(membersOf(bodyOf(seen)?.data).threshold);
    // What a threshold is completed with is an amount of nothing.
    return isSuccess(seen) && amount !== undefined ? (Number(amount) === 0 ? 'completed' : 'merged') : undefined;
  },
  unavailableExpiry: (seen) => {
    const entry = reservedIn(seen).find(couldNotBeHeld);
    return entry && (typeof entry.expired_at === 'string' ? 'shown' : 'absent');
  },
  partlyHeld: (seen) => statusWhere(seen, (held, of) => held > 0 && held < of),
  noneHeld: (seen) => statusWhere(seen, (held, of) => held === 0 && of > 0),
  trailingSlash: ({ operation, request, status }) => {
    const isSlashed = /\/$/.test(request.url.split('?', 1)[0] ?? '') && operation === undefined;
    if (!isSlashed || request.method !== 'GET') return undefined;
    return status >= 300 && status < 400 ? redirects.get(status) : status < 300 ? 'same' : 'unknown';
  },
  wwwAuthenticate: ({ status, headers }) => (status === 401 ? shown(headers, 'www-authenticate') : undefined),
  unknownParent: (seen) => {
    const parent = membersOf(parsed(seen.request.body ?? '')).in_reply_to_message_id;
    if (seen.status !== 404 || typeof parent !== 'string' || !UUID.test(parent)) return undefined;
    const details = errorsIn(bodyOf(seen)).flatMap(({ detail }) => (typeof detail === 'string' ? [detail] : []));
    const isNamed = details.some((detail) => detail.toLowerCase().includes(parent.toLowerCase()));
    return details.length > 0 ? (isNamed ? 'named' : 'same') : undefined;
  },
  allowHeader: ({ status, headers }) => (status === 405 ? shown(headers, 'allow') : undefined),
};

/** The choices that can be read from exchanges; one that they show in two ways is not among them. */
export function measuredChoices(exchanges: readonly NotedExchange[]): Partial<Record<keyof Choices, string | number>> {
  const found = Object.entries(measures).flatMap(([name, measure]) => {
    const values = new Set(exchanges.map((seen) => measure(seen)).filter((value) => value !== undefined));
    return values.size === 1 ? [[name, [...values][0]] as const] : [];
  });
  const largest = largestSize(exchanges);
  const limit = bodyLimit(exchanges);
  const unavailable = unavailableNumber(exchanges);
  const unknown = unknownNumber(exchanges);
  const order = idAndBody(exchanges);
  const faults = faultsTold(exchanges);
  const empty = emptyUpdate(exchanges);
  return {
    ...Object.fromEntries(found),
    ...(largest !== undefined && { documentTypesLargestSize: largest }),
    ...(limit !== undefined && { bodyLimit: limit }),
    ...(unavailable && { unavailableNumber: unavailable }),
    ...(unknown && { unknownNumber: unknown }),
    ...(order && { idAndBody: order }),
    ...(empty && order === undefined && { emptyUpdate: empty }),
    ...(faults && { faultsTold: faults }),
  };
}

const UPDATE = 'updateSimCardDataUsageNotification';

/** What an update is refused for first, from invalid and unreadable ones of ids that nobody has. */
function idAndBody(exchanges: readonly NotedExchange[]): Choices['idAndBody'] | undefined {
  const about = exchanges.filter(({ operation, rules }) => operation === UPDATE && rules.includes('SIM-24'));
  const bodies = about.flatMap(({ request: { body }, status }) => (status === 404 && body ? [parsed(body)] : []));
  if (bodies.includes(undefined)) return 'idBeforeReading';
  const isWrong = (body: unknown) => membersOf(membersOf(body).threshold).unit === 'KB';
  return bodies.some(isWrong) ? 'idFirst' : undefined;
}

/** Whether an update with `{}` that is refused where its id is known finds no resource where it is not. */
function emptyUpdate(exchanges: readonly NotedExchange[]): Choices['emptyUpdate'] | undefined {
  const empty = exchanges.filter(({ operation, request }) => operation === UPDATE && request.body === '{}');
  const isAbout = ({ request: { url } }: NotedExchange) => UUID.test(new URL(url, 'http://target').pathname.slice(-36));
  const statuses = empty.filter(isAbout).map(({ status }) => status);
  const isRefused = statuses.some((status) => status === 400 || status === 422);
  return isRefused && statuses.includes(404) ? 'refusedKnown' : undefined;
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
  if (isStaged) return exchanges.some(tellsTwoParameters) ? 'bodyByStage' : 'byStage';
  const ofNothing = exchanges.filter(
    (seen) => isRefusal(seen) && saysNothing(seen) && new Set(pointersIn(seen)).size > 1,
  );
  const isSubjectTold = (seen: NotedExchange) => pointersIn(seen).includes('/subject');
  return ofNothing.length > 0 && !ofNothing.some(isSubjectTold) ? 'membersFirst' : 'all';
}

/** Whether the refusal of a query tells faults of two parameters. */
function tellsTwoParameters(seen: NotedExchange): boolean {
  const named = errorsIn(bodyOf(seen)).flatMap(({ parameter }) => parameter ?? []);
  return isRefusal(seen) && new Set(named).size > 1;
}

/** Whether a send says nothing at all: it needs a sender and recipients, and a subject as it has no template. */
function saysNothing({ operation, request }: NotedExchange): boolean {
  return isSend(operation) && request.body === '{}';
}

function pointersIn(seen: NotedExchange): unknown[] {
  return errorsIn(bodyOf(seen)).flatMap(({ pointer }) => pointer ?? []);
}

/** Whether an update is refused for what two members say: one has another type, and one another value. */
function hasWrongTypeAndValue({ operation, request, status }: NotedExchange): boolean {
  const { threshold, sim_card_id } = membersOf(parsed(request.body ?? ''));
  const isUpdate = operation === UPDATE && status !== 401 && status !== 404;
  return isUpdate && typeof threshold === 'number' && sim_card_id === 'none';
}

/** What becomes of a reservation with numbers that can't be held, from those beside others and those alone. */
function unavailableNumber(exchanges: readonly NotedExchange[]): Choices['unavailableNumber'] | undefined {
  const told = exchanges.map(reservedIn).filter((entries) => entries.some(couldNotBeHeld));
  if (told.some((entries) => entries.every(couldNotBeHeld))) return 'entry';
  const isRefused = exchanges.some((seen) => seen.operation === 'createNumberReservation' && seen.status === 409);
  return told.length > 0 && isRefused ? 'refusedAlone' : undefined;
}

/** What becomes of numbers that no inventory has; one that could not be held may be so because an earlier run holds it. */
function unknownNumber(exchanges: readonly NotedExchange[]): Choices['unknownNumber'] | undefined {
  const entries = exchanges.flatMap((seen) => reservedIn(seen).filter(({ phone_number }) => isFictional(phone_number)));
  if (entries.some((entry) => typeof entry.expired_at === 'string' && !couldNotBeHeld(entry))) return 'held';
  return entries.some(couldNotBeHeld) ? 'unavailable' : undefined;
}

/** The entries of a reservation that was answered with success. */
function reservedIn(seen: NotedExchange): Json[] {
  const { phone_numbers } = membersOf(bodyOf(seen)?.data);
  return isSuccess(seen) && Array.isArray(phone_numbers) ? phone_numbers.map(membersOf) : [];
}

/** A larger size is one that not every target can read as a number. */
const LARGEST = 1_000_000;

/** The largest page of document types: the largest that came in full below the first size that did not, or so much as came of that. */
function largestSize(exchanges: readonly NotedExchange[]): number | undefined {
  const asked = exchanges.flatMap((seen) => {
    const size = asks(seen, 'listDirDocumentTypes');
    const { page_size, total_results } = metaOf(seen);
    const isAlone = !seen.request.url.includes('&');
    // Strangers are refused whatever they ask for.
    const isMeant = isSuccess(seen) || (isRefusal(seen) && seen.status !== 401);
    if (!isAlone || !(size >= 1 && size <= LARGEST) || !isMeant) return [];
    const came = isSuccess(seen) ? Number(page_size) : 0;
    return [{ size, came, isFull: isSuccess(seen) && came === Math.min(size, Number(total_results)) }];
  });
  const full = asked.filter(({ isFull }) => isFull).map(({ size }) => size);
  const cut = asked.filter(({ isFull }) => !isFull);
  if (cut.length === 0) return Math.max(0, ...full) > 1000 ? LARGEST : undefined;
  const first = Math.min(...cut.map(({ size }) => size));
  const largest = Math.max(...full.filter((size) => size < first), ...cut.map(({ came }) => came));
  return largest >= 1 ? largest : undefined;
}

/** Bytes of a body that are read at most: so many were, and one more was refused; where larger ones than ours were, there is no end. */
function bodyLimit(exchanges: readonly NotedExchange[]): number | undefined {
  const lengthsOf = (those: readonly NotedExchange[]) => those.map(({ request: { body = '' } }) => body.length);
  const read = Math.max(0, ...lengthsOf(exchanges.filter(isSuccess)));
  if (read > ours.bodyLimit) return 64_000_000;
  return lengthsOf(exchanges.filter(({ status }) => status === 413)).includes(read + 1) ? read : undefined;
}

/** All document types, where the pages that were seen show them all, those that the source names among them; undefined where they don't. */
export function documentTypesIn(exchanges: readonly NotedExchange[]): Deployment['documentTypes'] {
  const lists = exchanges.filter((seen) => seen.operation === 'listDirDocumentTypes' && isSuccess(seen));
  const pageOf = (seen: NotedExchange) => Number(metaOf(seen).page_number);
  const types = lists
    .toSorted((one, other) => pageOf(one) - pageOf(other))
    .flatMap((seen) => (bodyOf(seen)?.data ?? []) as Json[]);
  const byName = new Map(types.map((type) => [String(type.short_name), type]).reverse() as [string, Json][]);
  const names = [...new Set(types.map(({ short_name }) => String(short_name)))];
  const totals = new Set(lists.map((seen) => metaOf(seen).total_results));
  if (totals.size !== 1 || !totals.has(names.length) || !namedTypes.every((name) => byName.has(name))) return undefined;
  return names.map((short_name) => {
    const told = Object.entries(byName.get(short_name) ?? {}).filter(([, value]) => isPlain(value));
    return { short_name, ...Object.fromEntries(told) };
  });
}

/** Whether a value leads nowhere: a word, a number, a flag. */
const isPlain = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) && !/^(https?:)?\//.test(String(value));

/** How many items come when no size is asked for, if the list has more. */
function defaultSize(seen: NotedExchange, operation: NotedExchange['operation']): number | undefined {
  if (seen.operation !== operation || !isSuccess(seen) || seen.request.url.includes('?')) return undefined;
  const { total_results, page_size } = metaOf(seen);
  return typeof page_size === 'number' && Number(total_results) > page_size ? page_size : undefined;
}

/** The status of a reservation of whose numbers so many are held. */
function statusWhere(seen: NotedExchange, isMeant: (held: number, of: number) => boolean): string | undefined {
  const entries = reservedIn(seen);
  const { status } = membersOf(bodyOf(seen)?.data);
  const isThat = isMeant(entries.filter((entry) => !couldNotBeHeld(entry)).length, entries.length);
  return isThat && typeof status === 'string' ? status : undefined;
}

/** The page size that an exchange asks for; none where it asks for two. */
function asks({ request, operation }: NotedExchange, wanted = operation): number {
  const [size, another] = new URL(request.url, 'http://target').searchParams.getAll('page[size]');
  // What is read as a number in other ways, such as 1e3, is refused for that.
  const isPlain = size !== undefined && another === undefined && /^-?\d+$/.test(size);
  return operation === wanted && isPlain ? Number(size) : Number.NaN;
}

function metaOf(seen: NotedExchange): Json {
  return (bodyOf(seen)?.meta ?? {}) as Json;
}

function shown(headers: NotedExchange['headers'], name: string): 'shown' | 'absent' {
  return headerOf(headers, name) === undefined ? 'absent' : 'shown';
}
