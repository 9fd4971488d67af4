import { compareFormats } from './compare-formats.ts';
import { compareLimit } from './compare-limits.ts';
import { comparePatterns } from './compare-patterns.ts';
import type { Delta } from './delta.ts';
import type { StringAlternative } from './shape.ts';

const least = { tightened: 'min-length-tightened', relaxed: 'min-length-relaxed' } as const;
const greatest = { tightened: 'max-length-tightened', relaxed: 'max-length-relaxed' } as const;

/** Compares texts: lengths, patterns, formats. */
export function compareStrings(base: StringAlternative, revision: StringAlternative): Delta[] {
  const lengths = () => [
    ...compareLimit(base, revision, 'min', 'minLength', least),
    ...compareLimit(base, revision, 'max', 'maxLength', greatest),
  ];
  return [...(comparePatterns(base, revision) ?? lengths()), ...compareFormats(base, revision)];
}
