import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError, Option } from 'commander';
import { requests } from './requests.ts';
import { servers } from './servers/index.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const serverNames = servers.map(({ name }) => name);

const program = new Command('bench').description('Measures the compiled mock.').showSuggestionAfterError(false);
program.configureOutput({ outputError: (text, write) => write(text) });
program.exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

program
  .command('compare', { isDefault: true })
  .description('beside its rivals, request by request')
  .option('--rounds <number>', 'rounds, each measuring every server once', whole, 10)
  .option('--seconds <number>', 'how long each server is measured in a round', positive, 1)
  .option('--awake', 'keep the load generator from sleeping, so that no server pays for waking it', false)
  .addOption(new Option('--only <name...>', 'servers to measure beside the mock').choices(serverNames))
  .addOption(new Option('--request <name...>', 'kinds of request').choices(requests.map(({ name }) => name)))
  .action(async (selection) => {
    prepare();
    const { compare } = await import('./compare/run.ts');
    process.exitCode = await compare(selection);
  });

program
  .command('growth')
  .description('as its state grows, with a plot')
  .option('--rounds <number>', 'rounds of 1,000 requests to every size', whole, 10)
  .action(async (effort) => {
    prepare();
    const { measureGrowth } = await import('./growth/run.ts');
    process.exitCode = await measureGrowth(effort);
  });

program
  .command('embedding')
  .description('what it takes to embed it, beside stock Prism')
  .option('--rounds <number>', 'rounds, each in new processes', whole, 10)
  .action(async (effort) => {
    prepare();
    const { measureEmbedding } = await import('./embedding/run.ts');
    process.exitCode = await measureEmbedding(effort);
  });

program
  .command('profile')
  .description('where its CPU time goes, request by request')
  .option('--seconds <number>', 'how long each kind of request is sent', positive, 5)
  .addOption(new Option('--request <name...>', 'kinds of request').choices(requests.map(({ name }) => name)))
  .action(async (selection) => {
    prepare();
    const { profile } = await import('./profile/run.ts');
    process.exitCode = await profile(selection);
  });

try {
  await program.parseAsync();
} catch (error) {
  console.error(`bench: ${(error as Error).message}`);
  process.exitCode = 2;
}

/** Installs what the measurements need, if that is missing, and compiles the mock. Throws an Error when either fails. */
function prepare(): void {
  if (!existsSync(`${here}node_modules`)) run('npm', ['--prefix', here, 'ci']);
  run('npm', ['--prefix', `${here}..`, 'run', '--silent', 'build']);
}

function run(file: string, args: string[]): void {
  const { status } = spawnSync(file, args, {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} failed`);
}

function whole(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('must be a whole number above 0');
}

function positive(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('must be a number above 0');
}
