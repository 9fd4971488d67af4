import { compareFormats } from './compare-formats.ts';
import { compareSizes } from './compare-limits.ts';
import { comparePatterns } from './compare-patterns.ts';
import type { Delta } from './delta.ts';
import type { StringAlternative } from './shape.ts';

/** Compares texts: lengths, patterns, formats. */
export function compareStrings(base: StringAlternative, revision: StringAlternative): Delta[] {
  const texts = comparePatterns(base, revision) ?? compareSizes(base, revision, 'length');
  return [...texts, ...compareFormats(base, revision)];
}
