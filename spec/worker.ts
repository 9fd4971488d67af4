import { parentPort, Worker, type WorkerOptions, workerData } from 'node:worker_threads';
import { extension } from './form.ts';

/** What work in a thread of its own may take. */
interface WorkLimits {
  /** Of processor time: a thread that a busy machine does not let work has as long as it needs. */
  seconds: number;
  megabytes: number;
  /** Megabytes of its stack, for what calls itself deeply. */
  stack?: number;
}

/** Work that took more than it may. `reached` is what it last said of where it was. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork';
  constructor(
    readonly limit: string,
    readonly reached: string,
  ) {
    super(`takes more than ${limit}${reached === '' ? '' : `, at ${reached}`}`);
  }
}

const SAID_BYTES = 1_000;

/** A thread does not take over how TypeScript is read. */
const start = extension === '.js' ? undefined : new URL('typescript-thread.mjs', import.meta.url);

/** Starts a worker from a module of this project, TypeScript or bundled. */
export function startWorker(module: URL, options: WorkerOptions = {}): Worker {
  const workerData = { ...options.workerData, module: module.href };
  return new Worker(start ?? module, { ...options, workerData, execArgv: [] });
}

/**
 * Does work in a thread of its own, within limits of processor time and memory, so that nothing else waits for it.
 *
 * @param module the file that does it: it calls `work`
 * @param input what it gets; it goes and comes as a structured clone
 * @returns what it gave. Rejects with what it threw, or with a TooMuchWork.
 */
export function inWorker<Output>(
  module: URL,
  input: unknown,
  { seconds, megabytes, stack = 4 }: WorkLimits,
): Promise<Output> {
  const said = new SharedArrayBuffer(SAID_BYTES);
  const worker = startWorker(module, {
    workerData: { input, said },
    resourceLimits: { maxOldGenerationSizeMb: megabytes, stackSizeMb: stack },
  });
  const tooMuch = (limit: string) => new TooMuchWork(limit, Buffer.from(said).toString().replace(/\0.*$/s, ''));
  return new Promise<Output>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    // How long a thread and its modules take to load says nothing about the work.
    worker.once('message', () => {
      const before = process.cpuUsage();
      const look = () => {
        // Of a thread alone Node 20 tells no processor time: the process has used at least as much.
        const { user, system } = process.cpuUsage(before);
        const leftMs = seconds * 1000 - (user + system) / 1000;
        if (leftMs > 0) {
          timer = setTimeout(look, Math.max(leftMs, 100));
          return;
        }
        reject(tooMuch(`${seconds} s of processor time`));
        void worker.terminate();
      };
      timer = setTimeout(look, seconds * 1000);
      worker.once('message', resolve);
    });
    worker.once('error', (error: NodeJS.ErrnoException) => {
      const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      const isTooDeep = error instanceof RangeError && error.message.startsWith('Maximum call stack size');
      reject(isTooLarge ? tooMuch(`${megabytes} MB`) : isTooDeep ? tooMuch(`${stack} MB of stack`) : error);
    });
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('the work ended without a result'));
    });
  });
}

/** Does the work of a module that `inWorker` starts: `say` notes where the work is, for when it has to be ended. */
export async function work<Input, Output>(
  task: (input: Input, say: (where: string) => void) => Output | Promise<Output>,
): Promise<void> {
  const { input, said } = workerData as { input: Input; said: SharedArrayBuffer };
  const note = Buffer.from(said);
  parentPort?.postMessage('begun');
  const output = await task(input, (where) => {
    note.fill(0);
    note.write(where);
  });
  parentPort?.postMessage(output);
}
