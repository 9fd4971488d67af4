import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadSeed } from '../fixtures/seed.ts';
import { adminFile, contractFile, loadDocument } from '../spec/document.ts';
import { compileValidators } from '../spec/validators.ts';
import type { ServerParts } from './server.ts';

/** What a mock follows: the contract, its checks and the fixtures. None of it is written to. */
export type Sources = Pick<ServerParts, 'document' | 'validators' | 'seed'>;

let latest: { state: string; sources: Sources } | undefined;

/**
 * Reads the contract and the fixtures of a directory; files that are as they were the last time are not read again. Throws a
 * ContractError that says what is wrong, and where.
 */
export function loadSources(fixtures: string): Sources {
  const state = stateOf([contractFile, adminFile, ...filesIn(fixtures), ...filesIn(join(fixtures, 'mission-runs'))]);
  if (latest?.state === state) return latest.sources;
  const document = loadDocument();
  const validators = compileValidators(document);
  const sources = { document, validators, seed: loadSeed(validators, fixtures) };
  latest = { state, sources };
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
