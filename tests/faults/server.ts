import {
  createServer as createHttpServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadSeed } from '../../fixtures/seed.ts';
import { createServer } from '../../mock/server.ts';
import { loadDocument } from '../../spec/document.ts';
import { compileValidators } from '../../spec/validators.ts';
import type { Call, Fault, FaultAnswer, FaultRequest, Serve } from './fault.ts';

/**
 * A running faulty mock: below `/<index of the fault>` it has that fault. The mail of one partition is below `/<index>@<partition>`, for
 * clients that take it for a deployment and know no partitions.
 */
export interface FaultyMock {
  origin: string;
  close(): Promise<void>;
}

/** The path prefix under which a fault is served. */
export function getPrefix(index: number): string {
  return `/${index}`;
}

/** Starts the mock and, in front of it, the faults, each on free ports of the loopback address. */
export async function startFaultyMock(faults: readonly Pick<Fault, 'begin'>[]): Promise<FaultyMock> {
  const document = loadDocument();
  const validators = compileValidators(document);
  const mock = await createServer({
    document,
    validators,
    seed: loadSeed(validators),
    allowedHosts: [],
    partitions: 100_000,
  });
  // Its first answer takes long, and under load longer than a case waits.
  await mock.inject({ url: '/v2/dir/document_types', headers: { authorization: 'Bearer key_primary' } });
  await mock.listen({ host: '127.0.0.1', port: 0 });
  const { port } = mock.server.address() as AddressInfo;
  const begun = new Map<string, Serve>();

  const front = createHttpServer((incoming, outgoing) => {
    void (async () => {
      const { prefix, request } = await read(incoming);
      const partition = getPartition(request);
      const scope = `${prefix} ${partition}`;
      let serve = begun.get(scope);
      if (!serve) {
        serve = faults[Number(prefix)]?.begin() ?? ((passed, call) => call(passed));
        begun.set(scope, serve);
      }
      const call = callAt(port);
      // A fault need not understand every strange request; one that understands none is reported as missed.
      const answer = await Promise.resolve()
        .then(() => serve(request, call))
        .catch(() => call(request));
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    })().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    async close() {
      front.closeAllConnections();
      await Promise.all([new Promise((resolve) => front.close(resolve)), mock.close()]);
    },
  };
}

async function read(incoming: IncomingMessage): Promise<{ prefix: string; request: FaultRequest }> {
  const [, prefix = '', partition, rest = '/'] = /^\/([^/@]+)(?:@([^/]+))?(\/.*)$/.exec(incoming.url ?? '') ?? [];
  const isMail = partition !== undefined && rest.startsWith('/api/');
  const url = isMail ? `${rest}${rest.includes('?') ? '&' : '?'}partition=${partition}` : rest;
  const headers: FaultRequest['headers'] = [];
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = incoming.rawHeaders.slice(index, index + 2);
    if (!/^(content-length|transfer-encoding|connection)$/i.test(name)) headers.push([name, value]);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return { prefix, request: { method: incoming.method ?? 'GET', url, headers, body: Buffer.concat(chunks) } };
}

/** Faults remember per copy of the state: the suffix of the key, or the requested partition. */
function getPartition({ url, headers }: FaultRequest): string {
  const token = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
  return /[?&]partition=([^&]+)/.exec(url)?.[1] ?? /\.([A-Za-z0-9_-]+)$/.exec(token)?.[1] ?? '';
}

function callAt(port: number): Call {
  return ({ method, url, headers, body }) =>
    new Promise<FaultAnswer>((resolve, reject) => {
      const lines = headers.flat();
      if (body.length > 0) lines.push('Content-Length', String(body.length));
      // Headers as flat lines are sent unchanged, duplicates included.
      const outgoing = httpRequest(
        { host: '127.0.0.1', port, method, path: url, headers: lines as never },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            resolve({
              status: answer.statusCode ?? 500,
              headers: dropFraming(answer.headers),
              body: Buffer.concat(chunks),
            });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
}

/** The front frames bodies again, as a fault may change their length. */
function dropFraming(headers: IncomingHttpHeaders): FaultAnswer['headers'] {
  const framing = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || framing.includes(name) ? [] : [[name, value]],
    ),
  );
}
