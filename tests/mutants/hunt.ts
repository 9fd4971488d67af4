import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Mutant } from './operators.ts';
import type { Reach } from './reach.ts';
import type { Scratch } from './scratch.ts';

/** A command that may notice a mutant. */
interface Step {
  name: string;
  command: readonly string[];
}

/** The name of the step that has noticed a mutant, or that none has. */
export type Fate = { caughtBy: string } | 'survived';

/** A step that says nothing about a mutant. */
export class UnsoundStep extends Error {}

/** The last step, which is no part of `npm cit`. */
export const AFTERWARDS = 'test:whole';

/** How many of the nearest tests run first, how many after them, and how many at once of the others. */
const NEAREST = 3;
const NEAR = 15;
const AT_ONCE = 40;
/** The longest that a step may take; a mutant that makes it longer is noticed. */
const PATIENCE_MS = 600_000;

/**
 * What could notice a mutant, the quickest and most likely first: of what `npm cit` runs the tests nearest to the file, the types, the
 * linter, the other quick tests, then the suite against the mock, the fault matrix or the fuzzer; and, unless left out, the tests of
 * `test:whole`.
 */
export function stepsFor({ file }: Mutant, { testsOf }: Reach, isCitAlone = false): Step[] {
  const tests = testsOf(file);
  const quick = tests.filter((test) => !isWhole(test));
  const others = quick.slice(NEAR);
  const chunks = Array.from({ length: Math.ceil(others.length / AT_ONCE) }, (_, index) =>
    others.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
  const isOfSuite = file.startsWith('conformance/') || file.startsWith('spec/');
  return [
    ...testStep('the nearest tests', quick.slice(0, NEAREST)),
    { name: 'the types', command: ['node', 'node_modules/typescript-native/bin/tsc', ...REMEMBERING] },
    { name: 'the linter', command: ['node', 'node_modules/@biomejs/biome/bin/biome', 'lint', file] },
    ...testStep('the near tests', quick.slice(NEAREST, NEAR)),
    ...(file.startsWith('gate/')
      ? [script('gate', '--base', 'spec/openapi.yaml', '--only', 'rules')]
      : [script('conformance')]),
    ...(isOfSuite ? [script('test:faults', '--fast')] : []),
    ...chunks.flatMap((chunk) => testStep('the other tests', chunk)),
    ...(file.startsWith('mock/') ? [script('fuzz', '--requests', '5000')] : []),
    ...(isCitAlone ? [] : testStep(AFTERWARDS, tests.filter(isWhole))),
  ];
}

/** Only what a mutant touches is looked at again. */
const REMEMBERING = ['--incremental', '--tsBuildInfoFile', '.git/types.tsbuildinfo'];

function isWhole(test: string): boolean {
  return test.endsWith('.whole.test.ts');
}

function script(name: string, ...args: string[]): Step {
  const called = args.length === 0 ? [] : ['--', ...args];
  return { name: [name, ...args].join(' '), command: ['npm', 'run', '--silent', name, ...called] };
}

function testStep(name: string, tests: readonly string[]): Step[] {
  if (tests.length === 0) return [];
  const command = tests.some(isWhole)
    ? ['@playwright/test/cli.js', 'test', '--project=whole', '--workers=1', '--max-failures=1', '--reporter=line']
    : ['vitest/vitest.mjs', 'run', '--poolOptions.forks.minForks=1', '--poolOptions.forks.maxForks=1', '--bail=1'];
  return [{ name, command: ['node', `node_modules/${command[0]}`, ...command.slice(1), ...tests] }];
}

/** Runs steps one after the other until one fails. Rejects with an UnsoundStep when that one fails without the mutant as well. */
export async function hunt(steps: readonly Step[], copy: Scratch, mutant: Mutant, text: string): Promise<Fate> {
  for (const step of steps) {
    const seen = await copy.with(mutant, text, () => failureOf(step.command, copy.directory));
    if (seen === undefined) continue;
    if (await isSound(step, copy)) return { caughtBy: `${step.name}${seen}` };
    throw new UnsoundStep(`${step.name} fail without a mutant: ${step.command.join(' ')}`);
  }
  return 'survived';
}

const sound = new Map<string, boolean>();

/** Whether a step passes where nothing is changed. */
async function isSound({ command }: Step, { directory }: Scratch): Promise<boolean> {
  const key = command.join(' ');
  const passes = sound.get(key) ?? (await failureOf(command, directory)) === undefined;
  sound.set(key, passes);
  return passes;
}

/** How a command failed, or undefined when it did not. */
async function failureOf([program = '', ...args]: readonly string[], cwd: string): Promise<string | undefined> {
  // A process group of its own, so that all it has started ends with it. Output goes nowhere: a mutant may print without end.
  const child = spawn(program, args, { cwd, stdio: 'ignore', detached: true, env: { ...process.env, CI: '1' } });
  const endAll = () => process.kill(-(child.pid as number), 'SIGKILL');
  process.once('exit', endAll);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endAll();
  }, PATIENCE_MS);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  process.removeListener('exit', endAll);
  if (isLate) return ', which took too long';
  return code === 0 ? undefined : '';
}
