import type { AddressInfo } from 'node:net';
import { fixturesDirectory, type SeedLists } from '../fixtures/seed.ts';
import { didYouMean } from '../spec/texts.ts';
import { DEFAULT_PARTITION } from './contract/callers.ts';
import { BASE_PATH } from './contract/check.ts';
import { addSeed } from './embed/add-seed.ts';
import { answerRequest, CLOSED, refuseFakedTicks, requestJson } from './embed/fetch.ts';
import { createPartition, type MockPartition } from './embed/partition.ts';
import { createServer } from './server.ts';
import { loadSources } from './sources.ts';
import { parseTime } from './time.ts';

export type { JournalEntry, Mail, MockPartition } from './embed/partition.ts';

export interface MockOptions {
  /** A directory of fixtures instead of the product's own. */
  fixtures?: string;
  /** Entries to add to the fixtures, or to replace by id. */
  seed?: SeedLists;
  /** Start of the clock, by default now. `system` follows `Date`, faked or not; others ignore fake timers. */
  clock?: Date | string;
  /** The deployment file to answer as. */
  deployment?: string;
  /** 0, the default, takes a free port of the loopback address. */
  port?: number;
  /** A directory to store state in. */
  data?: string;
}

const optionNames: readonly (keyof MockOptions)[] = ['fixtures', 'seed', 'clock', 'deployment', 'port', 'data'];

/** A mock in this process; its own methods act on the partition `default`. */
export interface Mock extends MockPartition, AsyncDisposable {
  /** The base URL of the operations, `http://127.0.0.1:<port>/v2`. */
  url: string;
  /** The same methods for the partition that a key's suffix names, such as `key_primary.pr-1`. */
  partition(name: string): MockPartition;
  close(): Promise<void>;
}

/**
 * Starts a mock inside this process, which reads its files once. Rejects with a TypeError for an invalid option, and with a ContractError
 * for a broken fixture or deployment file. Rejects with an Error for an invalid time, a used port, or a faked `process.nextTick`.
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  refuseInvalid(options);
  const { fixtures = fixturesDirectory, seed, clock, deployment, port = 0, data } = options;
  const realTime = createRealTime(clock);
  await refuseFakedTicks();
  const sources = await loadSources({ fixtures, deployment, lazily: true });
  const server = await createServer({
    ...(seed ? addSeed(sources, seed) : sources),
    allowedHosts: [],
    partitions: 1000,
    realTime,
    ...(data !== undefined && { store: await (await import('./store/open.ts')).openStore(data) }),
  });
  await server.listen({ host: '127.0.0.1', port }).catch(async (error: NodeJS.ErrnoException) => {
    await server.close();
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`port ${port} of 127.0.0.1 is in use; without the option port the mock takes a free one`);
  });
  const address = server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${address.port}${BASE_PATH}`;
  const ended = new AbortController();
  const calls: Parameters<typeof createPartition>[0] = {
    url,
    answer: (request) => answerRequest(server, request, ended.signal),
    json: (call) => requestJson(server, call),
  };
  const partition = (name: string) => createPartition(calls, name);
  const close = async () => {
    await refuseFakedTicks();
    await server.close();
    // An answer may dribble for an hour, and a stream has no end.
    ended.abort(new TypeError('fetch failed', { cause: new Error(CLOSED) }));
  };
  return {
    ...partition(DEFAULT_PARTITION),
    url,
    partition,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function refuseInvalid(options: MockOptions): void {
  const unknown = Object.keys(options).find((name) => !optionNames.some((known) => known === name));
  if (unknown !== undefined)
    throw new TypeError(`createMock has no option "${unknown}"${didYouMean(unknown, optionNames)}`);
  const { port = 0 } = options;
  const path = (['fixtures', 'deployment', 'data'] as const).find((name) => typeof (options[name] ?? '') !== 'string');
  if (path !== undefined) throw new TypeError(`${path} has to be a path`);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new TypeError('port has to be a whole number from 0 to 65535');
}

/** Real time, even with a faked `Date`. */
const { now } = Date;

function createRealTime(clock: MockOptions['clock']): () => number {
  // A test may replace `Date` later.
  if (clock === 'system') return () => globalThis.Date.now();
  if (clock === undefined) return now;
  // Another realm, as in Jest, has another class Date.
  const start = typeof clock === 'string' ? parseTime(clock) : (clock as Partial<Date>).getTime?.();
  if (!Number.isFinite(start))
    throw new Error('clock has to be a Date, an ISO 8601 time such as 2030-01-15T12:00:00Z, or "system"');
  const begun = now();
  return () => Number(start) + now() - begun;
}
