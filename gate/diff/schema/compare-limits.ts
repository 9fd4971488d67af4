import { type Delta, endings, placesOf } from './delta.ts';
import type { AnyAlternative, Held } from './shape.ts';

/** What has a least and a greatest size. */
type Sized = AnyAlternative & { min?: Held<number>; max?: Held<number> };

/** Compares how many characters, items or properties there may be. */
export function compareSizes(base: Sized, revision: Sized, unit: 'length' | 'items' | 'properties'): Delta[] {
  return (['min', 'max'] as const).flatMap((side): Delta[] => {
    const [before, now] = [base[side], revision[side]];
    if (before?.value === now?.value) return [];
    const sign = side === 'min' ? 1 : -1;
    const rank = (limit: Held<number> | undefined) => (limit ? limit.value * sign : Number.NEGATIVE_INFINITY);
    const width = rank(now) > rank(before) ? 'narrower' : 'wider';
    const [looser, tight] = width === 'narrower' ? [base, now] : [revision, before];
    const beyond = { value: (tight?.value ?? 0) - sign, at: '' };
    return [
      {
        ...placesOf(base, revision, before, now, side + unit.charAt(0).toUpperCase() + unit.slice(1)),
        rule: `${side}-${unit}-${endings[width]}`,
        width,
        from: String(before?.value ?? 'none'),
        to: String(now?.value ?? 'none'),
        witness: { alternative: { ...looser, [side === 'min' ? 'max' : 'min']: beyond } },
      },
    ];
  });
}
