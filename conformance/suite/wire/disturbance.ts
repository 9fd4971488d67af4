import { isObject } from '../../../spec/json.ts';
import { type Learned, Signal } from '../outcome/outcome.ts';
import { parseBody } from './answer.ts';
import { findHeader, Timeout, type WireAnswer } from './exchange.ts';

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

/** A gateway's statuses for a body, an address or headers that are too large. 494 is nginx's own. */
const tooLarge = [413, 414, 431, 494];

/** The remedy if a gateway refuses a request before the service sees it. */
export function findRemedy(status: number): string | undefined {
  if (status === 403) return 'let the firewall pass the suite';
  return tooLarge.includes(status) ? 'let the gateway pass requests as large as the contract allows' : undefined;
}

/**
 * The author of an answer. A gateway sends 502, 503 and 504 in any form, statuses of the connection without the
 * contract's errors, and "too large" without JSON. A firewall sends a page with 403. The service alone sends 500. Any
 * other answer is uncertain if it lacks the contract's JSON, or if it is an empty refusal.
 */
export function findOrigin(
  { status, headers, body }: WireAnswer,
  isJsonDue: boolean,
): 'service' | 'gateway' | 'uncertain' {
  const value = parseBody(body.toString('utf8'));
  if (isAway(status)) return 'gateway';
  if (tooLarge.includes(status) && value === undefined && isJsonDue) return 'gateway';
  if (aboutConnection.includes(status) && !hasErrors(value)) return 'gateway';
  const isJson =
    (body.length === 0 && status < 400) ||
    value !== undefined ||
    /^application\/(.+\+)?json\b/i.test(findHeader(headers, 'content-type') ?? '');
  if (isJson || status === 500 || status === 501) return 'service';
  const isPage = /^text\/html\b/i.test(findHeader(headers, 'content-type') ?? '');
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
  const facts = telling.flatMap((name) => {
    const value = findHeader(headers, name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  return `${status}${short && ` "${short}"`}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`;
}

/** Codes of connections that end before a byte of the request has left. */
const beforeSending = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EPROTO'];
const untrusted = /CERT|SELF_SIGNED|ALTNAME|ISSUER/;

/** A request without an answer, in words, with the remedy if there is one. `proxy` is the address it goes through. */
export function describeNoAnswer(error: unknown, url: string, timeoutMs: number, proxy?: string): Disturbance {
  const isTimeout = error instanceof Timeout;
  const code = readCode(error);
  const neverSent = beforeSending.includes(code) || untrusted.test(code);
  const isThroughProxy = proxy !== undefined && url.startsWith('http:');
  const host = isThroughProxy ? `the proxy ${new URL(proxy).host}` : new URL(url).host;
  if (isTimeout) return new Disturbance(`${host} did not answer within ${timeoutMs} ms`, { isTimeout });
  const { message } = error as Error;
  return new Disturbance(describeFailure(code, host, message.split('\n')[0] ?? '', isThroughProxy), { neverSent });
}

function describeFailure(code: string, host: string, message: string, isProxy: boolean): string {
  const remedy = isProxy ? ': check http.proxy of the profile' : '';
  if (['ECONNRESET', 'EPIPE'].includes(code)) return `${host} broke the connection`;
  if (['EHOSTUNREACH', 'ENETUNREACH'].includes(code)) return `${host} can't be reached from here`;
  if (code === 'ECONNREFUSED') return `${host} refuses the connection${remedy}`;
  if (code === 'ENOTFOUND') return `the name ${host} is unknown${remedy}`;
  if (code === 'EAI_AGAIN') return `the name ${host} can't be looked up now`;
  if (code === 'ETIMEDOUT') return `connecting to ${host} took too long`;
  if (code === 'EPROTO') return `${host} does not speak TLS: is it http:// rather than https://?`;
  if (code.startsWith('HPE_')) return `${host} does not speak HTTP (${message})`;
  if (/ALTNAME/.test(code)) return `${host} has a certificate for another name (${message})`;
  if (!untrusted.test(code)) return `${host}: ${message}`;
  return `${host} has an untrusted certificate (${message}): name the file of its CA in http.ca of the profile, or in NODE_EXTRA_CA_CERTS`;
}

function readCode(error: unknown): string {
  const { code, errors } = error as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] };
  return code ?? errors?.[0]?.code ?? '';
}

/** The rate that the profile allows, and time from outside. */
export interface PaceOptions {
  /** The most requests a second; no limit when absent. */
  requestsPerSecond?: number | undefined;
  /** The state of the target: it answers, its gateway reports that it is away, or it is silent. */
  presence: () => Promise<'there' | 'away' | 'silent'>;
  /** Milliseconds since the epoch. */
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
  /** Filled in on the way. */
  learned: Learned;
}

/**
 * The run ends when the target is silent for this time and this many checks: on a busy machine one check may be slow. A
 * target whose gateway reports that it is away has more time.
 */
const silenceMs = 15_000;
const silentLooks = 3;
const patienceMs = 60_000;
const betweenLooksMs = 500;
/** The number of unanswered requests that a report names: as many as a run has workers. */
const mostNamed = 4;
const slowest = 0.5;
/** The factors of the rate: for a refused request, and for each second without a refused request. */
const fallsBy = 0.75;
const risesBy = 1.02;

/** The pace of all requests of a run together. */
export type Pace = Pick<PaceKeeper, 'turn' | 'waitAfterLimit' | 'waitForTarget'>;

/** Schedules the requests of a run, and watches the target. */
export class PaceKeeper {
  private rate: number | undefined;
  private nextTurn = 0;
  private heldUntil = 0;
  private rateSetAt = 0;
  private watch: Promise<void> | undefined;
  private stopped: TargetStopped | undefined;
  /** The requests without an answer since the target last answered. */
  private unanswered: string[] = [];

  constructor(private readonly options: PaceOptions) {
    this.rate = options.requestsPerSecond;
  }

  /** Waits for the turn of the next requests, which go out together. Throws a TargetStopped if the target is gone. */
  async turn(requests = 1): Promise<void> {
    const { now, sleep } = this.options;
    for (;;) {
      await this.watch;
      if (this.stopped) throw this.stopped;
      if (this.rate === undefined) return;
      const at = this.reserve(requests, this.rate);
      if (at > now()) await sleep(at - now());
      if (this.heldUntil <= now() && !this.watch && !this.stopped) return;
    }
  }

  /** A request was refused as one too many: waits as long as the target wants. */
  async waitAfterLimit(waitMs: number): Promise<void> {
    const { now, sleep } = this.options;
    // Requests that were refused together, and a target that does not want to be waited for, lower the rate once or not at all.
    if (this.rate !== undefined && waitMs > 0 && now() >= this.heldUntil) {
      this.rate = Math.max(slowest, this.rate * fallsBy);
      this.options.learned.requestsPerSecond = this.rate;
    }
    this.heldUntil = Math.max(this.heldUntil, now() + waitMs);
    await sleep(this.heldUntil - now());
  }

  /** An exchange was broken: waits until the target answers. Throws a TargetStopped when it does not. */
  waitForTarget(request: string): Promise<void> {
    if (this.stopped) return Promise.reject(this.stopped);
    this.unanswered.push(request);
    const { learned } = this.options;
    learned.disturbances = (learned.disturbances ?? 0) + 1;
    this.watch ??= this.watchTarget().finally(() => {
      this.watch = undefined;
      this.unanswered = [];
    });
    return this.watch;
  }

  /** The turn of the last of several requests, when no other has gone out for as long as they would have taken. */
  private reserve(requests: number, rate: number): number {
    const now = this.options.now();
    const seconds = this.rateSetAt === 0 ? 0 : (now - this.rateSetAt) / 1000;
    this.rateSetAt = now;
    this.rate = Math.min(this.options.requestsPerSecond ?? rate, rate * risesBy ** seconds);
    const at = Math.max(now, this.nextTurn, this.heldUntil) + ((requests - 1) * 1000) / this.rate;
    this.nextTurn = at + 1000 / this.rate;
    return at;
  }

  private async watchTarget(): Promise<void> {
    const { now, sleep } = this.options;
    const since = now();
    let heardAt = since;
    let looks = 0;
    for (;;) {
      const presence = await this.options.presence();
      if (presence === 'there') return;
      if (presence === 'away') {
        heardAt = now();
        looks = 0;
      } else looks += 1;
      const isSilent = looks >= silentLooks && now() - heardAt > silenceMs;
      if (isSilent || (presence === 'away' && now() - since > patienceMs)) {
        const at = new Date(since).toISOString();
        this.options.learned.stoppedAnsweringAt = at;
        this.options.learned.unanswered = [...new Set(this.unanswered)].slice(0, mostNamed);
        this.stopped = new TargetStopped(`the target stopped answering at ${at.slice(11, 19)} UTC`);
        throw this.stopped;
      }
      await sleep(betweenLooksMs);
    }
  }
}
