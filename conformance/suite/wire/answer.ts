import { isObject } from '../../../spec/json.ts';
import type { OperationId, ResponseBody, StatusOf } from '../../../spec/types.ts';
import { curlLine, type ShownRequest } from './curl.ts';
import { type HeaderPairs, headerOf } from './exchange.ts';
import { messageMember, withMessageInData } from './message.ts';

/** The body of a success of the operation, as the contract types it. */
type SuccessBody<Op extends OperationId> = ResponseBody<Op, Extract<StatusOf<Op>, 200 | 202>>;
type DataOf<Body> = Body extends { data: infer Data } ? Data : unknown;
type MetaOf<Body> = Body extends { meta: infer Meta } ? Meta : unknown;

/** An answer to one operation, its parts typed as the contract has them. */
export type AnswerTo<Op extends OperationId> = Answer<DataOf<SuccessBody<Op>>, MetaOf<SuccessBody<Op>>>;

/** One entry of a standard error body, as far as it has the right form. */
interface ErrorEntry {
  code?: unknown;
  title?: unknown;
  detail?: unknown;
  source?: { pointer?: unknown; parameter?: unknown };
  meta?: unknown;
}

/** Thrown when a case needs from an answer what it does not have: a success, or a member of it. */
export class MissingInAnswer extends Error {
  override name = 'MissingInAnswer';
  constructor(
    readonly wanted: string,
    readonly answer: Answer,
  ) {
    super(`expected ${wanted}, got ${answer}`);
  }
}

/** An answer of the target, credentials redacted, with what is needed to show and repeat the request. */
export class Answer<Data = unknown, Meta = unknown> {
  /** The operation that method and path lead to; none for a path or method outside the contract. */
  readonly operation: OperationId | undefined;
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly text: string;
  /** The parsed body, its message in `data` wherever it came; undefined when there is none or it is no JSON. */
  readonly body: unknown;
  readonly request: ShownRequest;
  /** When the request went out, ISO 8601, and how long its answer took, in milliseconds. */
  readonly sentAt: string | undefined;
  readonly tookMs: number | undefined;

  constructor(given: {
    operation: OperationId | undefined;
    status: number;
    headers: HeaderPairs;
    text: string;
    request: ShownRequest;
    sentAt?: string;
    tookMs?: number;
  }) {
    this.operation = given.operation;
    this.status = given.status;
    this.headers = given.headers;
    this.text = given.text;
    this.request = given.request;
    this.sentAt = given.sentAt;
    this.tookMs = given.tookMs;
    this.body = this.accepted ? withMessageInData(given.operation, parsed(given.text)) : parsed(given.text);
  }

  /** In which member its message came, where this is the answer of an operation that shows one: none where it is the whole answer. */
  get messageMember(): string | undefined {
    return this.accepted ? messageMember(this.operation, parsed(this.text)) : undefined;
  }

  /** A 2xx. */
  get accepted(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** A 4xx. */
  get refused(): boolean {
    return this.status >= 400 && this.status < 500;
  }

  /** A 400 or 422, as requests are answered that have a wrong form: no refusal because of who asks or what there is. */
  get refusedForm(): boolean {
    return this.status === 400 || this.status === 422;
  }

  /** The first header of that name; letter case does not count. */
  header(name: string): string | undefined {
    return headerOf(this.headers, name);
  }

  /** `data` of a success. Throws when this is no success or has none, so that a case need not look first. */
  get data(): Data {
    return this.member('data') as Data;
  }

  /** The members of `data` as they came; none where it is no object. */
  get shown(): Record<string, unknown> {
    return membersOf(membersOf(this.body).data);
  }

  /** `meta` of a list. */
  get meta(): Meta {
    return this.member('meta') as Meta;
  }

  /** The entries of a standard error body; none when it is not one. */
  get errors(): ErrorEntry[] {
    const errors = (this.body as { errors?: unknown } | null | undefined)?.errors;
    const entries = Array.isArray(errors) ? errors.filter((entry) => typeof entry === 'object' && entry !== null) : [];
    return entries.map(withoutNulls);
  }

  /** The codes of the errors. */
  get codes(): unknown[] {
    return this.errors.map(({ code }) => code);
  }

  /** The id that the server gave the request, when it sent one. */
  get requestId(): string | undefined {
    for (const name of ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'cf-ray']) {
      const id = this.header(name);
      if (id) return id;
    }
    return undefined;
  }

  /** A curl line that repeats the request, the key as a shell variable. */
  get curl(): string {
    return curlLine(this.request);
  }

  /** The answer in short, for people: status and the beginning of the body. */
  toString(): string {
    const body = this.text.length > 300 ? `${this.text.slice(0, 300)}...` : this.text;
    return `${this.status} ${body || '(no body)'}`.trim();
  }

  private member(name: string): unknown {
    const holder = this.body as Record<string, unknown> | null | undefined;
    const value = typeof holder === 'object' && holder !== null ? holder[name] : undefined;
    if (!this.accepted || value === undefined || value === null) {
      throw new MissingInAnswer(`a success with the member ${name}`, this);
    }
    return value;
  }
}

/** The same without members that are null: where the contract names none, they say no more than absent ones. */
export function withoutNulls<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)])) as T;
}

/** The body without the values of the request id headers, and without members that are named after request ids. */
export function withoutRequestIds(answer: Answer): string {
  let text = answer.text;
  for (const [name, value] of answer.headers) {
    if (/(request|correlation|trace)-?id$/i.test(name) && value.length > 3) text = text.replaceAll(value, '');
  }
  // JSON:API gives each occurrence of an error an id.
  for (const { id } of answer.errors as { id?: unknown }[])
    if (typeof id === 'string' && id.length > 3) text = text.replaceAll(id, '');
  return text.replace(/("(?:request|trace|correlation)_?id"\s*:\s*)"[^"]*"/gi, '$1""');
}

/** The members of a JSON object; none where the value is something else. */
export function membersOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}

/** A body as JSON, as deep as it is looked into; undefined when there is none or it is no JSON. */
export function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    emptyBelow(value, DEEPEST);
    return value;
  } catch {
    return undefined;
  }
}

/** Much deeper than anything that the contract names. A walk through a body goes no deeper, and so never runs out of stack. */
const DEEPEST = 100;

/** Empties the lists and objects that lie so many levels down. */
function emptyBelow(value: unknown, levels: number): void {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(holder)) {
    if (levels > 1) emptyBelow(member, levels - 1);
    else if (typeof member === 'object' && member !== null) holder[name] = Array.isArray(member) ? [] : {};
  }
}
