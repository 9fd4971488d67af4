import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

/** A request of a test. A header with several values is sent several times. */
export interface Outgoing {
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The text read as JSON; undefined when it is none. */
  body: unknown;
}

/** Sends one request on a new connection. */
export function exchange(port: number, { method = 'GET', path, headers = {}, body }: Outgoing): Promise<Received> {
  const length = body === undefined ? {} : { 'Content-Length': `${Buffer.byteLength(body)}` };
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...headers, ...length },
      agent: false,
    });
    outgoing.on('error', reject);
    outgoing.on('response', async (incoming) => {
      const text = Buffer.concat(await incoming.toArray()).toString();
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, body: parse(text) });
    });
    outgoing.end(body);
  });
}

/** Sends bytes unchanged and returns all bytes that come back until the server closes. */
export function exchangeBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.write(bytes, 'latin1');
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
