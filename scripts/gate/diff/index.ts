import { Changes } from './changes.ts';
import type { Context } from './context.ts';
import { createWorkshop, type Workshop } from './example/workshop.ts';
import { type DiffResult, gravest } from './finding.ts';
import { operationsOf } from './normalise/operation.ts';
import { compareOperations } from './rules/operations.ts';
import { compareSchemes } from './rules/security.ts';
import { Shaper } from './schema/build.ts';
import { Comparison } from './schema/compare.ts';
import { Fingerprints } from './schema/fingerprints.ts';
import type { Flow } from './schema/shape.ts';
import { objectOf, Source } from './source.ts';
import { requiredVersion } from './version.ts';

export type { DiffResult, Direction, Example, Finding, Level } from './finding.ts';

/**
 * Says what changes for clients between two OpenAPI 3 documents, given as parsed JSON.
 * Throws an InputError when one of them has a reference that leads nowhere.
 */
export function diffDocuments(base: unknown, revision: unknown): DiffResult {
  const sources = { base: new Source(objectOf(base), 'base'), revision: new Source(objectOf(revision), 'revision') };
  const fingerprints = new Fingerprints();
  const comparison = (flow: Flow) =>
    new Comparison(new Shaper(sources.base, flow), new Shaper(sources.revision, flow), fingerprints);
  const comparisons = { request: comparison('request'), response: comparison('response') };
  const workshops = new Map<Flow, Workshop>();
  const changes = new Changes();
  const context: Context = {
    ...sources,
    comparisons,
    changes,
    workshop(flow) {
      const known = workshops.get(flow) ?? createWorkshop(comparisons[flow]);
      workshops.set(flow, known);
      return known;
    },
  };
  compareOperations(context, operationsOf(sources.base), operationsOf(sources.revision));
  compareSchemes(context);
  const findings = changes.findings();
  const version = String(objectOf(sources.base.json.info).version ?? '');
  return {
    verdict: gravest(findings.map(({ level }) => level)),
    findings,
    requiredVersion: requiredVersion(version, changes.bump()),
  };
}
