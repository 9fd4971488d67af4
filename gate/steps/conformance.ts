import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../conformance/report/report.ts';
import { nodeArguments } from '../../spec/form.ts';
import { lastLine } from '../last-line.ts';
import { runNode } from '../run-node.ts';
import type { Context, Step, StepResult } from '../step.ts';
import { resultOfSuite } from './suite-report.ts';

/** What would lead the suite away from the mock that it starts from the working tree. */
const elsewhere = ['BASE_URL', 'API_KEY'];

/** The conformance suite against the mock of the changed contract and fixtures. */
export const conformance: Step = (context, say) => conformanceWith(runNode, context, say);

/** Has the suite run by what runs processes. */
export async function conformanceWith(
  run: typeof runNode,
  { unchanged, quick, output }: Context,
  say: (progress: string) => void,
): Promise<StepResult> {
  if (unchanged) return { outcome: 'unchanged', summary: 'neither spec/ nor fixtures/ changed', findings: [] };
  const directory = join(output, 'conformance');
  const file = join(directory, 'conformance.json');
  rmSync(file, { force: true });
  const args = [...nodeArguments, 'conformance/cli.ts', '--output', directory, ...(quick ? ['--quick'] : [])];
  const ended = await run(args, {
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !elsewhere.includes(name))),
    heard: (line) => /^\d+\/\d+ cases/.test(line) && say(line),
  });
  if (!existsSync(file)) {
    throw new Error(`the conformance suite gave no report (exit code ${ended.code}): ${lastLine(ended)}`);
  }
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return resultOfSuite(report, ended.code, quick);
}
