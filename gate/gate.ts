import { findingOfError } from './finding.ts';
import type { GateReport, StepReport } from './report/report.ts';
import type { Context, Step, StepName, StepResult } from './step.ts';

/** These work in this process, so that they run one after the other; the others wait for a process of their own. */
const inProcess: readonly StepName[] = ['diff', 'version', 'examples', 'fixtures', 'rules', 'deployments', 'consumers'];

/** Steps that look at the two documents only, so that they can judge any file. The others judge the working tree. */
const ofDocuments: readonly StepName[] = ['version', 'lint', 'diff'];

/** Hears what the steps do. */
export interface Listener {
  started(name: StepName): void;
  said(name: StepName, progress: string): void;
  ended(step: StepReport): void;
}

/** What a step does, loaded when it runs. */
type Load = (name: StepName) => Promise<Step>;

/** Runs steps, side by side where they can; gives the record of the run, with the steps in the order they were asked for. */
export async function runGate(
  names: readonly StepName[],
  context: Context,
  listener: Listener,
  load: Load,
): Promise<GateReport> {
  const startedAt = new Date();
  const { base, revision } = context;
  const run = (name: StepName) => runStep(name, context, listener, load);
  const elsewhere = names.filter((name) => !inProcess.includes(name)).map(run);
  const ended: StepReport[] = [];
  for (const name of inProcess.filter((one) => names.includes(one))) ended.push(await run(name));
  ended.push(...(await Promise.all(elsewhere)));
  const reports = names.map((name) => ended.find((step) => step.name === name) as StepReport);
  const comparison = names.includes('diff') ? context.changes() : undefined;
  return {
    outcome: reports.some(({ outcome }) => outcome === 'failed') ? 'failed' : 'passed',
    ...(comparison && { verdict: comparison.verdict, requiredVersion: comparison.requiredVersion }),
    base: { name: base.name, reason: base.reason, version: base.version, ...(base.commit && { commit: base.commit }) },
    revision: { name: revision.name, version: revision.version },
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    steps: reports,
  };
}

async function runStep(name: StepName, context: Context, listener: Listener, load: Load): Promise<StepReport> {
  const start = performance.now();
  listener.started(name);
  const result = await judge(name, context, load, (progress) => listener.said(name, progress));
  const report = { name, ...result, durationMs: Math.round(performance.now() - start) };
  listener.ended(report);
  return report;
}

/** Whatever a step throws is a finding of it: a contract that can't be judged may not land. */
async function judge(
  name: StepName,
  context: Context,
  load: Load,
  say: (progress: string) => void,
): Promise<StepResult> {
  const { revision } = context;
  if (!revision.isWorkingTree && !ofDocuments.includes(name)) {
    return { outcome: 'skipped', summary: 'judges the working tree, not a file', findings: [] };
  }
  try {
    return await (await load(name))(context, say);
  } catch (error) {
    const finding = findingOfError(`${name}-possible`, error, revision.file);
    return { outcome: 'failed', summary: 'could not be carried out', findings: [finding] };
  }
}
