import { existsSync, watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { checkDeployment } from '../spec/deployment/read.ts';
import { type ContractDocument, ContractError, contractFile } from '../spec/document.ts';
import { complain, say, shownPath } from '../spec/print.ts';
import { type Deployed, deployedAs } from './contract/deployed.ts';
import { BASE_PATH, createPartitions, createServer, type ServerParts } from './server.ts';
import { type Followed, loadSources } from './sources.ts';
import { indexFixtures } from './state/fixtures.ts';
import { createStateCheck } from './state/state-check.ts';

/** Changes are gathered for this time, in milliseconds: an editor writes a file in several steps. */
const PAUSE = 100;

/** Builds a mock that follows its files. State that passes the new check stays; after a broken change the last good version is served. */
export async function createFollowingServer(parts: ServerParts, followed: Followed): Promise<FastifyInstance> {
  let problem: string | undefined;
  const first = { ...parts, problem: () => problem };
  const partitions = await createPartitions(first);
  const front = await createServer(first, partitions);
  let { routing } = front;

  async function reload(files: readonly string[]): Promise<void> {
    try {
      const sources = await loadSources(followed);
      const next = await createServer({ ...first, ...sources }, partitions);
      await next.ready();
      const { start } = partitions;
      partitions.refit(indexFixtures(sources.seed), createStateCheck({ ...sources, basePath: BASE_PATH }), (known) =>
        known === start ? sources.deployed : refitted(known, sources.document),
      );
      // Other listeners bound connections.
      front.server.off('request', routing).on('request', next.routing);
      routing = next.routing;
      problem = undefined;
      say(`mock: read anew: ${files.map(shownPath).join(', ')}`);
    } catch (error) {
      problem = (error as Error).message;
      complain(`mock: not read anew, the last good version is served: ${problem}`);
    }
    partitions.events.emitToAll('change');
  }

  const stop = follow(followed, reload);
  front.addHook('onClose', async () => stop());
  return front;
}

function refitted(known: Deployed | undefined, document: ContractDocument): Deployed | undefined {
  if (!known?.deployment) return undefined;
  const checked = checkDeployment(known.deployment, document);
  if (!Array.isArray(checked)) return deployedAs(checked, document);
  throw new ContractError(`the deployment of a partition does not fit: ${checked[0].pointer} ${checked[0].message}`);
}

function follow({ fixtures, deployment }: Followed, changed: (files: readonly string[]) => Promise<void>): () => void {
  const files = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const report = () => {
    const gathered = [...files];
    files.clear();
    working = working.then(() => changed(gathered));
  };
  const watched = (folder: string, isFollowed: (name: string) => boolean) =>
    watch(folder, { persistent: false }, (_event, name) => {
      if (name !== null && !isFollowed(name)) return;
      files.add(join(folder, name ?? ''));
      clearTimeout(timer);
      timer = setTimeout(report, PAUSE);
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
