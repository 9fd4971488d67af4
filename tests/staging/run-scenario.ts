import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Report } from '../../conformance/report/report.ts';
import { type Ended, reportIn, start } from '../conformance/support/suite.ts';
import { jsonOf } from './exchange.ts';
import type { Scenario } from './scenarios.ts';
import { type ServerName, servers } from './servers.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

/** The outcome of a scenario. */
export interface Outcome {
  exitCode: number | null;
  /** Missing where the run ended without a report. */
  report?: Report;
  printed: string;
  seconds: number;
  /** True if the server's notification is unchanged. */
  isPutBack: boolean;
  counts: Record<string, number>;
}

interface Options {
  seed: number;
  /** The directory of the reports. */
  directory: string;
  /** Only these rules. */
  rules?: readonly string[];
  /** The number of workers; the suite's default when left out. */
  workers?: number;
  limitSeconds: number;
}

/** Runs the suite, as its users do, against a conforming server under the conditions of a scenario. */
export async function runScenario(
  serverName: ServerName,
  { conditions, runs = 1, killedAfterUpdates, profileRate = 1000 }: Scenario,
  { seed, directory, rules = [], workers, limitSeconds }: Options,
): Promise<Outcome> {
  const server = await servers[serverName].start(conditions.aheadMs ?? 0);
  let updates = 0;
  let whenUpdated = () => {};
  const standIn = await startStandIn(server, conditions, {
    seed,
    witness: ({ method, body }) => {
      if (method !== 'PATCH' || jsonOf(body)?.threshold === undefined) return;
      updates += 1;
      if (updates === killedAfterUpdates) whenUpdated();
    },
  });
  const before = await standIn.threshold();
  const args = writeProfile(standIn, directory, profileRate);
  if (workers) args.push('--workers', String(workers));
  const chosen = rules.flatMap((rule) => ['--rule', rule]);
  if (killedAfterUpdates !== undefined) {
    const run = start([...args, '--rule', 'SIM-*']);
    whenUpdated = () => run.kill();
    await run.ended;
  }
  const startedAt = performance.now();
  let ended: Ended | undefined;
  for (let count = 0; count < runs; count++) {
    const run = start([...args, ...chosen]);
    const limit = setTimeout(() => run.interrupt(), limitSeconds * 1000);
    ended = await run.ended;
    clearTimeout(limit);
  }
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  const isPutBack = isDeepStrictEqual(await standIn.threshold(), before);
  await standIn.close();
  await server.close();
  const report = tryReport(directory);
  const printed = `${ended?.stdout}${ended?.stderr}`;
  writeFileSync(join(directory, 'printed.txt'), printed);
  return {
    exitCode: ended?.code ?? null,
    ...(report && { report }),
    printed,
    seconds,
    isPutBack,
    counts: Object.fromEntries(standIn.counts),
  };
}

/** The suite's arguments for the stand-in. */
function writeProfile({ profile, ca }: StandIn, directory: string, rate: number | null): string[] {
  mkdirSync(directory, { recursive: true });
  const { limits: _, ...rest } = profile;
  if (ca) writeFileSync(join(directory, 'ca.pem'), ca);
  const full = {
    ...rest,
    ...(rate !== null && { limits: { requestsPerSecond: rate } }),
    ...(ca && { http: { ca: './ca.pem' } }),
  };
  const file = join(directory, 'profile.yaml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(full, null, 2));
  return ['--target', file, '--output', directory];
}

function tryReport(directory: string): Report | undefined {
  try {
    return reportIn(directory);
  } catch {
    return undefined;
  }
}
