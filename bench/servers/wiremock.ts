import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Server } from './server.ts';

const require = createRequire(import.meta.url);

/** WireMock with a canned answer and no validation. Its journal keeps as many requests as the mock's does. */
export const wiremock: Server = {
  name: 'wiremock',
  title: 'WireMock',
  base: '/v2',
  stateful: false,
  absence: () => (spawnSync('java', ['-version']).error ? 'there is no Java on this machine' : undefined),
  command({ port, folder, request, canned }) {
    const { method, path } = request.call({ unique: () => '', parent: '' });
    const mapping = {
      request: { method, urlPath: `/v2${path.split('?')[0]}` },
      response: { status: canned.status, body: canned.body, headers: { 'Content-Type': 'application/json' } },
    };
    mkdirSync(join(folder, 'mappings'));
    writeFileSync(join(folder, 'mappings/canned.json'), JSON.stringify(mapping));
    const options = ['--port', String(port), '--bind-address', '127.0.0.1', '--root-dir', folder];
    return { file: 'java', args: ['-jar', archive(), ...options, '--max-request-journal-entries', '500'] };
  },
};

function archive(): string {
  const folder = join(dirname(require.resolve('wiremock/package.json')), 'build');
  const name = readdirSync(folder).find((file) => file.endsWith('.jar'));
  if (name === undefined) throw new Error(`there is no archive in ${folder}`);
  return join(folder, name);
}
