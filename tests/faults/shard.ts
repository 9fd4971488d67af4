import { loadCases } from '../../conformance/cases.ts';
import { scenarios } from '../staging/scenarios.ts';
import { consequencesOf } from './consequences.ts';
import type { Fault, RuleGlob } from './fault.ts';
import { influencedBy } from './influence.ts';
import { kinOf } from './kin.ts';
import { type CleanRun, type FaultResult, runFaults, runWithoutFault } from './run-faults.ts';
import { type Condition, type Round, roundsOf, type Selection } from './selection.ts';

/** What a process is to do: of the faults of each round every `count`th, beginning with the one at `index`. */
export interface Shard extends Selection {
  index: number;
  count: number;
  /** What is known of consequences is found out anew. */
  record: boolean;
  behind?: Condition;
}

/** What it reports. */
export type News = ({ result: FaultResult } | { unbroken: FaultResult['strays'] }) & Pick<Round, 'behind'>;

// It ends with the process that has started it, and cleans up however it ends.
for (const event of ['disconnect', 'SIGINT', 'SIGTERM']) process.on(event, () => process.exit());

// Each expectation takes down where it stands, which costs much in the lines of the sources, and nobody reads it here.
process.setSourceMapsEnabled(false);

const { index, count, record, behind: chosen, ...selection }: Shard = JSON.parse(process.argv[2] ?? '');
const tell = (news: News) => process.send?.(news);

// Cases made from the document join in where all do; by default the matrix proves those written by hand.
const cases = (await loadCases()).filter(({ options }) => selection.full || !options.derived);
const casesAbout = ({ rule }: Fault) => cases.filter(({ rules }) => rules.some(({ id }) => id === rule));

// Side by side, as those behind conditions wait most of the time.
await Promise.all(roundsOf(selection, chosen).map(runRound));
process.disconnect();

async function runRound({ faults, behind }: Round): Promise<void> {
  const conditions = behind === undefined ? undefined : scenarios[behind]?.conditions;
  let clean: CleanRun = { failures: [], recorded: new Map() };
  if (selection.full) clean = await runWithoutFault(cases);
  else if (index === 0) clean = await runWithoutFault([...new Set(faults.flatMap(casesAbout))], conditions);
  if (index === 0) tell({ unbroken: clean.failures, behind });

  const mine = faults.filter((_, place) => place % count === index);
  const choose = (fault: Fault) => casesFor(fault, clean);
  const surroundings = { behind: conditions, ...(selection.full && { related: relatedTo }) };
  for await (const result of runFaults(mine, choose, surroundings)) tell({ result, behind });
}

/** Where every case is tried, others may fail as well than those that the fault names. */
function relatedTo(fault: Fault): readonly RuleGlob[] {
  return [...kinOf(fault), ...(record ? [] : consequencesOf(fault))];
}

async function casesFor(fault: Fault, clean: CleanRun) {
  if (!selection.full) return casesAbout(fault);
  const wanted = new Set([...casesAbout(fault), ...(await influencedBy(fault, clean.recorded))]);
  return cases.filter((one) => wanted.has(one));
}
