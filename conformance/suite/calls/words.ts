import { contrast, shownInShort } from './differences.ts';

/** What Playwright's own matchers want, in words before their argument. */
export const wants: Record<string, string> = {
  toBe: '',
  toEqual: '',
  toStrictEqual: '',
  toMatchObject: 'an object with ',
  toContain: 'something that contains ',
  toContainEqual: 'something that contains ',
  toHaveLength: 'the length ',
  toMatch: 'a text that matches ',
  toHaveProperty: 'something with the member ',
  toBeLessThan: 'less than ',
  toBeLessThanOrEqual: 'at most ',
  toBeGreaterThan: 'more than ',
  toBeGreaterThanOrEqual: 'at least ',
  toBeUndefined: 'nothing',
  toBeDefined: 'something',
  toBeNull: 'null',
  toThrow: 'a mistake',
};

/** What one of these matchers expected of a value, and what it saw, in texts that a reader can take in. */
export function inWords(
  matcher: string,
  isNot: boolean,
  actual: unknown,
  args: readonly unknown[],
): { expected: string; actual: string } {
  const wanted = wants[matcher] ?? '';
  const argument = args.map(shownInShort).join(' ');
  if (isNot) return { expected: `not ${wanted}${argument}`, actual: shownInShort(actual) };
  if (wanted === '' || matcher === 'toMatchObject') {
    const { expected, actual: seen } = contrast(args[0], actual, matcher === 'toMatchObject');
    return { expected: wanted + expected, actual: seen };
  }
  const length = matcher === 'toHaveLength' ? `the length ${(actual as unknown[] | undefined)?.length}: ` : '';
  return { expected: wanted + argument, actual: length + shownInShort(actual) };
}
