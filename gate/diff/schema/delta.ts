import type { SchemaRule } from '../catalogue/schemas.ts';
import type { Located } from '../source.ts';
import type { AnyAlternative, Flow, Held } from './shape.ts';
import type { Shaper } from './shaper.ts';

/** A step from a value into it: to a member by name, to a member of any other name, to an item, or to the name of a member. */
export type Step = { member: string } | { other: true } | { item: number } | { names: true };

/** What a change does to the set of values: fewer, more, some go and others come, or none of it. */
export type Width = 'narrower' | 'wider' | 'both' | 'none';

/**
 * How to make a value that shows the change: one of some values, one of an alternative, or an object that lacks a member or has
 * another one. Without it any value of the schema may do.
 */
export type Witness =
  | { values: readonly unknown[] }
  | { alternative: AnyAlternative }
  | { without?: string; having?: string };

/** One way in which two schemas differ, seen in one direction. */
export interface Delta {
  rule: SchemaRule;
  width: Width;
  at: string;
  baseAt?: string;
  /** The way from the compared value to the part that differs. */
  path: readonly Step[];
  /** What the sentence about it speaks of. */
  from?: string;
  to?: string;
  witness?: Witness;
}

/** What compares schemas, for those who compare a part of one. */
export interface Comparing {
  readonly base: Shaper;
  readonly revision: Shaper;
  readonly flow: Flow;
  /** Whether the schemas only limit values that others describe, so that a member that they don't name is not gone. */
  readonly isCondition: boolean;
  /** What compares schemas that stand in conditions. */
  readonly conditions: Comparing;
  compare(base: readonly Located[], revision: readonly Located[]): Delta[];
}

/** What is said of a keyword that limits values more, less, or otherwise. */
export const endings = { narrower: 'tightened', wider: 'relaxed', both: 'changed' } as const;

type Placed = Pick<Held, 'at'>;

/** Where a keyword of two alternatives stands; where it would stand in the revision when it is gone. */
export function placesOf(
  base: Placed,
  revision: Placed,
  before: Placed | undefined,
  now: Placed | undefined,
  keyword: string,
) {
  return { at: now?.at ?? `${revision.at}/${keyword}`, baseAt: before?.at ?? base.at, path: [] };
}

/** Puts steps before the way of each delta. */
export function below(deltas: readonly Delta[], ...steps: Step[]): Delta[] {
  return deltas.map((delta) => ({ ...delta, path: [...steps, ...delta.path] }));
}

/** What differences do together to the values that are allowed. */
export function widthOf(deltas: readonly Delta[]): Width {
  return widthFrom(deltas.some(isNarrower), deltas.some(isWider));
}

/** The same of a change that takes values away, or gives further ones, or both. */
export function widthFrom(narrower: boolean, wider: boolean): Width {
  if (narrower && wider) return 'both';
  return narrower ? 'narrower' : wider ? 'wider' : 'none';
}

/** Whether some values are refused that were allowed. */
export function isNarrower({ width }: Delta): boolean {
  return width === 'narrower' || width === 'both';
}

/** Whether some values are allowed that were refused. */
export function isWider({ width }: Delta): boolean {
  return width === 'wider' || width === 'both';
}
