import { operationRules } from '../catalogue/documents.ts';
import type { Rule, Words } from '../catalogue/rule.ts';
import type { Diff, Pair } from '../diff.ts';
import { showRemovedOperation } from '../example/examples.ts';
import type { Operation } from '../normalise/operation.ts';
import { namesIn } from '../normalise/parameter.ts';
import { compareBodies } from './bodies.ts';
import { compareParameters } from './parameters.ts';
import { compareResponses } from './responses.ts';
import { compareSecurity } from './security.ts';
import { compareServers } from './servers.ts';

/** Compares two lists of operations: of documents, or the callbacks of an operation. */
export function compareOperations(context: Diff, base: readonly Operation[], revision: readonly Operation[]): void {
  const partners = partnersOf(base, revision);
  for (const operation of base) {
    const partner = partners.get(operation);
    if (partner) compareOperation(context, { base: operation, revision: partner });
    else removed(context, operation, revision);
  }
  const known = new Set(partners.values());
  for (const operation of revision) if (!known.has(operation)) added(context, operation);
}

/**
 * Finds what each operation became. Paths of one document that differ in the names of their parameters alone are not allowed, and yet
 * there: the same path goes first.
 */
function partnersOf(base: readonly Operation[], revision: readonly Operation[]): Map<Operation, Operation> {
  const found = new Map<Operation, Operation>();
  const free = new Map<string, Operation[]>();
  for (const operation of revision) free.set(operation.key, [...(free.get(operation.key) ?? []), operation]);
  for (const isSame of [true, false]) {
    for (const operation of base) {
      const candidates = found.has(operation) ? [] : (free.get(operation.key) ?? []);
      const index = candidates.findIndex(({ path }) => !isSame || path === operation.path);
      for (const partner of index < 0 ? [] : candidates.splice(index, 1)) found.set(operation, partner);
    }
  }
  return found;
}

function compareOperation(context: Diff, pair: Pair): void {
  const { base, revision } = pair;
  compareNames(context, pair);
  compareParameters(context, pair, base.parameters, revision.parameters, { message: 'request' });
  compareBodies(context, pair);
  compareResponses(context, pair);
  compareSecurity(context, pair);
  compareServers(context, pair);
  compareOperations(context, base.callbacks, revision.callbacks);
}

function removed(context: Diff, operation: Operation, revision: readonly Operation[]): void {
  const { id, method, path, label, at } = operation;
  const moved = revision.find((other) => other.id !== undefined && other.id === id);
  context.changes.add({
    rule: rulesOf(operation).removed,
    operation: label,
    pointer: at,
    basePointer: at,
    words: { subject: `${method} ${path}`, ...(moved && { to: `${moved.method} ${moved.path}` }) },
    show: () => showRemovedOperation(context, operation),
  });
}

function added(context: Diff, operation: Operation): void {
  const { method, path, label, at } = operation;
  const rule = rulesOf(operation).added;
  context.changes.add({ rule, operation: label, pointer: at, words: { subject: `${method} ${path}` } });
}

function rulesOf({ key, sender }: Operation): { removed: Rule; added: Rule } {
  const { 'operation-removed': removed, 'operation-added': added } = operationRules;
  if (sender === 'client') return { removed, added };
  return key.includes(' callback ')
    ? { removed: operationRules['callback-removed'], added: operationRules['callback-added'] }
    : { removed: operationRules['webhook-removed'], added: operationRules['webhook-added'] };
}

/** What generated code is named after. */
function compareNames({ changes }: Diff, { base, revision }: Pair): void {
  const report = (rule: keyof typeof operationRules, pointer: string, basePointer: string, words: Partial<Words>) =>
    changes.add({ rule: operationRules[rule], operation: base.label, pointer, basePointer, words });
  if (base.id !== revision.id) {
    const words = { from: base.label, ...(revision.id !== undefined && { to: revision.id }) };
    report('operation-id-changed', `${revision.at}/operationId`, `${base.at}/operationId`, words);
  }
  const [before, now] = [namesIn(base.path), namesIn(revision.path)];
  for (const [index, from] of before.entries()) {
    const to = now[index];
    if (to === undefined || to === from) continue;
    const at = ({ parameters, at: fallback }: Operation) => parameters.get(`path:${index}`)?.at ?? fallback;
    report('path-parameter-renamed', at(revision), at(base), { from, to });
  }
  const tagsOf = ({ tags }: Operation) => [...tags].sort().join(', ') || 'none';
  const [tags, tagsNow] = [tagsOf(base), tagsOf(revision)];
  if (tags !== tagsNow) {
    report('tags-changed', `${revision.at}/tags`, `${base.at}/tags`, { subject: base.label, from: tags, to: tagsNow });
  }
  if (base.deprecated !== revision.deprecated) {
    const rule = revision.deprecated ? 'operation-deprecated' : 'operation-no-longer-deprecated';
    report(rule, `${revision.at}/deprecated`, base.at, { subject: base.label });
  }
}
