import { MissingPeer, resolvePeer } from '../spec/peer.ts';
import { complain, say } from '../spec/print.ts';
import { loadRegister } from '../spec/register.ts';
import { readReport } from './failed.ts';
import type { Recorded } from './har/judge.ts';
import { type Plan, planOf } from './plan.ts';
import { compareReports, isWorse } from './report/compare.ts';
import { comparisonText } from './report/terminal.ts';
import { ConfigurationError } from './suite/outcome/signals.ts';
import { isSelected, type Selection } from './suite/run/selection.ts';

/** Performs a command line and returns the exit code. A wrong one is a line on stderr. */
export async function main(args: string[]): Promise<number> {
  try {
    return await perform(planOf(args));
  } catch (error) {
    const isConfiguration = error instanceof ConfigurationError || error instanceof MissingPeer;
    if (!(error instanceof Error) || !(isConfiguration || error.name === 'ContractError')) throw error;
    complain(`conformance: ${error.message}`);
    return 2;
  }
}

/** Each kind of work loads its own modules. */
async function perform(plan: Plan): Promise<number> {
  // Whatever judges answers imports its matchers.
  if (plan.kind === 'run' || plan.kind === 'deployment' || plan.kind === 'har') resolvePeer('@playwright/test');
  switch (plan.kind) {
    case 'run':
      return (await import('./run-suite.ts')).runSuite(plan.run);
    case 'deployment':
      return (await import('./settle/deployment-run.ts')).runForDeployment(plan.run, plan.wanted);
    case 'har':
      return judge(plan.recorded);
    case 'list':
      return list(plan.selection);
    case 'compare':
      return compare(plan.old, plan.next);
    case 'nothing':
      if (plan.reason) say(plan.reason);
      return 0;
  }
}

async function judge(recorded: Recorded): Promise<number> {
  const { judgeArchives } = await import('./har/judge.ts');
  return judgeArchives(recorded);
}

function list(selection: Selection): number {
  for (const rule of loadRegister().values()) {
    if (rule.retired || !isSelected(rule, selection)) continue;
    const needs = rule.observe === 'nobody' ? 'nobody can observe it' : `needs ${rule.needs.join(', ')}`;
    const columns = [rule.id.padEnd(16), rule.level.padEnd(6), rule.basis.padEnd(10), rule.statement];
    say(`${columns.join(' ')}\n${' '.repeat(17)}${needs}`);
  }
  return 0;
}

function compare(old: string, next: string): number {
  const comparison = compareReports(readReport(old), readReport(next));
  say(comparisonText(comparison));
  return isWorse(comparison) ? 1 : 0;
}
