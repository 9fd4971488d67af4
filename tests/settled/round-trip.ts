import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import type { Report } from '../../conformance/report/report.ts';
import { isJudged } from '../../conformance/suite/outcome/outcome.ts';
import type { Profile } from '../../conformance/suite/target/profile.ts';
import { createMock } from '../../mock/create-mock.ts';
import { builtCommand } from '../built.ts';
import { startDeployment } from '../conformance/support/deployment.ts';
import { mockAsTarget } from '../servers/mock-as-target.ts';
import { type ServerName, servers } from '../staging/servers.ts';

/** A rule with another outcome at the mock than at the server that its deployment file describes. */
export interface Difference {
  rule: string;
  atServer: string;
  atMock: string;
}

/** The rules that were judged at the server, and those with another outcome at the mock. */
interface RoundTrip {
  judged: number;
  differences: Difference[];
}

/** Judges a conforming server, and the mock that answers as the server's deployment file (`NAME.yaml` in this folder) describes. */
export async function roundTrip(name: ServerName, directory: string, rules: readonly string[]): Promise<RoundTrip> {
  const deployment = fileURLToPath(new URL(`./${name}.yaml`, import.meta.url));
  const server = await servers[name].start(0);
  const atServer = await judge(server.profile, join(directory, 'server'), rules).finally(() => server.close());
  const mock = await createMock({ deployment });
  const front = await startDeployment(Number(new URL(mock.url).port));
  const { wire } = server.profile;
  const { simNotification, ...known } = mockAsTarget(new URL(mock.url).origin);
  const profile = {
    ...known,
    baseUrl: `${front.origin}/v2`,
    // A server that refuses {} does not show what there is to put back.
    simNotification: { ...simNotification, original: { amount: '2048.0', unit: 'MB' as const } },
    ...(wire && { wire }),
  };
  const atMock = await judge(profile, join(directory, 'mock'), rules).finally(async () => {
    await front.close();
    await mock.close();
  });
  const outcomes = new Map(atMock.rules.map(({ id, outcome }) => [id, outcome]));
  const judged = atServer.rules.filter(({ outcome }) => isJudged(outcome));
  const differences = judged.flatMap(({ id, outcome }) => {
    const other = outcomes.get(id) ?? 'absent';
    // Rules about the mock's control plane are not judged at a mock in a server's place.
    return outcome === other || other === 'outOfScope' ? [] : [{ rule: id, atServer: outcome, atMock: other }];
  });
  return { judged: judged.length, differences };
}

async function judge(profile: Profile, output: string, more: readonly string[]): Promise<Report> {
  mkdirSync(output, { recursive: true });
  const target = join(output, 'profile.yaml');
  writeFileSync(target, stringify(profile));
  const args = [...builtCommand('conformance'), '--target', target, '--output', output, ...more];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  await once(child, 'close');
  return JSON.parse(readFileSync(join(output, 'conformance.json'), 'utf8')) as Report;
}
