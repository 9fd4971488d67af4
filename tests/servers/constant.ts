import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const standardError = JSON.stringify({ errors: [{ code: '10007', title: 'Unexpected error', detail: 'No.' }] });

/** The one answer that a server gives to every request. */
const answers = {
  empty200: (_body, response) => sendJson(response, 200, '{}'),
  bad400: (_body, response) => sendJson(response, 400, standardError),
  error500: (_body, response) => sendJson(response, 500, standardError),
  echo: (body, response) => sendJson(response, 200, body.length > 0 ? body : '{}'),
  hang: () => {},
  html: (_body, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><p>Hi</p>'),
} satisfies Record<string, (body: Buffer, response: ServerResponse) => void>;

export type ConstantAnswer = keyof typeof answers;

/** Starts a server that answers every request in one way. */
export function startConstantServer(kind: ConstantAnswer): Promise<{ url: string; close(): Promise<void> }> {
  // A caller that is gone needs no answer.
  return listen(
    (request, response) =>
      void buffer(request).then(
        (body) => answers[kind](body, response),
        () => {},
      ),
  );
}

/** An address without a server: a port that was free a moment ago. */
export async function findClosedPort(): Promise<string> {
  const { url, close } = await listen(() => {});
  await close();
  return url;
}

function sendJson(response: ServerResponse, status: number, body: string | Buffer): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
}

async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
