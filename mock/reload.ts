import { existsSync, type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { checkDeployment } from '../spec/deployment/read.ts';
import { type ContractDocument, ContractError, contractFile } from '../spec/document.ts';
import { complain, say, shownPath } from '../spec/print.ts';
import { type Deployed, deployedAs } from './contract/deployed.ts';
import { BASE_PATH, createPartitions, createServer, type ServerParts } from './server.ts';
import { type Followed, loadSources } from './sources.ts';
import { indexFixtures } from './state/fixtures.ts';
import type { Renewed } from './state/partitions.ts';
import { createStateCheck } from './state/state-check.ts';
import { turn } from './time/turns.ts';

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
  let { routing } = front;

  async function reload(files: readonly string[]): Promise<void> {
    try {
      const sources = await loadSources(followed);
      const next = await createServer({ ...first, ...sources }, partitions);
      await next.ready();
      const renewed = await renew(partitions.deployments(), sources, start);
      const check = createStateCheck({ ...sources, basePath: BASE_PATH });
      partitions.refit(indexFixtures(sources.seed), check, renewed);
      start = sources.deployed;
      // What else listens bounds connections.
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

  const { fixtures, deployment } = followed;
  const folders = [dirname(contractFile), fixtures, join(fixtures, 'mission-runs')].map((folder) => ({ folder }));
  // What lies beside the deployment file is another one.
  const own = deployment === undefined ? [] : [{ folder: dirname(resolve(deployment)), only: basename(deployment) }];
  const stop = follow([...folders, ...own], reload);
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
    await turn();
    const anew = one === start ? deployed : await fitted(one, document);
    if (anew) renewed.set(one, anew);
  }
  return renewed;
}

/** A partition's own deployment under another edition of the contract; rejects with a ContractError when it does not fit. */
async function fitted({ deployment }: Deployed, document: ContractDocument): Promise<Deployed | undefined> {
  if (!deployment) return undefined;
  const checked = checkDeployment(deployment, document);
  if (!Array.isArray(checked)) return deployedAs(checked, document, { lazily: true });
  throw new ContractError(`the deployment of a partition does not fit: ${checked[0].pointer} ${checked[0].message}`);
}

/** A folder whose data files are followed, or one of them. */
interface Followable {
  folder: string;
  only?: string;
}

/** Calls back with the files of some folders that have changed, never twice at once. Gives what ends it. */
function follow(all: readonly Followable[], changed: (files: readonly string[]) => Promise<void>): () => void {
  let files = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const note = ({ folder, only }: Followable, file: string | null) => {
    if (file !== null && (only === undefined ? !/\.(ya?ml|ndjson)$/.test(file) : file !== only)) return;
    files.add(join(folder, file ?? ''));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const gathered = [...files];
      files = new Set();
      working = working.then(() => changed(gathered));
    }, PAUSE);
  };
  const watchers: FSWatcher[] = all
    .filter(({ folder }) => existsSync(folder))
    .map((one) => watch(one.folder, { persistent: false }, (_event, file) => note(one, file)));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
