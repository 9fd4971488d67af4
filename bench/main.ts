// bench/: compares the compiled mock with stock Prism.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { keyedSend, list, send, update } from './calls.ts';
import { measureRate } from './load.ts';
import { startMock, startPrism, writeDocument } from './servers.ts';

const requests = [list, update, send, keyedSend];

const program = new Command('bench')
  .description('Compares the compiled mock with stock Prism: answers per second and time to the first answer.')
  .option('--rounds <number>', 'measurements of each server, in turn', parsePositive, 5)
  .option('--seconds <number>', 'length of a measurement of the rate', parsePositive, 2)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse();
const { rounds, seconds } = program.opts<{ rounds: number; seconds: number }>();

process.on('SIGINT', () => process.exit(130));
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
try {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [cpu] = cpus();
  console.log(`${cpu?.model}, ${cpus().length} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(2)};`);
  console.log(`medians of ${rounds} rounds of ${seconds} s, 32 connections\n`);
  await compare();
} catch (error) {
  console.error(`bench: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
process.exit();

async function compare(): Promise<void> {
  const document = join(folder, 'openapi.json');
  const mock = await startMock();
  writeFileSync(document, await writeDocument(mock.base, [list, update, send]));
  const prism = await startPrism(document);
  printRow('', 'mock', 'Prism', 'ratio');
  try {
    for (const { title, next } of requests) {
      const rates: { mock: number; prism: number }[] = [];
      // The first round warms both servers up.
      for (let round = 0; round <= rounds; round++) {
        await fetch(new URL('/__admin/reset', mock.base), { method: 'POST' });
        const rate = {
          mock: await measureRate(mock.base, next, seconds),
          prism: await measureRate(prism.base, next, seconds),
        };
        if (round > 0) rates.push(rate);
      }
      compareRounds(`${title}, answers/s`, rates, (value) => value.toFixed(0));
    }
  } finally {
    await Promise.all([mock.stop(), prism.stop()]);
  }
  const starts: { mock: number; prism: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    starts.push({ mock: await startSeconds(startMock), prism: await startSeconds(() => startPrism(document)) });
  }
  compareRounds('start to first answer, s', starts, (value) => value.toFixed(2));
}

async function startSeconds(start: typeof startMock): Promise<number> {
  const server = await start();
  await server.stop();
  return server.startSeconds;
}

/** Prints the medians of both servers and of their ratios in each round. */
function compareRounds(
  title: string,
  rounds: readonly { mock: number; prism: number }[],
  show: (value: number) => string,
) {
  const [mock, prism] = [findMedian(rounds.map(({ mock }) => mock)), findMedian(rounds.map(({ prism }) => prism))];
  printRow(title, show(mock), show(prism), `${findMedian(rounds.map(({ mock, prism }) => mock / prism)).toFixed(2)} x`);
}

function printRow(title: string, ...cells: string[]): void {
  console.log(title.padEnd(42) + cells.map((cell) => cell.padStart(9)).join(''));
}

function findMedian(values: readonly number[]): number {
  return values.toSorted((first, second) => first - second)[values.length >> 1] ?? Number.NaN;
}

function parsePositive(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('must be a whole number above 0');
}
