import { Command } from 'commander';
import { wholeNumber } from '../../mock/whole-number.ts';
import { exitOnSignals } from '../exit-on-signals.ts';
import { compare } from './compare.ts';

/** So many disagreements are shown in full. */
const SHOWN = 10;

const program = new Command('npm run test:differential --')
  .description(
    "Asks the mock's own components and those of stock Prism the same questions, and shows where they disagree.",
  )
  .option('--requests <n>', 'how many questions', wholeNumber(0, 999_999_999), 50_000)
  .option('--seed <n>', 'the same seed asks the same questions', wholeNumber(0, 999_999_999), 1)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
const { requests, seed } = program.parse().opts<{ requests: number; seed: number }>();
exitOnSignals();

const { agreed, explained, disagreements } = await compare(requests, seed);
for (const { question, ours, stock } of disagreements.slice(0, SHOWN)) {
  console.log(`DISAGREEMENT ${JSON.stringify(question, (key, value) => (key === 'operation' ? value.id : value))}`);
  console.log(`  ours: ${ours.join('; ') || 'nothing wrong'}\n  stock: ${stock.join('; ') || 'nothing wrong'}`);
}
console.log(`seed ${seed}: ${agreed} of ${requests} agree`);
for (const [reason, count] of explained) console.log(`${count}: ${reason}`);
console.log(`${disagreements.length} disagreements that nothing explains`);
process.exitCode = disagreements.length === 0 ? 0 : 1;
