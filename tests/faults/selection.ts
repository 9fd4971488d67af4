import { matches } from '../../conformance/suite/run/selection.ts';
import type { Fault } from './fault.ts';
import { faults } from './index.ts';

/** Which faults are tried, and with which cases each. */
export interface Selection {
  /** Globs over the rules that are broken; none means all. */
  rule: readonly string[];
  /** Every case that a fault can influence, derived ones included, not only those written by hand for the rule that it breaks. */
  full: boolean;
  /** Only the first fault of a rule. */
  fast: boolean;
}

/** The faults of a selection. */
export function selectFaults({ rule: globs, fast }: Selection): readonly Fault[] {
  const named = faults.filter(({ rule }) => globs.length === 0 || globs.some((glob) => matches(glob, rule)));
  const isFirst = (one: Fault, index: number) => named.findIndex(({ rule }) => rule === one.rule) === index;
  return fast ? named.filter(isFirst) : named;
}
