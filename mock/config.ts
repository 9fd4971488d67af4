import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { fixturesDirectory } from '../fixtures/seed.ts';
import { formatCommand } from '../spec/package.ts';
import { defaultLimits, type Limits } from './limits.ts';

export interface Config {
  host: string;
  /** 0 takes a free port. */
  port: number;
  fixtures: string;
  /** Host names, in addition to the loopback ones, under which the control API may be called. */
  allowedHosts: readonly string[];
  allowedOrigins: readonly string[];
  partitions: number;
  limits: Limits;
  data?: string;
  smtp?: string;
  deployment?: string;
  upstream?: string;
}

/** Wrong arguments, or a request for help: the text to print, and the exit code. */
export class UsageError extends Error {
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
  }
}

export function readConfig(argv: readonly string[], env: NodeJS.ProcessEnv): Config {
  const program = new Command(formatCommand('mock'))
    .description('Serves the stateful mock of the contract.')
    .option('--data <directory>', 'store the state there, across restarts', parseText('a directory'))
    .option('--deployment <file>', 'answer as this deployment file describes', parseText('a file'));
  return readOptions(program, argv, env);
}

export function readProxyConfig(argv: readonly string[], env: NodeJS.ProcessEnv): Config {
  const program = new Command(formatCommand('proxy'))
    .description(
      'Passes requests on to a deployment, and shows in the console how they and their answers break the contract.',
    )
    .argument('<upstream>', 'base URL of the deployment, with the version prefix', parseWebAddress);
  const config = readOptions(program, argv, env);
  return { ...config, upstream: program.processedArgs[0] as string };
}

function readOptions(program: Command, argv: readonly string[], env: NodeJS.ProcessEnv): Config {
  const printed: string[] = [];
  const atMost = parseNumber(1, 100_000_000);
  const host = env.HOST || '127.0.0.1';
  program
    .option('--port <number>', 'port to listen on, 0 for a free one (or PORT)', parseNumber(0, 65535), readPort(env))
    .option('--host <address>', 'address to listen on (or HOST)', parseText('an address or a host name'), host)
    .option('--fixtures <directory>', 'seed data to start from', parseText('a directory'), fixturesDirectory)
    .option('--partitions <number>', 'partitions at most', parseNumber(1, 1_000_000), 1000)
    .option('--messages <number>', 'messages per partition', atMost, defaultLimits.messages)
    .option('--journal <number>', 'exchanges in the journal per partition', atMost, defaultLimits.journal)
    .option('--ledger <number>', 'idempotency records per partition', atMost, defaultLimits.ledger)
    .option(
      '--smtp <url>',
      'mail server that gets the delivered mail as well, such as smtp://127.0.0.1:1025',
      parseMailServer,
    )
    .option('--allow-host <name...>', 'further host names under which the control API may be called', addHostName)
    .option(
      '--allow-origin <origin...>',
      'origins whose pages may call the control API and read delivered mail',
      addOrigin,
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => printed.push(text),
      // A misspelt option is named with its value, which may be an address with a password. A suggestion is a second line.
      writeErr: (text) => printed.push(text.replace(/:\/\/.*@/s, '://').replace('\n(', ' (')),
    });
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.excessArguments')
      throw new UsageError(
        'error: unexpected arguments; with npm, options follow two dashes: npm start -- --port 4011',
        2,
      );
    throw new UsageError(printed.join('').trim(), error.exitCode === 0 ? 0 : 2);
  }
  const { allowHost: allowedHosts = [], allowOrigin: allowedOrigins = [], ...options } = program.opts();
  const { messages, journal, ledger, ...others } = options;
  return { ...others, allowedHosts, allowedOrigins, limits: { messages, journal, ledger } } as Config;
}

function readPort({ PORT }: NodeJS.ProcessEnv): number {
  if (!PORT) return 4010;
  try {
    return parseNumber(0, 65535)(PORT);
  } catch (error) {
    throw new UsageError(`PORT: ${(error as Error).message}`, 2);
  }
}

export function parseNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= from && number <= to) return number;
    throw new InvalidArgumentError(`must be a whole number from ${from} to ${to}`);
  };
}

/** Reads a text that must not be empty: an empty address would be every address of the machine. */
function parseText(wanted: string): (text: string) => string {
  return (text) => {
    if (text.trim() !== '') return text;
    throw new InvalidArgumentError(`must be ${wanted}`);
  };
}

function parseWebAddress(text: string): string {
  if (/^https?:\/\/[^\s/?#@]+[^\s?#@]*$/i.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  // Commander would repeat the address, which may have a password.
  throw new UsageError(
    'error: upstream must be an address such as https://staging.example.com/v2, without user and password',
    2,
  );
}

function addHostName(text: string, before: readonly string[] = []): readonly string[] {
  if (/^([\w.-]+|[\da-f:]+)$/i.test(text)) return [...before, text];
  throw new InvalidArgumentError('must be a host name such as mock.test, without scheme and port');
}

function addOrigin(text: string, before: readonly string[] = []): readonly string[] {
  if (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text) return [...before, text];
  throw new InvalidArgumentError('must be an origin such as http://localhost:5173');
}

function parseMailServer(text: string): string {
  if (/^smtps?:\/\/[^/]/.test(text) && URL.canParse(text)) return text;
  throw new UsageError('error: --smtp must be smtp://host:port or smtps://host:port', 2);
}
