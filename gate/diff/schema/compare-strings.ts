import { compareFormats } from './compare-formats.ts';
import { compareSizes } from './compare-limits.ts';
import { type Delta, endings, placesOf, type Width, widthFrom } from './delta.ts';
import { isWithin } from './pattern-automata.ts';
import type { StringAlternative } from './shape.ts';

/** Compares texts: lengths, patterns, formats. */
export function compareStrings(base: StringAlternative, revision: StringAlternative): Delta[] {
  const texts = comparePatterns(base, revision) ?? compareSizes(base, revision, 'length');
  return [...texts, ...compareFormats(base, revision)];
}

/**
 * Compares the patterns of two texts, their lengths included: by the texts that they allow, so that it does not count how a
 * pattern is spelt. Undefined when the patterns are the same ones and the lengths alone decide.
 */
function comparePatterns(base: StringAlternative, revision: StringAlternative): Delta[] | undefined {
  const [before, now] = [written(base), written(revision)];
  const isSame = before.join('\n') === now.join('\n');
  if (isSame && (before.length === 0 || hasSameLengths(base, revision))) return undefined;
  const width = widthOf(base, revision);
  if (width === 'none') return [];
  if (isSame) return undefined;
  const isAdded = width === 'narrower' && before.length === 0;
  const isRemoved = width === 'wider' && now.length === 0;
  const rule = isAdded ? 'pattern-added' : isRemoved ? 'pattern-removed' : (`pattern-${endings[width]}` as const);
  return [
    {
      ...placesOf(base, revision, base.patterns[0], revision.patterns[0], 'pattern'),
      rule,
      width,
      from: before.join(' and ') || 'none',
      to: now.join(' and ') || 'none',
    },
  ];
}

/** Where it can't be told, a side that has patterns is taken to refuse what the other one allows. */
function widthOf(base: StringAlternative, revision: StringAlternative): Width {
  const isNarrower = !(isWithin(base, revision) ?? revision.patterns.length === 0);
  const isWider = !(isWithin(revision, base) ?? base.patterns.length === 0);
  return widthFrom(isNarrower, isWider);
}

function hasSameLengths(base: StringAlternative, revision: StringAlternative): boolean {
  return base.min?.value === revision.min?.value && base.max?.value === revision.max?.value;
}

function written({ patterns }: StringAlternative): string[] {
  return patterns.map(({ value }) => value).sort();
}
