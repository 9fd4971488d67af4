import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { extension, nodeArguments } from '../../../spec/form.ts';
import { ConfigurationError } from '../outcome/signals.ts';

/** A mock that the suite has started for itself. */
export interface StartedMock {
  origin: string;
  stop(): Promise<void>;
}

const entry = fileURLToPath(new URL(`../../../mock/main${extension}`, import.meta.url));

/**
 * Starts the mock on a free port. It is a process group of its own, so that Ctrl-C does not end it before the suite has
 * put back what it changed; it ends with this process, however that ends. It may take as long as it lives to start. `options` are those of its command line.
 */
export async function startMock(options: readonly string[] = []): Promise<StartedMock> {
  const child: ChildProcess = spawn(process.execPath, [...nodeArguments, entry, '--port', '0', ...options], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const origin = await originOf(child);
  child.unref();
  child.channel?.unref();
  return {
    origin,
    stop() {
      process.removeListener('exit', endWithUs);
      return ended(child);
    },
  };
}

function originOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    let errors = '';
    const fail = (reason: string) => {
      child.kill('SIGKILL');
      reject(new ConfigurationError(`the mock did not start: ${reason}`));
    };
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(errors.trim().split('\n').at(-1) || `it ended with the exit code ${code}`));
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk).slice(-4000);
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk;
      const origin = output.match(/(https?:\/\/[^\s/]+)\/v2/)?.[1];
      if (!origin) return;
      child.removeAllListeners('exit');
      child.stdout?.removeAllListeners('data').resume();
      resolve(origin);
    });
  });
}

/** What has to be known of a process to end it. */
interface Child {
  readonly exitCode: number | null;
  readonly signalCode: string | null;
  ref(): void;
  kill(signal: 'SIGTERM' | 'SIGKILL'): unknown;
  once(event: 'exit', listener: () => void): unknown;
}

/** How long a process may take to end by itself: it may have state to write, on a busy machine. */
const patienceMs = 600_000;

/** Ends a process, by force when it does not end by itself, and waits until it has exited. */
export function ended(child: Child): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    // It is waited for, however long a killed one takes to be gone: nothing else keeps this process alive.
    child.ref();
    const force = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
