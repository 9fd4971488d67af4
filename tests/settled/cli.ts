import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { stringify } from 'yaml';
import { run } from '../conformance/support/suite.ts';
import { exitOnSignals } from '../exit-on-signals.ts';
import { servers } from '../staging/servers.ts';

const names = ['strict', 'lax', 'renamed'] as const;

const program = new Command('node scripts/run.mjs tests/settled/cli.ts')
  .description('Settles conforming servers, then looks for drift and compares the mock with their deployment files.')
  .addOption(new Option('--server <name...>', 'servers to settle').choices(names).default([...names]))
  .option('--output <dir>', 'directory of the reports', 'reports/settled')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
const { server, output } = program.parse().opts<{ server: (typeof names)[number][]; output: string }>();
exitOnSignals();

/** Percent of the rules that have equal outcomes and refusals. */
const LEAST = 88;

for (const name of server) {
  const directory = resolve(output, name);
  mkdirSync(directory, { recursive: true });
  const [profile, file] = [join(directory, 'profile.yaml'), join(directory, `${name}.yaml`)];
  const { profile: target, close } = await servers[name].start(0);
  writeFileSync(profile, stringify(target));
  const settled = await run(['--target', profile, '--output', directory, '--settle', file, '--fidelity']);
  const again = await run(['--target', profile, '--output', directory, '--deployment', file]);
  await close();
  const drift = again.stdout.match(/^(DRIFT|No drift).*$/gm) ?? [];
  const fidelity = /^Fidelity: (\d+) %.*$/m.exec(settled.stdout);
  console.log([`${name}:`, ...drift, fidelity?.[0]].join('\n  '));
  if (Number(fidelity?.[1] ?? 0) < LEAST || !drift[0]?.startsWith('No')) process.exitCode = 1;
}
