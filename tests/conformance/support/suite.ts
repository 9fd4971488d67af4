import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from '@playwright/test';
import type { Report } from '../../../conformance/report/report.ts';
import { toProjectPath } from '../../../spec/package.ts';
import { builtCommand } from '../../built.ts';

/** Changes that a run has not put back, apart from changes of the user's own runs. */
const state = mkdtempSync(join(tmpdir(), 'conformance-state-'));
process.on('exit', () => rmSync(state, { recursive: true, force: true }));

const root = toProjectPath('.');

/** The exit code and the output of a command. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A command that runs. */
export interface Running {
  /** Ctrl-C at a terminal: the signal goes to the command and to all that it has started. */
  interrupt(): void;
  /** SIGTERM as `timeout` or a CI server sends it: to all processes, and once more as npm passes it on. */
  terminate(): void;
  /** `kill -9` to all processes. */
  kill(): void;
  /** The same to only the command. */
  killAlone(): void;
  ended: Promise<Ended>;
}

type Environment = Record<string, string>;

/** Starts the command line of the suite. */
export function start(args: readonly string[], environment: Environment = {}): Running {
  return launch([...builtCommand('conformance'), ...args], environment);
}

/** Runs the command line of the suite to its end. */
export function run(args: readonly string[], environment: Environment = {}): Promise<Ended> {
  return start(args, environment).ended;
}

/** Runs Playwright itself to its end, as an engineer would. */
export function runPlaywright(args: readonly string[], environment: Environment): Promise<Ended> {
  return launch(['node_modules/@playwright/test/cli.js', ...args], environment).ended;
}

/** The canonical report in an output directory. */
export function reportIn(directory: string): Report {
  return JSON.parse(readFileSync(join(directory, 'conformance.json'), 'utf8'));
}

/** A directory of the running test for the suite's files. */
export function outputOf(name = 'reports'): string {
  return test.info().outputPath(name);
}

/** Writes a file of the running test, as JSON (which is YAML as well) unless it is text, and returns its path. */
export function written(name: string, content: unknown): string {
  const file = test.info().outputPath(name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2), { mode: 0o755 });
  return file;
}

function launch(args: readonly string[], environment: Environment): Running {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...outside(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A new process group, as a terminal gives one to each command.
    detached: true,
  });
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text;
    });
  }
  const toAll = (signal: NodeJS.Signals) => process.kill(-Number(child.pid), signal);
  const kill = () => toAll('SIGKILL');
  // A new group would outlive the command that has started it.
  process.once('exit', kill);
  return {
    interrupt: () => toAll('SIGINT'),
    terminate: () => {
      // After the first one the run prints a line.
      child.stderr.once('data', () => child.kill('SIGTERM'));
      toAll('SIGTERM');
    },
    kill,
    killAlone: () => child.kill('SIGKILL'),
    ended: once(child, 'close').then(([code]) => {
      process.removeListener('exit', kill);
      return { code: code as number | null, ...printed };
    }),
  };
}

/** This process's environment, without the variables of Playwright, of CI and of a target. */
export function outside(): NodeJS.ProcessEnv {
  const own = /^(PLAYWRIGHT|PW_|TEST_|CONFORMANCE_|BASE_URL$|API_KEY$|FORCE_COLOR$|DEBUG_COLORS$|CI$|GITHUB_)/;
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name));
  return { ...Object.fromEntries(kept), XDG_STATE_HOME: state };
}
