import type { FastifyInstance } from 'fastify';
import { checkDeployment } from '../spec/deployment/read.ts';
import { printError, printLine, shortenPath } from '../spec/print.ts';
import { ContractError } from '../spec/yaml.ts';
import { type Deployed, deployContract } from './contract/deployed.ts';
import type { Contract } from './contract/handler-contract.ts';
import { createPartitions, createServer, type ServerParts } from './server.ts';
import { describeEachFile, type Followed, loadSources } from './sources.ts';
import { indexFixtures } from './state/fixtures.ts';
import { createStateCheck } from './state/state-check.ts';

/** Milliseconds between two looks at the files: not every file system reports changes. */
const ROUND_MS = 500;

/** Milliseconds that a changed file must stay unchanged before it is read: editors write in several steps. */
const SETTLING_MS = 100;

/** Builds a mock that follows its files. Valid state stays; after a broken change the last good version is served. */
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
      partitions.refit(indexFixtures(sources.seed), createStateCheck(sources), (known) =>
        known === start ? sources.deployed : refitDeployment(known, sources),
      );
      // Other listeners bound connections.
      front.server.off('request', routing).on('request', next.routing);
      routing = next.routing;
      problem = undefined;
      printLine(`mock: reloaded: ${files.map(shortenPath).join(', ')}`);
    } catch (error) {
      problem = (error as Error).message;
      printError(`mock: not reloaded, the last good version is served: ${problem}`);
    }
    partitions.events.emitToAll('change');
  }

  let served = describeEachFile(followed);
  let last = served;
  let working = Promise.resolve();
  const checkFiles = () => {
    const now = describeEachFile(followed);
    const changed = [...new Set([...served.keys(), ...now.keys()])].filter(
      (file) => now.get(file) !== served.get(file),
    );
    const isStable = changed.every((file) => now.get(file) === last.get(file));
    last = now;
    if (changed.length > 0 && isStable) {
      served = now;
      working = working.then(() => reload(changed));
    }
    timer = setTimeout(checkFiles, isStable ? ROUND_MS : SETTLING_MS).unref();
  };
  let timer = setTimeout(checkFiles, ROUND_MS).unref();
  front.addHook('onClose', async () => clearTimeout(timer));
  return front;
}

function refitDeployment(known: Deployed | undefined, contract: Contract): Deployed | undefined {
  if (!known?.deployment) return undefined;
  const checked = checkDeployment(known.deployment, contract.document);
  if (!Array.isArray(checked)) return deployContract(checked, contract);
  throw new ContractError(`the deployment of a partition does not fit: ${checked[0].pointer} ${checked[0].message}`);
}
