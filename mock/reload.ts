import { existsSync, watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { checkDeployment } from '../spec/deployment/read.ts';
import { type ContractDocument, ContractError, contractFile } from '../spec/document.ts';
import { complain, say, shownPath } from '../spec/print.ts';
import { type Deployed, deployedAs } from './contract/deployed.ts';
import { BASE_PATH, createPartitions, createServer, type ServerParts } from './server.ts';
import { type Followed, loadSources, type Sources } from './sources.ts';
import { indexFixtures } from './state/fixtures.ts';
import type { Partitions, Renewed } from './state/partitions.ts';
import { createStateCheck } from './state/state-check.ts';

/** How long changes are gathered, in milliseconds: an editor writes a file in several steps. */
const PAUSE = 100;

/**
 * Builds a mock that follows its files: a change of contract, fixtures or deployment is served at once, and the state stays as far as it
 * fits. A change that is broken is reported, and the last good version stays.
 */
export async function createFollowingServer(parts: ServerParts, followed: Followed): Promise<FastifyInstance> {
  let problem: string | undefined;
  const first = { ...parts, problem: () => problem };
  const partitions = await createPartitions(first);
  const front = await createServer(first, partitions);
  let { routing } = front;

  async function reload(files: readonly string[]): Promise<void> {
    try {
      const sources = await loadSources(followed);
      const renewed = renew(partitions, sources);
      const next = await createServer({ ...first, ...sources }, partitions);
      await next.ready();
      partitions.refit(indexFixtures(sources.seed), createStateCheck({ ...sources, basePath: BASE_PATH }), renewed);
      // Other listeners bound connections.
      front.server.off('request', routing).on('request', next.routing);
      routing = next.routing;
      problem = undefined;
      say(`mock: read anew: ${files.map(shownPath).join(', ')}`);
    } catch (error) {
      problem = (error as Error).message;
      complain(`mock: not read anew, the last good version is served: ${problem}`);
    }
    partitions.events.emitToAll({ type: 'change' });
  }

  const stop = follow(followed, reload);
  front.addHook('onClose', async () => stop());
  return front;
}

/** The deployments under another edition of the contract: that of the start is read anew, those of single partitions are fitted to it. */
function renew(partitions: Partitions, { document, deployed }: Sources): Renewed {
  const renewed = new Map<Deployed, Deployed>();
  for (const known of partitions.deployments()) {
    const next = known === partitions.start ? deployed : fitted(known, document);
    if (next) renewed.set(known, next);
  }
  return renewed;
}

/** A partition's own deployment under another edition of the contract. Throws a ContractError when it does not fit. */
function fitted({ deployment }: Deployed, document: ContractDocument): Deployed | undefined {
  if (!deployment) return undefined;
  const checked = checkDeployment(deployment, document);
  if (!Array.isArray(checked)) return deployedAs(checked, document);
  throw new ContractError(`the deployment of a partition does not fit: ${checked[0].pointer} ${checked[0].message}`);
}

/** Calls back with the data files that have changed, never twice at once. Returns the function that ends it. */
function follow({ fixtures, deployment }: Followed, changed: (files: readonly string[]) => Promise<void>): () => void {
  let files = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const gather = (file: string) => {
    files.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const gathered = [...files];
      files = new Set();
      working = working.then(() => changed(gathered));
    }, PAUSE);
  };
  const watched = (folder: string, isFollowed: (name: string) => boolean) =>
    watch(folder, { persistent: false }, (_event, name) => {
      if (name === null || isFollowed(name)) gather(join(folder, name ?? ''));
    });
  const folders = [dirname(contractFile), fixtures, join(fixtures, 'mission-runs')].filter((folder) =>
    existsSync(folder),
  );
  const watchers = folders.map((folder) => watched(folder, (name) => /\.(ya?ml|ndjson)$/.test(name)));
  if (deployment !== undefined)
    watchers.push(watched(dirname(resolve(deployment)), (name) => name === basename(deployment)));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
