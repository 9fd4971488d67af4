import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import pidusage from 'pidusage';
import { type Call, type Request, uniqueTexts } from '../requests.ts';
import { ask, type Canned, type Server } from './server.ts';

/** How long a server may take to its first good answer, in seconds. */
const PATIENCE = 60;

/** A server that answers. */
export interface Running {
  server: Server;
  /** Where the paths of the operations start. */
  base: string;
  /** From its start to its first good answer. */
  startSeconds: number;
  /** Resident memory now, in bytes. */
  memory(): Promise<number>;
  /** CPU used so far, in milliseconds. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

/**
 * Starts a server as a process of its own on a free port and waits for its first good answer to the request. Throws an
 * Error that says why when it ends before that or takes too long. `nodeOptions` go to Node, for servers that it runs.
 */
export async function start(
  server: Server,
  request: Request,
  canned: Canned,
  nodeOptions: readonly string[] = [],
): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), `bench-${server.name}-`));
  const port = await getPort();
  const { file, args } = server.command({ port, folder, request, canned });
  const output = openSync(join(folder, 'output.txt'), 'w');
  const begun = performance.now();
  const child = spawn(file, [...nodeOptions, ...args], { cwd: folder, stdio: ['ignore', output, output] });
  closeSync(output);
  alive.add(child);
  let ended: string | undefined;
  child.once('error', ({ message }) => {
    ended = message;
  });
  child.once('exit', (code, signal) => {
    ended = `it ended with ${signal ?? `code ${code}`}`;
  });

  const stop = async () => {
    alive.delete(child);
    if (ended === undefined) {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), 5000);
      await exit;
      clearTimeout(killer);
    }
    rmSync(folder, { recursive: true, force: true });
  };

  const base = `http://127.0.0.1:${port}${server.base}`;
  const first = (request.first ?? request.call)({ unique: uniqueTexts(), parent: '' });
  while (!(await answersWell(base, first))) {
    const late = performance.now() - begun > PATIENCE * 1000;
    if (ended === undefined && !late) {
      await wait(5);
      continue;
    }
    const said = readFileSync(join(folder, 'output.txt'), 'utf8').trim().split('\n').at(-1)?.slice(0, 200);
    const why = ended ?? `no good answer within ${PATIENCE} s`;
    await stop();
    throw new Error(`${why}${said ? `; its last words: ${said}` : ''}`);
  }
  const startSeconds = (performance.now() - begun) / 1000;
  const pid = child.pid ?? 0;
  return {
    server,
    base,
    startSeconds,
    memory: async () => (await pidusage(pid)).memory,
    cpu: async () => (await pidusage(pid)).ctime,
    stop,
  };
}

async function answersWell(base: string, call: Call): Promise<boolean> {
  try {
    const { status } = await ask(base, call);
    return status >= 200 && status < 300;
  } catch {
    return false;
  }
}
