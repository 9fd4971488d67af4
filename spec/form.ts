import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The ending of this project's modules: TypeScript in the repository, JavaScript in the package. */
export const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

const runner = fileURLToPath(new URL('../scripts/run.mjs', import.meta.url));

/** Node's arguments before the path of a module of this project, to run it in a process of its own. */
export const nodeArguments: readonly string[] = extension === '.ts' ? [runner] : [];

/** Starts a worker from a module of this project. */
export function startWorker(module: URL): Worker {
  if (extension === '.js') return new Worker(module, { execArgv: [] });
  return new Worker(runner, { argv: [fileURLToPath(module)], execArgv: [] });
}

/** How one of the product's commands is called: by npm in the repository, by the package's own command elsewhere. */
export function calledAs(name: 'mock' | 'proxy' | 'conformance' | 'gate'): string {
  if (extension === '.js') return `telephony-contract ${name}`;
  return name === 'mock' ? 'npm start --' : `npm run ${name} --`;
}
