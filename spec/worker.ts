import { Worker } from 'node:worker_threads';
import { extension } from './form.ts';

/** A thread does not inherit the loader of TypeScript. */
const loader = extension === '.js' ? undefined : new URL('typescript-thread.mjs', import.meta.url);

/** Starts a worker from a module of this project, TypeScript or bundled. */
export function startWorker(module: URL): Worker {
  return new Worker(loader ?? module, { workerData: { module: module.href }, execArgv: [] });
}
