import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The repository, or the package's folder with the same folders. Bundles of either are one folder below it, as this module is. */
export const home = new URL('..', import.meta.url);

export const toProjectPath = (path: string) => fileURLToPath(new URL(path, home));

/** The file extension of modules: TypeScript in the repository, JavaScript in the package. */
export const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

const runner = toProjectPath('scripts/run.mjs');

/** Node's arguments before the path of a module, to run it in a new process. */
export const nodeArguments: readonly string[] = extension === '.ts' ? [runner] : [];

export function startWorker(module: URL): Worker {
  if (extension === '.js') return new Worker(module, { execArgv: [] });
  return new Worker(runner, { argv: [fileURLToPath(module)], execArgv: [] });
}

/** The command line of a product: npm's in the repository, the package's command elsewhere. */
export function formatCommand(name: 'mock' | 'proxy' | 'conformance' | 'gate'): string {
  if (extension === '.js') return `telephony-contract ${name}`;
  return name === 'mock' ? 'npm start --' : `npm run ${name} --`;
}

/** The version of this package, which is independent of the version of the contract. */
export function readPackageVersion(): string {
  const text = readFileSync(toProjectPath('package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

export class MissingPeer extends Error {
  override name = 'MissingPeer';
  constructor(name: string) {
    super(`${name} is needed for this: npm i -D ${name}`);
  }
}

/** Resolves a module of a peer package to its file. Throws a MissingPeer if the package is not installed. */
export function resolvePeer(module: string): string {
  try {
    return createRequire(home).resolve(module);
  } catch {
    throw new MissingPeer(/^(@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module);
  }
}
