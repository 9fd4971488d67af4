import type { OperationId, RequestBody } from '../../../spec/types.ts';
import { blocked, Signal } from '../outcome/outcome.ts';
import { endForNeed, explainScope } from '../target/needs.ts';
import { type AccountName, findToken, keyNames, type Target, toWireName } from '../target/target.ts';
import { Answer, type AnswerTo, parseBody, readMembers } from '../wire/answer.ts';
import { findOperation } from '../wire/contract.ts';
import { type ShownRequest, showBody } from '../wire/curl.ts';
import { Disturbance } from '../wire/disturbance.ts';
import { findHeader, type HeaderPairs } from '../wire/exchange.ts';
import type { Transport } from '../wire/transport.ts';

/** An account of the profile, or a caller without credentials. */
export type Caller = AccountName | 'anonymous';

/** Options of every call. */
export interface CallOptions {
  /** More header lines, in this order, duplicates included. */
  headers?: HeaderPairs;
  /** Replaces the Authorization header; false sends none. */
  authorization?: string | false;
  /** Appended to the path without encoding, for instance `page[size]=2`. */
  rawQuery?: string;
  /** Has no effect when refused: sent even if writing is not allowed. */
  harmless?: boolean;
  /** Time is judged: the case calls `turn` first; never repeated. */
  once?: boolean;
}

/** Options of a send (source document, Endpoints > 5). */
export interface EmailOptions extends CallOptions {
  /** The idempotency key. */
  key?: string;
  /** Use the legacy route `/emails`. */
  alias?: boolean;
}

/** `number` and `size` are sent under the target's names, others unchanged. */
export interface PageQuery {
  number?: string | number;
  size?: string | number;
  [name: string]: string | number | undefined;
}

/** A request without defaults. */
export interface RawRequest extends CallOptions {
  method: string;
  /** Path below the base address, such as `/emails`. */
  path: string;
  /** Sent unchanged; no Content-Type is added. */
  body?: string | Buffer;
}

/** The partition is read at every call: a case may change it. */
interface ClientParts {
  target: Target;
  transport: Transport;
  partition: () => string;
  log: {
    addAnswer(answer: Answer): void;
    addDisturbance(disturbance: Disturbance, request: ShownRequest): void;
  };
}

/** The route for reading. The one for sending may differ. */
const primaryPath = '/email_messages';
/** The legacy route for both. */
const aliasPath = '/emails';

class Written {
  constructor(
    readonly bytes: string | Buffer,
    readonly type: string | false,
  ) {}
}

/** Replaces a JSON body by a text or bytes, under any content type or without one. */
export function written(bytes: string | Buffer, type: string | false = 'application/json'): Written {
  return new Written(bytes, type);
}

/** One method per operation. Bodies may be invalid. */
export class Client {
  constructor(
    private readonly parts: ClientParts,
    private readonly caller: Caller = 'primary',
    /** Unanswered requests that may have had an effect: never repeated. */
    private readonly unanswered = new Map<string, Disturbance>(),
    /** Updates without effect, by notification id. */
    private readonly unchanging = new Map<string, { sim_card_id?: unknown; threshold?: object }>(),
  ) {}

  /** The same client with the token of another account of the profile, or with none. */
  as(caller: Caller): Client {
    return new Client(this.parts, caller, this.unanswered, this.unchanging);
  }

  updateNotification(id: string, body?: unknown, options: CallOptions = {}) {
    const path = `/sim_card_data_usage_notifications/${encodeURIComponent(id)}`;
    const answer = this.call<'updateSimCardDataUsageNotification'>('PATCH', path, body, options);
    answer.then(
      ({ accepted, shown }) => accepted && this.rememberUpdate(id, readMembers(body), shown),
      () => {},
    );
    return answer;
  }

  /** Reads a notification by sending `{}`, else by repeating the last accepted update. */
  async readNotification(id: string): Promise<AnswerTo<'updateSimCardDataUsageNotification'>> {
    const answer = await this.updateNotification(id, {});
    if (!answer.refusedForm) return answer;
    const { original } = this.parts.target.simNotification;
    const known = this.unchanging.get(id) ?? (original && { threshold: original });
    return known ? this.updateNotification(id, known) : answer;
  }

  createReservation(body?: unknown, options: CallOptions = {}) {
    return this.call<'createNumberReservation'>('POST', '/number_reservations', body, options);
  }

  listDocumentTypes(query: PageQuery = {}, options: CallOptions = {}) {
    return this.list('listDirDocumentTypes', '/dir/document_types', query, options);
  }

  listRuns(query: PageQuery = {}, options: CallOptions = {}) {
    return this.list('listRecentAiMissionRuns', '/ai/missions/runs', query, options);
  }

  sendEmail(body: unknown, options: EmailOptions = {}) {
    const { emailPath, idempotencyHeader } = this.parts.target.wire;
    const headers = [...(options.headers ?? [])];
    if (options.key !== undefined) headers.push([idempotencyHeader, options.key]);
    const path = options.alias ? aliasPath : emailPath;
    return this.call<'createEmailMessage'>('POST', path, body, { ...options, headers });
  }

  getEmail(id: string, options: CallOptions & { alias?: boolean } = {}) {
    // An accepted send need not show an id.
    if (typeof id !== 'string') blocked('the answer has no message id');
    const path = `${options.alias ? aliasPath : primaryPath}/${encodeURIComponent(id)}`;
    return this.call<'getEmailMessage'>('GET', path, undefined, options);
  }

  /** Waits until the pace allows this many parallel requests. */
  turn(requests: number): Promise<void> {
    return this.parts.transport.turn(requests);
  }

  /** Sends method, path, headers and body unchanged. */
  raw(request: RawRequest): Promise<Answer> {
    const answer = this.send(request);
    // An early rejection must not end the process.
    answer.catch(() => {});
    return answer;
  }

  private async send(request: RawRequest): Promise<Answer> {
    const { target, transport, log } = this.parts;
    const { method, rawQuery, once } = request;
    const path = request.path + (rawQuery ? `${request.path.includes('?') ? '&' : '?'}${rawQuery}` : '');
    const operation = this.locateOperation(method, path);
    // A path outside the scope stays so under every method.
    const offered = [operation, ...['GET', 'POST', 'PATCH'].map((other) => this.locateOperation(other, path))];
    const outside = explainScope([offered.find((id) => id !== undefined) ?? ''], target);
    if (outside !== undefined) throw new Signal('outOfScope', outside);
    this.blockForbidden(request);
    const token = this.requireToken();
    const authorization = request.authorization ?? (token === undefined ? false : `Bearer ${token}`);
    const headers: HeaderPairs = [
      ['Accept', 'application/json'],
      ['User-Agent', 'telephony-conformance'],
      ...(authorization === false ? [] : [['Authorization', authorization] as const]),
      ...(request.headers ?? []),
    ];
    const url = target.baseUrl + path;
    const body = typeof request.body === 'string' ? Buffer.from(request.body) : request.body;
    const clean = (text: string) => target.redactor.redact(text);
    const shown: ShownRequest = {
      method,
      url: clean(url),
      headers: [...headers, ...Object.entries(target.http.headers ?? {})].map(
        ([name, value]) => [name, this.redactHeader(name, value, token)] as const,
      ),
      ...(body && showBody(body, clean)),
    };
    // A repeated send with a key is one send.
    const hasKey = findHeader(headers, target.wire.idempotencyHeader) !== undefined;
    const isRepeatable = method !== 'POST' || hasKey || !hasEffect(request.body);
    // Lazy, because bodies may be large.
    const same = () => JSON.stringify([url, headers, body?.toString('base64')]);
    const before = this.unanswered.size > 0 ? this.unanswered.get(same()) : undefined;
    if (before) throw before;
    const received = await transport
      .send({ method, url, headers, isRepeatable, body, operation, once })
      .catch((error: unknown) => {
        if (!(error instanceof Disturbance)) throw error;
        log.addDisturbance(error, shown);
        if (!isRepeatable && !error.facts.neverSent) this.unanswered.set(same(), error);
        throw error;
      });
    const { status, sentAt, tookMs } = received;
    const text = clean(received.body.toString('utf8'));
    const cleanHeaders = received.headers.map(([name, value]) => [name, clean(value)] as const);
    const answer = new Answer({ operation, status, headers: cleanHeaders, text, request: shown, sentAt, tookMs });
    log.addAnswer(answer);
    return answer;
  }

  /** The token of the caller; undefined without credentials. */
  private requireToken(): string | undefined {
    const { caller, parts } = this;
    if (caller === 'anonymous') return undefined;
    return findToken(parts.target, caller, parts.partition()) ?? endForNeed(`accounts.${caller}`, parts.target);
  }

  private call<Op extends OperationId>(method: string, path: string, body: unknown, options: CallOptions) {
    if (body === undefined) return this.raw({ ...options, method, path }) as Promise<AnswerTo<Op>>;
    const { bytes, type } = body instanceof Written ? body : written(JSON.stringify(body));
    const headers = [...(options.headers ?? [])];
    if (type !== false && findHeader(headers, 'content-type') === undefined) headers.unshift(['Content-Type', type]);
    return this.raw({ ...options, method, path, body: bytes, headers }) as Promise<AnswerTo<Op>>;
  }

  /** The operation of a request. A target with its own send path has none at the assumed path. */
  private locateOperation(method: string, path: string): OperationId | undefined {
    const { emailPath } = this.parts.target.wire;
    if (emailPath === primaryPath || emailPath === aliasPath || method !== 'POST') return findOperation(method, path);
    const bare = path.split('?')[0];
    return bare === primaryPath ? undefined : findOperation(method, bare === emailPath ? primaryPath : path);
  }

  /** Remembers an accepted update, whose repetition changes nothing. */
  private rememberUpdate(id: string, sent: Record<string, unknown>, shown: Record<string, unknown>): void {
    const { sim_card_id } = { ...shown, ...sent };
    const threshold = { ...this.unchanging.get(id)?.threshold, ...readMembers(sent.threshold) };
    this.unchanging.set(id, typeof sim_card_id === 'string' ? { sim_card_id } : { threshold });
  }

  private list<Op extends OperationId>(operation: Op, path: string, query: PageQuery, options: CallOptions) {
    const pairs = Object.entries(query).flatMap(([name, value]) => {
      const named =
        name === 'number' || name === 'size' ? toWireName(this.parts.target, operation, `page[${name}]`) : name;
      return value === undefined ? [] : [`${encodeURIComponent(named)}=${encodeURIComponent(value)}`];
    });
    return this.call<Op>('GET', pairs.length > 0 ? `${path}?${pairs.join('&')}` : path, undefined, options);
  }

  /** Blocks a request whose effect the profile does not allow. */
  private blockForbidden({ method, path, authorization, harmless }: RawRequest): void {
    const isRead = /^(GET|HEAD|OPTIONS)$/.test(method);
    if (isRead || harmless || this.caller === 'anonymous' || authorization !== undefined) return;
    const { wire, allow } = this.parts.target;
    const mails = [primaryPath, wire.emailPath, aliasPath].some((route) => path.startsWith(route));
    const needed = mails ? 'send' : 'write';
    if (!allow.has(needed)) endForNeed(needed, this.parts.target);
  }

  private redactHeader(name: string, value: string, token: string | undefined): string {
    const { redactor } = this.parts.target;
    if (name.toLowerCase() !== 'authorization' || token === undefined) return redactor.redact(value);
    const variable = this.caller === 'anonymous' ? '' : `$${keyNames[this.caller]}`;
    return redactor.redact(value.replaceAll(token, variable));
  }
}

/** True if a request sends mail or holds a number when accepted. */
function hasEffect(body: RawRequest['body']): boolean {
  const { to, cc, bcc, sandbox_mode, phone_numbers } = readMembers(parseBody(String(body ?? '')));
  const holds = Array.isArray(phone_numbers) && /"\+[1-9]\d{6,14}"/.test(JSON.stringify(phone_numbers));
  return holds || (sandbox_mode !== true && [to, cc, bcc].some((list) => list !== undefined));
}

/** The body of a send; cases may add unknown members. */
export type EmailRequest = RequestBody<'createEmailMessage'>;
