import { append } from '../pointer.ts';
import { type Difference, type Flow, ruleOf, rules } from '../rules.ts';
import type { Parts } from './shape.ts';
import type { Shaper } from './shaper.ts';

/** The comparison of the schemas of two documents in one direction. */
export interface Comparing {
  readonly base: Shaper;
  readonly revision: Shaper;
  readonly flow: Flow;
  compare(base: Parts, revision: Parts): Delta[];
}

/** A step from a value to one that it holds. */
export type Step = { member: string } | 'item' | 'other';

/** One difference of two schemas, with its state before and after in words. */
export interface Delta {
  rule: Difference;
  at: string;
  baseAt?: string;
  /** The way from the value of the schemas to the value that the difference is about. */
  path: readonly Step[];
  from?: string;
  to?: string;
  /** Values that are likely to show the difference. */
  values?: readonly unknown[];
  /** A member without which an object is likely to show it. */
  without?: string;
}

/** Whether a difference breaks the values of a direction. */
export function breaks({ rule }: Delta, flow: Flow): boolean {
  return rules[ruleOf(rule, flow)].level === 'breaking';
}

/** The differences of a held value, as those of its holder. */
export function below(deltas: readonly Delta[], step: Step): Delta[] {
  return deltas.map((delta) => ({ ...delta, path: [step, ...delta.path] }));
}

/** A pointer below another one. */
export function placeBelow(pointer: string, ...steps: string[]): string {
  return steps.reduce<string>((at, step) => append(step, at), pointer);
}
