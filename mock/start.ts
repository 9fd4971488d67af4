import { lookup } from 'node:dns/promises';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { describeDeployment } from '../spec/deployment/deployment.ts';
import { printError, printLine } from '../spec/print.ts';
import { ContractError } from '../spec/yaml.ts';
import { type Config, UsageError } from './config.ts';
import { BASE_PATH } from './contract/check.ts';
import { createFollowingServer } from './reload.ts';
import { loadSources, type Sources } from './sources.ts';
import { DataError } from './store/store.ts';

export async function runCommand(
  name: string,
  read: (argv: readonly string[], env: NodeJS.ProcessEnv) => Config,
): Promise<void> {
  try {
    const { greeting } = await start(read(process.argv.slice(2), process.env), endWithSignals);
    printLine(greeting);
  } catch (error) {
    process.exitCode = explainError(name, error);
  }
}

/** Milliseconds that outgoing connections, to a mail server for instance, may stay open after the end. */
const CLOSING_MS = 10_000;

function endWithSignals(server: FastifyInstance): void {
  const end = async () => {
    await server.close();
    const giveUp = () => {
      printError('mock: outgoing connections were still open, so they were cut');
      process.exit();
    };
    setTimeout(giveUp, CLOSING_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  // The process that started this one with a channel, as the suite does, may be killed.
  process.once('disconnect', end);
  process.channel?.unref();
}

export async function start(
  config: Config,
  created: (server: FastifyInstance) => void = () => {},
): Promise<{ server: FastifyInstance; greeting: string }> {
  const followed = { fixtures: config.fixtures, deployment: config.deployment };
  const sources = await loadSources({ ...followed, lazily: true });
  const host = toCallableHost(config.host);
  const relay = config.smtp === undefined ? undefined : (await import('./email/relay.ts')).createRelay(config.smtp);
  const { partitions, limits, upstream, data, allowedOrigins } = config;
  const store = data === undefined ? undefined : await (await import('./store/open.ts')).openStore(data);
  const allowedHosts = [...config.allowedHosts, host];
  const parts = { ...sources, partitions, limits, allowedHosts, allowedOrigins, relay, store, upstream };
  const server = await createFollowingServer(parts, followed);
  created(server);
  let listening: string;
  try {
    // Fastify would serve a second address of localhost without bounds and without changed files.
    const { address } = await lookup(config.host);
    listening = await server.listen({ host: address, port: config.port });
    await compileInSteps(sources, server);
  } catch (error) {
    await server.close();
    throw error;
  }
  const origin = formatOrigin(host, Number(/\d+$/.exec(listening)?.[0]));
  return { server, greeting: upstream === undefined ? greet(origin, sources) : greetProxy(origin, upstream) };
}

export function formatOrigin(host: string, port: number): string {
  const name = toCallableHost(host);
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Replaces a wildcard address by a host name for requests from this machine. */
function toCallableHost(host: string): string {
  return { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
}

/** Compiles the schemas one by one between the first requests: all at once would take most of the time of a start. */
async function compileInSteps({ validators, deployed }: Sources, { server }: FastifyInstance): Promise<void> {
  for (const compile of [...validators.compileSteps(), ...(deployed?.validators.compileSteps() ?? [])]) {
    await setImmediate();
    if (!server.listening) return;
    compile();
  }
}

function greet(origin: string, { seed: { apiKeys }, deployed }: Sources): string {
  const keys = apiKeys.map(({ key, account, scopes }) => `  ${key.padEnd(16)} account ${account}, ${scopes.join(' ')}`);
  return [
    `Mock of the telephony contract at ${origin}${BASE_PATH}`,
    ...(deployed?.deployment ? [describeDeployment(deployed.deployment)] : []),
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

function greetProxy(origin: string, upstream: string): string {
  return [
    `Proxy of the telephony contract at ${origin}${BASE_PATH}`,
    `Passes on to ${upstream}`,
    '',
    `Console ${origin}/console shows how requests and answers break the contract    Stop with Ctrl-C`,
  ].join('\n');
}

export function explainError(name: string, error: unknown): number {
  if (error instanceof UsageError) {
    if (error.exitCode === 0) printLine(error.message);
    else printError(error.message);
    return error.exitCode;
  }
  const { code = '', message, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (error instanceof ContractError || error instanceof DataError) printError(`${name}: ${message}`);
  else if (code === 'EADDRINUSE') printError(`${name}: port ${port} on ${address} is in use; --port takes another one`);
  else if (['EADDRNOTAVAIL', 'EACCES', 'ENOTFOUND', 'EAI_AGAIN'].includes(code))
    printError(`${name}: can't listen: ${message}`);
  else throw error;
  return 2;
}
