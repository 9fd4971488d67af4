import { compareUnjudged, type Diff, type Pair } from '../diff.ts';
import { showRequest } from '../example/message.ts';
import type { RuleId, Words } from '../rules.ts';
import { append, child, listOf, objectOf, pairUp } from '../source.ts';
import { compareContent } from './content.ts';
import { compareFields } from './fields.ts';
import { namesIn, type Operation } from './operation.ts';
import { compareResponses } from './responses.ts';
import { compareSecurity } from './security.ts';
import { compareNamed, compareServers } from './servers.ts';

export function compareOperations(diff: Diff, base: readonly Operation[], revision: readonly Operation[]): void {
  const isSame = (before: Operation, now: Operation) => before.key === now.key;
  const partners = pairUp(base, revision, (before, now) => isSame(before, now) && before.path === now.path, isSame);
  for (const operation of base) {
    const partner = partners.get(operation);
    if (partner) {
      compareOperation(diff, { base: operation, revision: partner });
      continue;
    }
    const { label, path, method, place } = operation;
    diff.changes.add('operation-removed', {
      operation: label,
      pointer: append('/paths', path, method.toLowerCase()),
      basePointer: place.at,
      words: { subject: wordsOf(operation) },
      show: () => showRequest(diff, operation, {}, 'there is no such operation'),
    });
  }
  const known = new Set(partners.values());
  for (const operation of revision.filter((operation) => !known.has(operation))) {
    const { label, place } = operation;
    const words = { subject: wordsOf(operation) };
    diff.changes.add('operation-added', { operation: label, pointer: place.at, words });
  }
}

function compareOperation(diff: Diff, pair: Pair): void {
  const { base, revision } = pair;
  const about = { subject: wordsOf(base), operation: base.label };
  compareNames(diff, pair);
  compareFields(diff, pair, { before: base.parameters, now: revision.parameters });
  compareBody(diff, pair);
  compareResponses(diff, pair);
  compareSecurity(diff, pair);
  compareServers(diff, pair);
  const callbacks = [child(base.place, 'callbacks'), child(revision.place, 'callbacks')] as const;
  compareNamed(diff, ...callbacks, `the callback {} of ${about.subject}`, base.label);
  compareUnjudged(diff, 'pathItem', base.pathItem, revision.pathItem, about);
  compareUnjudged(diff, 'operation', base.place, revision.place, about);
}

/** Compares the names that generated code uses, and whether the operation is deprecated. */
function compareNames({ changes }: Diff, { base, revision }: Pair): void {
  const report = (rule: RuleId, keyword: string, words: Words, [before, now] = [base.place, revision.place]) =>
    changes.add(rule, {
      operation: base.label,
      pointer: `${now.at}/${keyword}`,
      basePointer: `${before.at}/${keyword}`,
      words: { subject: wordsOf(base), ...words },
    });
  if (base.id !== undefined && base.id !== revision.id) {
    report('operation-id-changed', 'operationId', { from: base.id, to: revision.id ?? 'none' });
  }
  const names = namesIn(revision.path);
  for (const [index, from] of namesIn(base.path).entries()) {
    const to = names[index];
    if (to === undefined || to === from) continue;
    const placeOf = ({ parameters, place }: Operation) => parameters.get(`path:${index}`)?.place ?? place;
    report('path-parameter-renamed', 'name', { from, to }, [placeOf(base), placeOf(revision)]);
  }
  const [before, now] = [objectOf(base.place.node), objectOf(revision.place.node)];
  const tagsIn = ({ tags }: typeof now) => listOf(tags).map(String).sort().join(', ') || 'no tag';
  if (tagsIn(before) !== tagsIn(now)) report('tags-changed', 'tags', { from: tagsIn(before), to: tagsIn(now) });
  const [wasDeprecated, isDeprecated] = [before.deprecated === true, now.deprecated === true];
  if (wasDeprecated === isDeprecated) return;
  report(isDeprecated ? 'operation-deprecated' : 'operation-no-longer-deprecated', 'deprecated', {});
}

function compareBody(diff: Diff, pair: Pair): void {
  const { base, revision } = pair;
  const [before, now] = [base.body, revision.body];
  const report = (rule: RuleId, pointer: string, hasBody: boolean) =>
    diff.changes.add(rule, {
      operation: base.label,
      pointer,
      basePointer: before?.at,
      show: () => showRequest(diff, base, { hasBody }, hasBody ? 'the request has no body' : 'a body is required'),
    });
  const [wasRequired, isRequired] = [before, now].map((place) => objectOf(place?.node).required === true);
  if (!now) {
    if (before) report('request-body-removed', `${revision.place.at}/requestBody`, true);
  } else if (!before) report(isRequired ? 'request-body-required-added' : 'request-body-added', now.at, false);
  else {
    if (wasRequired !== isRequired) {
      const rule = isRequired ? 'request-body-became-required' : 'request-body-became-optional';
      report(rule, `${now.at}/required`, false);
    }
    compareContent(diff, pair, { before, now, flow: 'request', words: 'the body' });
    compareUnjudged(diff, 'requestBody', before, now, { subject: 'the body', operation: base.label });
  }
}

/** Method and path. */
function wordsOf({ method, path }: Operation): string {
  return `\`${method} ${path}\``;
}
