import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root } from './contract.ts';

/** A process took longer than it may. */
export class TimedOut extends Error {
  override name = 'TimedOut';
  constructor(seconds: number) {
    super(`takes more than ${seconds} s`);
  }
}

/** How a process ended, and what it wrote. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs a script with this Node in the project's directory; `heard` is called with each line of its output. Rejects with a TimedOut
 * when it takes longer than so many seconds.
 */
export function runNode(
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; heard?: (line: string) => void; seconds?: number } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: options.cwd ?? root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: options.env ?? process.env,
      ...(options.seconds !== undefined && { timeout: options.seconds * 1000, killSignal: 'SIGKILL' }),
    });
    const said = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.stdout += text;
    });
    createInterface(child.stdout).on('line', (line) => line !== '' && options.heard?.(line));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (child.killed) reject(new TimedOut(options.seconds ?? 0));
      else resolve({ code: code ?? 1, ...said });
    });
  });
}
