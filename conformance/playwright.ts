import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { extension } from '../spec/form.ts';
import { resolvePeer } from '../spec/peer.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The command line of the same copy of Playwright that the cases import. */
const commandLine = resolvePeer('@playwright/test/cli');

/** The file that says which cases there are, and what reports on them. */
export const configuration = `${root}playwright.config${extension}`;

/** A Playwright that runs cases, or merges what others have found. */
export interface Playwright {
  /** Asks it to end in order. */
  interrupt(): void;
  /** Its own exit code. */
  ended: Promise<number>;
  /** What it has said is wrong, where that is not shown. */
  errors(): string;
}

/** Starts Playwright as a process of its own, which ends with this one, however that ends. */
export function startPlaywright(args: string[], stderr: 'inherit' | 'pipe' = 'inherit', start = spawn): Playwright {
  // Over the channel it notices also when this process is killed. In a group of its own it gets no signal but ours: one that a shell, `timeout`
  // or a CI server sends to all would end it before it has put anything back.
  const child: ChildProcess = start(process.execPath, [commandLine, ...args], {
    cwd: root,
    detached: process.platform !== 'win32',
    stdio: ['inherit', 'inherit', stderr, 'ipc'],
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  return {
    interrupt: () => child.kill('SIGINT'),
    errors: () => errors,
    ended: new Promise((done, fail) => {
      child.once('error', fail);
      child.once('close', (code) => {
        process.removeListener('exit', endWithUs);
        done(code ?? 1);
      });
    }),
  };
}
