// conformance/suite/wire/: requests and answers on the wire, and their check against the document.
import http from 'node:http';
import https from 'node:https';
import { isIPv6 } from 'node:net';
import { unescape as decodedText } from 'node:querystring';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { readText } from '../../../spec/yaml.ts';
import { refuse } from '../outcome/outcome.ts';

/** Header lines in their order, with the letter case and the duplicates that they have on the wire. */
export type HeaderPairs = (readonly [name: string, value: string])[];

/** A request as sent. The connection adds Host, Content-Length and the headers of the profile. */
export interface WireRequest {
  method: string;
  url: string;
  headers: HeaderPairs;
  body?: Buffer | undefined;
}

/** An answer as received. */
export interface WireAnswer {
  status: number;
  headers: HeaderPairs;
  body: Buffer;
  /** When the request went out, ISO 8601. */
  sentAt: string;
  /** Milliseconds until the answer was complete. */
  tookMs: number;
}

/** True if the credentials of a request were refused. */
export function isDenied({ status }: { status: number }): boolean {
  return status === 401 || status === 403;
}

/** Time limit, proxy, certificate and extra headers of the connections to a target. */
export interface ConnectionOptions {
  timeoutMs: number;
  proxy?: string;
  ca?: string | undefined;
  headers?: Record<string, string>;
}

/** Options of one exchange. */
export interface Manner {
  /** Uses a new connection, which the target can't have closed while it was idle. */
  fresh?: boolean;
  /** Sends the body this many milliseconds after the head, unless the answer comes first. */
  bodyAfterMs?: number | undefined;
}

const largestAnswer = 50_000_000;

/** The answer was not complete in time. */
export class Timeout extends Error {}

/** The connections to one target. */
export class Connections {
  private readonly kept: http.Agent;
  private readonly fresh: http.Agent;
  private readonly proxy: URL | undefined;

  constructor(
    baseUrl: string,
    private readonly options: ConnectionOptions,
  ) {
    const proxy = options.proxy ? new URL(options.proxy) : undefined;
    const trust = options.ca && { ca: readCertificate(options.ca) };
    const isSecure = new URL(baseUrl).protocol === 'https:';
    this.proxy = proxy;
    const createAgent = (keepAlive: boolean) => {
      const settings = { keepAlive, maxSockets: 64, scheduling: 'lifo' as const, ...trust };
      if (!isSecure) return new http.Agent(settings);
      return proxy ? new TunnelAgent(proxy, settings) : new https.Agent(settings);
    };
    this.kept = createAgent(true);
    this.fresh = createAgent(false);
  }

  /** Sends a request and returns its answer. Throws Node's error of a broken connection, or a Timeout. */
  exchange(request: WireRequest, { fresh = false, bodyAfterMs }: Manner = {}): Promise<WireAnswer> {
    const { method, url, body } = request;
    const address = new URL(url);
    const { host, port, protocol } = address;
    // A URL would encode some characters.
    const path = url.replace(/^[^/]*\/\/[^/?]*/, '');
    const throughProxy = this.proxy && protocol === 'http:' ? this.proxy : undefined;
    const [sentAt, begun] = [new Date().toISOString(), performance.now()];
    return new Promise((resolve, reject) => {
      const outgoing = (protocol === 'https:' ? https : http).request({
        agent: fresh ? this.fresh : this.kept,
        host: readHost(throughProxy ?? address),
        port: throughProxy ? throughProxy.port || 80 : port || (protocol === 'https:' ? 443 : 80),
        method,
        path: throughProxy ? url : path,
        headers: this.completeHeaders(request, host, throughProxy) as unknown as readonly string[],
      });
      let answered = false;
      const deadline = setTimeout(() => outgoing.destroy(new Timeout()), this.options.timeoutMs);
      const end = <T>(done: (value: T) => void, value: T) => {
        clearTimeout(deadline);
        done(value);
      };
      outgoing.once('response', (incoming) => {
        answered = true;
        collectBody(incoming).then(
          (received) => end(resolve, { ...toAnswer(incoming, received), sentAt, tookMs: performance.now() - begun }),
          (error) => end(reject, error),
        );
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        if (answered && !(error instanceof Timeout)) return;
        end(reject, error);
      });
      if (bodyAfterMs === undefined) return void outgoing.end(body);
      outgoing.flushHeaders();
      setTimeout(() => (answered ? outgoing.destroy() : outgoing.end(body)), bodyAfterMs);
    });
  }

  close(): void {
    this.kept.destroy();
    this.fresh.destroy();
  }

  private completeHeaders({ method, headers, body }: WireRequest, host: string, proxy: URL | undefined): HeaderPairs {
    const lines: HeaderPairs = [['Host', host], ...headers, ...Object.entries(this.options.headers ?? {})];
    if (proxy) lines.push(...Object.entries(makeProxyAuthorization(proxy)));
    if (!headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))) {
      if (body) lines.push(['Content-Length', String(body.length)]);
      else if (!/^(GET|HEAD|OPTIONS)$/.test(method)) lines.push(['Content-Length', '0']);
    }
    return lines;
  }
}

function toAnswer({ statusCode: status = 0, rawHeaders }: http.IncomingMessage, body: Buffer) {
  const pairs = rawHeaders.map((name, index) => [name, rawHeaders[index + 1] ?? ''] as const);
  return { status, headers: pairs.filter((_, index) => index % 2 === 0), body };
}

async function collectBody(incoming: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestAnswer) throw new Error(`the answer is larger than ${largestAnswer} bytes`);
    chunks.push(chunk);
  }
  return decodeBody(Buffer.concat(chunks), incoming.headers['content-encoding']);
}

const unzipped = promisify<Buffer, object, Buffer>(unzip);
const decoders: Record<string, (body: Buffer, options: object) => Promise<Buffer>> = {
  gzip: unzipped,
  'x-gzip': unzipped,
  deflate: unzipped,
  br: promisify<Buffer, object, Buffer>(brotliDecompress),
};

/** Decodes a body: a server may compress it unrequested (RFC 9110, 12.5.3). A broken body stays unchanged. */
export async function decodeBody(body: Buffer, coding = ''): Promise<Buffer> {
  const decode = decoders[coding.toLowerCase()];
  return decode ? decode(body, { maxOutputLength: largestAnswer }).catch(() => body) : body;
}

/** The first header of a name in any letter case. */
export function findHeader(headers: Readonly<HeaderPairs>, name: string): string | undefined {
  const key = name.toLowerCase();
  return headers.find(([candidate]) => candidate.toLowerCase() === key)?.[1];
}

function readCertificate(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    refuse(`http.ca: ${(error as Error).message}`);
  }
}

/** An agent whose TLS connections go through an HTTP proxy (CONNECT). */
class TunnelAgent extends https.Agent {
  constructor(
    private readonly proxy: URL,
    options: https.AgentOptions,
  ) {
    super(options);
  }

  override createConnection(
    options: https.RequestOptions,
    done?: (error: Error | null, socket: tls.TLSSocket) => void,
  ): undefined {
    const host = options.host ?? '';
    const authority = `${isIPv6(host) ? `[${host}]` : host}:${options.port ?? 443}`;
    const fail = (error: Error) => done?.(error, undefined as unknown as tls.TLSSocket);
    const connect = http.request({
      host: readHost(this.proxy),
      port: this.proxy.port || 80,
      method: 'CONNECT',
      path: authority,
      headers: { Host: authority, ...makeProxyAuthorization(this.proxy) },
      agent: false,
    });
    connect.once('error', ({ message }) =>
      fail(new Error(`the proxy ${this.proxy.host} can't be reached (${message}): check http.proxy of the profile`)),
    );
    connect.once('connect', (answer, socket) => {
      if (answer.statusCode !== 200) {
        socket.destroy();
        const remedy = answer.statusCode === 407 ? ', as it wants a name and a password' : '';
        fail(
          new Error(`the proxy answered CONNECT with ${answer.statusCode}${remedy}: check http.proxy of the profile`),
        );
        return;
      }
      const { ca } = this.options;
      // Node passes no server name for an address: the certificate is compared with the host then.
      const { servername = '' } = options;
      done?.(null, tls.connect({ socket, host, servername, ...(ca && { ca }) }));
    });
    connect.end();
  }
}

/** The host to connect to: an IPv6 address without brackets. */
function readHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** The credentials of a proxy address as a header; none when it has none. */
function makeProxyAuthorization(proxy: URL): Record<string, string> {
  if (!proxy.username) return {};
  const credentials = `${decodedText(proxy.username)}:${decodedText(proxy.password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}
