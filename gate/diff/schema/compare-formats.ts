import { type Delta, endings, placesOf, widthFrom } from './delta.ts';
import { isRegistered } from './formats.ts';
import type { Held, NumberAlternative, StringAlternative } from './shape.ts';

type Formatted = Pick<NumberAlternative | StringAlternative, 'at' | 'formats'>;

/** Formats of texts whose values all have another format as well. */
const within = new Map([
  ['email', ['idn-email']],
  ['hostname', ['idn-hostname']],
  ['uri', ['uri-reference', 'iri', 'iri-reference']],
  ['uri-reference', ['iri-reference']],
  ['iri', ['iri-reference']],
]);

/** Formats of numbers that no JSON reader goes beyond: whether they are written changes the generated type alone. */
const wide = new Set(['int64', 'double', 'float']);

/** Compares the formats of texts or numbers. */
export function compareFormats(base: Formatted, revision: Formatted): Delta[] {
  const lost = base.formats.filter(({ value }) => !revision.formats.some((other) => other.value === value));
  const come = revision.formats.filter(({ value }) => !base.formats.some((other) => other.value === value));
  if (lost.length === 0 && come.length === 0) return [];
  const names = (list: readonly Held<string>[]) => list.map(({ value }) => value).join(' and ') || 'none';
  const delta = {
    ...placesOf(base, revision, lost[0], come[0] ?? revision.formats[0], 'format'),
    from: names(base.formats),
    to: names(revision.formats),
  };
  if (lost.length === 0 && come.every(({ value }) => !isRegistered(value)))
    return [{ ...delta, rule: 'unregistered-format-added', width: 'none' }];
  if (isWide(lost) && isWide(come)) return [{ ...delta, rule: 'number-format-changed', width: 'none' }];
  const isTighter = come.some(({ value }) => !isImplied(value, base.formats) && !wide.has(value));
  const isLooser = !isTighter || lost.some(({ value }) => !isImplied(value, revision.formats) && !wide.has(value));
  const width = widthFrom(isTighter, isLooser) as 'narrower' | 'wider' | 'both';
  return [{ ...delta, rule: `format-${endings[width]}`, width }];
}

function isWide(formats: readonly Held<string>[]): boolean {
  return formats.every(({ value }) => wide.has(value));
}

function isImplied(format: string, by: readonly Held<string>[]): boolean {
  return by.some(({ value }) => value === format || within.get(value)?.includes(format));
}
