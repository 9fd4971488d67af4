import type { SchemaRule } from '../catalogue/schemas.ts';
import type { Delta } from './delta.ts';
import type { AnyAlternative, Held } from './shape.ts';

/** What has a least and a greatest size. */
type Sized = AnyAlternative & { min?: Held<number>; max?: Held<number> };

/** Compares a size that both sides may limit by a keyword: the least one (`min`) or the greatest (`max`). */
export function compareLimit(
  base: Sized,
  revision: Sized,
  side: 'min' | 'max',
  keyword: string,
  rules: { tightened: SchemaRule; relaxed: SchemaRule },
): Delta[] {
  const [before, now] = [base[side], revision[side]];
  if (before?.value === now?.value) return [];
  const sign = side === 'min' ? 1 : -1;
  const rank = (limit: Held<number> | undefined) => (limit ? limit.value * sign : Number.NEGATIVE_INFINITY);
  const isTighter = rank(now) > rank(before);
  const [looser, tight] = isTighter ? [base, now] : [revision, before];
  const beyond = { value: (tight?.value ?? 0) - sign, at: '' };
  return [
    {
      rule: isTighter ? rules.tightened : rules.relaxed,
      effect: isTighter ? 'narrower' : 'wider',
      at: now?.at ?? `${revision.at}/${keyword}`,
      baseAt: before?.at ?? base.at,
      path: [],
      from: String(before?.value ?? 'none'),
      to: String(now?.value ?? 'none'),
      witness: { alternative: { ...looser, [side === 'min' ? 'max' : 'min']: beyond } },
    },
  ];
}
