import { execFile } from 'node:child_process';
import { root } from './contract.ts';

/** The exit code of a process, and its output. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a script with this Node in the project's directory. */
export function runNode(
  args: readonly string[],
  { cwd = root, env = process.env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, env, maxBuffer: Infinity }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

/** The last line of a process's output, which has the reason of a failure: of stderr, where it has any. */
export function lastLine({ stdout, stderr }: Pick<Ended, 'stdout' | 'stderr'>): string {
  return (stderr.trim() || stdout.trim()).split('\n').at(-1) ?? '';
}
