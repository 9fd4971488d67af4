import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Run } from './suite/run.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The command line of the same copy of Playwright that the cases import. */
const commandLine = createRequire(import.meta.url).resolve('@playwright/test/cli');

/** A Playwright that runs cases, or merges what others have found. */
export interface Playwright {
  /** Hands over the run that it waits for before the first case. */
  begin(run: Run): void;
  /** Asks it to end in order. */
  interrupt(): void;
  kill(): void;
  /** Its own exit code. */
  ended: Promise<number>;
}

/** Starts Playwright as a process of its own, which ends with this one. */
export function startPlaywright(args: string[], environment: Record<string, string>): Playwright {
  const child = spawn(process.execPath, [commandLine, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, CONFORMANCE_CLI: '1', ...environment },
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  return {
    // What there is to say when it has ended already, it has said itself.
    begin: (run) => child.connected && child.send(run, () => {}),
    interrupt: () => child.kill('SIGINT'),
    kill: () => child.kill('SIGKILL'),
    ended: new Promise((done, fail) => {
      child.once('error', fail);
      child.once('exit', (code) => {
        process.removeListener('exit', endWithUs);
        done(code ?? 1);
      });
    }),
  };
}
