import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const recipe = new URL('../../docs/scale-out.conf', import.meta.url);

/** Debian has it where only root's PATH leads. */
export const nginx = ['nginx', '/usr/sbin/nginx'].find((file) => !spawnSync(file, ['-v']).error);

/** nginx with the documented recipe. */
export interface RunningProxy {
  port: number;
  stop(): Promise<void>;
}

/** Runs the recipe on a free port before mocks on three others. Throws with nginx's own words when it does not start. */
export async function startProxy(mocks: readonly number[]): Promise<RunningProxy> {
  if (nginx === undefined) throw new Error('there is no nginx');
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'scale-out-nginx-'));
  const ports = new Map([port, ...mocks].map((actual, index) => [`127.0.0.1:${4010 + index}`, `127.0.0.1:${actual}`]));
  const site = readFileSync(recipe, 'utf8').replaceAll(/127\.0\.0\.1:\d+/g, (address) => ports.get(address) ?? address);
  writeFileSync(join(folder, 'mocks.conf'), site);
  writeFileSync(join(folder, 'nginx.conf'), surroundings(folder));
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  const endWithUs = () => child.kill();
  process.once('exit', endWithUs);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${said.trim()}`);
  }
  return {
    port,
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill();
      await exit;
      process.removeListener('exit', endWithUs);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What Debian's own nginx.conf is around the files of conf.d, with everything that is written in one folder. */
function surroundings(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'scgi', 'uwsgi'];
  mkdirSync(join(folder, 'temp'));
  return [
    'daemon off;',
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${folder}/nginx.pid;`,
    'error_log stderr;',
    'events {}',
    'http {',
    '  access_log off;',
    ...kinds.map((kind) => `  ${kind}_temp_path ${folder}/temp/${kind};`),
    `  include ${folder}/mocks.conf;`,
    '}',
  ].join('\n');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => setTimeout(resolve, 20, false));
    socket.once('connect', () => socket.destroy());
  });
}
