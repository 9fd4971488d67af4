import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markdownTable } from 'markdown-table';
import { median, medianRatio } from '../compare/statistics.ts';
import { describeMachine } from '../machine.ts';
import { fillBlock } from '../readme.ts';

const results = new URL('../results/', import.meta.url);
const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const prismCli = createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json');

/** Who is measured, and what answers `--version` for it. */
const commands = { mock: fileAt('../../dist/command.js'), prism: join(dirname(prismCli), 'dist/index.js') };
type Server = keyof typeof commands;

/** The steps, by the names that `process.js` tells them by, and how many milliseconds each is to take at most. */
const steps = [
  ['import', 'import of the package', 250],
  ['first', 'first server of a process', 150],
  ['later', 'each later one', 25],
  ['close', 'closing one', 10],
  ['prefer', 'first answer by `Prefer`', 100],
  ['version', 'the command’s `--version`', 400],
] as const;

/** Milliseconds of CPU, one entry a round. */
type Measured = Record<(typeof steps)[number][0], number[]>;

/**
 * Measures what it takes to embed the mock, and stock Prism, each round in processes of their own; prints a table, writes
 * `results/embedding.json`, and puts the table into the README. Gives the exit code.
 */
export async function measureEmbedding({ rounds }: { rounds: number }): Promise<number> {
  const machine = describeMachine();
  const measured: Record<Server, Measured> = { mock: nothing(), prism: nothing() };
  for (let round = 0; round < rounds; round++) {
    for (const server of ['mock', 'prism'] as const) {
      const told = JSON.parse(run(fileAt('process.js'), server)) as Record<string, number[]>;
      for (const [step] of steps)
        measured[server][step].push(step === 'version' ? versionOf(server) : median(told[step] ?? []));
    }
  }
  const text = `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; ${rounds} rounds; milliseconds of CPU.\n\n${table(measured)}`;
  console.log(text);
  mkdirSync(results, { recursive: true });
  writeFileSync(new URL('embedding.json', results), `${JSON.stringify({ machine, rounds, measured }, null, 2)}\n`);
  fillBlock('embedding', text);
  return 0;
}

function nothing(): Measured {
  return { import: [], first: [], later: [], close: [], prefer: [], version: [] };
}

function run(...args: string[]): string {
  return execFileSync(process.execPath, args, { encoding: 'utf8' });
}

/** What `--version` takes; the process says so as it ends. */
function versionOf(server: Server): number {
  const last = 'process.on("exit",()=>{const{user,system}=process.cpuUsage();console.log("\\n"+(user+system)/1000)})';
  const told = run('--import', `data:text/javascript,${encodeURIComponent(last)}`, commands[server], '--version');
  return Number(told.trim().split('\n').at(-1));
}

function table({ mock, prism }: Record<Server, Measured>): string {
  const compared = (ours: number[], theirs: number[]) => [
    shown(median(ours)),
    shown(median(theirs)),
    `${medianRatio(ours, theirs).toFixed(2)} x`,
  ];
  const rows = steps.map(([step, title, aim]) => {
    const verdict = median(mock[step]) <= aim ? 'met' : '**not met**';
    return [title, ...compared(mock[step], prism[step]), String(aim), verdict];
  });
  rows.push(['import, first server and first `Prefer`', ...compared(untilPrefer(mock), untilPrefer(prism)), '', '']);
  const header = ['what', 'this mock', 'stock Prism', 'mock to Prism', 'aim', ''];
  return markdownTable([header, ...rows], { align: ['l', 'r', 'r', 'r', 'r', 'l'] });
}

/** Stock Prism loads at its import what the mock loads when somebody asks with `Prefer`. */
function untilPrefer({ import: imported, first, prefer }: Measured): number[] {
  return imported.map((value, round) => value + (first[round] ?? Number.NaN) + (prefer[round] ?? Number.NaN));
}

function shown(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 10 ? 1 : 0);
}
