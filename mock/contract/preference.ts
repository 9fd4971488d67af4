import parsePreferHeader from 'parse-prefer-header';

/** Which of the contract's answers is wanted; what is left out is up to Prism. */
export interface Preference {
  code?: number;
  exampleKey?: string;
  /** Generated from the schema, instead of an example. */
  dynamic: boolean;
}

/** The contract has no answer as it is wanted. */
export class UnmetPreference extends Error {
  override name = 'UnmetPreference';
}

/** Characters of a header; no answer takes more to be named. */
const LONGEST = 1_000;

/**
 * What a `Prefer` header asks of the contract's answers, in the words that Prism knows: `code`, `example` and `dynamic`.
 *
 * @returns undefined when it asks for nothing of these. Throws an UnmetPreference when what it asks for can't be.
 */
export function preferenceOf(prefer: string): Preference | undefined {
  if (prefer.length > LONGEST) throw new UnmetPreference();
  const { code, example, dynamic } = parsePreferHeader(prefer);
  if (code === undefined && example === undefined && dynamic === undefined) return undefined;
  const isMeant =
    (code === undefined || (typeof code === 'string' && /^[2-5]\d\d$/.test(code))) &&
    (dynamic === undefined || dynamic === 'true' || dynamic === 'false') &&
    example !== true;
  if (!isMeant) throw new UnmetPreference();
  return {
    dynamic: dynamic === 'true',
    ...(code !== undefined && { code: Number(code) }),
    ...(example !== undefined && { exampleKey: example }),
  };
}
