import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { formatCommand, toProjectPath } from '../spec/package.ts';
import { createPaint, hasColor, printCommands, printLine } from '../spec/print.ts';
import { formatCount } from '../spec/texts.ts';
import { acceptedPath, consumerRule, findSpentEntries, type JudgedChanges, pruneEntries } from './changes.ts';
import { type Context, createContext, Git } from './context.ts';
import { getDirection, InputError, phrase, type RuleId, rules } from './diff/index.ts';
import { explainError, type Step, type StepResult } from './finding.ts';
import {
  formatAnnotations,
  formatJson,
  formatStep,
  formatTerminal,
  type GateReport,
  type StepReport,
  writeInputError,
  writeReports,
} from './report.ts';

/** The steps of the gate, in the order in which they are reported. */
const steps = {
  version: async () => (await import('./steps/diff.ts')).version,
  lint: async () => (await import('./steps/processes.ts')).lint,
  examples: async () => (await import('./steps/examples.ts')).examples,
  types: async () => (await import('./steps/processes.ts')).types,
  fixtures: async () => (await import('./steps/examples.ts')).fixtures,
  rules: async () => (await import('./steps/rules.ts')).rules,
  deployments: async () => (await import('./steps/deployments.ts')).deployments,
  diff: async () => (await import('./steps/diff.ts')).diff,
  consumers: async () => (await import('./steps/consumers.ts')).consumers,
  conformance: async () => (await import('./steps/conformance.ts')).conformance,
} satisfies Record<string, () => Promise<Step>>;

export type StepName = keyof typeof steps;
export const stepNames = Object.keys(steps) as StepName[];

/** Steps of this process, which run one after the other. The others start processes, which run side by side. */
const inProcess: readonly StepName[] = ['diff', 'version', 'examples', 'fixtures', 'deployments'];

/** Steps that look at the two documents only, so that they can judge any file. */
const ofDocuments: readonly StepName[] = ['version', 'lint', 'diff'];

/** Steps with nothing to judge while contract, fixtures and recordings are unchanged. */
const ofChanges: readonly StepName[] = ['types', 'consumers', 'conformance'];

interface Options {
  only?: StepName[];
  base?: string;
  revision?: string;
  quick?: boolean;
  output: string;
  json?: string;
  nextVersion?: boolean;
  changelog?: boolean;
  prune?: boolean;
  rules?: boolean;
}

/** Runs the command and returns the exit code. Throws an error of one line for bad input. */
export async function main(args: string[]): Promise<number> {
  const parser = declareCommand();
  try {
    parser.parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    throw error;
  }
  const options = parser.opts<Options>();
  const [stray] = parser.args;
  if (stray !== undefined) throw new InputError(`unexpected argument "${stray}"; see --help`);
  const alone = (['nextVersion', 'changelog', 'prune', 'rules'] as const).filter((name) => options[name]);
  if (alone.length > 1) throw new InputError('choose one of --next-version, --changelog, --prune and --rules');
  const { base, revision, quick = false, output } = options;
  if (options.rules) return print(formatRules());
  const loadContext = () => createContext({ base, revision, quick, output: resolve(output) });
  if (options.nextVersion) return print((await loadContext().changes()).requiredVersion);
  if (options.changelog) return print(await (await import('./changelog.ts')).writeChangelog(loadContext()));
  if (options.prune) return print(await prune(loadContext()));
  checkPlaces(output, options.json);
  try {
    return await runGate(options.only ?? stepNames, loadContext(), options.json);
  } catch (error) {
    writeInputError(error, output);
    throw error;
  }
}

/** Throws an InputError when reports can't be written to their places. */
function checkPlaces(output: string, jsonFile: string | undefined): void {
  try {
    mkdirSync(output, { recursive: true });
    if (jsonFile !== undefined) appendFileSync(jsonFile, '');
  } catch (error) {
    const { path, code } = error as NodeJS.ErrnoException;
    throw new InputError(`${path}: can't be written (${code === 'EEXIST' ? 'it is a file' : code})`);
  }
}

function print(text: string): number {
  printLine(text);
  return 0;
}

function declareCommand(): Command {
  return new Command(formatCommand('gate'))
    .description('Decides if a change of the contract may land.')
    .allowExcessArguments()
    .option('--only <steps>', `run only these steps, separated by commas: ${stepNames.join(', ')}`, parseSteps)
    .option(
      '--base <ref or file>',
      'compare with this (default: where this leaves the default branch; on it, the last release)',
    )
    .option('--revision <file>', 'judge this (default: the working tree)')
    .option('--quick', 'a subset of the conformance suite')
    .option('--json <file>', 'write the findings of the step diff there')
    .option('--output <dir>', 'write the reports there', 'reports')
    .option('--next-version', 'print the version that the changes require, and run nothing else')
    .option('--changelog', 'write the entry for CHANGELOG.md, and run nothing else')
    .option('--prune', `remove the entries of earlier changes from ${acceptedPath}, and run nothing else`)
    .option('--rules', 'print the rules of the comparison as a table, and run nothing else')
    .addHelpText(
      'after',
      '\nExit codes: 0 the change may land, 1 it may not (a breaking change that is not acknowledged, or another step failed), 2 bad input.',
    )
    .configureOutput({ outputError: () => {}, writeOut: (text) => printLine(text.trimEnd()) })
    .exitOverride();
}

function parseSteps(value: string, before: StepName[] = []): StepName[] {
  const names = value.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !stepNames.includes(name as StepName));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`There is no step "${unknown}"; there are ${stepNames.join(', ')}.`);
  }
  return stepNames.filter((name) => names.includes(name) || before.includes(name));
}

async function runGate(names: readonly StepName[], context: Context, jsonFile: string | undefined): Promise<number> {
  const { base, revision, output } = context;
  const paint = createPaint(hasColor(process.stdout));
  const heading = `${revision.name} (${revision.version}) against ${base.name} (${base.version}), ${base.reason}`;
  printLine(`${heading.replaceAll(/\s+/g, ' ')}\n`);
  // A document that can't be compared is bad input, not a finding.
  const compared = names.includes('diff') || names.includes('version') ? await context.changes() : undefined;
  const startedAt = new Date();
  const steps: StepReport[] = [];
  for await (const step of runSteps(names, context)) {
    printLine(formatStep(step, paint));
    steps.push(step);
  }
  const report = makeReport(steps, context, names.includes('diff') ? compared : undefined, startedAt);
  const files = writeReports(report, output);
  if (jsonFile !== undefined) {
    const { verdict, changes, requiredVersion } = compared ?? (await context.changes());
    const bare = changes.map(({ place: _place, basePlace: _basePlace, landed: _landed, ...change }) => change);
    writeFileSync(jsonFile, formatJson({ verdict, changes: bare, requiredVersion }));
  }
  printLine(formatTerminal(report, paint, files));
  if (process.env.GITHUB_ACTIONS === 'true') printCommands(formatAnnotations(report));
  return report.outcome === 'passed' ? 0 : 1;
}

async function* runSteps(names: readonly StepName[], context: Context): AsyncGenerator<StepReport> {
  const started = names.filter((name) => !inProcess.includes(name)).map((name) => runStep(name, context));
  for (const name of inProcess) if (names.includes(name)) yield await runStep(name, context);
  for (const step of started) yield await step;
}

async function runStep(name: StepName, context: Context): Promise<StepReport> {
  const start = performance.now();
  const result = await judgeStep(name, context);
  return { name, ...result, durationMs: Math.round(performance.now() - start) };
}

/** An error of a step is a finding: a contract that can't be judged may not land. */
async function judgeStep(name: StepName, context: Context): Promise<StepResult> {
  const { revision } = context;
  if (!revision.isWorkingTree && !ofDocuments.includes(name)) {
    return { outcome: 'skipped', summary: 'judges the working tree, not a file', findings: [] };
  }
  if (ofChanges.includes(name) && context.isUnchanged()) {
    return { outcome: 'unchanged', summary: 'neither spec/, fixtures/ nor tests/consumers/ changed', findings: [] };
  }
  try {
    const step = await steps[name]();
    return await step(context);
  } catch (error) {
    const finding = explainError(`${name}-possible`, error, revision.file);
    return { outcome: 'failed', summary: 'could not be carried out', findings: [finding] };
  }
}

/** The record of a run, with its steps in the order of the gate. */
function makeReport(
  reports: readonly StepReport[],
  { base, revision }: Context,
  compared: Pick<JudgedChanges, 'verdict' | 'requiredVersion'> | undefined,
  startedAt: Date,
): GateReport {
  const getOrder = ({ name }: StepReport) => stepNames.indexOf(name as StepName);
  return {
    outcome: reports.some(({ outcome }) => outcome === 'failed') ? 'failed' : 'passed',
    isWhole: reports.length === stepNames.length && revision.isWorkingTree,
    ...(compared && { verdict: compared.verdict, requiredVersion: compared.requiredVersion }),
    base: { name: base.name, reason: base.reason, version: base.version, ...(base.commit && { commit: base.commit }) },
    revision: { name: revision.name, version: revision.version },
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    steps: [...reports].sort((a, b) => getOrder(a) - getOrder(b)),
  };
}

/** Removes the entries of earlier changes, except entries that the next comparison with the last release needs. */
async function prune({ accepted, output }: Context): Promise<string> {
  const release = new Git(toProjectPath('.')).findLastRelease();
  const context = release ? createContext({ base: release, quick: true, output }) : undefined;
  const ofConsumers = context?.accepted.fresh.filter(({ rule }) => rule === consumerRule) ?? [];
  const compared = await context?.changes();
  const ofChanges = compared?.changes.flatMap((change) => change.accepted ?? []) ?? [];
  const spent = findSpentEntries(accepted, [...ofConsumers, ...ofChanges]);
  if (spent.length > 0) writeFileSync(toProjectPath(acceptedPath), pruneEntries(accepted.text, spent));
  return `${acceptedPath}: ${formatCount(spent.length, 'entry', 'entries')} of earlier changes removed`;
}

function formatRules(): string {
  const rows = (Object.keys(rules) as RuleId[]).map((id) => {
    const { level, version } = rules[id];
    return [id, getDirection(id), level, version, phrase(id)].join(' | ');
  });
  return ['id | direction | level | version | meaning', '---|---|---|---|---', ...rows].join('\n');
}
