import { type Difference, type Flow, ruleOf, rules } from '../rules.ts';
import type { SchemaReader } from './reader.ts';
import type { Parts } from './shape.ts';

/** A comparison of the schemas of two documents in one direction. */
export interface SchemaComparison {
  readonly base: SchemaReader;
  readonly revision: SchemaReader;
  readonly flow: Flow;
  compare(base: Parts, revision: Parts): Delta[];
}

/** A step from a value to one that it holds; `other` is a member of a map. */
export type Step = { member: string } | 'item' | 'other';

/** One difference of two schemas, with its state before and after in words. */
export interface Delta {
  rule: Difference;
  at: string;
  baseAt?: string;
  /** The way from the value of the schemas to the value that differs. */
  path: readonly Step[];
  from?: string;
  to?: string;
  /** Values that are likely to show the difference. */
  values?: readonly unknown[];
  /** Bounds that differ. */
  bounds?: readonly number[];
  /** An object is likely to show the difference without this member. */
  without?: string;
}

/** True if a difference breaks the values of a direction. */
export function breaks({ rule }: Delta, flow: Flow): boolean {
  return rules[ruleOf(rule, flow)].level === 'breaking';
}

/** The differences of a held value, as those of its holder. */
export function below(deltas: readonly Delta[], step: Step): Delta[] {
  return deltas.map((delta) => ({ ...delta, path: [step, ...delta.path] }));
}
