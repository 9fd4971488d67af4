import type { DiffResult } from './change.ts';
import { ChangeList } from './change-list.ts';
import type { Diff } from './diff.ts';
import { Judge } from './example/validator.ts';
import { operationsOf } from './normalise/operation.ts';
import { successorsOf } from './normalise/security.ts';
import { compareOperations } from './rules/operations.ts';
import { compareSchemes } from './rules/security.ts';
import { Comparison } from './schema/compare.ts';
import { Likeness } from './schema/likeness.ts';
import type { Flow } from './schema/shape.ts';
import { Shaper } from './schema/shaper.ts';
import { objectOf, openDocument } from './source.ts';

export { catalogue } from './catalogue/index.ts';
export type { Change, DiffResult, Direction, Example, Level } from './change.ts';
export { type Read, withFiles } from './external.ts';
export { InputError } from './input-error.ts';
export { isObject, type Json, listOf, openDocument } from './source.ts';

/**
 * Says what changes for clients between two OpenAPI 3 documents, given as parsed JSON.
 *
 * - Breaking: a request that was valid is refused or not heard, or an answer may be one that the base document rules out.
 * - Soft: every message stays valid, but generated code changes (names of operations, tags), or what a message means (defaults,
 *   deprecations, a further success).
 * - Safe: everything else. How a document is spelt is no change at all.
 *
 * Both documents are read as what they allow (`normalise/`, `schema/`), then compared (`rules/`). This does not use `redocly diff`,
 * although it was meant to: it compares key by key, so that after normalising it still takes a pattern or a union that is spelt
 * otherwise for a change, it is a command without an API, and it doesn't see what a request property that is gone, a read-only
 * flag, inherited security, a webhook's parameters or a form's encoding mean for clients.
 *
 * `say` hears what is being looked at. Throws an InputError when one of them is no OpenAPI 3 document, or has a reference that leads
 * nowhere.
 */
export function diffDocuments(base: unknown, revision: unknown, say: (place: string) => void = () => {}): DiffResult {
  const sources = { base: openDocument(base, 'base'), revision: openDocument(revision, 'revision') };
  const likeness = new Likeness(sources.base, sources.revision);
  const comparison = (flow: Flow) =>
    new Comparison(new Shaper(sources.base, flow), new Shaper(sources.revision, flow), likeness, say);
  const judges = (flow: Flow) => ({ base: new Judge(sources.base, flow), revision: new Judge(sources.revision, flow) });
  const changes = new ChangeList();
  const context: Diff = {
    ...sources,
    comparisons: { request: comparison('request'), response: comparison('response') },
    judges: { request: judges('request'), response: judges('response') },
    schemes: successorsOf(sources.base, sources.revision),
    changes,
  };
  compareOperations(context, operationsOf(sources.base), operationsOf(sources.revision));
  compareSchemes(context);
  say('the examples of what changes');
  const all = changes.all();
  const version = String(objectOf(sources.base.json.info).version ?? '');
  return {
    verdict: all[0]?.level ?? 'safe',
    changes: all,
    requiredVersion: changes.requiredVersion(version),
  };
}
