import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { canonicalName } from './report/canonical.ts';
import type { Report } from './report/report.ts';
import { isSelected, passOn, type Selection } from './suite/selection.ts';
import { ConfigurationError } from './suite/signals.ts';

interface Options {
  target?: string;
  rule: string[];
  operation?: string;
  list?: boolean;
  quick?: boolean;
  failed?: boolean;
  seed: number;
  output: string;
  shard?: string;
  workers?: number;
  compare?: string;
  merge?: string;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (!(error instanceof Error) || !isConfiguration(error)) throw error;
  console.error(`conformance: ${error.message}`);
  return 2;
});

async function main(args: string[]): Promise<number> {
  const command = commandLine();
  command.parse(args, { from: 'user' });
  const options = command.opts<Options>();
  if (options.compare) return compare(options.compare, command.args);
  if (command.args.length > 0) throw new ConfigurationError(`unexpected argument "${command.args[0]}"; see --help`);
  const failed = options.failed ? failedLastTime(options.output) : undefined;
  if (failed?.length === 0) {
    console.log('Nothing failed last time.');
    return 0;
  }
  const selection = await select(options, failed);
  if (options.list) return list(selection);
  const { runSuite, mergeShards } = await import('./run-suite.ts');
  if (options.merge) return mergeShards(options.merge, options.output);
  passOn(selection);
  if (options.target) process.env.CONFORMANCE_TARGET = resolve(options.target);
  process.env.CONFORMANCE_SEED = String(options.seed);
  const { output, shard, workers } = options;
  return runSuite({ output, ...(shard && { shard }), ...(workers && { workers }) });
}

function commandLine(): Command {
  const collect = (value: string, all: string[]) => [...all, value];
  return new Command('npm run conformance --')
    .description(
      'Judges a deployment by the rules of the contract. Without --target and BASE_URL it starts the mock and judges that.',
    )
    .option('--target <file>', 'profile of the target; see conformance/targets/staging.example.yaml')
    .option(
      '--rule <glob>',
      'only rules whose id matches, for instance "EMAIL-IDEM-*"; may be given several times',
      collect,
      [],
    )
    .option('--operation <id>', 'only rules of this operation')
    .option('--list', 'print the rules and what they need, and run nothing')
    .option('--quick', 'hand-written rules only, without thorough cases')
    .option('--failed', 'only the rules that failed last time')
    .option('--seed <n>', 'seed of generated cases', wholeNumber, 1)
    .option('--output <dir>', 'where the reports go', 'reports')
    .option('--shard <i/n>', 'run one part of n; its blob report goes to <output>/blob', shardOf)
    .option('--merge <dir>', 'make one report of the blob reports of all shards, collected in a directory')
    .option('--workers <n>', 'cases that run at the same time (default: 2)', wholeNumber)
    .option('--compare <old>', 'compare two reports: --compare OLD.json NEW.json')
    .argument('[new]', 'the newer report of --compare')
    .addHelpText(
      'after',
      '\nBASE_URL and API_KEY judge that server without a profile.\nExit codes: 0 conformant, 1 not conformant, 2 configuration or unreachable, 3 incomplete, 130 interrupted; of --compare 1 when a rule fares worse.',
    )
    .exitOverride();
}

async function select({ rule, operation, quick }: Options, failed: string[] = []): Promise<Selection> {
  const { loadRegister } = await import('../spec/register.ts');
  const globs = [...rule, ...failed];
  const selection: Selection = { rules: globs, ...(operation && { operation }), quick: quick === true };
  const rules = [...loadRegister().values()];
  if (operation && !rules.some((one) => [one.operation].flat().includes(operation as never))) {
    const known = [...new Set(rules.flatMap((one) => one.operation))].filter((id) => id !== 'all').sort();
    throw new ConfigurationError(`there is no operation "${operation}"; there are ${known.join(', ')}`);
  }
  for (const glob of rule) {
    if (!rules.some((one) => isSelected(one, { rules: [glob], quick: false }))) {
      throw new ConfigurationError(`no rule matches "${glob}"; --list shows them all`);
    }
  }
  if (!rules.some((one) => isSelected(one, selection))) throw new ConfigurationError('the selection has no rules');
  return selection;
}

function failedLastTime(output: string): string[] {
  const file = join(output, canonicalName);
  if (!existsSync(file))
    throw new ConfigurationError(`--failed needs a report of an earlier run, and there is no ${file}`);
  const { rules } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'error').map(({ id }) => id);
}

async function list(selection: Selection): Promise<number> {
  const { loadRegister } = await import('../spec/register.ts');
  for (const rule of loadRegister().values()) {
    if (rule.retired || !isSelected(rule, selection)) continue;
    const needs = rule.observe === 'nobody' ? 'nobody can observe it' : `needs ${rule.needs.join(', ')}`;
    console.log(
      `${rule.id.padEnd(16)} ${rule.level.padEnd(6)} ${rule.basis.padEnd(10)} ${rule.statement}\n${' '.repeat(17)}${needs}`,
    );
  }
  return 0;
}

async function compare(oldFile: string, [newFile]: string[]): Promise<number> {
  const { compareReports, comparisonText, isReport } = await import('./report/compare.ts');
  if (!newFile) throw new ConfigurationError('--compare needs two reports: --compare OLD.json NEW.json');
  const [old, next] = [oldFile, newFile].map((file) => {
    let value: unknown;
    try {
      value = JSON.parse(readFileSync(file, 'utf8'));
    } catch (error) {
      throw new ConfigurationError(`${file}: is no report (${(error as Error).message})`);
    }
    if (!isReport(value)) throw new ConfigurationError(`${file}: is no report of this suite`);
    return value;
  });
  const comparison = compareReports(old as Report, next as Report);
  console.log(comparisonText(comparison));
  return comparison.worse.length > 0 ? 1 : 0;
}

function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('It has to be a whole number.');
  return Number(value);
}

function shardOf(value: string): string {
  const [, index, total] = value.match(/^(\d+)\/(\d+)$/) ?? [];
  if (!index || !total || Number(index) < 1 || Number(index) > Number(total)) {
    throw new InvalidArgumentError('It has to be like 1/3.');
  }
  return value;
}

function isConfiguration(error: Error): boolean {
  return error instanceof ConfigurationError || error.name === 'ContractError';
}
