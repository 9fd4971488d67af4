import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readDeployment } from '../../spec/deployment/read.ts';
import { loadDocument, readText } from '../../spec/document.ts';
import { Locator } from '../../spec/locator.ts';
import { say, shownPath } from '../../spec/print.ts';
import { counted } from '../../spec/texts.ts';
import { readReport } from '../failed.ts';
import { exitCodes, type Report, reportName } from '../report/report.ts';
import type { runSuite } from '../run-suite.ts';
import { makeFolder } from '../suite/api/lock.ts';
import { ConfigurationError } from '../suite/outcome/signals.ts';
import type { RunOptions } from '../suite/run/run.ts';
import { chooseProfile } from '../suite/target/target.ts';
import { wireNames, wireOf } from '../suite/target/wire-names.ts';
import { driftLine, driftOf } from './drift.ts';
import { fidelityOf, fidelityText } from './fidelity.ts';
import { deploymentFile } from './file.ts';

/** The wishes of a run that is about a deployment file. */
export interface DeploymentOptions {
  /** Where the deployment file of the target goes. */
  settle?: string | undefined;
  failOnDrift: boolean;
  fidelity: boolean;
}

type Run = RunOptions & { output: string };

/**
 * Judges a target as always. Then writes its deployment file, compares it with the one that there is, and judges the mock with that file as
 * well, as far as that is wanted.
 */
export async function runForDeployment(
  run: Run,
  { settle, failOnDrift, fidelity }: DeploymentOptions,
  start: (run: Run) => ReturnType<typeof runSuite>,
): Promise<number> {
  const contract = loadDocument();
  const file = run.deployment;
  const deployed = file === undefined ? undefined : readDeployment(file, contract);
  // Tried before the run, which takes long.
  const obstacle = settle === undefined ? undefined : makeFolder(dirname(settle));
  if (settle !== undefined && existsSync(settle)) readText(settle);
  if (obstacle) throw new ConfigurationError(`--settle: can't write to ${settle} (${obstacle})`);
  const selection = { rules: [], quick: false, ...run.selection, choices: true };
  const code = await start({ ...run, selection });
  const report = reportIn(run.output);
  if (!report?.seen || report.verdict === 'interrupted') return code;
  const { profile, startMock } = chooseProfile(run.profile);
  if (settle !== undefined) {
    const names = startMock && deployed ? wireOf(deployed.document) : wireNames(profile.wire);
    const settled = `${report.startedAt.slice(0, 10)} at ${report.target.name}`;
    const text = deploymentFile({ seen: report.seen, names, settled }, contract);
    writeFileSync(settle, text);
    say(`Written: ${shownPath(settle)} (${counted(text.split('\n').length - 1, 'line')})`);
  }
  const drifts = deployed ? driftOf(report.seen, deployed.deployment, contract) : [];
  const locator = new Locator(file ?? '', file === undefined ? '' : readText(file));
  for (const drift of drifts) say(driftLine(drift, `${shownPath(file ?? '')}:${locator.at(drift.pointer).line}`));
  if (deployed && drifts.length === 0) say(`No drift from ${shownPath(file ?? '')}.`);
  if (fidelity) await judgeMock(run, settle ?? file, report, start);
  const isGreen = code === exitCodes.conformant || code === exitCodes.incomplete;
  return failOnDrift && drifts.length > 0 && isGreen ? 1 : code;
}

/** Judges the mock with a deployment file, and says how much it has in common with the target. */
async function judgeMock(
  { seed, selection, output }: Run,
  deployment: string | undefined,
  target: Report,
  start: (run: Run) => ReturnType<typeof runSuite>,
): Promise<void> {
  // From here on the mock is the target.
  delete process.env.BASE_URL;
  const at = join(output, 'fidelity');
  await start({ ...(seed !== undefined && { seed }), ...(selection && { selection }), output: at, deployment });
  const mock = reportIn(at);
  if (mock) say(fidelityText(fidelityOf(target, mock, loadDocument())));
}

function reportIn(output: string): Report | undefined {
  const file = join(output, reportName);
  return existsSync(file) ? readReport(file) : undefined;
}
