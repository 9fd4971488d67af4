import { ChangeList, type Diff, type DiffResult } from './change.ts';
import { compareGroups, compareSchemes, compareUnjudged } from './operations/compare.ts';
import { operationsOf, serversOf } from './operations/element.ts';
import { Comparison } from './schema/compare.ts';
import { InputError, objectOf, openDocument } from './source.ts';

export type { Change, DiffResult } from './change.ts';
export { directionOf, type Level, type RuleId, rules, sentence } from './rules.ts';
export { InputError, isObject, type Json, openDocument } from './source.ts';

/**
 * Finds the changes for clients between two OpenAPI 3.1 documents, given as parsed JSON. The spelling of a document is no change, and a
 * difference outside the vocabulary (`vocabulary.ts`) is breaking. Throws an InputError when a document can't be compared: it is no OpenAPI 3.1, a reference leads nowhere, or it is too large.
 */
export async function diffDocuments(baseJson: unknown, revisionJson: unknown): Promise<DiffResult> {
  const [base, revision] = [openDocument(baseJson, 'base'), openDocument(revisionJson, 'revision')];
  const changes = new ChangeList();
  const [request, response] = [new Comparison(base, revision, 'request'), new Comparison(base, revision, 'response')];
  const diff: Diff = { base, revision, request, response, changes };
  try {
    compareGroups(diff, operationsOf(base), operationsOf(revision));
    compareGroups(diff, serversOf(base), serversOf(revision));
    compareSchemes(diff);
    compareUnjudged(diff, 'document', [base.root, revision.root], 'the document');
    // The libraries behind examples take long to load.
    const examples = changes.isBreaking() ? await import('./example.ts') : undefined;
    const version = String(objectOf(base.json.info).version ?? '');
    return changes.result(version, (rule, found) => examples?.exampleOf(diff, rule, found));
  } catch (error) {
    if (error instanceof URIError) throw new InputError('a reference has a malformed escape');
    throw error instanceof RangeError ? new InputError('the documents are nested too deeply to be compared') : error;
  }
}
