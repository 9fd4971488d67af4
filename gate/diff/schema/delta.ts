import { append } from '@hyperjump/json-pointer';
import type { SchemaRule } from '../rules.ts';
import { schemaRule } from '../rules.ts';
import type { Located } from '../source.ts';
import type { Alternative, Flow, Held } from './shape.ts';
import type { Shaper } from './shaper.ts';

/** The comparison of the schemas of two documents in one direction. */
export interface Comparing {
  readonly base: Shaper;
  readonly revision: Shaper;
  readonly flow: Flow;
  compare(base: readonly Located[], revision: readonly Located[]): Delta[];
}

/** A step from a value to one that it holds. */
export type Step = { member: string } | 'item' | 'other';

/** One difference of two schemas. */
export interface Delta {
  rule: SchemaRule;
  at: string;
  baseAt?: string;
  /** The way from the value of the schemas to the value that the difference is about. */
  path: readonly Step[];
  from?: string;
  to?: string;
  /** Values that are likely to show the difference. */
  values?: readonly unknown[];
  /** Members with and without which an object is likely to show it. */
  having?: string;
  without?: string;
}

/** Whether a difference breaks the values of a direction. */
export function breaks({ rule }: Delta, flow: Flow): boolean {
  return schemaRule(rule, flow)?.level === 'breaking';
}

/** The differences of a held value, as those of its holder. */
export function below(deltas: readonly Delta[], step: Step): Delta[] {
  return deltas.map((delta) => ({ ...delta, path: [step, ...delta.path] }));
}

/** The places of a keyword of two alternatives; where it is missing, the place that it would have. */
export function placesOf(
  base: Alternative,
  revision: Alternative,
  before: Held | undefined,
  now: Held | undefined,
  keyword: string,
): Pick<Delta, 'at' | 'baseAt' | 'path'> {
  return { at: now?.at ?? `${revision.at}/${keyword}`, baseAt: before?.at ?? base.at, path: [] };
}

/** A pointer below another one. */
export function placeBelow(pointer: string, ...steps: string[]): string {
  return steps.reduce<string>((at, step) => append(step, at), pointer);
}
