import { resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { calledAs } from '../spec/form.ts';
import { say } from '../spec/print.ts';
import { loadRegister } from '../spec/register.ts';
import { failedLastTime, readReport } from './failed.ts';
import type { Recorded } from './har/judge.ts';
import type { Baseline } from './report/report.ts';
import { ConfigurationError } from './suite/outcome/signals.ts';
import type { RunOptions } from './suite/run/run.ts';
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

/** A run of the suite, as the command line describes it. */
export interface SuiteRun extends RunOptions {
  /** The directory of the reports. */
  output: string;
  /** An earlier run to compare with. */
  baseline?: Baseline | undefined;
  /** The number of cases that run at the same time. */
  workers?: number | undefined;
}

/** The work of a run that is about a deployment file. */
export interface DeploymentWork {
  /** The path of the target's new deployment file. */
  settle: string | undefined;
  failOnDrift: boolean;
  fidelity: boolean;
}

/** The work that a command line asks for. */
export type Plan =
  | { kind: 'run'; run: SuiteRun }
  | { kind: 'deployment'; run: SuiteRun; wanted: DeploymentWork }
  | { kind: 'har'; recorded: Recorded }
  | { kind: 'list'; selection: Selection }
  | { kind: 'compare'; old: string; next: string }
  | { kind: 'nothing'; reason?: string };

/** Reads a command line. Throws a ConfigurationError of one line for a wrong one. */
export function planOf(args: string[]): Plan {
  const command = commandLine();
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'nothing' };
    throw new ConfigurationError(error.message.replace(/^error: /, ''));
  }
  const options = command.opts<Options>();
  const [argument] = command.args;
  if (options.compare) {
    if (!argument) throw new ConfigurationError('--compare needs two reports: --compare OLD.json NEW.json');
    return { kind: 'compare', old: options.compare, next: argument };
  }
  if (argument !== undefined) throw new ConfigurationError(`unexpected argument "${argument}"; see --help`);
  return runOf(options);
}

function runOf(options: Options): Plan {
  const baseline = options.baseline === undefined ? undefined : baselineIn(options.baseline);
  refuseCombinations(options);
  let { selection, output } = select(options);
  if (options.failed) {
    const last = failedLastTime(output);
    const again = [...loadRegister().values()].filter((rule) => last.rules.has(rule.id) && isSelected(rule, selection));
    if (again.length === 0) return { kind: 'nothing', reason: 'None of these rules failed last time.' };
    selection = { ...selection, rules: again.map(({ id }) => id) };
    output = last.output;
  }
  if (options.list) return { kind: 'list', selection };
  const { seed, workers, har, baseUrl, failOnDrift = false, fidelity = false } = options;
  if (har) return { kind: 'har', recorded: { files: har, baseUrl: addressOf(baseUrl), selection, output } };
  if (baseUrl) throw new ConfigurationError('--base-url belongs to --har; a target has a profile, or BASE_URL');
  const [profile, deployment, settle] = [options.target, options.deployment, options.settle].map(
    (file) => file && resolve(file),
  );
  const run = { profile, seed, output, selection, baseline, deployment, workers };
  if (!settle && !deployment) return { kind: 'run', run };
  return { kind: 'deployment', run, wanted: { settle, failOnDrift, fidelity } };
}

function commandLine(): Command {
  const collect = (value: string, earlier: string[] = []) => [...earlier, value];
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
    .option('--baseline <report>', 'fail when a rule is no longer judged, or has a worse outcome than in this report')
    .option('--settle <file>', 'write the deployment file of the target')
    .option(
      '--deployment <file>',
      'compare the target with its deployment file; without a target start a mock that answers as it describes',
    )
    .option('--fail-on-drift', 'exit with 1 when the target differs from its deployment file')
    .option('--fidelity', 'judge the mock with the deployment file as well, and print which rules differ')
    .option('--har <file...>', 'judge recorded traffic (HTTP Archives) and send nothing; needs --base-url')
    .option('--base-url <url>', 'the address of the service in the archives, with the version prefix')
    .option('--compare <old>', 'compare two reports: --compare OLD.json NEW.json')
    .argument('[new]', 'the newer report of --compare')
    .addHelpText(
      'after',
      '\nBASE_URL and API_KEY judge that server without a profile.\nExit codes: 0 conformant, 1 not conformant, 2 configuration or unreachable, 3 incomplete, 4 something could not be put back, 130 interrupted; of --compare and --baseline 1 when a rule has a worse outcome or is no longer judged.',
    )
    .configureOutput({ writeOut: (text) => say(text.trimEnd()), outputError: () => {} })
    .exitOverride();
}

/** Refuses options that do not go together. */
function refuseCombinations(options: Options): void {
  const { deployment, settle, failOnDrift, fidelity, rule = [], operation, quick, failed } = options;
  if (settle && (rule.length > 0 || (operation ?? quick ?? failed)))
    throw new ConfigurationError('--settle needs a whole run: not --rule, --operation, --quick or --failed');
  if (failOnDrift && !deployment) throw new ConfigurationError('--fail-on-drift needs --deployment FILE');
  if (fidelity && !(deployment ?? settle))
    throw new ConfigurationError('--fidelity needs --settle FILE or --deployment FILE');
  if (options.har && (options.target ?? deployment ?? settle ?? options.baseline ?? failed))
    throw new ConfigurationError(
      '--har judges recorded traffic alone: not with --target, --settle, --deployment, --baseline or --failed',
    );
}

/** The chosen rules, which must exist, and the directory of the reports. */
function select({ rule = [], operation, quick, output }: Options): { selection: Selection; output: string } {
  const selection: Selection = { rules: rule, operation, quick: quick === true };
  const rules = [...loadRegister().values()];
  const known = [...new Set(rules.flatMap(({ operation }) => operation))].filter((id) => id !== 'all').sort();
  if (operation && !known.some((id) => id === operation))
    throw new ConfigurationError(`there is no operation "${operation}"; there are ${known.join(', ')}`);
  const stray = rule.find((glob) => !rules.some((rule) => isSelected(rule, { rules: [glob], quick: false })));
  if (stray !== undefined) throw new ConfigurationError(`no rule matches "${stray}"; --list shows them all`);
  if (!rules.some((rule) => isSelected(rule, selection))) throw new ConfigurationError('the selection has no rules');
  return { selection, output };
}

function addressOf(baseUrl = ''): string {
  if (/^https?:$/.test(URL.canParse(baseUrl) ? new URL(baseUrl).protocol : '')) return baseUrl;
  throw new ConfigurationError('--har needs --base-url ADDRESS, such as https://staging.example.com/v2');
}

/** An earlier report, as far as comparing needs it; read before the run, which may write its own in the same place. */
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
