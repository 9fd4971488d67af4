import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { isListOrObject, isObject } from '../../../spec/json.ts';
import type { OperationId, ResponseBody, StatusOf } from '../../../spec/types.ts';
import { formatCurl, type ShownRequest } from './curl.ts';
import { findHeader, type HeaderPairs } from './exchange.ts';

/** The body of a success of the operation, as the contract types it. */
type SuccessBody<Op extends OperationId> = ResponseBody<Op, Extract<StatusOf<Op>, 200 | 202>>;
type DataOf<Body> = Body extends { data: infer Data } ? Data : unknown;
type MetaOf<Body> = Body extends { meta: infer Meta } ? Meta : unknown;

/** An answer to one operation, its parts typed as the contract has them. */
export type AnswerTo<Op extends OperationId> = Answer<DataOf<SuccessBody<Op>>, MetaOf<SuccessBody<Op>>>;

/** An entry of a standard error body, as far as it has the right form. */
interface ErrorEntry {
  id?: unknown;
  code?: unknown;
  title?: unknown;
  detail?: unknown;
  source?: { pointer?: unknown; parameter?: unknown };
  meta?: unknown;
}

/** Thrown when an answer isn't a success, or lacks a member that a case reads. */
export class MissingInAnswer extends Error {
  override name = 'MissingInAnswer';
  constructor(
    readonly wanted: string,
    readonly answer: Answer,
  ) {
    super(`expected ${wanted}, got ${answer}`);
  }
}

/** The parts of an answer, credentials redacted. */
interface AnswerParts {
  /** The operation that method and path lead to; none for a path or method outside the contract. */
  operation: OperationId | undefined;
  status: number;
  headers: HeaderPairs;
  text: string;
  request: ShownRequest;
  /** When the request went out, ISO 8601. */
  sentAt?: string;
  /** Milliseconds until the answer was complete. */
  tookMs?: number;
}

/** The refusal that an assertion expects, as far as it does. */
export interface ExpectedRefusal {
  status?: number;
  code?: string;
  /** The places in the body that an error may name, or the query parameter. */
  pointer?: readonly string[];
  parameter?: readonly string[];
  /** True if the answer differs from an expected refusal. */
  isUnlike?: boolean;
  /** The check that asserted it. */
  check?: { rule: RuleId; held: boolean };
}

/** An answer of the target, with its request. */
export class Answer<Data = unknown, Meta = unknown> {
  readonly operation: OperationId | undefined;
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly text: string;
  readonly request: ShownRequest;
  readonly sentAt: string | undefined;
  readonly tookMs: number | undefined;
  /** The parsed body, with its message moved to `data`; undefined if it is absent or no JSON. */
  readonly body: unknown;
  /** The member that the message came in, '' for the whole answer; undefined if the operation shows none. */
  readonly messageMember: string | undefined;

  /** The expectations of the assertions about it, in their order. */
  readonly expectations: ExpectedRefusal[] = [];

  constructor({ operation, status, headers, text, request, sentAt, tookMs }: AnswerParts) {
    this.operation = operation;
    this.status = status;
    this.headers = headers;
    this.text = text;
    this.request = request;
    this.sentAt = sentAt;
    this.tookMs = tookMs;
    const body = parseBody(text);
    this.messageMember = this.accepted ? findMessageMember(operation, body) : undefined;
    this.body = moveMessageToData(body, this.messageMember);
  }

  /** A 2xx. */
  get accepted(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** A 4xx. */
  get refused(): boolean {
    return this.status >= 400 && this.status < 500;
  }

  /** A 400 or 422: the form of the request is refused for every caller. */
  get refusedForm(): boolean {
    return this.status === 400 || this.status === 422;
  }

  /** A word for a success, another for a refusal, and none for another status. */
  either<Word>(accepted: Word, refused: Word): Word | undefined {
    if (this.accepted) return accepted;
    return this.refused ? refused : undefined;
  }

  /** The first header of that name; letter case does not count. */
  header(name: string): string | undefined {
    return findHeader(this.headers, name);
  }

  /** `data` of a success. Throws if there is none, so that a case needs no check before. */
  get data(): Data {
    return this.member('data') as Data;
  }

  /** `meta` of a list. Throws as `data` does. */
  get meta(): Meta {
    return this.member('meta') as Meta;
  }

  /** The unchanged members of `data`; none if it is not an object. */
  get shown(): Record<string, unknown> {
    return readMembers(readMembers(this.body).data);
  }

  /** The entries of a standard error body; none when it is not one. */
  get errors(): ErrorEntry[] {
    const { errors } = readMembers(this.body);
    return Array.isArray(errors) ? errors.filter(isListOrObject).map(removeNulls) : [];
  }

  /** True for a standard error body: its `errors` are objects with the strings `code` and `title`. */
  get hasErrorBody(): boolean {
    const { errors } = readMembers(this.body);
    const areWhole = this.errors.every(({ code, title }) => typeof code === 'string' && typeof title === 'string');
    return Array.isArray(errors) && errors.length === this.errors.length && areWhole;
  }

  /** The codes of the errors. */
  get codes(): unknown[] {
    return this.errors.map(({ code }) => code);
  }

  /** The id that the server gave the request, when it sent one. */
  get requestId(): string | undefined {
    const names = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray'];
    return names.map((name) => this.header(name)).find((id) => id);
  }

  /** A curl line that repeats the request, the key as a shell variable. */
  get curl(): string {
    return formatCurl(this.request);
  }

  /** The answer in short, for people: status and the beginning of the body. */
  toString(): string {
    const body = this.text.length > 300 ? `${this.text.slice(0, 300)}...` : this.text;
    return `${this.status} ${body || '(no body)'}`.trim();
  }

  private member(name: string): unknown {
    const value = readMembers(this.body)[name];
    if (this.accepted && value !== undefined && value !== null) return value;
    throw new MissingInAnswer(`a success with the member ${name}`, this);
  }
}

/** True if an operation sends a message, by either route. */
export const isSend = (operation: OperationId | undefined): boolean =>
  operation === 'createEmailMessage' || operation === 'createEmail';

/** Members by which an object with an id is a message. */
const telling = ['to', 'from', 'subject', 'status', 'created_at'];

/** The member of a success that holds its message, which the source leaves open: '' for the whole body, undefined for none. */
function findMessageMember(operation: OperationId | undefined, body: unknown): string | undefined {
  const isRead = operation === 'getEmailMessage' || operation === 'getEmail';
  if (!(isSend(operation) || isRead) || !isObject(body)) return undefined;
  if (body.data !== undefined) return 'data';
  if (hasId(body) && telling.some((name) => name in body)) return '';
  return Object.keys(body).find((name) => hasId(body[name])) ?? (hasId(body) ? '' : undefined);
}

/** A body whose message is in this member, with the message moved to `data`. */
function moveMessageToData(body: unknown, member: string | undefined): unknown {
  if (member === undefined || member === 'data' || !isObject(body)) return body;
  if (member !== '') {
    const { [member]: data, ...others } = body;
    return { data, ...others };
  }
  const { suppressed, ...data } = body;
  return { data, ...(suppressed !== undefined && { suppressed }) };
}

function hasId(value: unknown): boolean {
  return isObject(value) && typeof value.id === 'string';
}

/** The same without members that are null: if the contract has no null, it equals an absent member. */
export function removeNulls<T>(value: T): T {
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, removeNulls(member)])) as T;
}

/** The body without the values of the request id headers, and without members that are named after request ids. */
export function removeRequestIds(answer: Answer): string {
  const ofHeaders = answer.headers.filter(([name]) => /(request|correlation|trace)-?id$/i.test(name));
  // JSON:API gives each occurrence of an error an id.
  const ids = [...ofHeaders.map(([, value]) => value), ...answer.errors.map(({ id }) => id)];
  const text = ids.reduce<string>((rest, id) => {
    return typeof id === 'string' && id.length > 3 ? rest.replaceAll(id, '') : rest;
  }, answer.text);
  return text.replace(/("(?:request|trace|correlation)_?id"\s*:\s*)"[^"]*"/gi, '$1""');
}

/** The members of a JSON object; none if the value is something else. */
export function readMembers(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}

/** A body as JSON, up to the depth of the checks; undefined without a body or JSON. */
export function parseBody(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    emptyBelow(value, MAX_DEPTH);
    return value;
  } catch {
    return undefined;
  }
}

/** Much deeper than anything that the contract names, and within the stack of a recursive walk. */
const MAX_DEPTH = 100;

/** Empties the lists and objects at a depth. */
function emptyBelow(value: unknown, levels: number): void {
  if (!isListOrObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (levels > 1) emptyBelow(member, levels - 1);
    else if (isListOrObject(member)) value[name] = Array.isArray(member) ? [] : {};
  }
}
