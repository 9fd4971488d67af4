import type { ChangeList } from './change.ts';
import type { Operation } from './operations/operation.ts';
import type { Flow } from './rules.ts';
import type { Comparison } from './schema/compare.ts';
import type { Parts } from './schema/shape.ts';
import type { Located, Source } from './source.ts';
import { type Kind, unjudgedChanges, unjudgedIn } from './vocabulary.ts';

/** Everything that a comparison works with. */
export interface Diff {
  base: Source;
  revision: Source;
  /** The schemas of each direction. */
  request: Comparison;
  response: Comparison;
  changes: ChangeList;
}

/** An operation in both editions. */
export interface Pair {
  base: Operation;
  revision: Operation;
}

/** A part of a message that has a schema: the body, a parameter, a header. */
export interface Part {
  pair: Pair;
  flow: Flow;
  /** The part in sentences. */
  words: string;
  base: Parts;
  revision: Parts;
  status?: string | undefined;
  /** The media type of a body. */
  body?: string;
  /** The key of a parameter or header. */
  field?: string;
}

/** Reports the keywords outside the vocabulary that two objects do not have in common. */
export function compareUnjudged(
  { base, revision, changes }: Diff,
  kind: Kind,
  before: Located,
  now: Located,
  { subject, operation = '' }: { subject: string; operation?: string },
): void {
  const found = [unjudgedIn(base, kind, before), unjudgedIn(revision, kind, now)] as const;
  for (const { keyword, at: pointer, baseAt: basePointer } of unjudgedChanges(...found, now.at))
    changes.add('not-judged', { operation, pointer, basePointer, words: { subject: `\`${keyword}\` of ${subject}` } });
}
