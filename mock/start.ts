import { lookup } from 'node:dns/promises';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { answersAs } from '../spec/deployment/deployment.ts';
import { ContractError } from '../spec/document.ts';
import { complain, say } from '../spec/print.ts';
import { type Config, UsageError } from './config.ts';
import { openData } from './open-data.ts';
import { createFollowingServer } from './reload.ts';
import { BASE_PATH } from './server.ts';
import { loadSources } from './sources.ts';
import { DataError } from './store/data-error.ts';

/**
 * Starts a server as it is configured. `created` is called with the server before it listens. Rejects with errors that `explain`
 * knows.
 */
export async function start(
  config: Config,
  created: (server: FastifyInstance) => void = () => {},
): Promise<{ server: FastifyInstance; greeting: string }> {
  const followed = { fixtures: config.fixtures, deployment: config.deployment };
  const sources = await loadSources({ ...followed, lazily: true });
  const host = callable(config.host);
  const relay = config.smtp === undefined ? undefined : (await import('./email/relay.ts')).createRelay(config.smtp);
  const { partitions, limits, upstream, data, allowedOrigins } = config;
  const store = data === undefined ? undefined : await openData(data);
  const allowedHosts = [...config.allowedHosts, host];
  const parts = { ...sources, partitions, limits, allowedHosts, allowedOrigins, relay, store, upstream };
  const server = await createFollowingServer(parts, followed);
  created(server);
  await listen(server, config);
  const { port } = server.server.address() as { port: number };
  await compileInSteps(sources, server).catch(async (error) => {
    await server.close();
    throw error;
  });
  const origin = originAt(host, port);
  return { server, greeting: upstream === undefined ? greeting(origin, sources) : proxyGreeting(origin, upstream) };
}

/** The address that a server has under a host and a port. */
export function originAt(host: string, port: number): string {
  const name = callable(host);
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Compiles every schema while the first requests are answered: compiling all at once would take most of the time of a start. */
async function compileInSteps(
  { validators, deployed }: Awaited<ReturnType<typeof loadSources>>,
  { server }: FastifyInstance,
): Promise<void> {
  for (const compile of [...validators.compileSteps(), ...(deployed?.validators.compileSteps() ?? [])]) {
    await setImmediate();
    if (!server.listening) return;
    compile();
  }
}

async function listen(server: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    // A second address of localhost would be served without the bounds of this server, and without changed files.
    const { address } = await lookup(host);
    await server.listen({ host: address, port });
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** A host under which the mock is reached from this machine: a wildcard address is none. */
function callable(host: string): string {
  return { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
}

function greeting(origin: string, { seed: { apiKeys }, deployed }: Awaited<ReturnType<typeof loadSources>>): string {
  const keys = apiKeys.map(({ key, account, scopes }) => `  ${key.padEnd(16)} account ${account}, ${scopes.join(' ')}`);
  return [
    `Mock of the telephony contract at ${origin}${BASE_PATH}`,
    ...(deployed?.deployment ? [answersAs(deployed.deployment)] : []),
    '',
    'API keys (a suffix such as .pr-123 gives a copy of the state of your own):',
    ...keys,
    '',
    'Try it:',
    `  curl -H 'Authorization: Bearer ${apiKeys[0]?.key}' '${origin}${BASE_PATH}/ai/missions/runs?page%5Bsize%5D=1'`,
    '',
    `Console ${origin}/console    Control ${origin}/__admin    Outbox ${origin}/api/v1/messages    Stop with Ctrl-C`,
  ].join('\n');
}

function proxyGreeting(origin: string, upstream: string): string {
  return [
    `Proxy of the telephony contract at ${origin}${BASE_PATH}`,
    `Passes on to ${upstream}`,
    '',
    `Console ${origin}/console shows how requests and answers break the contract    Stop with Ctrl-C`,
  ].join('\n');
}

/** Prints an error in a line and returns the exit code. An unknown error is thrown. */
export function explain(name: string, error: unknown): number {
  if (error instanceof UsageError) {
    if (error.exitCode === 0) say(error.message);
    else complain(error.message);
    return error.exitCode;
  }
  const { code, message, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (error instanceof ContractError || error instanceof DataError) complain(`${name}: ${message}`);
  else if (code === 'EADDRINUSE') complain(`${name}: port ${port} on ${address} is in use; --port takes another one`);
  else if (code === 'EADDRNOTAVAIL' || code === 'EACCES' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    complain(`${name}: can't listen: ${message}`);
  else throw error;
  return 2;
}
