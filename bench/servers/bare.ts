import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Server } from './server.ts';

/** The limit: node:http alone, which parses and answers JSON and checks nothing. */
export const bare: Server = {
  name: 'bare',
  title: 'bare node:http',
  base: '/v2',
  stateful: false,
  command({ port, folder, canned }) {
    const answer = join(folder, 'answer.json');
    writeFileSync(answer, JSON.stringify({ status: canned.status, value: JSON.parse(canned.body) }));
    return {
      file: process.execPath,
      args: [fileURLToPath(new URL('bare-server.js', import.meta.url)), String(port), answer],
    };
  },
};
