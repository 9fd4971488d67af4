import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Report } from '../../conformance/report/report.ts';
import { isJudged } from '../../conformance/suite/outcome/outcome.ts';
import type { Profile } from '../../conformance/suite/target/profile.ts';
import { createMock } from '../../mock/create-mock.ts';
import { builtCommand } from '../built.ts';
import { type Received, startDeployment } from '../conformance/support/deployment.ts';
import { mockAsTarget } from '../servers/mock-as-target.ts';
import { type ServerName, servers } from '../staging/servers.ts';

/** A rule that fared otherwise at our mock under the deployment file than at the server that was settled. */
export interface Difference {
  rule: string;
  atServer: string;
  atMock: string;
}

/** What came of a round trip: the rules that fare otherwise, of those that could be judged at the server, and all that our mock was asked. */
export interface RoundTrip {
  differences: Difference[];
  requests: readonly Received[];
}

/** Judges a conforming server, settles what it chose, and judges our mock that answers so. */
export async function roundTrip(name: ServerName, directory: string, rules: readonly string[]): Promise<RoundTrip> {
  mkdirSync(directory, { recursive: true });
  const deployment = join(directory, 'deployment.yaml');
  const server = await servers[name].start(0);
  const atServer = await judge(server.profile, join(directory, 'server'), [...rules, '--settle', deployment]).finally(
    () => server.close(),
  );
  const mock = await createMock({ deployment });
  const front = await startDeployment(Number(new URL(mock.url).port));
  // Our mock under the names of the server whose place it takes; nobody's clock but the mock's own can be moved.
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
  const differences = atServer.rules
    .filter(({ outcome }) => isJudged(outcome))
    .flatMap(({ id, outcome }) => {
      const other = outcomes.get(id) ?? 'absent';
      // What of a mock is seen exactly, with its control plane alone, is not asked of one in a server's place.
      return outcome === other || other === 'outOfScope' ? [] : [{ rule: id, atServer: outcome, atMock: other }];
    });
  return { differences, requests: front.received };
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
