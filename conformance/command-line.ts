import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';

import { formatCommand, MissingPeer, resolvePeer } from '../spec/package.ts';
import { printError, printLine } from '../spec/print.ts';
import { loadRegister } from '../spec/register.ts';
import { compareReports, isWorse, readReport } from './report/assemble.ts';
import { reportName } from './report/report.ts';
import { formatComparison } from './report/terminal.ts';
import type { SuiteRun } from './run-suite.ts';
import { ConfigurationError, isUnsure, type Outcome, refuse } from './suite/outcome/outcome.ts';
import { isSelected, type Selection } from './suite/run/cases.ts';

/** The options of the command line. */
export interface Options {
  target?: string;
  rule: string[];
  operation?: string;
  list?: boolean;
  quick?: boolean;
  failed?: boolean;
  seed: number;
  output: string;
  workers?: number;
  compare?: [old: string, next: string];
  deployment?: string;
  settle?: string;
  failOnDrift?: boolean;
  fidelity?: boolean;
  baseline?: string;
  har?: string[];
  baseUrl?: string;
}

/** Performs a command line and returns the exit code. A wrong one is a line on stderr. */
export async function main(args: string[]): Promise<number> {
  let options: Options | undefined;
  try {
    options = readOptions(args);
    return options ? await perform(options) : 0;
  } catch (error) {
    const isConfiguration = error instanceof ConfigurationError || error instanceof MissingPeer;
    if (!(error instanceof Error) || !(isConfiguration || error.name === 'ContractError')) throw error;
    printError(`conformance: ${error.message}`);
    if (options && !options.list && !options.compare)
      (await import('./report/write.ts')).writeRefusal(error.message, resolve(options.output));
    return 2;
  }
}

/** Each kind of work loads its own modules. */
async function perform(options: Options): Promise<number> {
  const { compare, list, har, baseUrl = '', settle, deployment, fidelity = false } = options;
  if (compare) return printComparison(...compare);
  const run = toRun(options);
  if (!run) {
    printLine('None of these rules failed last time.');
    return 0;
  }
  if (list) return printRules(run.selection);
  // Judging answers needs Playwright's matchers.
  resolvePeer('@playwright/test');
  if (har) return (await import('./har/judge.ts')).judgeArchives({ ...run, files: har, baseUrl });
  if (!settle && !deployment) return (await import('./run-suite.ts')).runSuite(run);
  const { runForDeployment } = await import('./settle/deployment-run.ts');
  return runForDeployment(run, settle && resolve(settle), fidelity);
}

/** The run that options describe; undefined where `--failed` finds no rule. A baseline is read before the run, which may replace it. */
export function toRun(options: Options): SuiteRun | undefined {
  const { target, deployment, seed, workers, baseline, failed, failOnDrift } = options;
  const earlier = baseline === undefined ? undefined : readReport(baseline);
  const run = {
    profile: target && resolve(target),
    deployment: deployment && resolve(deployment),
    ...{ seed, workers, failOnDrift, output: options.output, selection: toSelection(options) },
    baseline: earlier && { rules: earlier.rules, comparison: earlier.comparison },
  };
  if (!failed) return run;
  const last = findFailedLastTime(options.output);
  const again = [...loadRegister().values()].filter(
    (rule) => last.rules.has(rule.id) && isSelected(rule, run.selection),
  );
  if (again.length === 0) return undefined;
  return { ...run, output: last.output, selection: { ...run.selection, rules: again.map(({ id }) => id) } };
}

/** The chosen rules, which must exist. */
function toSelection({ rule: globs, operation, quick = false, settle }: Options): Selection {
  const selection: Selection = { rules: globs, operation, quick };
  const rules = [...loadRegister().values()];
  const known = [...new Set(rules.flatMap((rule) => rule.operation))].filter((id) => id !== 'all').sort();
  const stray = globs.find((glob) => !rules.some((rule) => isSelected(rule, { rules: [glob], quick: false })));
  if (settle && globs.length > 0) refuse('--settle needs a whole run, without --rule');
  if (operation && !known.some((id) => id === operation))
    refuse(`unknown operation "${operation}"; the operations are ${known.join(', ')}`);
  if (stray !== undefined) refuse(`no rule matches "${stray}"; --list shows them all`);
  if (!rules.some((rule) => isSelected(rule, selection))) refuse(`no rule of ${operation} matches ${globs.join(', ')}`);
  return selection;
}

function printRules(selection: Selection): number {
  for (const rule of loadRegister().values()) {
    if (rule.retired || !isSelected(rule, selection)) continue;
    const needs = rule.observe === 'nobody' ? 'not observable' : `needs ${rule.needs.join(', ')}`;
    const columns = [rule.id.padEnd(16), rule.level.padEnd(6), rule.basis.padEnd(10), rule.statement];
    printLine(`${columns.join(' ')}\n${' '.repeat(17)}${needs}`);
  }
  return 0;
}

function printComparison(old: string, next: string): number {
  const comparison = compareReports(readReport(old), readReport(next));
  printLine(formatComparison(comparison));
  return isWorse(comparison) ? 1 : 0;
}

/** Reads a command line; undefined after help. Throws a ConfigurationError of one line for a wrong one. */
export function readOptions(args: string[]): Options | undefined {
  const command = declareCommand();
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    refuse(error.message.replace(/^error: /, ''));
  }
  const options = command.opts<Options>();
  const { compare, deployment, settle, failOnDrift, fidelity, har, baseUrl } = options;
  const [stray] = command.args;
  if (stray !== undefined) refuse(`unexpected argument "${stray}"; see --help`);
  if (compare && compare.length !== 2) refuse('--compare needs two reports: --compare OLD.json NEW.json');
  if (failOnDrift && !deployment) refuse('--fail-on-drift needs --deployment FILE');
  if (fidelity && !(deployment ?? settle)) refuse('--fidelity needs --settle FILE or --deployment FILE');
  if (baseUrl && !har) refuse('--base-url belongs to --har; a target has a profile, or BASE_URL');
  if (har?.some((file) => file.startsWith('--'))) refuse('--har needs a file');
  if (har && !/^https?:$/.test(URL.canParse(baseUrl ?? '') ? new URL(baseUrl ?? '').protocol : ''))
    refuse('--har needs --base-url ADDRESS, such as https://staging.example.com/v2');
  return options;
}

function declareCommand(): Command {
  const option = (flags: string, description: string) => new Option(flags, description);
  const options = [
    option('--target <file>', 'profile of the target; see conformance/targets/staging.example.yaml'),
    option('--rule <glob...>', 'only rules whose id matches, for instance "EMAIL-IDEM-*"').default([], 'all'),
    option('--operation <id>', 'only rules of this operation'),
    option('--list', 'print the rules and their needs, and run nothing'),
    option('--quick', 'without thorough cases'),
    option('--failed', 'only the rules that failed or could not be judged last time; reports go to <output>/failed'),
    option('--seed <n>', 'seed of generated cases').argParser(parseWholeNumber(0)).default(1),
    option('--output <dir>', 'the directory of the reports').default('reports'),
    option('--workers <n>', 'cases that run at the same time, 4 at a deployment (default: 2)').argParser(
      parseWholeNumber(1),
    ),
    option('--baseline <report>', 'fail when a rule is no longer judged, or worse than in this report'),
    // A part of the rules settles nothing.
    option('--settle <file>', 'write the deployment file of the target').conflicts(['operation', 'quick', 'failed']),
    option(
      '--deployment <file>',
      'compare the target with its deployment file; without a target start a mock that answers as it describes',
    ),
    option('--fail-on-drift', 'exit with 1 when the target differs from its deployment file'),
    option('--fidelity', 'judge the mock with the deployment file as well, and print which rules differ'),
    option('--har <file...>', 'judge recorded traffic (HTTP Archives), send nothing; needs --base-url').conflicts([
      ...['target', 'settle', 'deployment', 'baseline', 'failed'],
    ]),
    option('--base-url <url>', 'the address of the service in the archives, with the version prefix'),
    option('--compare <reports...>', 'compare two reports: --compare OLD.json NEW.json'),
  ];
  const command = new Command(formatCommand('conformance'))
    .description(
      'Judges a deployment by the rules of the contract. Without --target and BASE_URL it starts the mock and judges that.',
    )
    .allowExcessArguments()
    .addHelpText(
      'after',
      '\nBASE_URL and API_KEY judge that server without a profile.\nExit codes: 0 conformant, 1 not conformant, 2 configuration or unreachable, 3 incomplete, 4 something could not be put back, 130 interrupted; of --compare and --baseline 1 when a rule has a worse outcome or is no longer judged.',
    )
    .configureOutput({ writeOut: (text) => printLine(text.trimEnd()), outputError: () => {} })
    .exitOverride();
  for (const each of options) command.addOption(each);
  return command;
}

function parseWholeNumber(least: number) {
  return (value: string): number => {
    if (/^\d+$/.test(value) && Number(value) >= least) return Number(value);
    throw new InvalidArgumentError(`It has to be a whole number, ${least} or more.`);
  };
}

/** The directory of the n-th `--failed` after a run, which leaves the run's record unchanged. */
const locateRetry = (output: string, times: number) => join(output, 'failed', String(times));

/** The failed or unjudged rules of the last run in a directory, and the directory for their next reports. */
export function findFailedLastTime(output: string): { rules: ReadonlySet<string>; output: string } {
  const file = join(output, reportName);
  if (!existsSync(file)) {
    refuse(`--failed needs a report of an earlier run, and there is no ${file}`);
  }
  const outcomes = readOutcomes(file);
  let times = 1;
  for (; existsSync(join(locateRetry(output, times), reportName)); times++) {
    for (const [id, outcome] of readOutcomes(join(locateRetry(output, times), reportName))) outcomes.set(id, outcome);
  }
  const again = [...outcomes].filter(([, outcome]) => outcome === 'fail' || isUnsure(outcome));
  return { rules: new Set(again.map(([id]) => id)), output: locateRetry(output, times) };
}

function readOutcomes(file: string): Map<string, Outcome> {
  return new Map(readReport(file).rules.map(({ id, outcome }) => [id, outcome]));
}
