import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { resolvePeer } from '../spec/peer.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The command line of the same copy of Playwright that the cases import. */
const commandLine = resolvePeer('@playwright/test/cli');

/** A Playwright that runs the cases. */
export interface Playwright {
  /** Asks it to end in order. */
  interrupt(): void;
  /** Its own exit code. */
  ended: Promise<number>;
}

/** Starts Playwright as a process of its own, which ends with this one, however that ends. */
export function startPlaywright(args: string[]): Playwright {
  // Over the channel it notices also when this process is killed. In a group of its own it gets no signal but ours: one that a shell, `timeout`
  // or a CI server sends to all would end it before it has put anything back.
  const child: ChildProcess = spawn(process.execPath, [commandLine, ...args], {
    cwd: root,
    detached: process.platform !== 'win32',
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  return {
    interrupt: () => child.kill('SIGINT'),
    ended: new Promise((done, fail) => {
      child.once('error', fail);
      child.once('close', (code) => {
        process.removeListener('exit', endWithUs);
        done(code ?? 1);
      });
    }),
  };
}
