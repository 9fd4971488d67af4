import { Command } from 'commander';
import { isUnsure } from '../../conformance/suite/outcome/outcome.ts';
import { loadCases } from '../../conformance/suite/run/cases.ts';
import { loadRegister } from '../../spec/register.ts';
import { exitOnSignals } from '../exit-on-signals.ts';
import { scenarios } from '../staging/scenarios.ts';
import type { Fault } from './fault.ts';
import { faults } from './index.ts';
import { type FaultResult, runFaults } from './run-faults.ts';
import { firstOfEachKind, selectFaults, spread } from './selection.ts';

const program = new Command('node scripts/run.mjs tests/faults/cli.ts')
  .description('Proves the suite: each fault must be found by the rule that it breaks, and by no unrelated one.')
  .option('--rule <glob...>', 'only faults of these rules', [])
  .option('--fast', 'of each rule one fault of each kind (status, code, title, header, body)', false)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
const { rule, fast } = program.parse().opts<{ rule: string[]; fast: boolean }>();
const named = selectFaults(faults, rule);
if (named.length === 0) program.error(`error: no fault names ${rule.join(' or ')} first`);

exitOnSignals();
// Each expectation records its place; nothing here reads it, and finding it in the sources is slow.
Error.prepareStackTrace = undefined as never;

// Cases of few rules first: those made from the document send most, and are about many.
const cases = (await loadCases()).toSorted((first, second) => first.rules.length - second.rules.length);
const casesAbout = ({ rule }: Fault) => cases.filter(({ rules }) => rules.some(({ id }) => id === rule));
const chosen = fast ? firstOfEachKind(named) : named;
/** A few faults are tried as at a deployment, half of them behind each of these conditions of staging. */
const few = fast ? spread(chosen, 20) : [];
const roads = ['7% broken', 'replicas'] as const;
const problems = rule.length === 0 ? findUncovered() : [];
let found = 0;
let undecided = 0;

// Side by side, as those behind conditions wait most of the time.
await Promise.all([
  tryFaults(chosen),
  ...roads.map((road, turn) =>
    tryFaults(
      few.filter((_, index) => index % roads.length === turn),
      road,
    ),
  ),
]);
// Rarely means of twenty faults two.
if (undecided > 2) problems.push(`${undecided} faults are left undecided`);
for (const problem of problems) console.log(`PROBLEM ${problem}`);
const others = few.length === 0 ? '' : `, ${undecided} undecided at a deployment`;
console.log(`${found} of ${chosen.length + few.length} faults found${others}, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);

async function tryFaults(list: readonly Fault[], road?: (typeof roads)[number]): Promise<void> {
  const where = road === undefined ? '' : ` (behind ${road})`;
  for await (const result of runFaults(list, casesAbout, road && scenarios[road]?.conditions)) {
    const isUndecided = road !== undefined && isOpen(result);
    found += Number(result.outcome === 'fail');
    undecided += Number(isUndecided && isUnsure(result.outcome));
    const own = isUndecided ? [] : listProblems(result);
    problems.push(...own.map((problem) => problem + where));
    const label = isUndecided ? 'OPEN  ' : result.outcome !== 'fail' ? 'MISSED' : own.length > 0 ? 'STRAYS' : 'found ';
    console.log(`${label}  ${result.rule.padEnd(16)} ${result.title}${where}`);
  }
}

/** At a deployment some faults are out of sight, as only the control plane shows them, and a few may be left undecided. */
function isOpen({ rule, outcome, isPartlyOutOfScope }: FaultResult): boolean {
  const isAboutMock = loadRegister().get(rule)?.statement.startsWith('On the mock');
  return outcome !== 'fail' && (isPartlyOutOfScope || isAboutMock === true || isUnsure(outcome));
}

/** The problems of one fault: it was missed, or unrelated rules failed. */
function listProblems({ rule, title, outcome, strays, cases }: FaultResult): string[] {
  if (cases === 0) return [`${rule}: no case is about it, so nothing can find: ${title}`];
  const charged = strays.map((stray) => `${stray.rule} fails under a fault of ${rule} (${title}): ${stray.because}`);
  return outcome === 'fail' ? charged : [`${rule} has the outcome ${outcome} under: ${title}`, ...charged];
}

/** The rules that some fault has to break and none breaks. */
function findUncovered(): string[] {
  const broken = new Set(faults.map(({ rule }) => rule));
  return [...loadRegister().values()]
    .filter(
      ({ level, observe, retired, id }) => level === 'MUST' && observe !== 'nobody' && !retired && !broken.has(id),
    )
    .map(({ id }) => `${id} has no fault that proves its cases`);
}
