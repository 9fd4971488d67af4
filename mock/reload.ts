import { existsSync, type FSWatcher, watch } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { contractFile } from '../spec/document.ts';
import { complain, say } from '../spec/print.ts';
import { type Deployed, deployedAs } from './contract/deployed.ts';
import { BASE_PATH, createPartitions, createServer, type ServerParts } from './server.ts';
import { type Followed, loadSources } from './sources.ts';
import { indexFixtures } from './state/fixtures.ts';
import type { Renewed } from './state/partitions.ts';
import { createStateCheck } from './state/state-check.ts';

/** How long changes are gathered, in milliseconds: an editor writes a file in several steps. */
const PAUSE = 100;

/**
 * Builds a mock that follows its files: a change of the contract or of a fixture is served at once, with the state as
 * it is; one that is broken is told, and the last good version goes on being served.
 */
export async function createFollowingServer(parts: ServerParts, followed: Followed): Promise<FastifyInstance> {
  let problem: string | undefined;
  const first = { ...parts, problem: () => problem };
  let start = parts.deployed;
  const partitions = await createPartitions(first);
  const front = await createServer(first, partitions);

  async function reload(): Promise<void> {
    try {
      const sources = await loadSources(followed);
      const next = await createServer({ ...first, ...sources }, partitions);
      await next.ready();
      const renewed = await renew(partitions.deployments(), sources, start);
      const check = createStateCheck({ ...sources, basePath: BASE_PATH });
      partitions.refit(indexFixtures(sources.seed), check, renewed);
      start = sources.deployed;
      front.server.removeAllListeners('request').on('request', next.routing);
      problem = undefined;
      say('mock: the contract and the fixtures were read anew');
    } catch (error) {
      problem = (error as Error).message;
      complain(`mock: not read anew, the last good version is served: ${problem}`);
    }
    partitions.events.emitToAll({ type: 'change' });
  }

  const { fixtures, deployment } = followed;
  const folders = [dirname(contractFile), fixtures, join(fixtures, 'mission-runs')];
  const stop = follow(deployment === undefined ? folders : [...folders, dirname(resolve(deployment))], reload);
  front.addHook('onClose', async () => stop());
  return front;
}

/** What deployments become with another contract: that of the start is read anew, and those of single partitions are fitted to it. */
async function renew(
  deployments: readonly Deployed[],
  { document, deployed }: Pick<ServerParts, 'document' | 'deployed'>,
  start: Deployed | undefined,
): Promise<Renewed> {
  const renewed = new Map<Deployed | undefined, Deployed>();
  for (const one of deployments) {
    const anew = one === start ? deployed : one.settled && (await deployedAs(one.settled, document));
    if (anew) renewed.set(one, anew);
  }
  return renewed;
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
