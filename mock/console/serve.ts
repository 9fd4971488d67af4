import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { extension } from '../../spec/form.ts';
import { complain } from '../../spec/print.ts';
import { unknownPath } from '../contract/refusal.ts';

/** The console's own files. In the repository the first request builds them, so that a start does not wait for it. */
const built = fileURLToPath(new URL('./dist/', import.meta.url));
const builder = new URL('../../scripts/bundle/console.mjs', import.meta.url);

let building: Promise<void> | undefined;

async function build(): Promise<void> {
  if (extension === '.js') return;
  try {
    const { buildConsole } = (await import(builder.href)) as { buildConsole: () => Promise<void> };
    await buildConsole();
  } catch (error) {
    complain(`mock: the console can't be built: ${(error as Error).message.split('\n', 1)[0]}`);
  }
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Nothing but the console's own files runs or is loaded, and no other page may frame it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the page is served with: nobody else gets hold of its window, and it tells nobody where it was. */
const pageHeaders = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

/** Serves the console's page and files from a folder. They are read when they are asked for, so that the mock starts without them. */
export function consoleApi(folder = built): FastifyPluginAsync {
  return async (api) => {
    api.get('/', { config: { visited: true } }, async (_request, reply) => send(reply, folder, 'index.html'));
    api.get<{ Params: { file: string } }>('/:file', async (request, reply) => send(reply, folder, request.params.file));
  };
}

async function send(reply: FastifyReply, folder: string, name: string): Promise<FastifyReply> {
  reply.headers(pageHeaders);
  if (folder === built) {
    building ??= build();
    await building;
  }
  const type = /^[\w.-]+$/.test(name) ? types[extname(name)] : undefined;
  const content = type && (await contentOf(join(folder, name)).catch(() => undefined));
  if (content) return reply.type(type).send(content);
  if (name === 'index.html') return reply.code(503).type('text/plain').send('The console is not built: npm run build');
  return reply.code(404).send(unknownPath().body);
}

/** The files that were asked for, by their paths, each once for all who read it, as it was built last. */
const files = new Map<string, { at: number; content: Promise<Buffer> }>();

async function contentOf(path: string): Promise<Buffer> {
  const { mtimeMs: at } = await stat(path);
  const known = files.get(path);
  if (known?.at === at) return known.content;
  const content = readFile(path);
  files.set(path, { at, content });
  content.catch(() => files.delete(path));
  return content;
}
