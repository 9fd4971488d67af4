import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import semver from 'semver';
import { readText } from '../spec/document.ts';
import { calledAs } from '../spec/form.ts';
import { command, paintWhere, say, usesColor } from '../spec/print.ts';
import { counted } from '../spec/texts.ts';
import { pruned, spentEntries } from './accepted/prune.ts';
import { Git } from './base/git.ts';
import { withEntry } from './changelog.ts';
import type { JudgedChanges } from './changes.ts';
import { createContext } from './context.ts';
import { acceptedPath, root } from './contract.ts';
import { directionOf, type RuleId, rules, sentence } from './diff/index.ts';
import { reportOf, runSteps } from './gate.ts';
import { githubAnnotations } from './report/github.ts';
import type { StepReport } from './report/report.ts';
import { stepLine, terminalReport } from './report/terminal.ts';
import { json, writeReports } from './report/write.ts';
import { type Context, type StepName, stepNames } from './step.ts';

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

/** Does what the command line asks for, and gives the exit code. Throws an error with a line for the user when it can't. */
export async function main(args: string[]): Promise<number> {
  const command = commandLine();
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    throw error;
  }
  const options = command.opts<Options>();
  if (options.rules) {
    say(rulesTable());
    return 0;
  }
  const { base, revision } = options;
  const context = createContext({
    ...(base !== undefined && { base }),
    ...(revision !== undefined && { revision }),
    quick: options.quick === true,
    output: resolve(options.output),
  });
  if (options.nextVersion) {
    say(context.changes().requiredVersion);
    return 0;
  }
  if (options.changelog) return writeChangelog(context);
  if (options.prune) return prune(context);
  return gate(options.only ?? stepNames, context, options.json);
}

function commandLine(): Command {
  return new Command(calledAs('gate'))
    .description('Decides if a change of the contract may land.')
    .option('--only <steps>', `run only these steps, separated by commas: ${stepNames.join(', ')}`, stepsOf)
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
    .configureOutput({ outputError: () => {}, writeOut: (text) => say(text.trimEnd()) })
    .exitOverride();
}

function stepsOf(value: string, before: StepName[] = []): StepName[] {
  const names = value.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !stepNames.includes(name as StepName));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`There is no step "${unknown}"; there are ${stepNames.join(', ')}.`);
  }
  return stepNames.filter((name) => names.includes(name) || before.includes(name));
}

async function gate(names: readonly StepName[], context: Context, jsonFile: string | undefined): Promise<number> {
  const { base, revision, output } = context;
  const paint = paintWhere(usesColor(process.stdout));
  const what = `${revision.name} (${revision.version}) against ${base.name} (${base.version}), ${base.reason}`;
  say(`${what.replaceAll(/\s+/g, ' ')}\n`);
  // A document that can't be compared is bad input, not a finding.
  if (names.includes('diff') || names.includes('version')) context.changes();
  const startedAt = new Date();
  const steps: StepReport[] = [];
  for await (const step of runSteps(names, context)) {
    say(stepLine(step, paint));
    steps.push(step);
  }
  const report = reportOf(steps, names, context, startedAt);
  const files = writeReports(report, output);
  if (jsonFile !== undefined) writeFileSync(jsonFile, json(bareResult(context.changes())));
  say(terminalReport(report, paint, files));
  if (process.env.GITHUB_ACTIONS === 'true') command(githubAnnotations(report));
  return report.outcome === 'passed' ? 0 : 1;
}

function writeChangelog(context: Context): number {
  const { changes, requiredVersion } = context.changes();
  if (changes.length === 0) {
    say('Nothing changes for clients, so there is no entry to write.');
    return 0;
  }
  const file = join(root, 'CHANGELOG.md');
  const { version: said } = context.revision;
  // The version that the document already says, when it is high enough, otherwise the one that it has to say.
  const version = semver.valid(said) && semver.gte(said, requiredVersion) ? said : requiredVersion;
  const text = existsSync(file) ? readText(file) : undefined;
  writeFileSync(file, withEntry(text, { version, date: new Date().toISOString().slice(0, 10), changes }));
  say(`CHANGELOG.md: the entry of ${version} is written`);
  return 0;
}

/** Removes the entries of earlier changes, except those that the next comparison with the last release still needs. */
function prune(context: Context): number {
  const release = new Git(root).lastRelease();
  const sinceRelease = release ? createContext({ base: release, quick: true, output: context.output }) : undefined;
  const spent = spentEntries(context, sinceRelease);
  if (spent.length > 0) writeFileSync(join(root, acceptedPath), pruned(context.accepted.today ?? '', spent));
  say(`${acceptedPath}: ${counted(spent.length, 'entry', 'entries')} of earlier changes removed`);
  return 0;
}

/** The rules of the comparison as a Markdown table. */
function rulesTable(): string {
  const words = { subject: 'X', from: 'A', to: 'B' };
  const rows = (Object.keys(rules) as RuleId[]).map((id) => {
    const { level, version } = rules[id];
    return [id, directionOf(id), level, version, sentence(id, words)];
  });
  const head = ['id | direction | level | version | meaning', '---|---|---|---|---'];
  return [...head, ...rows.map((row) => row.join(' | '))].join('\n');
}

/** What the comparison found, as other tools read it. */
function bareResult({ verdict, changes, requiredVersion }: JudgedChanges): object {
  const bare = changes.map(
    ({ name: _name, place: _place, basePlace: _basePlace, landed: _landed, ...change }) => change,
  );
  return { verdict, changes: bare, requiredVersion };
}
