import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { loadCases } from '../../conformance/cases.ts';
import { matches } from '../../conformance/suite/selection.ts';
import { loadRegister } from '../../spec/register.ts';
import type { Fault } from './fault.ts';
import { faults } from './index.ts';
import { type FaultResult, runFaults, runWithoutFault } from './run-faults.ts';

/** How the matrix is run: which faults, and with which cases each. */
interface Options {
  rule: string[];
  /** Every case of the suite under every fault, not only those of the rule that the fault breaks. */
  full: boolean;
  /** Leaves out cases marked as thorough and every fault but the first of a rule. */
  fast: boolean;
  processes: number;
}

type Message = { result: FaultResult } | { clean: FaultResult['strays'] };

const program = new Command('faults')
  .description(
    'Proves the suite: each fault must be found by the rule that owns it, and by no rule that has nothing to do with it.',
  )
  .option('--rule <glob...>', 'only faults of these rules', [])
  .option('--full', 'every case under every fault', false)
  .option('--fast', 'one fault a rule', false)
  .option('--processes <number>', 'processes side by side', Number, 2);
const options = program.parse().opts<Options>();

const shard = process.env.FAULTS_SHARD?.split('/').map(Number) as [number, number] | undefined;
if (shard) await runShard(shard);
else process.exitCode = await runMatrix();

function chosenFaults(): readonly Fault[] {
  const named = faults.filter(
    ({ rule }) => options.rule.length === 0 || options.rule.some((glob) => matches(glob, rule)),
  );
  return options.fast
    ? named.filter((one, index) => named.findIndex(({ rule }) => rule === one.rule) === index)
    : named;
}

async function runShard([index, count]: [number, number]): Promise<void> {
  const send = (message: Message) => process.send?.(message);
  const cases = (await loadCases()).filter(({ options: { thorough } }) => !(options.fast && thorough));
  const mine = chosenFaults().filter((_, place) => place % count === index);
  const isAbout = ({ rule }: Fault, ids: readonly { id: string }[]) =>
    options.full || ids.some(({ id }) => id === rule);
  for await (const result of runFaults(mine, cases, (fault, one) => isAbout(fault, one.rules))) send({ result });
  if (index === 0) {
    const relevant = cases.filter((one) => chosenFaults().some((fault) => isAbout(fault, one.rules)));
    send({ clean: await runWithoutFault(relevant) });
  }
  process.disconnect();
}

async function runMatrix(): Promise<number> {
  const startedAt = performance.now();
  const { PLAYWRIGHT_TEST: _p, TEST_WORKER_INDEX: _w, ...env } = process.env;
  const children = Array.from({ length: options.processes }, (_, index) =>
    fork(fileURLToPath(import.meta.url), process.argv.slice(2), {
      env: { ...env, FAULTS_SHARD: `${index}/${options.processes}` },
    }),
  );
  const messages: Message[] = [];
  for (const child of children) child.on('message', (message: Message) => messages.push(message));
  const codes = await Promise.all(children.map(exitCode));
  const problems = report(messages, (performance.now() - startedAt) / 1000);
  return codes.some((code) => code !== 0) || problems > 0 ? 1 : 0;
}

async function exitCode(child: ChildProcess): Promise<number> {
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/** Prints the matrix and gives the number of problems. */
function report(messages: readonly Message[], seconds: number): number {
  const results = messages.flatMap((message) => ('result' in message ? [message.result] : []));
  const clean = messages.flatMap((message) => ('clean' in message ? message.clean : []));
  const order = chosenFaults().map(({ rule, title }) => `${rule} ${title}`);
  results.sort((a, b) => order.indexOf(`${a.rule} ${a.title}`) - order.indexOf(`${b.rule} ${b.title}`));
  const problems: string[] = clean.map(({ rule, because }) => `${rule} fails where nothing is broken: ${because}`);
  for (const { rule, title, outcome, strays, cases } of results) {
    const found = outcome === 'fail' && strays.length === 0;
    console.log(`${found ? 'found ' : 'MISSED'}  ${rule.padEnd(16)} ${title}`);
    if (cases === 0) problems.push(`${rule}: no case is about it, so nothing can find: ${title}`);
    else if (outcome !== 'fail') problems.push(`${rule} comes out as ${outcome} under: ${title}`);
    for (const stray of strays)
      problems.push(`${stray.rule} fails under a fault of ${rule} (${title}): ${stray.because}`);
  }
  if (options.rule.length === 0) problems.push(...uncovered());
  for (const problem of problems) console.log(`PROBLEM ${problem}`);
  const found = results.filter(({ outcome }) => outcome === 'fail').length;
  console.log(`${found} of ${results.length} faults found, ${problems.length} problems, ${seconds.toFixed(1)} s`);
  return problems.length;
}

/** The rules that have to be broken by some fault and are broken by none. */
function uncovered(): string[] {
  const broken = new Set(faults.map(({ rule }) => rule));
  return [...loadRegister().values()]
    .filter(
      ({ level, observe, retired, id }) => level === 'MUST' && observe !== 'nobody' && !retired && !broken.has(id),
    )
    .map(({ id }) => `${id} has no fault: nobody knows whether its cases find anything`);
}
