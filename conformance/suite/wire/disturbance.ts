import { isObject } from '../../../spec/json.ts';
import { Signal } from '../outcome/signals.ts';
import { parsed } from './answer.ts';
import { headerOf, StaleConnection, Timeout, type WireAnswer, type WireRequest } from './exchange.ts';

/**
 * What came of an exchange is not the service's answer, so it is no evidence of anything: the case is run anew, or is an error. With a
 * remedy it is blocked, as nothing but that lets the request through.
 */
export class Disturbance extends Signal {
  override name = 'Disturbance';
  /** What is sure: no byte of the request has left. */
  readonly neverSent: boolean;
  /** Nothing came within the time that the profile gives. */
  readonly isTimeout: boolean;
  /** What somebody else answered. */
  readonly answer: WireAnswer | undefined;

  constructor(
    reason: string,
    {
      neverSent = false,
      isTimeout = false,
      answer,
      remedy,
    }: { neverSent?: boolean; isTimeout?: boolean; answer?: WireAnswer; remedy?: string | undefined } = {},
  ) {
    super(remedy ? 'blocked' : 'error', remedy ? `${reason}; ${remedy}` : reason);
    this.neverSent = neverSent;
    this.isTimeout = isTimeout;
    this.answer = answer;
  }
}

/** The target has not answered anybody for some time: nothing more can be learned in this run. */
export class TargetStopped extends Signal {
  override name = 'TargetStopped';

  constructor(reason: string) {
    super('error', reason);
  }
}

/** Whether a status says that the service could not answer: the ones of gateways, and those of delivery networks. */
export const isAway = (status: number): boolean => [502, 503, 504].includes(status) || (status >= 520 && status <= 530);

/** Statuses that are about the connection and not about what is asked. 499 is nginx's own. */
const aboutConnection = [408, 421, 425, 499];

/** Statuses with which a gateway refuses what is too large for it: body, address or headers. 494 is nginx's own. */
const tooLarge = [413, 414, 431, 494];

/** What is to be done where a gateway refuses a request before the service has seen it; nothing where it only passes on what went wrong. */
export function remedyFor(status: number): string | undefined {
  if (status === 403) return 'let the firewall pass what the suite sends';
  return tooLarge.includes(status) ? 'let the gateway pass requests as large as the contract allows' : undefined;
}

/**
 * Whose an answer is. 502, 503, 504 and the like mean that the service could not answer, in any form; a status about
 * the connection is a gateway's unless it comes with the errors of the contract; a page with 403 is a firewall's that took a request for
 * an attack; that a request is too large, in no JSON, a gateway's with a limit of its own; 500 is always the service's. Where there is
 * something that neither is nor calls itself JSON although the contract has JSON, or a refusal with nothing in it, it is uncertain.
 */
export function originOf(
  { status, headers, body }: WireAnswer,
  isJsonDue: boolean,
): 'service' | 'gateway' | 'uncertain' {
  const value = parsed(body.toString('utf8'));
  if (isAway(status)) return 'gateway';
  if (tooLarge.includes(status) && value === undefined && isJsonDue) return 'gateway';
  if (aboutConnection.includes(status) && !hasErrors(value)) return 'gateway';
  const isJson =
    (body.length === 0 && status < 400) ||
    value !== undefined ||
    /^application\/(.+\+)?json\b/i.test(headerOf(headers, 'content-type') ?? '');
  if (isJson || status === 500 || status === 501) return 'service';
  const isPage = /^text\/html\b/i.test(headerOf(headers, 'content-type') ?? '');
  if (status > 500 || (status === 403 && isPage && isJsonDue)) return 'gateway';
  return isJsonDue ? 'uncertain' : 'service';
}

/** Whether a body is of the form that the contract gives refusals. */
const hasErrors = (value: unknown): boolean => isObject(value) && Array.isArray(value.errors);

/** Such an answer as a reader has to see it: status, the beginning of its text, and who says to have written it. */
export function describeForeign({ status, headers, body }: WireAnswer): string {
  const text = body
    .toString('utf8', 0, 2000)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const short = text.length > 120 ? `${text.slice(0, 120)}...` : text;
  const telling = ['server', 'via', 'x-cache', 'x-served-by', 'cf-ray', 'content-type', 'retry-after'];
  const said = telling.flatMap((name) => {
    const value = headerOf(headers, name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  return `${status}${short && ` "${short}"`}${said.length > 0 ? ` (${said.join(', ')})` : ''}`;
}

/** Codes of connections that end before a byte of the request has left. */
const beforeSending = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EPROTO'];
const untrusted = /CERT|SELF_SIGNED|ALTNAME|ISSUER/;

/** A request without an answer, in words, with the remedy where there is one. `proxy` is the address it goes through. */
export function withoutAnswer(error: unknown, url: string, timeoutMs: number, proxy?: string): Disturbance {
  const isTimeout = error instanceof Timeout;
  const code = codeOf(error);
  const neverSent = beforeSending.includes(code) || untrusted.test(code);
  const isThroughProxy = proxy !== undefined && url.startsWith('http:');
  const host = isThroughProxy ? `the proxy ${new URL(proxy).host}` : new URL(url).host;
  if (isTimeout) return new Disturbance(`${host} did not answer within ${timeoutMs} ms`, { isTimeout });
  const { message } = error as Error;
  return new Disturbance(describeFailure(code, host, message.split('\n')[0] ?? '', isThroughProxy), { neverSent });
}

function describeFailure(code: string, host: string, message: string, isProxy: boolean): string {
  const remedy = isProxy ? ': check http.proxy of the profile' : '';
  if (['ECONNRESET', 'EPIPE', 'STALE'].includes(code)) return `${host} broke the connection`;
  if (['EHOSTUNREACH', 'ENETUNREACH'].includes(code)) return `${host} can't be reached from here`;
  if (code === 'ECONNREFUSED') return `${host} refuses the connection${remedy}`;
  if (code === 'ENOTFOUND') return `the name ${host} is unknown${remedy}`;
  if (code === 'EAI_AGAIN') return `the name ${host} can't be looked up now`;
  if (code === 'ETIMEDOUT') return `connecting to ${host} took too long`;
  if (code === 'EPROTO') return `${host} does not speak TLS: is it http:// rather than https://?`;
  if (code.startsWith('HPE_')) return `${host} does not speak HTTP (${message})`;
  if (/ALTNAME/.test(code)) return `${host} has a certificate for another name (${message})`;
  if (!untrusted.test(code)) return `${host}: ${message}`;
  return `${host} has a certificate that is not trusted (${message}): name the file of its CA in http.ca of the profile, or in NODE_EXTRA_CA_CERTS`;
}

function codeOf(error: unknown): string {
  const { code, errors } = error as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] };
  return error instanceof StaleConnection ? 'STALE' : (code ?? errors?.[0]?.code ?? '');
}

/** So often in a row an uncertain answer has to come to the same request to be taken for the service's. */
const enough = 3;
/** Of a body so much is compared, and its length. */
const compared = 10_000;

/**
 * Answers that may be somebody else's than the service's, and those of them that are its own: they come each time to the same request,
 * and then other requests of its path get them too. One that was answered otherwise once gets them from somebody else.
 */
export class UncertainAnswers {
  private readonly answered = new Set<string>();
  private readonly seen = new Map<string, number>();
  /** Paths with the statuses that the service answers them with in words of its own. */
  private readonly known = new Set<string>();

  /** @param normalize makes equal texts of those that differ only in names made for one request */
  constructor(private readonly normalize: (text: string) => string = (text) => text) {}

  /** The service has answered for sure. */
  wasAnswered(request: WireRequest): void {
    this.answered.add(this.nameOf(request));
  }

  /** Whether an uncertain answer is the service's own, as it came as often as it takes. */
  isServices(request: WireRequest, status: number): boolean {
    const name = this.nameOf(request);
    if (this.answered.has(name)) return false;
    const kind = `${request.method} ${request.url.split('?')[0]} ${status}`;
    const times = (this.seen.get(`${name} ${status}`) ?? 0) + 1;
    this.seen.set(`${name} ${status}`, times);
    if (times >= enough) this.known.add(kind);
    return this.known.has(kind);
  }

  private nameOf({ method, url, headers, body }: WireRequest): string {
    const text = `${body?.length ?? 0} ${body?.toString('utf8', 0, compared) ?? ''}`;
    return this.normalize([method, url, ...headers.flat(), text].join('\n'));
  }
}
