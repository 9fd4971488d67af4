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
  /** Whether each schema of the contract is compiled at its first use: for who can't change the contract, and is in a hurry. */
  lazily?: boolean;
}

/** The contract, its checks, the fixtures, and what a deployment decided otherwise. None of it is written to. */
export type Sources = Pick<ServerParts, 'document' | 'validators' | 'seed' | 'deployed'>;

let latest: { state: string; lazily: boolean; sources: Sources } | undefined;

/**
 * Reads the contract, the fixtures and the deployment; files that are as they were the last time are not read again. Rejects with a
 * ContractError that says what is wrong, and where.
 */
export async function loadSources({ fixtures, deployment, lazily = false }: Followed): Promise<Sources> {
  const own = deployment === undefined ? [] : [deployment];
  const runs = join(fixtures, 'mission-runs');
  const state = stateOf([contractFile, adminFile, registerFile, ...filesIn(fixtures), ...filesIn(runs), ...own]);
  if (latest?.state === state && latest.lazily === lazily) return latest.sources;
  const document = loadDocument();
  const validators = compileValidators(document, { lazily });
  const seed = loadSeed(validators, fixtures);
  const deployed =
    deployment === undefined ? undefined : await deployedAs(readDeployment(deployment, document), document, { lazily });
  const sources = { document, validators, seed, deployed };
  latest = { state, lazily, sources };
  return sources;
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
