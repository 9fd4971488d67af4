import { isObject } from '../../../spec/json.ts';
import { Signal } from '../outcome/outcome.ts';
import { parsed } from './answer.ts';
import { headerOf, StaleConnection, Timeout, type WireAnswer } from './exchange.ts';

/** The facts about an exchange without an answer of the service. */
interface Circumstances {
  /** No byte of the request has left. */
  neverSent?: boolean;
  /** No answer came within the time limit of the profile. */
  isTimeout?: boolean;
  /** The answer of a gateway. */
  answer?: WireAnswer;
  /** The change that lets the request through. */
  remedy?: string | undefined;
}

/** An exchange without an answer of the service: no evidence, so the case runs again or ends as an error. With a remedy it is blocked. */
export class Disturbance extends Signal {
  override name = 'Disturbance';

  constructor(
    reason: string,
    readonly facts: Circumstances = {},
  ) {
    super(facts.remedy ? 'blocked' : 'error', facts.remedy ? `${reason}; ${facts.remedy}` : reason);
  }

  /** The same request may get through the next time: nothing refuses it, and no time limit is too short for it. */
  get isByChance(): boolean {
    return !this.facts.isTimeout && this.outcome === 'error';
  }
}

/** The target has stopped answering: this run can't learn anything more. */
export class TargetStopped extends Signal {
  override name = 'TargetStopped';

  constructor(reason: string) {
    super('error', reason);
  }
}

/** True if gateways and delivery networks send a status when the service can't answer. */
export const isAway = (status: number): boolean => [502, 503, 504].includes(status) || (status >= 520 && status <= 530);

/** Statuses about the connection instead of the request. 499 is nginx's own. */
const aboutConnection = [408, 421, 425, 499];

/** Statuses with which a gateway refuses what is too large for it: body, address or headers. 494 is nginx's own. */
const tooLarge = [413, 414, 431, 494];

/** The remedy where a gateway refuses a request before the service sees it. */
export function remedyFor(status: number): string | undefined {
  if (status === 403) return 'let the firewall pass what the suite sends';
  return tooLarge.includes(status) ? 'let the gateway pass requests as large as the contract allows' : undefined;
}

/**
 * The author of an answer. A gateway sends statuses such as 502, 503 and 504 in any form, statuses about the connection without the errors of
 * the contract, and "too large" without JSON. A firewall sends a page with 403. The service alone sends 500. Any other answer is
 * uncertain where the contract has JSON and it has none, or where it is an empty refusal.
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

/** True if a body is of the form that the contract gives refusals. */
const hasErrors = (value: unknown): boolean => isObject(value) && Array.isArray(value.errors);

/** An answer of a gateway for people: status, beginning of its text, and the headers that name its author. */
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
