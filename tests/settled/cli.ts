import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { exitOnSignals } from '../exit-on-signals.ts';
import { roundTrip } from './round-trip.ts';

/** The servers with a deployment file in this folder. */
const described = ['strict', 'lax', 'renamed'] as const;

interface Options {
  server: (typeof described)[number][];
  byHand: boolean;
  output: string;
}

const program = new Command('node scripts/run.mjs tests/settled/cli.ts')
  .description('Compares the outcomes of rules at conforming servers and at the mock with their deployment files.')
  .addOption(new Option('--server <name...>', 'servers to compare').choices(described).default([...described]))
  .option('--by-hand', 'with the files in this folder, not with settled ones', false)
  .option('--output <dir>', 'directory of the reports', 'reports/settled')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
const { server, byHand, output } = program.parse().opts<Options>();
exitOnSignals();

/** Percent of the rules that have equal outcomes. */
const LEAST = 80;

for (const name of server) {
  const { judged, differences } = await roundTrip(name, resolve(join(output, name)), { byHand });
  for (const { rule, atServer, atMock } of differences)
    console.log(`${name}: ${rule} is ${atServer} at the server, ${atMock} at the mock`);
  const share = Math.floor((100 * (judged - differences.length)) / judged);
  console.log(`${name}: ${share} % of ${judged} rules have equal outcomes`);
  if (share < LEAST) process.exitCode = 1;
}
