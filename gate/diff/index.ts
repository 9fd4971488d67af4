import type { DiffResult } from './change.ts';
import { ChangeList } from './change-list.ts';
import type { Diff, Side } from './diff.ts';
import { Judge } from './example/judge.ts';
import { Sampler } from './example/sampler.ts';
import { compareOperations } from './operations/compare.ts';
import { operationsOf } from './operations/operation.ts';
import { compareSchemes, successorsOf } from './operations/security.ts';
import { compareNamed } from './operations/servers.ts';
import type { Flow } from './rules.ts';
import { Comparison } from './schema/compare.ts';
import { Shaper } from './schema/shaper.ts';
import { child, objectOf, openDocument, type Source } from './source.ts';
import { unjudgedIn } from './vocabulary.ts';

export type { Change, DiffResult, Level } from './change.ts';
export { directionOf, type RuleId, rules, sentence } from './rules.ts';
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
export function diffDocuments(baseJson: unknown, revisionJson: unknown): DiffResult {
  const [base, revision] = [openDocument(baseJson, 'base'), openDocument(revisionJson, 'revision')];
  const changes = new ChangeList();
  const diff: Diff = {
    base,
    revision,
    request: sideOf('request', base, revision),
    response: sideOf('response', base, revision),
    schemes: successorsOf(base, revision),
    changes,
  };
  compareOperations(diff, operationsOf(base), operationsOf(revision));
  compareSchemes(diff);
  compareNamed(diff, child(base.root, 'webhooks'), child(revision.root, 'webhooks'), 'the webhook {}', '');
  const unjudged = [unjudgedIn(base, 'document', base.root), unjudgedIn(revision, 'document', revision.root)] as const;
  changes.addUnjudged(...unjudged, { at: '', subject: 'the document', operation: '' });
  const all = changes.all();
  return {
    verdict: all[0]?.level ?? 'safe',
    changes: all,
    requiredVersion: changes.requiredVersion(String(objectOf(base.json.info).version ?? '')),
  };
}

function sideOf(flow: Flow, base: Source, revision: Source): Side {
  const shapers = { base: new Shaper(base, flow), revision: new Shaper(revision, flow) };
  return {
    comparison: new Comparison(shapers.base, shapers.revision),
    samplers: { base: new Sampler(shapers.base), revision: new Sampler(shapers.revision) },
    judges: { base: new Judge(shapers.base), revision: new Judge(shapers.revision) },
  };
}
