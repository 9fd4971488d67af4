import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** An answer of a server; by default 200 with an empty object. */
interface Given {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

type Answered = Given | 'broken' | undefined;

/** A server of the running test, and the requests that it received: each with credentials, content type, X-Pass and body. */
export async function serve(answers: (asked: string, key: string | undefined) => Answered | Promise<Answered>) {
  const asked: string[] = [];
  const server = http.createServer(async (request, response) => {
    const [call, { authorization }] = [`${request.method} ${request.url}`, request.headers];
    const { 'content-type': type, 'x-pass': pass } = request.headers;
    const body = Buffer.concat(await request.toArray()).toString();
    asked.push([call, authorization, type, pass, body].filter(Boolean).join(' '));
    const said = (await answers(call, authorization?.replace('Bearer ', ''))) ?? {};
    if (said === 'broken') return void request.socket.resetAndDestroy();
    response.sendDate = false;
    const { status = 200, headers, body: text = '{}' } = said;
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
