// mock/console/: the page for people, and the routes that serve it.
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { extension, home } from '../../spec/package.ts';
import { printError } from '../../spec/print.ts';
import { refusePath } from '../contract/answer.ts';

const built = new URL('mock/console/dist/', home);
const builder = new URL('scripts/bundle/console.mjs', home);

let building: Promise<void> | undefined;

/** Builds the console in the repository, at the first request, so that a start does not wait for it. */
async function buildPage(): Promise<void> {
  if (extension === '.js') return;
  try {
    const { buildConsole } = (await import(builder.href)) as { buildConsole: () => Promise<void> };
    await buildConsole();
  } catch (error) {
    printError(`mock: the console can't be built: ${(error as Error).message.split('\n', 1)[0]}`);
  }
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** The page loads and runs the console's own files only. Other pages can't frame it, reach its window or learn its address. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

export function createConsoleApi(folder = built): FastifyPluginAsync {
  return async (api) => {
    api.addHook('onRequest', async (_request, reply) => {
      reply.headers(pageHeaders);
      if (folder === built) building ??= buildPage();
      await building;
    });
    const sendFile = async (name: string, reply: FastifyReply, orElse: () => FastifyReply) => {
      const type = /^[\w.-]+$/.test(name) && types[extname(name)];
      const content = type && (await readFile(new URL(name, folder)).catch(() => undefined));
      return content ? reply.type(`${type}; charset=utf-8`).send(content) : orElse();
    };
    api.get('/', { config: { visited: true } }, (_request, reply) =>
      sendFile('index.html', reply, () =>
        reply.code(503).type('text/plain').send('The console is not built: npm run build'),
      ),
    );
    api.get<{ Params: { file: string } }>('/:file', ({ params: { file } }, reply) =>
      sendFile(file, reply, () => reply.code(404).send(refusePath().body)),
    );
  };
}
