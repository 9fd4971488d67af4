import { matches } from '../../conformance/suite/run/selection.ts';
import type { scenarios } from '../staging/scenarios.ts';
import type { Fault } from './fault.ts';
import { faults } from './index.ts';

/** Which faults are tried, and with which cases each. */
export interface Selection {
  /** Globs over the rules that are broken; none means all. */
  rule: readonly string[];
  /** Of each rule only the first fault of each kind of wrongness. */
  fast: boolean;
  /** Of all these only so many, evenly spread. */
  sample?: number;
}

/** What a service can get wrong, by the words of a fault's title; what none of them names is the body. */
const kinds = {
  code: /\b(another code|codes? of|codes are|no code|the code)\b/,
  title: /\btitle\b/,
  status: /\b(answered|refused) with [1-5]\d\d\b|\bstatus \d{3}\b/,
  header: /\bheaders?\b/i,
} as const;

/** The kind of wrongness that a fault stands for. */
export function kindOf({ title }: Pick<Fault, 'title'>): keyof typeof kinds | 'body' {
  const found = Object.entries(kinds).find(([, words]) => words.test(title));
  return found ? (found[0] as keyof typeof kinds) : 'body';
}

/** The faults of a selection. */
export function selectFaults({ rule: globs, fast, sample }: Selection): readonly Fault[] {
  const named = faults.filter(({ rule }) => globs.length === 0 || globs.some((glob) => matches(glob, rule)));
  const first = new Map(named.toReversed().map((fault) => [`${fault.rule} ${kindOf(fault)}`, fault]));
  const chosen = fast ? named.filter((fault) => first.get(`${fault.rule} ${kindOf(fault)}`) === fault) : named;
  const share = Math.min(1, (sample ?? chosen.length) / chosen.length);
  return chosen.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
}

/** Faults that are tried under the same conditions. */
export interface Round {
  faults: readonly Fault[];
  /** The scenario of staging whose conditions lie between the suite and the faults. */
  behind?: Condition | undefined;
}

export type Condition = keyof typeof scenarios;

/** A few faults of the fast matrix are tried as at a deployment, each behind one of these conditions. */
const usual: readonly Condition[] = ['7% broken', 'replicas'];

/** The rounds of a selection: the fast one has a few of its faults as at deployments as well. */
export function roundsOf(selection: Selection, behind?: Condition): Round[] {
  const own = { faults: selectFaults(selection), behind };
  if (!selection.fast || behind !== undefined) return [own];
  const few = selectFaults({ ...selection, sample: selection.sample ?? 20 });
  const inTurn = usual.map((behind, turn) => ({
    faults: few.filter((_, index) => index % usual.length === turn),
    behind,
  }));
  return [own, ...inTurn];
}
