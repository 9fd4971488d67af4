import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { isUnsure } from '../../conformance/suite/outcome/outcome.ts';
import { wholeNumber } from '../../mock/config.ts';
import { nodeArguments } from '../../spec/form.ts';
import { loadRegister } from '../../spec/register.ts';
import { exitOnSignals } from '../exit-on-signals.ts';
import { scenarios } from '../staging/scenarios.ts';
import { faults } from './index.ts';
import type { FaultResult } from './run-faults.ts';
import { type Condition, type Round, type Selection, selectFaults } from './selection.ts';
import type { News } from './shard.ts';

interface Options extends Selection {
  processes: number;
  behind?: Condition;
}

/** The result of a fault, and the conditions it was tried behind. */
type Tried = FaultResult & Pick<Round, 'behind'>;

const program = new Command('node scripts/run.mjs tests/faults/cli.ts')
  .description(
    'Proves the suite: each fault must be found by the rule that it breaks, and by no rule that has nothing to do with it.',
  )
  .option('--rule <glob...>', 'only faults of these rules', [])
  .option(
    '--fast',
    'of each rule one fault of each kind (status, code, title, header, body), and a few as at deployments',
    false,
  )
  .option('--sample <n>', 'only so many of them, evenly spread', wholeNumber(1, 100_000))
  .addOption(
    new Option(
      '--behind <condition>',
      'take the mock for a deployment, without a control plane and under conditions of staging (node scripts/run.mjs tests/staging/cli.ts --list)',
    ).choices(Object.keys(scenarios)),
  )
  .option('--processes <n>', 'processes side by side', wholeNumber(1, 999), 2)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
const { processes, behind, ...selection } = program.parse().opts<Options>();
if (selectFaults(selection).length === 0) program.error(`error: no fault breaks a rule ${selection.rule.join(' or ')}`);

const aboutMock = new Set(
  [...loadRegister().values()].flatMap(({ id, statement }) => (statement.startsWith('On the mock') ? [id] : [])),
);

exitOnSignals();
process.exitCode = await runMatrix();

async function runMatrix(): Promise<number> {
  const startedAt = performance.now();
  const problems = selection.rule.length === 0 && behind === undefined ? uncovered() : [];
  const results: Tried[] = [];
  const hear = ({ behind, ...news }: News) => {
    const where = behind === undefined ? '' : ` (behind ${behind})`;
    if ('unbroken' in news) {
      problems.push(
        ...news.unbroken.map(({ rule, because }) => `${rule} fails where nothing is broken${where}: ${because}`),
      );
      return;
    }
    const tried = { ...news.result, behind };
    results.push(tried);
    const own = problemsOf(tried).map((problem) => problem + where);
    const label = labelOf(tried) ?? (tried.outcome !== 'fail' ? 'MISSED' : own.length > 0 ? 'STRAYS' : 'found ');
    console.log(`${label}  ${tried.rule.padEnd(16)} ${tried.title}${where}`);
    problems.push(...own);
  };
  const count = (label: string) => results.filter((result) => labelOf(result) === label).length;
  const ends = await Promise.all(startShards().map((child) => ended(child.on('message', hear))));
  problems.push(...ends.flat());
  const asDeployed = results.filter(({ behind }) => behind !== undefined);
  // Rarely means of fifty faults one, and of a few two.
  if (count('UNSURE') > 2 + asDeployed.length / 50) problems.push(`${count('UNSURE')} faults are left undecided`);
  for (const problem of problems) console.log(`PROBLEM ${problem}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const found = results.filter(({ outcome }) => outcome === 'fail').length;
  const others = asDeployed.length === 0 ? '' : `, ${count('UNSURE')} undecided, ${count('BEYOND')} out of sight`;
  console.log(`${found} of ${results.length} faults found${others}, ${problems.length} problems, ${seconds} s`);
  return problems.length === 0 ? 0 : 1;
}

/** Behind conditions some faults are out of sight, as only the control plane shows them, and a few may be left undecided. */
function labelOf({ rule, outcome, isPartlyAsked, behind }: Tried): 'BEYOND' | 'UNSURE' | undefined {
  if (behind === undefined || outcome === 'fail') return undefined;
  if (isPartlyAsked || aboutMock.has(rule)) return 'BEYOND';
  return isUnsure(outcome) ? 'UNSURE' : undefined;
}

/** Starts processes that share the faults. Playwright's own variables would turn their cases into its tests. */
function startShards(): ChildProcess[] {
  const { PLAYWRIGHT_TEST: _p, TEST_WORKER_INDEX: _w, ...env } = process.env;
  const [runner = ''] = nodeArguments;
  const file = fileURLToPath(new URL('./shard.ts', import.meta.url));
  return Array.from({ length: processes }, (_, index) =>
    fork(runner, [file, JSON.stringify({ ...selection, behind, index, count: processes })], { env, execArgv: [] }),
  );
}

/** Waits for the end of a process, and says when it came too early. */
async function ended(child: ChildProcess): Promise<string[]> {
  const [code, signal] = await once(child, 'exit');
  return code === 0 ? [] : [`a process ended before all its faults were tried: ${signal ?? `exit code ${code}`}`];
}

/** The problems of one fault: it was missed, or unrelated rules failed. */
function problemsOf(result: Tried): string[] {
  const { rule, title, outcome, strays, cases } = result;
  const charged = strays.map((stray) => `${stray.rule} fails under a fault of ${rule} (${title}): ${stray.because}`);
  if (cases === 0) return [`${rule}: no case is about it, so nothing can find: ${title}`];
  return outcome === 'fail' || labelOf(result) !== undefined
    ? charged
    : [`${rule} comes out as ${outcome} under: ${title}`, ...charged];
}

/** The rules that have to be broken by some fault and are broken by none. */
function uncovered(): string[] {
  const broken = new Set(faults.map(({ rule }) => rule));
  return [...loadRegister().values()]
    .filter(
      ({ level, observe, retired, id }) => level === 'MUST' && observe !== 'nobody' && !retired && !broken.has(id),
    )
    .map(({ id }) => `${id} has no fault: nobody knows whether its cases find anything`);
}
