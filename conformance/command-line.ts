import { resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { calledAs } from '../spec/form.ts';
import { MissingPeer } from '../spec/peer.ts';
import { complain, say } from '../spec/print.ts';
import { loadRegister } from '../spec/register.ts';
import { failedLastTime, readReport } from './failed.ts';
import type { judgeArchives } from './har/judge.ts';
import { emptied } from './output.ts';
import { compareReports, comparisonText, isWorse } from './report/compare.ts';
import type { runSuite } from './run-suite.ts';
import type { Baseline } from './suite/outcome/baseline.ts';
import { ConfigurationError } from './suite/outcome/signals.ts';
import { isSelected, type Selection } from './suite/run/selection.ts';

interface Options {
  target?: string;
  rule?: string[];
  operation?: string;
  list?: boolean;
  quick?: boolean;
  failed?: boolean;
  seed: number;
  output: string;
  workers?: number;
  compare?: string;
  deployment?: string;
  settle?: string;
  failOnDrift?: boolean;
  fidelity?: boolean;
  baseline?: string;
  har?: string[];
  baseUrl?: string;
}

/** What starts processes of its own, or a mock, and is loaded only for that. */
interface Work {
  runSuite: typeof runSuite;
  judgeArchives: typeof judgeArchives;
}

/** Does what the command line asks for, and gives the exit code. What is wrong with it is a line on stderr. */
export async function main(args: string[], work: Work): Promise<number> {
  try {
    return await perform(args, work);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof Error) || !isConfiguration(error)) throw error;
    complain(`conformance: ${error.message}`);
    return 2;
  }
}

async function perform(args: string[], work: Work): Promise<number> {
  const command = commandLine();
  command.parse(args, { from: 'user' });
  const options = command.opts<Options>();
  if (options.compare) return compare(options.compare, command.args);
  if (command.args.length > 0) throw new ConfigurationError(`unexpected argument "${command.args[0]}"; see --help`);
  const baseline = options.baseline === undefined ? undefined : baselineIn(options.baseline);
  checkDeploymentOptions(options);
  const selected = select(options);
  if (selected === undefined) {
    say('Nothing of it failed last time.');
    return 0;
  }
  const { selection, output } = selected;
  if (options.list) return list(selection);
  if (options.har)
    return work.judgeArchives({ ...recordedIn(options, options.har), selection, output: emptied(output) });
  if (options.baseUrl) throw new ConfigurationError('--base-url belongs to --har; a target has a profile, or BASE_URL');
  const { seed, workers } = options;
  const [profile, deployment, settle] = [options.target, options.deployment, options.settle].map(
    (file) => file && resolve(file),
  );
  const run = { profile, seed, output, selection, baseline, deployment };
  if (!settle && !deployment) return work.runSuite(run, workers);
  const { failOnDrift = false, fidelity = false } = options;
  const { runForDeployment } = await import('./settle/deployment-run.ts');
  return runForDeployment(run, { settle, failOnDrift, fidelity }, (one) => work.runSuite(one, workers));
}

function commandLine(): Command {
  const collect = (value: string, all: string[] = []) => [...all, value];
  return new Command(calledAs('conformance'))
    .description(
      'Judges a deployment by the rules of the contract. Without --target and BASE_URL it starts the mock and judges that.',
    )
    .option('--target <file>', 'profile of the target; see conformance/targets/staging.example.yaml')
    .option(
      '--rule <glob>',
      'only rules whose id matches, for instance "EMAIL-IDEM-*"; may be given several times',
      collect,
    )
    .option('--operation <id>', 'only rules of this operation')
    .option('--list', 'print the rules and their needs, and run nothing')
    .option('--quick', 'hand-written rules only, without thorough cases')
    .option(
      '--failed',
      'only the rules that failed or could not be judged last time; the reports go to <output>/failed',
    )
    .option('--seed <n>', 'seed of generated cases', wholeNumber, 1)
    .option('--output <dir>', 'where the reports go', 'reports')
    .option('--workers <n>', 'cases that run at the same time, 4 at a deployment (default: 2)', atLeastOne)
    .option('--baseline <report>', 'fail when a rule is no longer judged, or fares worse, than in this report')
    .option('--settle <file>', 'write the deployment file of the target')
    .option(
      '--deployment <file>',
      'compare the target with its deployment file; without a target start a mock that answers as it describes',
    )
    .option('--fail-on-drift', 'exit with 1 when the target differs from its deployment file')
    .option('--fidelity', 'judge the mock with the deployment file as well, and say which rules differ')
    .option('--har <file...>', 'judge recorded traffic (HTTP Archives) and send nothing; needs --base-url')
    .option('--base-url <url>', 'the address of the service in the archives, with the version prefix')
    .option('--compare <old>', 'compare two reports: --compare OLD.json NEW.json')
    .argument('[new]', 'the newer report of --compare')
    .addHelpText(
      'after',
      '\nBASE_URL and API_KEY judge that server without a profile.\nExit codes: 0 conformant, 1 not conformant, 2 configuration or unreachable, 3 incomplete, 4 something could not be put back, 130 interrupted; of --compare and --baseline 1 when a rule fares worse or is no longer judged.',
    )
    .configureOutput({
      writeOut: (text) => say(text.trimEnd()),
      outputError: (text) => complain(`conformance: ${text.replace(/^error: /, '').trimEnd()}`),
    })
    .exitOverride();
}

/** Refuses options about deployment files that do not go together. */
function checkDeploymentOptions(options: Options): void {
  const { deployment, settle, failOnDrift, fidelity, rule = [], operation, quick, failed } = options;
  if (settle && (rule.length > 0 || (operation ?? quick ?? failed)))
    throw new ConfigurationError('--settle needs a whole run: not --rule, --operation, --quick or --failed');
  if (failOnDrift && !deployment) throw new ConfigurationError('--fail-on-drift needs --deployment FILE');
  if (fidelity && !(deployment ?? settle))
    throw new ConfigurationError('--fidelity needs --settle FILE or --deployment FILE');
}

/** What the options ask for, and where its reports go; undefined when `--failed` leaves nothing of it. */
function select({ rule = [], operation, quick, failed, output }: Options) {
  const selection: Selection = { rules: rule, operation, quick: quick === true };
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
  if (!failed) return { selection, output };
  const last = failedLastTime(output);
  const again = rules.filter((one) => last.rules.has(one.id) && isSelected(one, selection)).map(({ id }) => id);
  return again.length > 0 ? { selection: { ...selection, rules: again }, output: last.output } : undefined;
}

function list(selection: Selection): number {
  for (const rule of loadRegister().values()) {
    if (rule.retired || !isSelected(rule, selection)) continue;
    const needs = rule.observe === 'nobody' ? 'nobody can observe it' : `needs ${rule.needs.join(', ')}`;
    say(
      `${rule.id.padEnd(16)} ${rule.level.padEnd(6)} ${rule.basis.padEnd(10)} ${rule.statement}\n${' '.repeat(17)}${needs}`,
    );
  }
  return 0;
}

/** The archives of the command line, and the address that they are judged for. */
function recordedIn({ baseUrl, target, deployment, settle, baseline, failed }: Options, files: string[]) {
  if (target ?? deployment ?? settle ?? baseline ?? failed)
    throw new ConfigurationError(
      '--har judges recorded traffic alone: not with --target, --settle, --deployment, --baseline or --failed',
    );
  if (!baseUrl || !/^https?:$/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : ''))
    throw new ConfigurationError('--har needs --base-url ADDRESS, such as https://staging.example.com/v2');
  return { files, baseUrl };
}

function compare(oldFile: string, [newFile]: string[]): number {
  if (!newFile) throw new ConfigurationError('--compare needs two reports: --compare OLD.json NEW.json');
  const comparison = compareReports(readReport(oldFile), readReport(newFile));
  say(comparisonText(comparison));
  return isWorse(comparison) ? 1 : 0;
}

/** What an earlier report says of its rules; read before the run, which may write its own in the same place. */
function baselineIn(file: string): Baseline {
  const { rules, comparison } = readReport(file);
  return { rules: rules.map(({ id, outcome }) => ({ id, outcome })), ...(comparison && { comparison }) };
}

function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('It has to be a whole number.');
  return Number(value);
}

function atLeastOne(value: string): number {
  if (wholeNumber(value) < 1) throw new InvalidArgumentError('It has to be 1 or more.');
  return Number(value);
}

function isConfiguration(error: Error): boolean {
  return error instanceof ConfigurationError || error instanceof MissingPeer || error.name === 'ContractError';
}
