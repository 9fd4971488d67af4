import { findingOfError } from './finding.ts';
import type { GateReport, StepReport } from './report/report.ts';
import type { Context, StepName, StepResult } from './step.ts';
import { loadStep } from './steps/index.ts';

/** Steps of this process run one after the other; the others start a process of their own and run side by side. */
const inProcess: readonly StepName[] = ['diff', 'version', 'examples', 'fixtures', 'rules', 'deployments', 'consumers'];

/** Steps that look at the two documents only, so that they can judge any file. The others judge the working tree. */
const ofDocuments: readonly StepName[] = ['version', 'lint', 'diff'];

/** Runs steps; gives each when it has ended. */
export async function* runSteps(names: readonly StepName[], context: Context): AsyncGenerator<StepReport> {
  const started = names.filter((name) => !inProcess.includes(name)).map((name) => runStep(name, context));
  for (const name of inProcess) if (names.includes(name)) yield await runStep(name, context);
  for (const step of started) yield await step;
}

async function runStep(name: StepName, context: Context): Promise<StepReport> {
  const start = performance.now();
  const result = await judge(name, context);
  return { name, ...result, durationMs: Math.round(performance.now() - start) };
}

/** An error of a step is a finding: a contract that can't be judged may not land. */
async function judge(name: StepName, context: Context): Promise<StepResult> {
  const { revision } = context;
  if (!revision.isWorkingTree && !ofDocuments.includes(name)) {
    return { outcome: 'skipped', summary: 'judges the working tree, not a file', findings: [] };
  }
  try {
    const step = await loadStep(name);
    return await step(context);
  } catch (error) {
    const finding = findingOfError(`${name}-possible`, error, revision.file);
    return { outcome: 'failed', summary: 'could not be carried out', findings: [finding] };
  }
}

/** The record of a run, with its steps in the order of the gate. */
export function reportOf(steps: readonly StepReport[], names: readonly StepName[], context: Context, startedAt: Date) {
  const { base, revision } = context;
  const comparison = names.includes('diff') ? context.changes() : undefined;
  const report: GateReport = {
    outcome: steps.some(({ outcome }) => outcome === 'failed') ? 'failed' : 'passed',
    ...(comparison && { verdict: comparison.verdict, requiredVersion: comparison.requiredVersion }),
    base: { name: base.name, reason: base.reason, version: base.version, ...(base.commit && { commit: base.commit }) },
    revision: { name: revision.name, version: revision.version },
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    steps: [...steps].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name)),
  };
  return report;
}
