import type { Conditions } from '../conditions.ts';
import type { Stage, Surroundings } from '../stage.ts';
import { bodyLimit } from './body-limit.ts';
import { closingConnections } from './closing-connections.ts';
import { date } from './date.ts';
import { gateway } from './gateway.ts';
import { growingList } from './growing-list.ts';
import { latency } from './latency.ts';
import { outage } from './outage.ts';
import { rateLimit } from './rate-limit.ts';
import { replicas } from './replicas.ts';
import { rewrittenHeaders } from './rewritten-headers.ts';

type Build<Setting> = (setting: Setting, surroundings: Surroundings) => Stage;

/** The stages from the client to the server; the stand-in implements further conditions. */
const builders: { [Name in keyof Conditions]?: Build<NonNullable<Conditions[Name]>> } = {
  outage,
  requestsPerConnection: closingConnections,
  gatewayErrors: gateway,
  largestBody: bodyLimit,
  requestsPerSecond: rateLimit,
  latencyMs: latency,
  rewrittenHeaders,
  aheadMs: date,
  dateAheadMs: date,
  newRuns: growingList,
  replicaBehindMs: replicas,
};

/** The stages for these conditions, in request order. */
export function stagesOf(conditions: Conditions, surroundings: Surroundings): Stage[] {
  return (Object.keys(builders) as (keyof Conditions)[]).flatMap((name) => {
    const [build, setting] = [builders[name], conditions[name]];
    return setting === undefined ? [] : [(build as Build<unknown>)(setting, surroundings)];
  });
}
