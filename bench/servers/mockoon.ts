import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { writeRivalDocument } from './rival-document.ts';
import type { Server } from './server.ts';

const require = createRequire(import.meta.url);

/** Mockoon's command line on the same document as Prism. */
export const mockoon: Server = {
  name: 'mockoon',
  title: '`@mockoon/cli`',
  base: '/v2',
  stateful: false,
  command(setup) {
    const run = join(dirname(require.resolve('@mockoon/cli/package.json')), 'bin/run.js');
    const options = ['--port', String(setup.port), '--hostname', '127.0.0.1', '--disable-log-to-file'];
    return { file: process.execPath, args: [run, 'start', '--data', writeRivalDocument(setup), ...options] };
  },
};
