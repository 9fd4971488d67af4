import { append } from '@hyperjump/json-pointer';
import type { Level } from '../change.ts';
import { type Context, flowOf, type Pair } from '../context.ts';
import type { Server, Variable } from '../normalise/server.ts';

/** Compares the addresses at which an operation is served. */
export function compareServers(context: Context, pair: Pair): void {
  const { base, revision } = pair;
  if (base.sender === 'provider') return;
  const report = (level: Level, rule: string, pointer: string, message: string, basePointer?: string) =>
    context.changes.add({
      level,
      rule,
      operation: pointer.startsWith('/servers') ? '' : base.label,
      direction: flowOf(base, 'request'),
      pointer,
      ...(basePointer !== undefined && { basePointer }),
      message,
      bump: 'minor',
    });
  const now = new Map(revision.servers.map((server) => [server.key, server]));
  const before = new Map(base.servers.map((server) => [server.key, server]));
  for (const [key, server] of before) {
    const partner = now.get(key);
    if (partner) compareVariables(report, server, partner);
    else
      report(
        'breaking',
        'server-removed',
        listOf(revision.servers, server),
        `Who calls ${server.url} does not reach the service any more.`,
        server.at,
      );
  }
  for (const [key, server] of now) {
    if (!before.has(key))
      report('safe', 'server-added', server.at, `The service can be reached at ${server.url} as well.`);
  }
}

/** Where a removed server would stand: in a list it goes by its address. */
function listOf(servers: readonly Server[], removed: Server): string {
  const list = (servers[0]?.at ?? removed.at).replace(/\/\d+$/, '');
  return append(removed.url, list);
}

type Report = (level: Level, rule: string, pointer: string, message: string, basePointer?: string) => void;

function compareVariables(report: Report, before: Server, now: Server): void {
  const [b, r] = [[...before.variables.values()], [...now.variables.values()]];
  for (const [index, variable] of b.entries()) {
    const partner = r[index];
    if (partner) compareVariable(report, variable, partner);
  }
}

function compareVariable(report: Report, before: Variable, now: Variable): void {
  if (before.name !== now.name) {
    report(
      'soft',
      'server-variable-renamed',
      now.at,
      `Code that is generated anew calls the server variable ${before.name} ${now.name}.`,
      before.at,
    );
  }
  const lost = (before.values ?? []).filter((value) => now.values && !now.values.includes(value));
  for (const value of lost) {
    report(
      'breaking',
      'server-variable-value-removed',
      `${now.at}/enum/${value}`,
      `Who calls the service with ${before.name} = ${value} does not reach it any more.`,
      before.at,
    );
  }
  if (!before.values && now.values) {
    report(
      'breaking',
      'server-variable-limited',
      `${now.at}/enum`,
      `Who calls the service with another ${before.name} than ${now.values.join(', ')} does not reach it any more.`,
      before.at,
    );
  }
  if (before.default !== now.default) {
    report(
      'soft',
      'server-variable-default-changed',
      `${now.at}/default`,
      `Who sets no ${before.name} calls ${now.default} instead of ${before.default}.`,
      `${before.at}/default`,
    );
  }
}
