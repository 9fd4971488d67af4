import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { list, type Measured } from './calls.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const prismCli = join(
  dirname(createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json')),
  'dist/index.js',
);

/** A process that answers at `base`. */
export interface Server {
  base: string;
  startSeconds: number;
  stop(): Promise<void>;
}

/** The compiled mock with its default options. */
export function startMock(): Promise<Server> {
  return start('/v2', (port) => [join(root, 'dist/command.js'), 'mock', '--port', port]);
}

/** Stock `prism mock` with its default options. */
export function startPrism(document: string): Promise<Server> {
  return start('', (port) => [prismCli, 'mock', '--port', port, document]);
}

/** Starts a server on a free port and waits for its first good answer. */
async function start(path: string, argsFor: (port: string) => string[]): Promise<Server> {
  const port = await findFreePort();
  const begun = performance.now();
  const child = spawn(process.execPath, argsFor(port), { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const exit = once(child, 'exit');
  const kill = () => void child.kill();
  process.once('exit', kill);
  const base = `http://127.0.0.1:${port}${path}`;
  while (!(await fetchAnswer(base, list)).ok) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with code ${child.exitCode}`);
    await wait(5);
  }
  return {
    base,
    startSeconds: (performance.now() - begun) / 1000,
    async stop() {
      process.off('exit', kill);
      child.kill();
      await exit;
    },
  };
}

/** The answer to a single request; an error of the network when the server does not listen yet. */
export async function fetchAnswer(base: string, { next }: Measured): Promise<Response> {
  const { path, ...call } = next();
  return fetch(base + path, call).catch(() => Response.error());
}

async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

interface AnswerSpec {
  $ref?: string;
  content?: { 'application/json': { examples: object } };
}
interface Contract {
  paths: Record<string, Record<string, { operationId?: string; responses: Record<string, AnswerSpec> }>>;
  components: { responses: Record<string, AnswerSpec> };
}

/** The contract as JSON, in which the answers of the mock are the only examples of the measured operations. */
export async function writeDocument(base: string, requests: readonly Measured[]): Promise<string> {
  const document = parse(readFileSync(join(root, 'spec/openapi.yaml'), 'utf8')) as Contract;
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  for (const request of requests) {
    const response = await fetchAnswer(base, request);
    const value = await response.json();
    const operation = operations.find(({ operationId }) => operationId === request.operationId);
    const declared = operation?.responses[response.status];
    const spec = declared?.$ref ? document.components.responses[declared.$ref.split('/').at(-1) ?? ''] : declared;
    const media = spec?.content?.['application/json'];
    if (!media) throw new Error(`the contract has no ${response.status} for ${request.title}`);
    media.examples = { answer: { value } };
  }
  return JSON.stringify(document);
}
