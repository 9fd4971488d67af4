import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runScript } from '../gate/command.ts';
import { say } from '../spec/print.ts';

/** What `npm test` consists of, as scripts of package.json with their arguments. A row runs side by side, and the next one after it. */
const rows: readonly (readonly string[])[] = [
  ['build:console'],
  ['typecheck', 'lint', 'check:types', 'check:rules', 'check:examples', 'check:imports', 'check:workflows'],
  [
    'test:faults -- --fast',
    "test:faults -- --behind '7% broken' --fast --sample 20",
    'test:faults -- --behind replicas --fast --sample 20',
    'conformance',
    'fuzz -- --requests 5000',
  ],
];

/** Comes after these, and ends with a summary of its own, its time included. */
const last = 'test:unit';

/** How a part ended, and how long it took. */
interface Ended {
  part: string;
  code: number;
  seconds: number;
}

await runScript(async (args) => {
  parseArgs({ args });
  const ended: Ended[] = [];
  for (const row of rows) {
    ended.push(...(await sideBySide(row)));
    if (ended.some(({ code }) => code !== 0)) break;
  }
  const line = (seconds: number, what: string) => `${seconds.toFixed(1).padStart(7)} s  ${what}`;
  const lines = ended.map(({ part, code, seconds }) => line(seconds, code === 0 ? part : `${part} FAILED`));
  say(['\nTime by part:', ...lines, line(performance.now() / 1000, 'in all, before the tests')].join('\n'));
  return ended.find(({ code }) => code !== 0)?.code ?? (await run(last, false)).code;
});

/** Runs parts, as many at once as there are cores; after one has failed no other begins. */
async function sideBySide(parts: readonly string[]): Promise<Ended[]> {
  const waiting = [...parts];
  const ended: Ended[] = [];
  const work = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const one = await run(part, parts.length > 1);
      ended.push(one);
      if (one.code !== 0) waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return ended;
}

/** Runs a part; what it prints beside others is shown when it has ended. */
async function run(part: string, isBesideOthers: boolean): Promise<Ended> {
  const start = performance.now();
  const output = isBesideOthers ? 'pipe' : 'inherit';
  const child = spawn(`npm run --silent ${part}`, { shell: true, stdio: ['ignore', output, output] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  if (printed !== '') say(`\n> ${part}\n${printed.trimEnd()}`);
  return { part, code: code ?? 1, seconds: (performance.now() - start) / 1000 };
}
