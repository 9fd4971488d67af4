import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that gives one fixed answer to every request. */
export type NullKind = 'empty200' | 'bad400' | 'error500' | 'echo' | 'hang' | 'html';

export const nullKinds: readonly NullKind[] = ['empty200', 'bad400', 'error500', 'echo', 'hang', 'html'];

const standardError = JSON.stringify({ errors: [{ code: '10007', title: 'Unexpected error', detail: 'No.' }] });

const answers: Record<NullKind, (body: Buffer, response: ServerResponse) => void> = {
  empty200: (_body, response) => json(response, 200, '{}'),
  bad400: (_body, response) => json(response, 400, standardError),
  error500: (_body, response) => json(response, 500, standardError),
  echo: (body, response) => json(response, 200, body.length > 0 ? body : '{}'),
  hang: () => {},
  html: (_body, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><p>Hi</p>'),
};

/** Starts a server that answers every request in the one way that `kind` names. */
export async function startNullServer(kind: NullKind): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => void serve(request, response, kind));
  const url = await listen(server);
  return {
    url,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An address where nobody listens: a port that was free a moment ago. */
export async function closedPort(): Promise<string> {
  const server = createServer();
  const url = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return url;
}

async function serve(request: IncomingMessage, response: ServerResponse, kind: NullKind): Promise<void> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch {
    return; // The caller is gone.
  }
  answers[kind](Buffer.concat(chunks), response);
}

function json(response: ServerResponse, status: number, body: string | Buffer): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
}
