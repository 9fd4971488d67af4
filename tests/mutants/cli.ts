import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { wholeNumber } from '../../mock/whole-number.ts';
import { exitOnSignals } from '../exit-on-signals.ts';
import { readExcuses } from './excused.ts';
import { AFTERWARDS, type Fate, hunt, stepsFor, UnsoundStep } from './hunt.ts';
import type { Mutant } from './operators.ts';
import { reachIn } from './reach.ts';
import { isMutable, sample } from './sample.ts';
import { projectFiles, root, Scratch } from './scratch.ts';

/** So much of what changes behaviour has to be noticed. */
const ENOUGH = 0.95;

interface Options {
  seed: number;
  count: number;
  only: string;
  minutes: number;
  workers: number;
  cit: boolean;
  output: string;
}

interface Tried {
  mutant: Mutant;
  fate: Fate;
}

const program = new Command('npm run test:mutants --')
  .description('Puts small mistakes into the code, one at a time, and says which of them no test notices.')
  .option('--seed <n>', 'the same seed makes the same mistakes', wholeNumber(0, 999_999_999), 1)
  .option('--count <n>', 'how many', wholeNumber(1, 999_999), 300)
  .option('--only <path>', 'only in files whose path begins so', '')
  .option('--minutes <n>', 'begin no other one after so long', wholeNumber(1, 999_999), 300)
  .option('--workers <n>', 'how many side by side', wholeNumber(1, 99), availableParallelism())
  .option('--cit', 'leave out the tests that npm cit leaves out; what they alone notice counts as survived', false)
  .option('--output <file>', 'what is known already is read there, and what is new added', 'reports/mutants.ndjson')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
const { seed, count, only, minutes, workers, cit, output } = program.parse().opts<Options>();
exitOnSignals();
process.exitCode = await run();

async function run(): Promise<number> {
  const files = projectFiles();
  const sources = files.filter((file) => file.endsWith('.ts'));
  const chosen = sources.filter((file) => isMutable(file) && file.startsWith(only));
  const texts = new Map(chosen.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const mutants = sample(texts, { seed, count });
  if (mutants.length === 0) program.error(`error: nothing to change below ${only}`);
  const reach = reachIn(root, sources);
  const known = readKnown();
  const waiting = mutants.filter((mutant) => !known.has(keyOf(mutant)));
  console.log(`seed ${seed}: ${mutants.length} mutants in ${texts.size} files, ${waiting.length} to be tried`);

  const endsAt = Date.now() + minutes * 60_000;
  const work = async () => {
    const scratch = new Scratch(files);
    for (let mutant = waiting.shift(); mutant && Date.now() < endsAt; mutant = waiting.shift()) {
      const one = mutant;
      const fate = await hunt(stepsFor(one, reach, cit), scratch, one, texts.get(one.file) ?? '').catch(
        (error: unknown) => {
          if (!(error instanceof UnsoundStep)) throw error;
          console.log(`UNJUDGED ${placeOf(one)}: ${error.message}`);
        },
      );
      if (fate === undefined) continue;
      known.set(keyOf(one), { mutant: one, fate });
      keep({ mutant: one, fate });
      console.log(
        `${fate === 'survived' ? 'SURVIVED' : 'caught  '} ${placeOf(one)}${fate === 'survived' ? '' : `, by ${fate.caughtBy}`}`,
      );
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return judge(
    mutants.flatMap((mutant) => known.get(keyOf(mutant)) ?? []),
    mutants.length,
  );
}

/** Says what has survived, or was caught after `npm cit` alone; 0 when that noticed enough of what changes behaviour. */
function judge(tried: readonly Tried[], wanted: number): number {
  const isExcused = readExcuses(fileURLToPath(new URL('./excused.yaml', import.meta.url)));
  const counting = tried.filter(({ mutant, fate }) => fate !== 'survived' || !isExcused(mutant));
  const survivors = counting.filter(({ fate }) => fate === 'survived');
  const late = counting.filter(({ fate }) => fate !== 'survived' && fate.caughtBy.startsWith(AFTERWARDS));
  for (const { mutant } of survivors) console.log(`SURVIVOR ${placeOf(mutant)}\n  ${mutant.code}`);
  for (const { mutant } of late) console.log(`LATE ${placeOf(mutant)}\n  ${mutant.code}`);
  const caught = counting.length - survivors.length - late.length;
  const share = counting.length === 0 ? 1 : caught / counting.length;
  console.log(
    `seed ${seed}: ${tried.length} of ${wanted} tried, ${caught} caught by npm cit, ${late.length} by test:whole alone, ` +
      `${survivors.length} survived, ${tried.length - counting.length} excused: ${(share * 100).toFixed(1)} % caught`,
  );
  return share >= ENOUGH ? 0 : 1;
}

function readKnown(): Map<string, Tried> {
  const lines = existsSync(output) ? readFileSync(output, 'utf8').trim().split('\n') : [];
  const tried = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Tried);
  return new Map(tried.map((one) => [keyOf(one.mutant), one]));
}

function keep(tried: Tried): void {
  mkdirSync(dirname(output), { recursive: true });
  appendFileSync(output, `${JSON.stringify(tried)}\n`);
}

function keyOf({ file, start, end, replacement }: Mutant): string {
  return JSON.stringify([file, start, end, replacement]);
}

function placeOf({ file, line, change }: Mutant): string {
  return `${file}:${line}  ${change}`;
}
