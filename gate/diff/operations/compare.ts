import type { Diff, Pair } from '../diff.ts';
import { showRequest } from '../example/message.ts';
import type { RuleId, Words } from '../rules.ts';
import { placeBelow } from '../schema/delta.ts';
import { compareContent } from './content.ts';
import type { Operation } from './operation.ts';
import { namesIn } from './parameter.ts';
import { compareParameters } from './parameters.ts';
import { compareResponses } from './responses.ts';
import { compareSecurity } from './security.ts';
import { compareNamed, compareServers } from './servers.ts';

/** Compares the operations of two documents. */
export function compareOperations(diff: Diff, base: readonly Operation[], revision: readonly Operation[]): void {
  const partners = partnersOf(base, revision);
  for (const operation of base) {
    const partner = partners.get(operation);
    if (partner) compareOperation(diff, { base: operation, revision: partner });
    else removed(diff, operation);
  }
  const known = new Set(partners.values());
  for (const operation of revision) {
    if (known.has(operation)) continue;
    const { label, at: pointer } = operation;
    diff.changes.add('operation-added', { operation: label, pointer, words: { subject: wordsOf(operation) } });
  }
}

/** Finds the operation that each one became: with the same path, else with other names of path parameters. */
function partnersOf(base: readonly Operation[], revision: readonly Operation[]): Map<Operation, Operation> {
  const found = new Map<Operation, Operation>();
  const free = new Set(revision);
  for (const isSamePath of [true, false]) {
    for (const operation of base) {
      const { key, path } = operation;
      const partner = [...free].find((other) => other.key === key && (!isSamePath || other.path === path));
      if (!partner || found.has(operation)) continue;
      found.set(operation, partner);
      free.delete(partner);
    }
  }
  return found;
}

function removed(diff: Diff, operation: Operation): void {
  diff.changes.add('operation-removed', {
    operation: operation.label,
    pointer: placeBelow('/paths', operation.path, operation.method.toLowerCase()),
    basePointer: operation.at,
    words: { subject: wordsOf(operation) },
    show: () => showRequest(diff, operation, {}, 'there is no such operation'),
  });
}

function compareOperation(diff: Diff, pair: Pair): void {
  const { base, revision } = pair;
  compareNames(diff, pair);
  compareParameters(diff, pair, { before: base.parameters, now: revision.parameters });
  compareBody(diff, pair);
  compareResponses(diff, pair);
  compareSecurity(diff, pair);
  compareServers(diff, pair);
  const about = { at: revision.at, subject: wordsOf(base), operation: base.label };
  compareNamed(diff, base.callbacks, revision.callbacks, `the callback {} of ${wordsOf(base)}`, base.label);
  diff.changes.addUnjudged(base.unjudged, revision.unjudged, about);
}

/** Compares the names that generated code uses, and whether the operation is deprecated. */
function compareNames({ changes }: Diff, { base, revision }: Pair): void {
  const report = (rule: RuleId, keyword: string, words: Words) =>
    changes.add(rule, {
      operation: base.label,
      pointer: `${revision.at}/${keyword}`,
      basePointer: `${base.at}/${keyword}`,
      words: { subject: wordsOf(base), ...words },
    });
  if (base.id !== revision.id && base.id !== undefined) {
    report('operation-id-changed', 'operationId', { from: base.id, to: revision.id ?? 'none' });
  }
  const names = namesIn(revision.path);
  for (const [index, from] of namesIn(base.path).entries()) {
    const to = names[index];
    if (to === undefined || to === from) continue;
    const [basePointer, pointer] = [base, revision].map(
      ({ parameters, at }) => `${parameters.get(`path:${index}`)?.at ?? at}/name`,
    ) as [string, string];
    changes.add('path-parameter-renamed', { operation: base.label, pointer, basePointer, words: { from, to } });
  }
  const [from, to] = [base, revision].map(({ tags }) => tags.join(', ') || 'no tag') as [string, string];
  if (from !== to) report('tags-changed', 'tags', { from, to });
  if (base.deprecated !== revision.deprecated) {
    report(revision.deprecated ? 'operation-deprecated' : 'operation-no-longer-deprecated', 'deprecated', {});
  }
}

function compareBody(diff: Diff, pair: Pair): void {
  const { base, revision } = pair;
  const [before, now] = [base.body, revision.body];
  const report = (rule: RuleId, pointer: string, reason: string, hasBody: boolean) =>
    diff.changes.add(rule, {
      operation: base.label,
      pointer,
      basePointer: before?.at,
      show: () => showRequest(diff, base, { hasBody }, reason),
    });
  if (!before && now) {
    report(`request-body-${now.required ? 'required-' : ''}added`, now.at, 'a body is required', false);
  }
  if (before && !now) report('request-body-removed', `${revision.at}/requestBody`, 'the request has no body', true);
  if (!before || !now) return;
  if (before.required !== now.required) {
    const rule = now.required ? 'request-body-became-required' : 'request-body-became-optional';
    report(rule, `${now.at}/required`, 'a body is required', false);
  }
  const contents = { before: before.content, now: now.content, at: now.at };
  compareContent(diff, pair, { ...contents, flow: 'request', words: 'the body' });
  const about = { at: now.at, subject: 'the body', operation: base.label };
  diff.changes.addUnjudged(before.unjudged, now.unjudged, about);
}

/** Method and path. */
function wordsOf({ method, path }: Operation): string {
  return `\`${method} ${path}\``;
}
