import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { hasColor, printLine, runScript } from '../spec/print.ts';
import { root } from './options.mjs';

const run = 'scripts/run.mjs';
const tsc = 'node_modules/typescript/bin/tsc';
const vitest = 'node_modules/vitest/vitest.mjs';

/** The checks by name, each a list of commands: Node's arguments, run one after the other. */
const parts = {
  typecheck: [compileIncrementally('project'), [...compileIncrementally('console'), '-p', 'mock/console/app']],
  lint: [
    ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
    ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--config', 'spec/lint.yaml'],
    [run, 'scripts/check-imports.ts'],
    [run, 'scripts/check-texts.ts'],
  ],
  contract: [[run, 'gate/cli.ts', '--base', 'spec/openapi.yaml', '--only', 'types,rules,examples']],
  unit: [[vitest, 'run']],
  'unit (short)': [[vitest, 'run', '--exclude', 'tests/**', '--exclude', '**/*.long.test.ts']],
  conformance: [[run, 'conformance/cli.ts']],
} satisfies Record<string, readonly (readonly string[])[]>;

type Part = keyof typeof parts;

/** `npm test`: the longest first, so that no core is idle at the end. */
const everything: readonly Part[] = ['unit', 'conformance', 'lint', 'typecheck', 'contract'];

/** `npm run test:quick`, for use while working. */
const quick: readonly Part[] = ['unit (short)', 'typecheck', 'lint'];

await runScript(async (args) => {
  const { values, positionals } = parseArgs({ args, options: { quick: { type: 'boolean' } }, allowPositionals: true });
  const named = positionals.map(parsePart);
  const usual = values.quick ? quick : everything;
  const waiting = [...(named.length > 0 ? named : usual)];
  const isShownAsItComes = waiting.length === 1;
  let failed = 0;
  const runParts = async () => {
    for (let part = waiting.shift(); part && failed === 0; part = waiting.shift()) {
      const start = performance.now();
      const { code, output } = await runPart(part, isShownAsItComes);
      failed ||= code;
      if (isShownAsItComes) return;
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      printLine(`${output.trimEnd()}\n${code === 0 ? 'passed' : 'FAILED'}  ${part} (${seconds} s)\n`.trimStart());
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runParts));
  return failed;
});

function parsePart(name: string): Part {
  if (name in parts) return name as Part;
  throw new Error(`there is no part "${name}"; there are ${Object.keys(parts).join(', ')}`);
}

/** The compiler checks the changes since its last run. */
function compileIncrementally(name: string): string[] {
  return [tsc, '--incremental', '--tsBuildInfoFile', `node_modules/.cache/${name}.tsbuildinfo`];
}

/** Runs the commands of a part up to the first that fails. Only that command's stderr is shown: others print notices about themselves. */
async function runPart(part: Part, isShownAsItComes: boolean): Promise<{ code: number; output: string }> {
  let output = '';
  // Vitest would color its output for every CI system, and this output is printed as text.
  const env = hasColor(process.stdout) ? process.env : { ...process.env, NO_COLOR: '1' };
  for (const args of parts[part]) {
    const stdout = isShownAsItComes ? 'inherit' : 'pipe';
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', stdout, 'pipe'] });
    child.stdout?.setEncoding('utf8').on('data', (printed: string) => {
      output += printed;
    });
    let notices = '';
    child.stderr?.setEncoding('utf8').on('data', (printed: string) => {
      notices += printed;
    });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code === 0) continue;
    if (isShownAsItComes) process.stderr.write(notices);
    return { code: code ?? 1, output: output + notices };
  }
  return { code: 0, output };
}
