import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { exitOnSignals } from '../exit-on-signals.ts';
import { servers } from '../staging/servers.ts';
import { roundTrip } from './round-trip.ts';
import { otherBytes } from './same-bytes.ts';

interface Options {
  server: (keyof typeof servers)[];
  rule: string[];
  output: string;
}

const program = new Command('node --import tsx tests/settled/cli.ts')
  .description('Conforming servers, and our mock that answers as they were settled, are judged alike, rule for rule.')
  .addOption(
    new Option('--server <name...>', 'which servers')
      .choices(Object.keys(servers))
      .default(['mock', 'strict', 'lax', 'renamed']),
  )
  .option('--rule <glob...>', 'only these rules', [])
  .option('--output <dir>', 'where the reports go', 'reports/settled')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
const { server, rule, output } = program.parse().opts<Options>();
exitOnSignals();

for (const name of server) {
  const rules = rule.flatMap((glob) => ['--rule', glob]);
  const { differences, requests } = await roundTrip(name, resolve(join(output, name)), rules);
  for (const { rule, atServer, atMock } of differences)
    console.log(`${name}: ${rule} is ${atServer} at the server, ${atMock} at the mock`);
  console.log(`${name}: ${differences.length} rules fare otherwise`);
  const others = name === 'mock' ? await otherBytes(requests) : [];
  for (const other of others) console.log(other);
  if (name === 'mock')
    console.log(
      `${requests.length} requests, ${others.length} answered otherwise by a mock with a file that says what we do`,
    );
  if (differences.length + others.length > 0) process.exitCode = 1;
}
