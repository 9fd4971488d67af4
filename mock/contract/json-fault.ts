import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { EXPLAINED_BYTES } from '../limits.ts';

/** Where a text stops being JSON, and why; undefined for a text that is too long to be explained. */
export function jsonFault(text: string): string | undefined {
  if (text.length > EXPLAINED_BYTES) return undefined;
  if (text.startsWith('\uFEFF')) return 'it begins with a byte order mark';
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true });
  } catch (error) {
    // The text is nested too deeply for this parser.
    if (!(error instanceof RangeError)) throw error;
  }
  const [first] = errors;
  if (!first) return undefined;
  const before = text.slice(0, first.offset).split('\n');
  const reason = printParseErrorCode(first.error).replaceAll(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${reason} at line ${before.length}, column ${(before.at(-1) as string).length + 1}`;
}
