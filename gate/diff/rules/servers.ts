import { append } from '@hyperjump/json-pointer';
import { serverRules } from '../catalogue/documents.ts';
import type { Words } from '../catalogue/rule.ts';
import type { Diff, Pair } from '../diff.ts';
import type { Server, Variable } from '../normalise/server.ts';

type Tell = (rule: keyof typeof serverRules, pointer: string, words: Partial<Words>, basePointer?: string) => void;

/** Compares the addresses at which an operation is served; those of a webhook or callback are its client's. */
export function compareServers(context: Diff, { base, revision }: Pair): void {
  if (base.sender === 'provider') return;
  const report: Tell = (rule, pointer, words, basePointer) =>
    context.changes.add({
      rule: serverRules[rule],
      operation: pointer.startsWith('/servers') ? '' : base.label,
      pointer,
      basePointer,
      words,
    });
  const now = new Map(revision.servers.map((server) => [server.key, server]));
  const before = new Map(base.servers.map((server) => [server.key, server]));
  for (const [key, server] of before) {
    const partner = now.get(key);
    if (partner) compareVariables(report, server, partner);
    else report('server-removed', removedAt(revision.servers, server), { subject: server.url }, server.at);
  }
  for (const [key, server] of now) if (!before.has(key)) report('server-added', server.at, { subject: server.url });
}

/** Where a removed server would stand: in a list it goes by its address. */
function removedAt(servers: readonly Server[], removed: Server): string {
  return append(removed.url, (servers[0]?.at ?? removed.at).replace(/\/\d+$/, ''));
}

function compareVariables(report: Tell, before: Server, now: Server): void {
  const partners = [...now.variables.values()];
  for (const [index, variable] of [...before.variables.values()].entries()) {
    const partner = partners[index];
    if (partner) compareVariable(report, variable, partner);
  }
}

function compareVariable(report: Tell, before: Variable, now: Variable): void {
  const { name: subject } = before;
  if (subject !== now.name) report('server-variable-renamed', now.at, { from: subject, to: now.name }, before.at);
  for (const value of before.values ?? []) {
    if (!now.values || now.values.includes(value)) continue;
    report('server-variable-value-removed', `${now.at}/enum/${value}`, { subject, from: value }, before.at);
  }
  if (!before.values && now.values) {
    report('server-variable-limited', `${now.at}/enum`, { subject, to: now.values.join(', ') }, before.at);
  }
  if (before.default !== now.default) {
    const words = { subject, from: before.default, to: now.default };
    report('server-variable-default-changed', `${now.at}/default`, words, `${before.at}/default`);
  }
}
