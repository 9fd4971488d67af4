import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as rest, setImmediate as turn } from 'node:timers/promises';
import { type FuzzRequest, type HttpRequest, isRaw, type RawRequest } from './request.ts';

/** The outcome of a request: an HTTP answer, the raw bytes of a connection, or nothing in time. */
export type Outcome =
  | { kind: 'answer'; status: number; contentType: string; text: string }
  | { kind: 'bytes'; text: string }
  | { kind: 'nothing'; reason: string };

/** Longest wait for an answer, in milliseconds. */
const PATIENCE = 600_000;

/** Sends requests to a port of this machine. HTTP goes over `connections` lasting connections, raw bytes over one each. */
export class FuzzClient {
  private readonly agent: Agent;

  constructor(
    private readonly port: number,
    connections: number,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  send(request: FuzzRequest): Promise<Outcome> {
    return isRaw(request) ? this.sendBytes(request) : this.sendRequest(request);
  }

  close(): void {
    this.agent.destroy();
  }

  private sendRequest({ method, path, headers, body }: HttpRequest): Promise<Outcome> {
    return new Promise((resolve) => {
      const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
      const outgoing = request({
        host: '127.0.0.1',
        port: this.port,
        agent: this.agent,
        method,
        path,
        headers: { ...headers, ...length },
        timeout: PATIENCE,
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${PATIENCE / 1000} s`)));
      outgoing.on('error', (error) => resolve({ kind: 'nothing', reason: error.message }));
      outgoing.on('response', (incoming) => void read(incoming).then(resolve));
      outgoing.end(body);
    });
  }

  private sendBytes({ pieces, pause, aborts }: RawRequest): Promise<Outcome> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1');
      const received: Buffer[] = [];
      socket.setNoDelay();
      socket.setTimeout(PATIENCE, () => socket.destroy());
      socket.on('data', (chunk) => received.push(chunk));
      // The mock may close first, in the middle of a write.
      socket.on('error', () => undefined);
      socket.on('close', () => resolve({ kind: 'bytes', text: Buffer.concat(received).toString('latin1') }));
      socket.on('connect', async () => {
        for (const piece of pieces) {
          socket.write(piece);
          await (pause > 0 ? rest(pause) : turn());
        }
        if (aborts) socket.destroy();
        else socket.end();
      });
    });
  }
}

async function read(incoming: IncomingMessage): Promise<Outcome> {
  try {
    const text = Buffer.concat(await incoming.toArray()).toString();
    return {
      kind: 'answer',
      status: incoming.statusCode ?? 0,
      contentType: incoming.headers['content-type'] ?? '',
      text,
    };
  } catch (error) {
    return { kind: 'nothing', reason: `the answer broke off: ${(error as Error).message}` };
  }
}
