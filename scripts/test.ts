import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { runScript } from '../gate/command.ts';
import { say } from '../spec/print.ts';

/** The tests, whose dots are shown as they come. */
const tests = ['test:unit', 'test:pure'];

/**
 * What `npm test` consists of, as scripts of package.json with their arguments. A row runs side by side, and the next one after it; a
 * matrix is one process of it, as each process loads all cases. The longest is first, so that at the end no core waits for it: the unit tests,
 * which are two processes and wait at times, beside one other part after the other.
 */
const rows: readonly (readonly string[])[] = [
  [
    'typecheck',
    'lint',
    'gate -- --base spec/openapi.yaml --only types,rules,examples',
    'check:imports',
    'check:workflows',
    'build:console',
  ],
  ['test:unit', 'test:faults -- --fast --processes 1', 'conformance', 'fuzz -- --requests 5000'],
];

/** For use while working. */
const quick: typeof rows = [['typecheck', 'test:pure', 'lint']];

/** How a part ended, how long it took, and how much of all cores it and what it started had: that is the same on a busy machine. */
interface Ended {
  part: string;
  code: number;
  seconds: number;
  cpuSeconds: number;
}

await runScript(async (args) => {
  const { values } = parseArgs({ args, options: { quick: { type: 'boolean' } } });
  const ended: Ended[] = [];
  for (const row of values.quick ? quick : rows) {
    ended.push(...(await sideBySide(row)));
    if (ended.some(({ code }) => code !== 0)) break;
  }
  const lines = ended.map((one) => line(one, one.code === 0 ? one.part : `${one.part} FAILED`));
  const cpuSeconds = ended.reduce((sum, one) => sum + one.cpuSeconds, 0);
  say(
    [
      '\nTime by part, and of all cores together:',
      ...lines,
      line({ seconds: performance.now() / 1000, cpuSeconds }, 'in all'),
    ].join('\n'),
  );
  return ended.find(({ code }) => code !== 0)?.code ?? 0;
});

function line({ seconds, cpuSeconds }: Pick<Ended, 'seconds' | 'cpuSeconds'>, what: string): string {
  return `${seconds.toFixed(1).padStart(7)} s ${cpuSeconds.toFixed(1).padStart(7)} s of CPU  ${what}`;
}

/** Runs parts, as many at once as there are cores; after one has failed no other begins. */
async function sideBySide(parts: readonly string[]): Promise<Ended[]> {
  const waiting = [...parts];
  const ended: Ended[] = [];
  const work = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const one = await run(part, parts.length > 1 && !tests.includes(part));
      ended.push(one);
      if (one.code !== 0) waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return ended;
}

/** Runs a part; what it prints is shown as it comes, or when it has ended. */
async function run(part: string, isShownAtItsEnd: boolean): Promise<Ended> {
  const start = performance.now();
  const output = isShownAtItsEnd ? 'pipe' : 'inherit';
  // The shell alone knows what those had that it waited for.
  const child = spawn(`npm run --silent ${part}; code=$?; times >&3; exit $code`, {
    shell: true,
    stdio: ['ignore', output, output, 'pipe'],
  });
  const [printed, times] = [textOf(child.stdout, child.stderr), textOf(child.stdio[3] as Readable)];
  const [code] = (await once(child, 'close')) as [number | null];
  if (printed() !== '') say(`\n> ${part}\n${printed().trimEnd()}`);
  return { part, code: code ?? 1, seconds: (performance.now() - start) / 1000, cpuSeconds: total(times()) };
}

/** Collects what streams carry. */
function textOf(...streams: readonly (Readable | null)[]): () => string {
  let text = '';
  for (const stream of streams) {
    stream?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  }
  return () => text;
}

/** The sum of what the shell's `times` tells, such as `1m2.50s`, in seconds. */
function total(times: string): number {
  const all = [...times.matchAll(/(\d+)m(\d+(?:[.,]\d+)?)s/g)];
  return all.reduce(
    (sum, [, minutes, seconds = '']) => sum + Number(minutes) * 60 + Number(seconds.replace(',', '.')),
    0,
  );
}
