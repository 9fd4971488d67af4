import { printParseErrorCode, visit } from 'jsonc-parser';

/** What the library's reasons mean, by their names. */
const words: Record<string, string> = {
  InvalidSymbol: 'an unknown word',
  InvalidNumberFormat: 'a number that is none',
  PropertyNameExpected: 'a member name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: '} is expected',
  CloseBracketExpected: '] is expected',
  EndOfFileExpected: 'the text has to end',
  InvalidCommentToken: 'a comment',
  UnexpectedEndOfString: 'a text without its closing quote',
  UnexpectedEndOfNumber: 'a number without its end',
  InvalidUnicode: 'an escape that is none',
  InvalidEscapeCharacter: 'an escape that is none',
  InvalidCharacter: 'a character that has to be escaped',
};

class Found extends Error {}

/** Characters of a text that is looked at: it is read much slower than JSON is, and in one go. */
const LOOKED_AT = 100_000;

/** Where a text that is no JSON stops being it, and why, in words; undefined when that can't be told, as of one that is very long. */
export function jsonFault(text: string): string | undefined {
  if (text.length > LOOKED_AT) return undefined;
  if (text.startsWith('\uFEFF')) return 'it begins with a mark of the byte order';
  let fault: string | undefined;
  try {
    visit(
      text,
      {
        onError(code, offset) {
          fault = `${words[printParseErrorCode(code)] ?? 'something unexpected'} at ${placeIn(text, offset)}`;
          throw new Found();
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    // A text can be nested deeper than this reader has room for.
    if (!(error instanceof Found || error instanceof RangeError)) throw error;
  }
  return fault;
}

function placeIn(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1) as string).length + 1}`;
}
