import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { Report } from '../../conformance/report/report.ts';
import { parseNumber } from '../../mock/config.ts';
import { exitOnSignals } from '../exit-on-signals.ts';
import { differences, names as namesOf, problemsOf } from './judgement.ts';
import { type Outcome, runScenario } from './run-scenario.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { type ServerName, servers } from './servers.ts';

interface Options {
  only?: string[];
  server: ServerName[];
  rule: string[];
  seed: number;
  output: string;
  limit: number;
  list: boolean;
}

const names = Object.keys(scenarios);
const program = new Command('node scripts/run.mjs tests/staging/cli.ts')
  .description('Judges conforming servers under the conditions of a staging environment: none of them may be failed.')
  .addOption(new Option('--only <condition...>', 'only these conditions').choices(names))
  .addOption(
    new Option('--server <name...>', 'which servers').choices(Object.keys(servers)).default(['mock', 'strict']),
  )
  .option('--rule <glob...>', 'only these rules', [])
  .option('--seed <n>', 'the same seed breaks the same requests', parseNumber(1, 999_999_999), 1)
  .option('--limit <s>', 'a run that takes longer is interrupted', parseNumber(1, 36_000), 1800)
  .option('--output <dir>', 'where the reports go', 'reports/staging')
  .option('--list', 'print the conditions, and run nothing', false)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
const { only = names, server, rule, seed, output, limit, list } = program.parse().opts<Options>();
exitOnSignals();

const described = names.map((name) => `${name.padEnd(20)} ${JSON.stringify(scenarios[name]?.conditions)}`);
if (list) console.log(described.join('\n'));
// After reset connections Node 20 may never end by itself.
else process.exit(await runAll());

async function runAll(): Promise<number> {
  let problems = 0;
  for (const serverName of server) {
    // Verdicts under conditions are compared with verdicts without conditions.
    const calm = await run(serverName, 'calm');
    if (only.includes('calm')) problems += calm.problems;
    for (const name of only.filter((name) => name !== 'calm')) {
      problems += (await run(serverName, name, calm.report)).problems;
    }
  }
  console.log(problems === 0 ? '\nEverything is as wanted.' : `\n${problems} problems; the reports are in ${output}`);
  return problems === 0 ? 0 : 1;
}

async function run(serverName: ServerName, name: string, calm?: Report) {
  const directory = resolve(output, serverName, name.replaceAll(' ', '-'));
  rmSync(directory, { recursive: true, force: true });
  const scenario = scenarios[name] as Scenario;
  const outcome = await runScenario(serverName, scenario, { seed, directory, rules: rule, limitSeconds: limit });
  const problems = problemsOf(outcome, scenario.wanted, { calm, ...servers[serverName] });
  show(serverName, name, outcome, calm, problems);
  return { report: outcome.report, problems: problems.length };
}

function show(server: ServerName, name: string, outcome: Outcome, calm: Report | undefined, problems: string[]): void {
  const { exitCode, report, seconds, counts } = outcome;
  const done = Object.entries(counts).map(([event, times]) => `${times} x ${event}`);
  console.log(`\n${name} (${server}): ${report?.verdict ?? 'no report'}, exit code ${exitCode}, ${seconds} s`);
  console.log(`  ${done.join(', ')}`);
  for (const [label, rules] of Object.entries(report ? differences(report, calm) : {})) {
    if (rules.length > 0) console.log(`  ${label.toUpperCase()} ${namesOf(rules)}`);
  }
  for (const problem of problems) console.log(`  PROBLEM ${problem}`);
}
