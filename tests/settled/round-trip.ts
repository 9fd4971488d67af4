import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import type { Report } from '../../conformance/report/report.ts';
import { isJudged } from '../../conformance/suite/outcome/outcome.ts';
import { builtCommand } from '../built.ts';
import { type ServerName, servers } from '../staging/servers.ts';

/** A rule with another outcome at the mock than at the server that its deployment file describes. */
interface Difference {
  rule: string;
  atServer: string;
  atMock: string;
}

/** The rules that were judged at the server, and those with another outcome at the mock. */
interface RoundTrip {
  judged: number;
  differences: Difference[];
}

/**
 * Judges a conforming server, and the mock with the server's deployment file: the one that the suite settles, or the one in this folder
 * (`NAME.yaml`).
 */
export async function roundTrip(
  name: ServerName,
  directory: string,
  { byHand, more = [] }: { byHand: boolean; more?: readonly string[] },
): Promise<RoundTrip> {
  mkdirSync(directory, { recursive: true });
  const target = join(directory, 'profile.yaml');
  const file = byHand
    ? ['--deployment', fileURLToPath(new URL(`./${name}.yaml`, import.meta.url))]
    : ['--settle', join(directory, `${name}.yaml`)];
  const server = await servers[name].start(0);
  writeFileSync(target, stringify(server.profile));
  const args = [
    ...builtCommand('conformance'),
    '--target',
    target,
    '--output',
    directory,
    ...file,
    '--fidelity',
    ...more,
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  await once(child, 'close').finally(() => server.close());
  const atMock = new Map(reportIn(join(directory, 'fidelity')).rules.map(({ id, outcome }) => [id, outcome]));
  const judged = reportIn(directory).rules.filter(({ outcome }) => isJudged(outcome));
  const differences = judged.flatMap(({ id, outcome }) => {
    const other = atMock.get(id) ?? 'absent';
    return outcome === other ? [] : [{ rule: id, atServer: outcome, atMock: other }];
  });
  return { judged: judged.length, differences };
}

function reportIn(directory: string): Report {
  return JSON.parse(readFileSync(join(directory, 'conformance.json'), 'utf8')) as Report;
}
