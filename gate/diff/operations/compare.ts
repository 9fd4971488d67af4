import type { Diff, Pair } from '../diff.ts';
import { showRequest } from '../example/message.ts';
import { documentRules, messageRules, type Words } from '../rules.ts';
import { placeBelow } from '../schema/delta.ts';
import { unjudgedChanges } from '../vocabulary.ts';
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
    const rule = documentRules['operation-added'];
    diff.changes.add({
      rule,
      operation: operation.label,
      pointer: operation.at,
      words: { subject: wordsOf(operation) },
    });
  }
}

/** Finds the operation that each one became: with the same path, else with other names of path parameters. */
function partnersOf(base: readonly Operation[], revision: readonly Operation[]): Map<Operation, Operation> {
  const found = new Map<Operation, Operation>();
  const free = new Set(revision);
  for (const isSamePath of [true, false]) {
    for (const operation of base) {
      const partner = [...free].find(
        ({ key, path }) => key === operation.key && (!isSamePath || path === operation.path),
      );
      if (!partner || found.has(operation)) continue;
      found.set(operation, partner);
      free.delete(partner);
    }
  }
  return found;
}

function removed(diff: Diff, operation: Operation): void {
  diff.changes.add({
    rule: documentRules['operation-removed'],
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
  const callbacks = [base.callbacks, revision.callbacks] as const;
  const subject = wordsOf(base);
  compareNamed(diff, callbacks, documentRules['callback-added'], `the callbacks of ${subject}`, base.label);
  diff.changes.addUnjudged(unjudgedChanges(base.unjudged, revision.unjudged, revision.at), subject, base.label);
}

/** Compares the names that generated code uses, and whether the operation is deprecated. */
function compareNames({ changes }: Diff, { base, revision }: Pair): void {
  const report = (rule: keyof typeof documentRules, keyword: string, words: Partial<Words>) =>
    changes.add({
      rule: documentRules[rule],
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
    const parameter = revision.parameters.get(`path:${index}`);
    const pointer = `${parameter?.at ?? revision.at}/name`;
    changes.add({
      rule: documentRules['path-parameter-renamed'],
      operation: base.label,
      pointer,
      basePointer: `${base.parameters.get(`path:${index}`)?.at ?? base.at}/name`,
      words: { from, to },
    });
  }
  const [before, now] = [base.tags.toSorted().join(', '), revision.tags.toSorted().join(', ')];
  if (before !== now) report('tags-changed', 'tags', { from: before || 'no tag', to: now || 'no tag' });
  if (base.deprecated !== revision.deprecated) {
    report(revision.deprecated ? 'operation-deprecated' : 'operation-no-longer-deprecated', 'deprecated', {});
  }
}

function compareBody(diff: Diff, pair: Pair): void {
  const { base, revision } = pair;
  const [before, now] = [base.body, revision.body];
  const report = (rule: 'added' | 'required-added' | 'removed' | 'became-required' | 'became-optional', at: string) =>
    diff.changes.add({
      rule: messageRules[`body-${rule}`].request,
      operation: base.label,
      pointer: at,
      basePointer: before?.at,
      show: () => {
        if (rule === 'removed') return showRequest(diff, base, { hasBody: true }, 'the request has no body');
        return rule.includes('required')
          ? showRequest(diff, base, { hasBody: false }, 'a body is required')
          : undefined;
      },
    });
  if (!before && now) report(now.required ? 'required-added' : 'added', now.at);
  if (before && !now) report('removed', `${revision.at}/requestBody`);
  if (!before || !now) return;
  if (before.required !== now.required)
    report(now.required ? 'became-required' : 'became-optional', `${now.at}/required`);
  compareContent(diff, pair, {
    before: before.content,
    now: now.content,
    flow: 'request',
    words: 'the body',
    at: now.at,
  });
  diff.changes.addUnjudged(unjudgedChanges(before.unjudged, now.unjudged, now.at), 'the body', base.label);
}

/** Method and path. */
function wordsOf({ method, path }: Operation): string {
  return `\`${method} ${path}\``;
}
