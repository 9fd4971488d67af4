import { loadCases } from '../../conformance/cases.ts';
import { scenarios } from '../staging/scenarios.ts';
import { consequencesOf } from './consequences.ts';
import type { Fault, RuleGlob } from './fault.ts';
import { influencedBy } from './influence.ts';
import { kinOf } from './kin.ts';
import { type CleanRun, type FaultResult, runFaults, runWithoutFault } from './run-faults.ts';
import { type Selection, selectFaults } from './selection.ts';

/** What a process is to do: of the selected faults every `count`th, beginning with the one at `index`. */
export interface Shard extends Selection {
  index: number;
  count: number;
  /** What is known of consequences is found out anew. */
  record: boolean;
  /** The scenario of staging whose conditions lie between the suite and the faults. */
  behind?: string;
}

/** What it reports. */
export type News = { result: FaultResult } | { unbroken: FaultResult['strays'] };

// It ends with the process that has started it, and cleans up however it ends.
for (const event of ['disconnect', 'SIGINT', 'SIGTERM']) process.on(event, () => process.exit());

// Each expectation takes down where it stands, which costs much in the lines of the sources, and nobody reads it here.
process.setSourceMapsEnabled(false);

const { index, count, record, behind: scenario, ...selection }: Shard = JSON.parse(process.argv[2] ?? '');
const tell = (news: News) => process.send?.(news);

const behind = scenario === undefined ? undefined : scenarios[scenario]?.conditions;
const selected = selectFaults(selection);
// Cases made from the document join in where all do; by default the matrix proves those written by hand.
const cases = (await loadCases()).filter(({ options }) => selection.full || !options.derived);
const casesAbout = ({ rule }: Fault) => cases.filter(({ rules }) => rules.some(({ id }) => id === rule));

let clean: CleanRun = { failures: [], recorded: new Map() };
if (selection.full) clean = await runWithoutFault(cases);
else if (index === 0) clean = await runWithoutFault([...new Set(selected.flatMap(casesAbout))], behind);
if (index === 0) tell({ unbroken: clean.failures });

const mine = selected.filter((_, place) => place % count === index);
const surroundings = { behind, ...(selection.full && { related: relatedTo }) };
for await (const result of runFaults(mine, casesFor, surroundings)) tell({ result });
process.disconnect();

/** Where every case is tried, others may fail as well than those that the fault names. */
function relatedTo(fault: Fault): readonly RuleGlob[] {
  return [...kinOf(fault), ...(record ? [] : consequencesOf(fault))];
}

async function casesFor(fault: Fault) {
  if (!selection.full) return casesAbout(fault);
  const wanted = new Set([...casesAbout(fault), ...(await influencedBy(fault, clean.recorded))]);
  return cases.filter((one) => wanted.has(one));
}
