import { loadCases } from '../../conformance/cases.ts';
import { scenarios } from '../staging/scenarios.ts';
import type { Fault } from './fault.ts';
import { type FaultResult, runFaults, runWithoutFault } from './run-faults.ts';
import { type Condition, type Round, roundsOf, type Selection } from './selection.ts';

/** The share of one process: of each round every `count`th fault, from the one at `index`. */
export interface Shard extends Selection {
  index: number;
  count: number;
  behind?: Condition;
}

/** A report of a process. */
export type News = ({ result: FaultResult } | { unbroken: FaultResult['strays'] }) & Pick<Round, 'behind'>;

// It ends with the process that has started it, and cleans up however it ends.
for (const event of ['disconnect', 'SIGINT', 'SIGTERM']) process.on(event, () => process.exit());

// Each expectation records its place; nothing here reads it, and finding it in the sources is slow.
Error.prepareStackTrace = undefined as never;

const { index, count, behind: chosen, ...selection }: Shard = JSON.parse(process.argv[2] ?? '');
const send = (news: News) => process.send?.(news);

// The matrix proves the cases written by hand; derived ones have faults of their own in tests/servers.
const cases = (await loadCases()).filter(({ options }) => !options.derived);
const casesAbout = ({ rule }: Fault) => cases.filter(({ rules }) => rules.some(({ id }) => id === rule));

// Side by side, as those behind conditions wait most of the time.
await Promise.all(roundsOf(selection, chosen).map(runRound));
process.disconnect();

async function runRound({ faults, behind }: Round): Promise<void> {
  const conditions = behind === undefined ? undefined : scenarios[behind]?.conditions;
  if (index === 0) {
    const unbroken = await runWithoutFault([...new Set(faults.flatMap(casesAbout))], conditions);
    send({ unbroken, behind });
  }
  const mine = faults.filter((_, place) => place % count === index);
  for await (const result of runFaults(mine, casesAbout, conditions)) send({ result, behind });
}
