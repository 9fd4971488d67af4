import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Request } from '../requests.ts';
import type { Server } from './server.ts';

const caller = ['authorization', 'Bearer key_primary', 'content-type', 'application/json'];
const message = JSON.stringify({
  from: 'Example Support <support@example.com>',
  to: ['ada@example.com'],
  subject: 'Your order is on its way',
  text: 'Hello Ada, your order 20931 left our warehouse today.',
  html: '<p>Hello Ada, your order <b>20931</b> left our warehouse today.</p>',
  tags: [{ name: 'kind', value: 'orders' }],
});

/** The nearest stateful rival: it sends mail too, by another API. What its rate limit refuses is counted as refused. */
export const emulate: Server = {
  name: 'emulate',
  title: '`emulate` 0.8.0 (Resend)',
  base: '',
  stateful: true,
  command({ port, folder }) {
    const main = fileURLToPath(new URL('index.js', import.meta.resolve('emulate')));
    const seed = join(folder, 'seed.json');
    const tokens = { key_primary: { login: 'admin', scopes: [] } };
    writeFileSync(
      seed,
      JSON.stringify({ tokens, resend: { domains: [{ name: 'example.com', region: 'us-east-1' }] } }),
    );
    return {
      file: process.execPath,
      args: [main, 'start', '--service', 'resend', '--port', String(port), '--seed', seed],
    };
  },
  translate(request: Request) {
    if (!request.name.startsWith('send')) return undefined;
    const call = ({ unique }: { unique: () => string }) => ({
      method: 'POST' as const,
      path: '/emails',
      headers: request.name === 'send-with-key' ? [...caller, 'idempotency-key', unique()] : caller,
      body: message,
    });
    return { ...request, status: 200, call };
  },
};
