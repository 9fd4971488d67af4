import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { writeRivalDocument } from './rival-document.ts';
import type { Server } from './server.ts';

const require = createRequire(import.meta.url);

/** Stock `prism mock`, every option as it comes, on the contract whose one example is the mock's answer. */
export const prism: Server = {
  name: 'prism',
  title: 'stock `prism mock`',
  base: '',
  stateful: false,
  command: (setup) => ({
    file: process.execPath,
    args: [
      join(dirname(require.resolve('@stoplight/prism-cli/package.json')), 'dist/index.js'),
      'mock',
      '--port',
      String(setup.port),
      writeRivalDocument(setup),
    ],
  }),
};
