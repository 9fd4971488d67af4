import { generateSync, type JsonSchema } from 'json-schema-faker';
import { accepts } from '../schema/accepts.ts';
import type { StringAlternative } from '../schema/shape.ts';

/** How often the generator is asked before a text is made by hand: it is wrong on some limits together. */
const attempts = 40;

/** Texts are not made longer than this. */
const longest = 1_000_000;

/** A text that an alternative allows; `variety` gives others. Undefined when none was found. */
export function makeText(alternative: StringAlternative, variety: number): string | undefined {
  const { min, max, patterns, formats } = alternative;
  const least = min?.value ?? 0;
  if (least > longest) return undefined;
  const anyLength = {
    type: 'string',
    ...(patterns[0] && { pattern: patterns[0].value }),
    ...(formats[0] && { format: formats[0].value }),
    ...(max && { maxLength: max.value }),
  };
  const isPlain = patterns.length + formats.length === 0;
  if (isPlain) return 'text'.padEnd(least, 'x').slice(0, max?.value ?? 4 + least);
  // The generator forgets a pattern that shorter texts meet as well: one of these is stretched.
  const schemas = [{ ...anyLength, ...(min && { minLength: least }) }, ...(min && patterns[0] ? [anyLength] : [])];
  for (let seed = 1; seed <= attempts; seed++) {
    const texts = schemas.flatMap((schema) => generate(schema, seed + variety * attempts) ?? []);
    if (texts.length === 0) return undefined;
    const fitting = texts.flatMap((text) => [text, stretch(text, least)]).find((text) => accepts(alternative, text));
    if (fitting !== undefined) return fitting;
  }
  return undefined;
}

function generate(schema: JsonSchema, seed: number): string | undefined {
  try {
    const value = generateSync(schema, { seed });
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Repeats a character in the middle until the text is long enough. */
function stretch(text: string, length: number): string {
  const middle = Math.floor(text.length / 2);
  const letter = text.charAt(middle) || 'x';
  return text.slice(0, middle) + letter.repeat(Math.max(0, length - text.length)) + text.slice(middle);
}
