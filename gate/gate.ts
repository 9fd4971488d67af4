import type { JudgedChanges } from './changes.ts';
import type { Context } from './context.ts';
import { findingOfError, type Step, type StepResult } from './finding.ts';
import type { GateReport, StepReport } from './report/report.ts';

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

/** Steps of this process run one after the other; the others start a process of their own and run side by side. */
const inProcess: readonly StepName[] = ['diff', 'version', 'examples', 'fixtures', 'deployments'];

/** Steps that look at the two documents only, so that they can judge any file. */
const ofDocuments: readonly StepName[] = ['version', 'lint', 'diff'];

/** Steps with the result of the base while contract and fixtures are those of the base. */
const ofChanges: readonly StepName[] = ['types', 'consumers', 'conformance'];

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
  if (ofChanges.includes(name) && context.isUnchanged()) {
    return { outcome: 'unchanged', summary: 'neither spec/ nor fixtures/ changed', findings: [] };
  }
  try {
    const step = await steps[name]();
    return await step(context);
  } catch (error) {
    const finding = findingOfError(`${name}-possible`, error, revision.file);
    return { outcome: 'failed', summary: 'could not be carried out', findings: [finding] };
  }
}

/** The record of a run, with its steps in the order of the gate. */
export function reportOf(
  reports: readonly StepReport[],
  names: readonly string[],
  { base, revision }: Context,
  compared: Pick<JudgedChanges, 'verdict' | 'requiredVersion'> | undefined,
  startedAt: Date,
): GateReport {
  return {
    outcome: reports.some(({ outcome }) => outcome === 'failed') ? 'failed' : 'passed',
    isWhole: names.length === stepNames.length && revision.isWorkingTree,
    ...(compared && { verdict: compared.verdict, requiredVersion: compared.requiredVersion }),
    base: { name: base.name, reason: base.reason, version: base.version, ...(base.commit && { commit: base.commit }) },
    revision: { name: revision.name, version: revision.version },
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    steps: [...reports].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name)),
  };
}
