import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadSeed } from '../fixtures/seed.ts';
import { readDeployment } from '../spec/deployment/read.ts';
import { adminFile, contractFile, loadDocument } from '../spec/document.ts';
import { registerFile } from '../spec/register.ts';
import { compileValidators } from '../spec/validators.ts';
import { deployContract } from './contract/deployed.ts';
import type { ServerParts } from './server.ts';

export interface Followed {
  fixtures: string;
  deployment?: string | undefined;
  lazily?: boolean;
}

export type Sources = Pick<ServerParts, 'document' | 'validators' | 'seed' | 'deployed'>;

const contracts = cacheLatest<Pick<Sources, 'document' | 'validators'>>();
const seeds = cacheLatest<Sources['seed']>();
const deployments = cacheLatest<Sources['deployed']>();

/** Reads contract, fixtures and deployment, unchanged files once. Rejects with a ContractError with reason and place. */
export async function loadSources(followed: Followed): Promise<Sources> {
  const { fixtures, deployment, lazily = false } = followed;
  const files = listFiles(followed);
  const state = `${lazily} ${describeFiles(files.contract)}`;
  const { document, validators } = await contracts(state, () => {
    const document = loadDocument();
    return { document, validators: compileValidators(document, { lazily }) };
  });
  const seed = await seeds(`${state} ${describeFiles(files.seed)}`, () => loadSeed(validators, fixtures));
  if (deployment === undefined) return { document, validators, seed, deployed: undefined };
  const deployed = await deployments(`${state} ${describeFiles(files.deployment)}`, () =>
    deployContract(readDeployment(deployment, document), { document, validators }),
  );
  return { document, validators, seed, deployed };
}

/** Each file that is read, with a text that changes with its content. */
export function describeEachFile(followed: Followed): Map<string, string> {
  const files = Object.values(listFiles(followed)).flat();
  return new Map(files.map((file) => [file, describeFiles([file])]));
}

function cacheLatest<T>(): (state: string, make: () => T | Promise<T>) => Promise<T> {
  let cached: { state: string; made: T } | undefined;
  return async (state, make) => {
    if (cached?.state !== state) cached = { state, made: await make() };
    return cached.made;
  };
}

function listFiles({ fixtures, deployment }: Followed) {
  return {
    contract: [contractFile, adminFile, registerFile],
    seed: [...listDirectory(fixtures), ...listDirectory(join(fixtures, 'mission-runs'))],
    deployment: deployment === undefined ? [] : [deployment],
  };
}

function listDirectory(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => /\.(ya?ml|ndjson)$/.test(name))
      .map((name) => join(directory, name));
  } catch {
    return [];
  }
}

function describeFiles(files: readonly string[]): string {
  const states = files.map((file) => {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
    return `${file} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  });
  return states.join('\n');
}
