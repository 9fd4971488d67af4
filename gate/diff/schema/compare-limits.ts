import type { Delta, Effect, Witness } from './delta.ts';
import type { Held } from './shape.ts';

/** A limit of one keyword that both sides may set: how it is called in rules, where it would stand, which way is tighter. */
export interface Limit {
  name: string;
  keyword: string;
  /** Whether a higher number leaves fewer values. */
  tightens: 'up' | 'down';
}

/** Compares a limit that is a number. `show` gives the value that tells the two sides apart, by the limit it has to cross. */
export function compareLimit(
  limit: Limit,
  base: Held<number> | undefined,
  revision: Held<number> | undefined,
  places: { at: string; baseAt: string },
  show?: (tight: number) => Witness | undefined,
): Delta[] {
  if (base?.value === revision?.value) return [];
  const none = limit.tightens === 'up' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const difference = (revision?.value ?? none) - (base?.value ?? none);
  const isTighter = limit.tightens === 'up' ? difference > 0 : difference < 0;
  const effect: Effect = isTighter ? 'narrower' : 'wider';
  const witness = show?.((isTighter ? revision?.value : base?.value) as number);
  return [
    {
      rule: `${limit.name}-${isTighter ? 'tightened' : 'relaxed'}`,
      effect,
      at: revision?.at ?? `${places.at}/${limit.keyword}`,
      baseAt: base?.at ?? places.baseAt,
      path: [],
      from: base ? String(base.value) : 'none',
      to: revision ? String(revision.value) : 'none',
      ...(witness && { witness }),
    },
  ];
}
