import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadSeed } from '../fixtures/seed.ts';
import { readDeployment } from '../spec/deployment/read.ts';
import { adminFile, contractFile, loadDocument } from '../spec/document.ts';
import { registerFile } from '../spec/register.ts';
import { compileValidators } from '../spec/validators.ts';
import { deployedAs } from './contract/deployed.ts';
import type { ServerParts } from './server.ts';

/** Where they are read from: the folder of the fixtures, and the file of the deployment that the mock answers as. */
export interface Followed {
  fixtures: string;
  deployment?: string | undefined;
  /** Whether each schema of the contract is compiled at its first use: for those that can't change the contract, and are in a hurry. */
  lazily?: boolean;
}

/** The contract, its checks, the fixtures, and what a deployment decided otherwise. None of it is written to. */
export type Sources = Pick<ServerParts, 'document' | 'validators' | 'seed' | 'deployed'>;

const contracts = latest<Pick<Sources, 'document' | 'validators'>>();
const seeds = latest<Sources['seed']>();
const deployments = latest<Sources['deployed']>();

/**
 * Reads the contract, the fixtures and the deployment; files that are as they were the last time are not read again. Rejects with a
 * ContractError that names the reason and the place.
 */
export async function loadSources({ fixtures, deployment, lazily = false }: Followed): Promise<Sources> {
  const state = `${lazily} ${stateOf([contractFile, adminFile, registerFile])}`;
  const { document, validators } = await contracts(state, () => {
    const document = loadDocument();
    return { document, validators: compileValidators(document, { lazily }) };
  });
  const runs = join(fixtures, 'mission-runs');
  const seed = await seeds(`${state} ${stateOf([...filesIn(fixtures), ...filesIn(runs)])}`, () =>
    loadSeed(validators, fixtures),
  );
  const deployed =
    deployment === undefined
      ? undefined
      : await deployments(`${state} ${stateOf([deployment])}`, async () =>
          deployedAs(readDeployment(deployment, document), document),
        );
  return { document, validators, seed, deployed };
}

/** Keeps what was made last, for as long as what it is made of is in the same state. */
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

/** Differs when one of the files does. */
function stateOf(files: readonly string[]): string {
  const states = files.map((file) => {
    const found = statSync(file, { throwIfNoEntry: false });
    return `${file} ${found?.ino} ${found?.size} ${found?.mtimeMs} ${found?.ctimeMs}`;
  });
  return states.join('\n');
}
