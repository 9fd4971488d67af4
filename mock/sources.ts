import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadSeed } from '../fixtures/seed.ts';
import { readDeployment } from '../spec/deployment/read.ts';
import { adminFile, contractFile, loadDocument } from '../spec/document.ts';
import { registerFile } from '../spec/register.ts';
import { compileValidators } from '../spec/validators.ts';
import { deployedAs } from './contract/deployed.ts';
import type { ServerParts } from './server.ts';

export interface Followed {
  fixtures: string;
  deployment?: string | undefined;
  lazily?: boolean;
}

export type Sources = Pick<ServerParts, 'document' | 'validators' | 'seed' | 'deployed'>;

const contracts = latest<Pick<Sources, 'document' | 'validators'>>();
const seeds = latest<Sources['seed']>();
const deployments = latest<Sources['deployed']>();

/** Reads contract, fixtures and deployment; unchanged files are read once. Rejects with a ContractError that names reason and place. */
export async function loadSources({ fixtures, deployment, lazily = false }: Followed): Promise<Sources> {
  const state = `${lazily} ${stateOf([contractFile, adminFile, registerFile])}`;
  const { document, validators } = await contracts(state, () => {
    const document = loadDocument();
    return { document, validators: compileValidators(document, { lazily }) };
  });
  const seedFiles = [...filesIn(fixtures), ...filesIn(join(fixtures, 'mission-runs'))];
  const seed = await seeds(`${state} ${stateOf(seedFiles)}`, () => loadSeed(validators, fixtures));
  if (deployment === undefined) return { document, validators, seed, deployed: undefined };
  const deployed = await deployments(`${state} ${stateOf([deployment])}`, () =>
    deployedAs(readDeployment(deployment, document), document),
  );
  return { document, validators, seed, deployed };
}

function latest<T>(): (state: string, make: () => T | Promise<T>) => Promise<T> {
  let known: { state: string; made: T } | undefined;
  return async (state, make) => {
    if (known?.state !== state) known = { state, made: await make() };
    return known.made;
  };
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory).map((name) => join(directory, name));
  } catch {
    return [directory];
  }
}

function stateOf(files: readonly string[]): string {
  const states = files.map((file) => {
    const found = statSync(file, { throwIfNoEntry: false });
    return `${file} ${found?.ino} ${found?.size} ${found?.mtimeMs} ${found?.ctimeMs}`;
  });
  return states.join('\n');
}
