import { compareFormats } from './compare-formats.ts';
import { compareLimit } from './compare-limits.ts';
import { comparePatterns } from './compare-patterns.ts';
import type { Delta } from './delta.ts';
import type { StringAlternative } from './shape.ts';

/** Compares texts: lengths, patterns, formats. */
export function compareStrings(base: StringAlternative, revision: StringAlternative): Delta[] {
  const places = { at: revision.at, baseAt: base.at };
  const patterns = comparePatterns(base, revision);
  if (patterns) return [...patterns, ...compareFormats(base, revision)];
  const looser = (tight: StringAlternative | undefined) => tight && { alternative: tight };
  return [
    ...compareLimit(
      { name: 'min-length', keyword: 'minLength', tightens: 'up' },
      base.minLength,
      revision.minLength,
      places,
      (tight) => looser({ ...other(base, revision, 'minLength'), maxLength: { value: tight - 1, at: '' } }),
    ),
    ...compareLimit(
      { name: 'max-length', keyword: 'maxLength', tightens: 'down' },
      base.maxLength,
      revision.maxLength,
      places,
      (tight) => looser({ ...other(base, revision, 'maxLength'), minLength: { value: tight + 1, at: '' } }),
    ),
    ...compareFormats(base, revision),
  ];
}

/** The side that allows more, as far as one limit goes. */
function other(
  base: StringAlternative,
  revision: StringAlternative,
  limit: 'minLength' | 'maxLength',
): StringAlternative {
  const none = limit === 'minLength' ? 0 : Number.POSITIVE_INFINITY;
  const [b, r] = [base[limit]?.value ?? none, revision[limit]?.value ?? none];
  const isBaseWider = limit === 'minLength' ? b < r : b > r;
  return isBaseWider ? base : revision;
}
