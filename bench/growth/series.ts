import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { saturate, times } from '../load.ts';
import { type Call, headersFor, listRuns, send, uniqueTexts } from '../requests.ts';

/** Something that there is more and more of, and a request that must not cost more for it. */
export interface Series {
  name: string;
  /** What there is `size` of, and what is sent. */
  title: string;
  sizes: readonly number[];
  /** Options that the mock starts with; files may be written into the folder. */
  options?(size: number, folder: string): string[];
  /** Brings a mock that is at its start to the size. */
  fill?(base: string, size: number): Promise<void>;
  /** The requests that are measured, of which each makes what there is larger by one if it `grows`. */
  calls(size: number): () => Call;
  grows: boolean;
}

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));
/** Messages that a partition may keep, so that all that are sent here are there: by default it keeps 20,000. */
const ROOM = '2000000';
const runSizes = [100, 1000, 10_000, 100_000];

const messages: Series = {
  name: 'messages',
  title: 'messages sent before: a plain send',
  sizes: [1000, 10_000, 100_000],
  options: () => ['--messages', ROOM],
  fill: (base, size) => sendAll(base, () => send(), size),
  calls: () => () => send(),
  grows: true,
};

const keptMessages: Series = {
  ...messages,
  name: 'kept-messages',
  title: 'messages kept with --data: a plain send',
  sizes: [1000, 10_000, 100_000, 1_000_000],
  options: (size, folder) => ['--messages', ROOM, '--data', join(folder, `data-${size}`)],
};

const keys: Series = {
  name: 'keys',
  title: 'keys in the ledger: a send with a new key',
  sizes: [1000, 10_000, 100_000],
  async fill(base, size) {
    // Room for what is measured: the ledger is full at 100,000 otherwise.
    await control(base, 'settings', { ledgerLimit: 1_000_000 });
    await sendAll(base, keyed(), size);
  },
  calls: keyed,
  grows: true,
};

const partitions: Series = {
  name: 'partitions',
  title: 'partitions: a plain send to one after the other',
  sizes: [1, 10, 100, 1000],
  fill: (base, size) => sendAll(base, overPartitions(size), size),
  calls: overPartitions,
  grows: false,
};

const runs: Series = {
  name: 'runs',
  title: 'runs: the newest 20',
  sizes: runSizes,
  options: (size, folder) => ['--fixtures', fixturesWithRuns(size, folder)],
  calls: () => () => listRuns(20),
  grows: false,
};

const filteredRuns: Series = {
  ...runs,
  name: 'filtered-runs',
  title: 'runs: the newest 20 that succeeded',
  calls: () => () => ({ ...listRuns(20), path: `${listRuns(20).path}&status=succeeded` }),
};

/** Everything that grows. */
export const series: readonly Series[] = [messages, keptMessages, keys, partitions, runs, filteredRuns];

/** Puts the mock back to its fixtures. */
export function reset(base: string): Promise<void> {
  return control(base, 'reset');
}

async function control(base: string, call: string, body?: object): Promise<void> {
  const answer = await fetch(new URL(`/__admin/${call}`, base), {
    method: 'POST',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${call} was answered with ${answer.status}`);
}

async function sendAll(base: string, next: () => Call, count: number): Promise<void> {
  const { good } = await saturate(base, next, times(count));
  if (good !== count) throw new Error(`of ${count} requests only ${good} were accepted`);
}

function keyed(): () => Call {
  const unique = uniqueTexts();
  return () => send([...headersFor('key_primary'), 'idempotency-key', unique()]);
}

function overPartitions(size: number): () => Call {
  let turn = 0;
  return () => send(headersFor(`key_primary.p${turn++ % size}`));
}

/** A copy of the fixtures in which the account has so many runs: those that it has, of all times, under new ids. */
function fixturesWithRuns(size: number, folder: string): string {
  const copy = join(folder, `fixtures-${size}`);
  cpSync(FIXTURES, copy, { recursive: true });
  const file = join(copy, 'mission-runs/acme.ndjson');
  const known = readFileSync(file, 'utf8').trim().split('\n');
  const lines = Array.from({ length: size }, (_, index) => {
    const run = JSON.parse(known[(index * 11) % known.length] ?? '') as { run_id: string };
    const id = `${run.run_id.slice(0, -8)}${index.toString(16).padStart(8, '0')}`;
    return `${JSON.stringify({ ...run, run_id: id })}\n`;
  });
  writeFileSync(file, lines.join(''));
  return copy;
}
