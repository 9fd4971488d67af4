import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a deployment received it. */
export interface Received {
  method: string;
  /** Path and query. */
  url: string;
  /** Header lines, in their order. */
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  /** The time of its arrival, in milliseconds. */
  at: number;
}

/** A deployment's answer, in place of the mock's. */
export interface Instead {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** The text of the body, in place of JSON. */
  text?: string;
}

/** Called for each request first; may answer it itself, also late. */
export type Intercept = (received: Received) => Instead | undefined | Promise<Instead | undefined>;

/** A server that looks like a deployment: our mock without its control plane. */
export interface Deployment {
  origin: string;
  received: Received[];
  close(): Promise<void>;
}

/** Starts a deployment in front of a mock on a port. */
export async function startDeployment(mockPort: number, intercept: Intercept = () => undefined): Promise<Deployment> {
  const received: Received[] = [];
  const server = createServer((incoming, outgoing) => {
    void read(incoming).then(async (request) => {
      received.push(request);
      const instead = await intercept(request);
      if (instead) return answer(outgoing, instead);
      if (request.url.startsWith('/__admin')) return answer(outgoing, { status: 404 });
      pass(request, mockPort, outgoing);
    });
  });
  const origin = await listen(server);
  return {
    origin,
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Listens on a free port of the loopback interface; gives the origin. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function read(incoming: IncomingMessage): Promise<Received> {
  const { method = '', url = '', rawHeaders } = incoming;
  const at = performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  );
  return { method, url, headers, body: Buffer.concat(chunks).toString('utf8'), at };
}

function answer(outgoing: ServerResponse, { status, headers, body, text }: Instead): void {
  outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  outgoing.end(text ?? JSON.stringify(body));
}

function pass({ method, url, headers, body }: Received, port: number, outgoing: ServerResponse): void {
  const lines = headers.flat() as unknown as readonly string[];
  const passed = forward({ host: '127.0.0.1', port, method, path: url, headers: lines }, (answered) => {
    outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  passed.end(body);
}
