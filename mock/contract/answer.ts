import type { OperationSpec } from '../../spec/document.ts';
import type { Choices } from '../../spec/generated/choices.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { escapeStep, isListOrObject } from '../../spec/json.ts';
import { printError } from '../../spec/print.ts';
import type { OperationId, ResponseBody, Schema, StatusOf } from '../../spec/types.ts';
import type { RequestViolation, Validators } from '../../spec/validators.ts';
import { REPORTED_ERRORS, REPORTED_SENTENCES } from '../limits.ts';
import type { CheckedRequest, OwnedViolation, Unreadable } from './check.ts';

/** An answer of any operation, before it is serialized. A body that is a text is sent unchanged. */
export interface AnyAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly rules: readonly RuleId[];
  /** The rules of each error, if the body has several. */
  readonly each?: readonly (readonly RuleId[])[];
  readonly journal?: AnswerNotes;
}

export interface AnswerNotes {
  /** A Prefer header, a scenario, or the ledger, which replays; undefined for the operation itself. */
  readonly origin?: 'prefer' | 'scenario' | 'ledger';
  /** The entries of a deployment file that shaped the answer, such as `choices.emptyUpdate`. */
  readonly entry?: string;
  readonly notes?: readonly string[];
}

/** An answer that the contract declares for the operation: other statuses and other bodies don't compile. */
export type Answer<Op extends OperationId> = {
  [Status in StatusOf<Op>]: AnyAnswer & { status: Status; body: ResponseBody<Op, Status> };
}[StatusOf<Op>];

export type Refusal<Status extends number> = AnyAnswer & { status: Status; body: Schema<'ErrorBody'> };

/** A refusal by a deployment's choice: the contract does not declare its status. */
export type ChosenRefusal = Refusal<number> & { choice: keyof Choices };

export function answer<Status extends number, Body>(status: Status, body: Body, ...rules: RuleId[]) {
  return { status, body, rules } satisfies AnyAnswer;
}

export function addNotes<One extends AnyAnswer>(answer: One, ...notes: readonly string[]): One {
  if (notes.length === 0) return answer;
  return { ...answer, journal: { ...answer.journal, notes: [...(answer.journal?.notes ?? []), ...notes] } };
}

export function setOrigin(origin: AnswerNotes['origin'] & string, answer: AnyAnswer): AnyAnswer {
  return { ...answer, journal: { ...answer.journal, origin } };
}

/** Cuts a text to a copy of its beginning: a slice would hold the whole text in memory. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${Buffer.from(text.slice(0, length)).toString()}…` : text;
}

/** Codes, all numbers except for one (ERR-8), and their titles (source document, Errors > Known codes; ERR-9). */
const titles = {
  '10001': 'Not found',
  '10005': 'Resource not found',
  '10007': 'Unexpected error',
  '10009': 'Authentication failed',
  '10010': 'Not authorized',
  '10015': 'Invalid request',
  '10027': 'Idempotency key reused',
  '10036': 'Request in progress',
  recipient_suppressed: 'Recipient suppressed',
} as const;

export type ErrorCode = keyof typeof titles;

export interface Reason {
  code: ErrorCode;
  detail: string;
  pointer?: string | undefined;
  parameter?: string | undefined;
}

export function refuse<Status extends number>(status: Status, reason: Reason, ...rules: RuleId[]): Refusal<Status> {
  const { code, detail, pointer, parameter } = reason;
  const source = pointer === undefined ? parameter && { parameter } : { pointer };
  const error = { code, title: titles[code], detail, ...(source && { source }) };
  return { status, body: { errors: [error] }, rules };
}

export function refuseAt<Status extends number>(status: Status, pointer: string, detail: string, ...rules: RuleId[]) {
  return refuse(status, { code: '10015', detail, pointer }, ...rules);
}

export function refuseByChoice(choice: keyof Choices, refusal: Refusal<number>): ChosenRefusal {
  return { ...refusal, choice, journal: { entry: `choices.${choice}` } };
}

/** Refuses a request with several faults (ERR-14): one error that names all, or one for each place. */
export function refuseTogether<One extends AnyAnswer>(
  refusals: readonly [One, ...One[]],
  reported: Choices['reportedFaults'],
): One {
  const [first, ...others] = refusals;
  const listErrors = ({ body }: AnyAnswer) => (body as Schema<'ErrorBody'>).errors;
  const also = others.flatMap(listErrors).map(({ detail }) => `Also: ${detail}`);
  if (reported === 'first') return addDetails(first, also);
  const found = new Map<unknown, { error: Schema<'Error'>; rules: readonly RuleId[] }>();
  for (const refusal of refusals)
    for (const [index, error] of listErrors(refusal).entries()) {
      const place = error.source?.pointer ?? error.source?.parameter ?? error;
      if (!found.has(place)) found.set(place, { error, rules: refusal.each?.[index] ?? refusal.rules });
    }
  const shown = [...found.values()].slice(0, REPORTED_ERRORS);
  const body = { ...(first.body as object), errors: shown.map(({ error }) => error) };
  return { ...first, body, each: shown.map(({ rules }) => rules) };
}

export function addDetails<One extends AnyAnswer>(answer: One, sentences: readonly string[]): One {
  if (sentences.length === 0) return answer;
  const ending = sentences.length > REPORTED_SENTENCES ? ['There is more.'] : [];
  const added = [...sentences.slice(0, REPORTED_SENTENCES), ...ending].join(' ');
  const body = structuredClone(answer.body) as { errors?: { detail: string }[]; detail?: { msg: string }[] };
  const [[error], [item]] = [body.errors ?? [], body.detail ?? []];
  if (error) error.detail += ` ${added}`;
  if (item) item.msg += `. ${added}`;
  return { ...answer, body };
}

export interface RefusalFacts<Answered extends AnyAnswer = AnyAnswer> {
  code: ErrorCode;
  /** The rules about a 401, instead of the general one (AUTH-5). */
  unauthorized?: readonly RuleId[];
  bodiless?: readonly RuleId[];
  extraRules?: (violation: OwnedViolation) => readonly RuleId[];
  generalRules?: (status: number) => readonly RuleId[];
  refuseViolations?: (violations: readonly OwnedViolation[]) => Answered;
}

const refusalsByKeyword: Record<Unreadable, { status: 400 | 415; rules: readonly RuleId[] }> = {
  absent: { status: 400, rules: ['HTTP-3', 'HTTP-4'] },
  syntax: { status: 400, rules: ['HTTP-3', 'HTTP-4'] },
  mediaType: { status: 415, rules: ['HTTP-5', 'HTTP-6'] },
  mediaTypes: { status: 415, rules: ['HTTP-18'] },
  coding: { status: 415, rules: ['HTTP-17'] },
};

export function refuseViolations(
  { violations }: Pick<CheckedRequest, 'violations'>,
  facts: RefusalFacts,
  { reportedFaults }: Pick<Choices, 'reportedFaults'>,
): AnyAnswer | undefined {
  const [first, ...others] = violations;
  if (!first) return undefined;
  if (facts.refuseViolations) return facts.refuseViolations(violations);
  const refusal = (violation: OwnedViolation) => refuseViolation(violation, facts);
  return refuseTogether([refusal(first), ...others.map(refusal)], reportedFaults);
}

function refuseViolation(violation: OwnedViolation, { code, bodiless, extraRules }: RefusalFacts): AnyAnswer {
  const { in: part, keyword, parameter, pointer, message } = violation;
  if (keyword in refusalsByKeyword) {
    const { status, rules } = refusalsByKeyword[keyword as Unreadable];
    return refuse(status, { code, detail: message }, ...((keyword === 'absent' && bodiless) || rules));
  }
  const subject = part === 'body' ? pointer || 'the body' : `the ${part} parameter ${parameter}`;
  const sentence = `${subject} ${message}.`;
  const reason = { code, detail: sentence.charAt(0).toUpperCase() + sentence.slice(1), ...findPlace(violation) };
  const general: RuleId[] = ['ERR-10', part === 'body' ? 'ERR-11' : 'ERR-12'];
  // The most specific rule comes first: a deployment looks up the first.
  const specific = violation.rules.filter((rule) => !general.includes(rule));
  return refuse(422, reason, ...new Set([...(extraRules?.(violation) ?? []), ...specific, ...general]));
}

/** Points to a missing member where it would be, and to an unknown one where it is. */
function findPlace({ in: part, pointer, parameter, params }: RequestViolation): Pick<Reason, 'pointer' | 'parameter'> {
  const member = params.missingProperty ?? params.additionalProperty;
  if (part === 'body') return { pointer: member === undefined ? pointer : `${pointer}/${escapeStep(String(member))}` };
  return part === 'query' ? { parameter } : {};
}

/** The rules that decided an answer of an operation, the general ones last; an answer to a Prefer header has none. */
export function listDecidingRules({ status, body, rules }: AnyAnswer, facts: RefusalFacts): readonly RuleId[] {
  // A request with a wrong method doesn't belong to the operation.
  if (rules.length === 0 || rules.includes('HTTP-8')) return rules;
  const { errors: [error] = [] } = (body ?? {}) as { errors?: Schema<'Error'>[] };
  const isValidation = status === 422 && error?.code === facts.code && !rules.includes('ERR-10');
  return [...rules, ...(isValidation ? (['ERR-10'] as const) : []), ...(facts.generalRules?.(status) ?? [])];
}

/** Refuses unusable credentials (source document, Authentication; AUTH-7), such as several (AUTH-8). `why` is a sentence. */
export function refuseCredentials(
  { unauthorized: rules = ['AUTH-5'] }: Pick<RefusalFacts, 'unauthorized'>,
  { why, isRepeated }: { why: string; isRepeated: boolean },
): AnyAnswer {
  const detail = `The credentials that came with the request could not be understood. ${why}`;
  const broken: RuleId[] = [...rules, 'AUTH-2', 'AUTH-3', ...(isRepeated ? (['AUTH-8'] as const) : [])];
  const headers = { 'www-authenticate': 'Bearer' };
  return addNotes({ ...refuse(401, { code: '10009', detail }, ...broken), headers }, why);
}

export function refusePath(meant?: string): AnyAnswer {
  const hint = meant === undefined ? '.' : `; did you mean ${meant}?`;
  const refusal = refuse(404, { code: '10005', detail: `The requested path does not exist${hint}` }, 'HTTP-7');
  return meant === undefined ? refusal : addNotes(refusal, `Did you mean ${meant}?`);
}

export function refuseMethod(method: string, allow: string, meant?: string): AnyAnswer {
  const hint = meant === undefined ? [] : [`${method} is for ${meant}.`];
  const detail = [`The method ${method} is not allowed here, only ${allow}.`, ...hint].join(' ');
  return { ...addNotes(refuse(405, { code: '10007', detail }, 'HTTP-8'), ...hint), headers: { allow } };
}

export function refuseLarge({ code }: Pick<RefusalFacts, 'code'>, limit: number): AnyAnswer {
  return refuse(413, { code, detail: `The body is larger than ${limit} bytes.` }, 'HTTP-9');
}

export function refuseType({ code }: Pick<RefusalFacts, 'code'>): AnyAnswer {
  return refuse(415, { code, detail: 'The content type must be application/json.' }, 'HTTP-5', 'HTTP-6');
}

export function refuseLongHead(lines: number): AnyAnswer {
  const detail = `The head of the request has more than ${lines} lines.`;
  return { ...refuse(431, { code: '10007', detail }), headers: { connection: 'close' } };
}

export function refuseForMemory(): AnyAnswer {
  const detail = 'There is no memory for this now: requests or state fill it.';
  return { ...refuse(503, { code: '10007', detail }), headers: { 'retry-after': '5' } };
}

/** Refuses after a failure of the disk. A retry succeeds when there is room. */
export function refuseUnstored({ message }: Error): AnyAnswer {
  return refuse(500, { code: '10007', detail: `This is not acknowledged: ${message}` });
}

export function answerFailure(): AnyAnswer {
  return refuse(500, { code: '10007', detail: 'An unexpected error occurred.' });
}

/** Validates answers: each has a status and a body that the contract declares (ERR-13, HTTP-12). */
export class AnswerCheck {
  /** Frozen bodies, such as pages of a list, with the operation and status that they are valid for. */
  private readonly valid = new WeakMap<object, string>();

  constructor(private readonly validators: Validators) {}

  findBreach({ id }: OperationSpec, { status, body }: AnyAnswer): string | undefined {
    // Only a deployment answers without a body.
    const violation = body === undefined ? undefined : this.validators.responseBody(id, status, body);
    if (!violation) return undefined;
    return `an answer of ${id} (${status}) breaks the contract: ${violation.pointer || 'the body'} ${violation.message}`;
  }

  ensureValid(operation: OperationSpec, answer: AnyAnswer): AnyAnswer {
    const { status, body } = answer;
    const use = `${operation.id} ${status}`;
    if (this.valid.get(body as object) === use) return answer;
    const breach = this.findBreach(operation, answer);
    if (breach) {
      printError(`mock: ${breach}`);
      return answerFailure();
    }
    if (isListOrObject(body) && Object.isFrozen(body)) this.valid.set(body, use);
    return answer;
  }
}
