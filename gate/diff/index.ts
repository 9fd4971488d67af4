import type { DiffResult } from './change.ts';
import { ChangeList } from './change-list.ts';
import type { Diff } from './diff.ts';
import { Judge } from './example/judge.ts';
import { Sampler } from './example/sampler.ts';
import { compareOperations } from './operations/compare.ts';
import { operationsOf } from './operations/operation.ts';
import { compareSchemes, successorsOf } from './operations/security.ts';
import { compareNamed } from './operations/servers.ts';
import { documentRules } from './rules.ts';
import { Comparison } from './schema/compare.ts';
import type { Flow } from './schema/shape.ts';
import { Shaper } from './schema/shaper.ts';
import { child, objectOf, openDocument } from './source.ts';
import { unjudgedChanges, unjudgedIn } from './vocabulary.ts';

export type { Change, DiffResult, Direction, Example, Level } from './change.ts';
export { catalogue, sentence } from './rules.ts';
export { InputError, isObject, type Json, openDocument } from './source.ts';

/**
 * Finds the changes for clients between two OpenAPI 3.1 documents, given as parsed JSON.
 *
 * - Breaking: a request that was valid is refused or ignored, or an answer may be one that the base document rules out. A difference
 *   outside the vocabulary (`vocabulary.ts`) is breaking as well.
 * - Soft: every message stays valid, but generated code changes, or the meaning of a message (defaults, a further success).
 * - Safe: everything else. The spelling of a document is no change.
 *
 * Throws an InputError when a document can't be compared: it is no OpenAPI 3.1, a reference leads nowhere, or it is too large.
 */
export function diffDocuments(base: unknown, revision: unknown): DiffResult {
  const sources = { base: openDocument(base, 'base'), revision: openDocument(revision, 'revision') };
  const comparison = (flow: Flow) => new Comparison(new Shaper(sources.base, flow), new Shaper(sources.revision, flow));
  const comparisons = { request: comparison('request'), response: comparison('response') };
  const forBoth = <Value>(make: (shaper: Shaper) => Value) => {
    const of = ({ base: one, revision: other }: Comparison) => ({ base: make(one), revision: make(other) });
    return { request: of(comparisons.request), response: of(comparisons.response) };
  };
  const changes = new ChangeList();
  const diff: Diff = {
    ...sources,
    comparisons,
    samplers: forBoth((shaper) => new Sampler(shaper)),
    judges: forBoth((shaper) => new Judge(shaper)),
    schemes: successorsOf(sources.base, sources.revision),
    changes,
  };
  const roots = [sources.base.root, sources.revision.root] as const;
  compareOperations(diff, operationsOf(sources.base), operationsOf(sources.revision));
  compareSchemes(diff);
  const webhooks = roots.map((root) => child(root, 'webhooks')) as [(typeof roots)[0], (typeof roots)[0]];
  compareNamed(diff, webhooks, documentRules['webhook-added'], 'the webhooks', '');
  const unjudged = [
    unjudgedIn(sources.base, 'document', roots[0]),
    unjudgedIn(sources.revision, 'document', roots[1]),
  ] as const;
  changes.addUnjudged(unjudgedChanges(...unjudged, ''), 'the document', '');
  const all = changes.all();
  return {
    verdict: all[0]?.level ?? 'safe',
    changes: all,
    requiredVersion: changes.requiredVersion(String(objectOf(sources.base.json.info).version ?? '')),
  };
}
