import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
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
 * Starts the mock on a free port, with options of its command line. It has a process group of its own, so that Ctrl-C does not end it
 * before the suite has put back its changes; it ends with this process, however that ends.
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
    /** The mock has nothing to store. */
    async stop() {
      process.removeListener('exit', endWithUs);
      if (child.exitCode !== null || child.signalCode !== null) return;
      // Nothing else keeps this process alive until then.
      child.ref();
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function originOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let [output, errors] = ['', ''];
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
