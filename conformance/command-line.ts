import { resolve } from 'node:path';
import { MissingPeer, resolvePeer } from '../spec/peer.ts';
import { complain, say } from '../spec/print.ts';
import { loadRegister } from '../spec/register.ts';
import { failedLastTime, readReport } from './failed.ts';
import { type Options, readOptions } from './options.ts';
import { compareReports, isWorse } from './report/compare.ts';
import { comparisonText } from './report/terminal.ts';
import type { SuiteRun } from './run-suite.ts';
import { ConfigurationError } from './suite/outcome/signals.ts';
import { isSelected, type Selection } from './suite/run/selection.ts';

/** Performs a command line and returns the exit code. A wrong one is a line on stderr. */
export async function main(args: string[]): Promise<number> {
  try {
    const options = readOptions(args);
    return options ? await perform(options) : 0;
  } catch (error) {
    const isConfiguration = error instanceof ConfigurationError || error instanceof MissingPeer;
    if (!(error instanceof Error) || !(isConfiguration || error.name === 'ContractError')) throw error;
    complain(`conformance: ${error.message}`);
    return 2;
  }
}

/** Each kind of work loads its own modules. */
async function perform(options: Options): Promise<number> {
  const { compare, list, har, baseUrl = '', settle, deployment, failOnDrift = false, fidelity = false } = options;
  if (compare) return compareFiles(...compare);
  const run = runOf(options);
  if (!run) {
    say('None of these rules failed last time.');
    return 0;
  }
  if (list) return listRules(run.selection);
  // Whatever judges answers imports its matchers.
  resolvePeer('@playwright/test');
  if (har) return (await import('./har/judge.ts')).judgeArchives({ ...run, files: har, baseUrl });
  if (!settle && !deployment) return (await import('./run-suite.ts')).runSuite(run);
  const { runForDeployment } = await import('./settle/deployment-run.ts');
  return runForDeployment(run, { settle: settle && resolve(settle), failOnDrift, fidelity });
}

/** The run that options describe; undefined where `--failed` finds no rule. A baseline is read before the run, which may replace it. */
export function runOf(options: Options): SuiteRun | undefined {
  const { target, deployment, seed, workers, baseline, failed } = options;
  const earlier = baseline === undefined ? undefined : readReport(baseline);
  const run = {
    profile: target && resolve(target),
    deployment: deployment && resolve(deployment),
    ...{ seed, workers, output: options.output, selection: selectionOf(options) },
    baseline: earlier && { rules: earlier.rules, comparison: earlier.comparison },
  };
  if (!failed) return run;
  const last = failedLastTime(options.output);
  const again = [...loadRegister().values()].filter(
    (rule) => last.rules.has(rule.id) && isSelected(rule, run.selection),
  );
  if (again.length === 0) return undefined;
  return { ...run, output: last.output, selection: { ...run.selection, rules: again.map(({ id }) => id) } };
}

/** The chosen rules, which must exist. */
function selectionOf({ rule: globs, operation, quick = false, settle }: Options): Selection {
  const selection: Selection = { rules: globs, operation, quick };
  const rules = [...loadRegister().values()];
  const known = [...new Set(rules.flatMap((rule) => rule.operation))].filter((id) => id !== 'all').sort();
  const stray = globs.find((glob) => !rules.some((rule) => isSelected(rule, { rules: [glob], quick: false })));
  const refuse = (reason: string): never => {
    throw new ConfigurationError(reason);
  };
  if (settle && globs.length > 0) refuse('--settle needs a whole run, without --rule');
  if (operation && !known.some((id) => id === operation))
    refuse(`there is no operation "${operation}"; there are ${known.join(', ')}`);
  if (stray !== undefined) refuse(`no rule matches "${stray}"; --list shows them all`);
  if (!rules.some((rule) => isSelected(rule, selection))) refuse('the selection has no rules');
  return selection;
}

function listRules(selection: Selection): number {
  for (const rule of loadRegister().values()) {
    if (rule.retired || !isSelected(rule, selection)) continue;
    const needs = rule.observe === 'nobody' ? 'nobody can observe it' : `needs ${rule.needs.join(', ')}`;
    const columns = [rule.id.padEnd(16), rule.level.padEnd(6), rule.basis.padEnd(10), rule.statement];
    say(`${columns.join(' ')}\n${' '.repeat(17)}${needs}`);
  }
  return 0;
}

function compareFiles(old: string, next: string): number {
  const comparison = compareReports(readReport(old), readReport(next));
  say(comparisonText(comparison));
  return isWorse(comparison) ? 1 : 0;
}
