import { Command } from 'commander';
import { parseNumber } from '../../mock/config.ts';
import { exitOnSignals } from '../exit-on-signals.ts';
import { killRounds } from './kill.ts';

/** The number of problems that are shown in full. */
const MAX_PROBLEMS = 20;

const program = new Command('node scripts/run.mjs tests/durability/cli.ts')
  .description('Kills a mock with --data under load, again and again: no acknowledged change is lost or doubled.')
  .option('--rounds <n>', 'how often', parseNumber(1, 999_999_999), 200)
  .option('--seed <n>', 'the same seed chooses the same work and moments', parseNumber(1, 999_999_999), 1)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
const { rounds, seed } = program.parse().opts<{ rounds: number; seed: number }>();
exitOnSignals();

const { acknowledged, cutOff, problems } = await killRounds({ rounds, seed }, (round, result) => {
  if (round % 10 === 0) {
    console.log(`${round} kills, ${result.acknowledged} acknowledged, ${result.problems.length} problems`);
  }
});
for (const problem of problems.slice(0, MAX_PROBLEMS)) console.log(`PROBLEM ${problem}`);
console.log(
  `seed ${seed}, ${rounds} kills: ${acknowledged} acknowledged, ${cutOff} cut off, ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
