import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { toProjectPath } from '../../../spec/package.ts';
import { builtCommand } from '../../built.ts';

const root = toProjectPath('.');

/** The exit code of a process and everything it printed. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A mock in a separate process. */
export interface MockProcess {
  greeting: string;
  port: number;
  pid: number;
  isRunning(): boolean;
  /** Sends a signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<Ended>;
}

function launch(command: readonly string[], argv: readonly string[], env: NodeJS.ProcessEnv, cwd = root) {
  const { PORT: _port, HOST: _host, ...rest } = process.env;
  const child = spawn(process.execPath, [...command, ...argv], {
    cwd,
    env: { ...rest, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text;
    });
  }
  // A test that fails or takes too long leaves nothing behind.
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const ended = once(child, 'close').then(([code]): Ended => {
    process.removeListener('exit', endWithUs);
    return { code: code as number | null, ...printed };
  });
  return { child, printed, ended };
}

/** Runs the mock's command line until it ends by itself. */
export function runMock(argv: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return launch(builtCommand('mock'), argv, env).ended;
}

/** Runs the proxy's command line until it ends by itself. */
export function runProxy(argv: readonly string[]): Promise<Ended> {
  return launch(builtCommand('proxy'), argv, {}).ended;
}

/** Starts the mock's command line and kills it after some milliseconds, listening or not. */
export async function killWhileStarting(argv: readonly string[], after: number): Promise<void> {
  const { child, ended } = launch(builtCommand('mock'), argv, {});
  await setTimeout(after);
  child.kill('SIGKILL');
  await ended;
}

/** Starts the mock's command line, of this project or from the sources of a copy of it, and waits until it listens. */
export async function startMock(argv: readonly string[] = [], env: NodeJS.ProcessEnv = { PORT: '0' }, cwd?: string) {
  const command = cwd === undefined ? builtCommand('mock') : ['scripts/run.mjs', 'mock/main.ts'];
  const { child, printed, ended } = launch(command, argv, env, cwd);
  const listening = new Promise<void>((resolve) => {
    child.stdout.on('data', () => printed.stdout.includes('Ctrl-C') && resolve());
  });
  await Promise.race([listening, ended]);
  const port = Number(/:(\d+)\/v2/.exec(printed.stdout)?.[1]);
  if (!port) throw new Error(`the mock did not start: ${printed.stdout}${printed.stderr}`);
  const mock: MockProcess = {
    greeting: printed.stdout,
    port,
    pid: child.pid as number,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    end(signal = 'SIGINT') {
      child.kill(signal);
      return ended;
    },
  };
  return mock;
}
