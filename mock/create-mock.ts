import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { fixturesDirectory } from '../fixtures/seed.ts';
import type { MessagesSummary } from './email/mailpit/listing.ts';
import type { Message } from './email/mailpit/shapes.ts';
import { loadSources } from './reload.ts';
import { BASE_PATH, createServer } from './server.ts';
import type { JournalEntry } from './state/journal.ts';

export type { JournalEntry } from './state/journal.ts';

/** A delivered mail, in the shape of Mailpit's API. */
export type Mail = Message;

/** How an embedded mock begins. */
export interface MockOptions {
  /** A directory of fixtures instead of the product's own. */
  fixtures?: string;
  /** The time that its clock shows at the start; it runs on from there. Now, if left out. */
  clock?: Date | string;
  /** The file of the deployment that it answers as. */
  deployment?: string;
  /** 0, the default, takes a free port of the loopback address. */
  port?: number;
}

/** A mock inside this process. What it does to state is about the partition that is named, or `default`. */
export interface Mock {
  /** The base URL of the operations, `http://127.0.0.1:<port>/v2`. */
  url: string;
  /** Answers a request without a port; of its URL only path and query count. Rejects as `fetch` does when the answer is lost, and when it is aborted. */
  fetch(request: Request): Promise<Response>;
  /** Back to the fixtures. */
  reset(partition?: string): Promise<void>;
  clock: {
    now(partition?: string): Promise<Date>;
    /** Moves the clock on by an ISO 8601 duration such as `PT30M`; what becomes due happens. */
    advance(duration: string, partition?: string): Promise<Date>;
  };
  /** The journal, newest exchange first. */
  requests(partition?: string): Promise<JournalEntry[]>;
  /** The delivered mails, newest first. */
  outbox(partition?: string): Promise<Mail[]>;
  close(): Promise<void>;
}

/** Starts a mock inside this process. It reads its files once; a change of them is for the next one. Throws a ContractError when a fixture or the deployment file is broken, and when the port is taken. */
export async function createMock({
  fixtures = fixturesDirectory,
  clock,
  deployment,
  port = 0,
}: MockOptions = {}): Promise<Mock> {
  const server = await createServer({
    ...(await loadSources({ fixtures, deployment })),
    allowedHosts: [],
    partitions: 1000,
    ...(clock !== undefined && { realTime: timeFrom(new Date(clock).getTime()) }),
  });
  const control = controlOf(server);
  await server.listen({ host: '127.0.0.1', port });
  const address = server.server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${address.port}${BASE_PATH}`,
    fetch: (request) => answer(server, request),
    reset: async (partition) => void (await control('POST', '/__admin/reset', partition)),
    clock: {
      now: async (partition) => timeOf(await control('GET', '/__admin/clock', partition)),
      advance: async (advance, partition) => timeOf(await control('POST', '/__admin/clock', partition, { advance })),
    },
    requests: async (partition) => {
      const { requests } = (await control('GET', '/__admin/requests', partition)) as { requests: JournalEntry[] };
      return requests;
    },
    outbox: async (partition) => {
      const { messages } = (await control('GET', '/api/v1/messages?limit=0', partition)) as MessagesSummary;
      return Promise.all(
        messages.map(async ({ ID }) => (await control('GET', `/api/v1/message/${ID}`, partition)) as Mail),
      );
    },
    close: () => server.close(),
  };
}

function timeFrom(start: number): () => number {
  if (Number.isNaN(start)) throw new RangeError('clock is no time: give a Date or an ISO 8601 text');
  const begun = Date.now();
  return () => start + Date.now() - begun;
}

/** Calls the mock's own control API; what that refuses is thrown with its reason. */
function controlOf(server: FastifyInstance) {
  return async (method: 'GET' | 'POST', path: string, partition?: string, body?: object): Promise<unknown> => {
    const answered = await server.inject({
      method,
      url: path,
      ...(partition !== undefined && { query: { partition } }),
      ...(body && { payload: body }),
    });
    if (answered.statusCode < 400) return answered.json();
    throw new Error(
      answered
        .json<{ errors: { detail: string }[] }>()
        .errors.map(({ detail }) => detail)
        .join(' '),
    );
  };
}

function timeOf(answered: unknown): Date {
  return new Date((answered as { now: string }).now);
}

async function answer(server: FastifyInstance, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { signal } = request;
  signal.throwIfAborted();
  const body = Buffer.from(await request.arrayBuffer());
  const asked = {
    signal,
    method: request.method as 'GET',
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    ...(body.length > 0 && { payload: body }),
  };
  const answered = await server.inject(asked).catch((cause: Error) => {
    signal.throwIfAborted();
    throw new TypeError('fetch failed', { cause });
  });
  const headers = Object.entries(answered.headers).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const empty = [204, 205, 304].includes(answered.statusCode) || request.method === 'HEAD';
  return new Response(empty ? null : new Uint8Array(answered.rawPayload), { status: answered.statusCode, headers });
}
