import { existsSync, type FSWatcher, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { contractFile } from '../spec/document.ts';
import { complain, say } from '../spec/print.ts';
import { BASE_PATH, createPartitions, createServer, type ServerParts } from './server.ts';
import { loadSources } from './sources.ts';
import { indexFixtures } from './state/fixtures.ts';
import { createStateCheck } from './state/state-check.ts';

/** How long changes are gathered, in milliseconds: an editor writes a file in several steps. */
const PAUSE = 100;

/**
 * Builds a mock that follows its files: a change of the contract or of a fixture is served at once, with the state as
 * it is; one that is broken is told, and the last good version goes on being served.
 */
export async function createFollowingServer(parts: ServerParts, fixtures: string): Promise<FastifyInstance> {
  let problem: string | undefined;
  const first = { ...parts, problem: () => problem };
  const partitions = await createPartitions(first);
  const front = await createServer(first, partitions);

  async function reload(): Promise<void> {
    try {
      const sources = loadSources(fixtures);
      const next = await createServer({ ...first, ...sources }, partitions);
      await next.ready();
      partitions.refit(indexFixtures(sources.seed), createStateCheck({ ...sources, basePath: BASE_PATH }));
      front.server.removeAllListeners('request').on('request', next.routing);
      problem = undefined;
      say('mock: the contract and the fixtures were read anew');
    } catch (error) {
      problem = (error as Error).message;
      complain(`mock: not read anew, the last good version is served: ${problem}`);
    }
    partitions.events.emitToAll({ type: 'change' });
  }

  const stop = follow([dirname(contractFile), fixtures, join(fixtures, 'mission-runs')], reload);
  front.addHook('onClose', async () => stop());
  return front;
}

/** Calls back after files of some folders have changed, never twice at once. Gives what ends it. */
function follow(folders: readonly string[], changed: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const note = (_event: string, file: string | null) => {
    if (file !== null && !/\.(ya?ml|ndjson)$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      working = working.then(changed);
    }, PAUSE);
  };
  const watchers: FSWatcher[] = folders
    .filter((folder) => existsSync(folder))
    .map((folder) => watch(folder, { persistent: false }, note));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
