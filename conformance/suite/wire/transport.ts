import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { ConfigurationError, Signal } from '../outcome/signals.ts';
import { proxyAuthorization, TunnelAgent } from './proxy.ts';

export type HeaderPairs = (readonly [name: string, value: string])[];

/** A request as it goes over the wire: nothing is added but Host, Content-Length and the target's own headers. */
export interface WireRequest {
  method: string;
  url: string;
  headers: HeaderPairs;
  body?: Buffer;
  /** 502, 503 and 504 are not asked again. */
  asItComes?: boolean;
  /** The body goes a moment after the head, and not at all when the answer is there by then. */
  headFirst?: boolean;
}

/** An answer as it came. */
export interface WireAnswer {
  status: number;
  headers: HeaderPairs;
  body: Buffer;
}

export interface TransportOptions {
  timeoutMs: number;
  /** Requests a second that this process may send; no limit when absent. */
  requestsPerSecond?: number;
  proxy?: string;
  ca?: string;
  headers?: Record<string, string>;
  /** The target answers 503 as part of the contract, so it is an answer like any other. */
  mayAnswer503?: boolean;
}

const largestAnswer = 50_000_000;
const retriesWhenUnavailable = 2;
const retriesWhenLimited = 8;
const longestWaitMs = 30_000;
const largeBody = 1_000_000;
const headFirstMs = 200;

/** Sends requests over kept connections, slowly enough, and repeats those that the target was too busy for. */
export class Transport {
  private readonly options: TransportOptions;
  private readonly makeAgent: (keepAlive: boolean) => http.Agent;
  private readonly agent: http.Agent;
  private readonly proxy: URL | undefined;
  private nextSlot = 0;

  constructor(baseUrl: string, options: TransportOptions) {
    this.options = options;
    const { proxy } = options;
    const trust = options.ca && { ca: readCertificate(options.ca) };
    const isSecure = baseUrl.startsWith('https:');
    this.proxy = proxy ? new URL(proxy) : undefined;
    this.makeAgent = (keepAlive) => {
      const kept = { keepAlive, maxSockets: 64, scheduling: 'lifo' as const };
      if (!isSecure) return new http.Agent(kept);
      return proxy ? new TunnelAgent(proxy, { ...kept, ...trust }) : new https.Agent({ ...kept, ...trust });
    };
    this.agent = this.makeAgent(true);
  }

  /**
   * Sends a request and gives the answer. 429 is repeated as Retry-After says, and 502, 503 and 504 a few times; what is
   * still so then, a timeout or a broken connection throws a Signal with the outcome `error`.
   */
  async send(request: WireRequest): Promise<WireAnswer> {
    for (let attempt = 0; ; attempt++) {
      await this.slot();
      const answer = await this.once(request);
      const waitMs = this.waitBeforeRetry(answer, attempt, request);
      if (waitMs === undefined) return answer;
      // Who limits the rate means all requests: none goes out before the time is over.
      if (answer.status === 429) this.nextSlot = Math.max(this.nextSlot, performance.now() + waitMs);
      else await sleep(waitMs);
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private waitBeforeRetry(answer: WireAnswer, attempt: number, { asItComes }: WireRequest): number | undefined {
    const { status } = answer;
    const limited = status === 429;
    const isAnswer = asItComes || (status === 503 && this.options.mayAnswer503);
    const unavailable = [502, 503, 504].includes(status) && !isAnswer;
    if (!limited && !unavailable) return undefined;
    const date = Date.parse(headerOf(answer.headers, 'date') ?? '');
    const asked = retryAfterMs(headerOf(answer.headers, 'retry-after'), Number.isNaN(date) ? Date.now() : date);
    const retries = limited ? retriesWhenLimited : retriesWhenUnavailable;
    if (attempt >= retries) throw new Signal('error', `the target answered ${status} ${attempt + 1} times in a row`);
    if ((asked ?? 0) > longestWaitMs) {
      const seconds = Math.round((asked ?? 0) / 1000);
      throw new Signal('error', `the target answered ${status} and asks to wait for ${seconds} s`);
    }
    return asked ?? 200 * 2 ** attempt;
  }

  /** Waits for this process's turn, so that the target gets no more requests a second than its profile allows. */
  private async slot(): Promise<void> {
    const { requestsPerSecond } = this.options;
    const now = performance.now();
    const turn = Math.max(now, this.nextSlot);
    if (requestsPerSecond) this.nextSlot = turn + 1000 / requestsPerSecond;
    if (turn > now) await sleep(turn - now);
  }

  private async once(request: WireRequest, agent = this.agent): Promise<WireAnswer> {
    try {
      return await this.exchange(request, agent);
    } catch (error) {
      // A kept connection may be closed just when it is used again, a new one is not.
      if (error instanceof StaleConnection) return this.once(request, this.makeAgent(false));
      if (error instanceof Signal) throw error;
      // Who answers the head of a large request and closes at once loses the answer while the body still comes.
      if (isBroken(error) && (request.body?.length ?? 0) > largeBody && !request.headFirst) {
        return this.once({ ...request, headFirst: true }, this.makeAgent(false));
      }
      throw new Signal('error', describeFailure(error, request.url, this.options.timeoutMs));
    }
  }

  private exchange({ method, url, headers, body, headFirst }: WireRequest, agent: http.Agent): Promise<WireAnswer> {
    const { host, hostname, port, pathname, protocol } = new URL(url);
    const path = url.slice(url.indexOf(host) + host.length) || pathname;
    const throughProxy = this.proxy && protocol === 'http:' ? this.proxy : undefined;
    const all: HeaderPairs = [['Host', host], ...headers];
    for (const [name, value] of Object.entries(this.options.headers ?? {})) all.push([name, value]);
    if (throughProxy) all.push(...Object.entries(proxyAuthorization(throughProxy)));
    if (!headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))) {
      if (body) all.push(['Content-Length', String(body.length)]);
      else if (!/^(GET|HEAD|OPTIONS)$/.test(method)) all.push(['Content-Length', '0']);
    }
    return new Promise((resolve, reject) => {
      const outgoing = (protocol === 'https:' ? https : http).request({
        agent,
        host: throughProxy ? throughProxy.hostname : hostname.replace(/^\[|\]$/g, ''),
        port: throughProxy ? throughProxy.port || 80 : port || (protocol === 'https:' ? 443 : 80),
        method,
        path: throughProxy ? url : path,
        headers: all as unknown as readonly string[],
      });
      let answered = false;
      const deadline = setTimeout(() => outgoing.destroy(new Timeout()), this.options.timeoutMs);
      outgoing.once('response', (incoming) => {
        answered = true;
        collect(incoming).then(
          (received) => {
            clearTimeout(deadline);
            const pairs: HeaderPairs = [];
            for (let i = 0; i + 1 < incoming.rawHeaders.length; i += 2) {
              pairs.push([incoming.rawHeaders[i] ?? '', incoming.rawHeaders[i + 1] ?? '']);
            }
            resolve({ status: incoming.statusCode ?? 0, headers: pairs, body: received });
          },
          (error) => {
            clearTimeout(deadline);
            reject(error);
          },
        );
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        if (answered && !(error instanceof Timeout)) return;
        clearTimeout(deadline);
        reject(outgoing.reusedSocket && isBroken(error) ? new StaleConnection() : error);
      });
      if (!headFirst) return void outgoing.end(body);
      outgoing.flushHeaders();
      setTimeout(() => (answered ? outgoing.destroy() : outgoing.end(body)), headFirstMs);
    });
  }
}

function isBroken(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}

class Timeout extends Error {}
class StaleConnection extends Error {}

async function collect(incoming: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestAnswer) throw new Error(`the answer is larger than ${largestAnswer} bytes`);
    chunks.push(chunk);
  }
  const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  return decoded(body, incoming.headers['content-encoding']);
}

const unzipped = promisify<Buffer, object, Buffer>(unzip);
const decoders: Record<string, (body: Buffer, options: object) => Promise<Buffer>> = {
  gzip: unzipped,
  'x-gzip': unzipped,
  deflate: unzipped,
  br: promisify<Buffer, object, Buffer>(brotliDecompress),
};

/** A server may compress what it sends, even unasked (RFC 9110, 12.5.3). What does not decode is left as it came. */
async function decoded(body: Buffer, coding = ''): Promise<Buffer> {
  const decode = decoders[coding.trim().toLowerCase()];
  if (!decode || body.length === 0) return body;
  return decode(body, { maxOutputLength: largestAnswer }).catch(() => body);
}

/** The first header of a name, whatever its letter case. */
export function headerOf(headers: HeaderPairs, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([candidate]) => candidate.toLowerCase() === wanted)?.[1];
}

/** How long Retry-After asks to wait: seconds or a date. */
export function retryAfterMs(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** What went wrong with a connection, in words. */
export function describeFailure(error: unknown, url: string, timeoutMs: number): string {
  const { host } = new URL(url);
  if (error instanceof Timeout) return `${host} did not answer within ${timeoutMs} ms`;
  const { code, message, errors } = error as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] };
  const known: Record<string, string> = {
    ECONNREFUSED: `${host} refuses the connection`,
    ENOTFOUND: `the name ${host} is unknown`,
    EAI_AGAIN: `the name ${host} can't be looked up now`,
    ECONNRESET: `${host} broke the connection`,
    EPIPE: `${host} broke the connection`,
    EHOSTUNREACH: `${host} can't be reached from here`,
    ENETUNREACH: `${host} can't be reached from here`,
    ETIMEDOUT: `connecting to ${host} took too long`,
    EPROTO: `${host} does not speak TLS: is it http:// rather than https://?`,
  };
  const found = code ?? errors?.[0]?.code ?? '';
  if (found in known) return known[found] as string;
  if (found.startsWith('HPE_')) return `${host} does not speak HTTP (${message})`;
  if (/CERT|SELF_SIGNED|ALTNAME|ISSUER/.test(found))
    return `${host} has a certificate that is not trusted (${message})`;
  return `${host}: ${message.split('\n')[0]}`;
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError(`http.ca: ${file} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
