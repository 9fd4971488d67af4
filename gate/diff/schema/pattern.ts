const loop = /^([*+]|\{\d+,\d*\})/;

/** Characters to try: a repetition that takes none of them is not counted. */
const characters = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), 'é', '漢'];

/**
 * Whether a pattern is quick to try on every text: no repeated group (other than one like `(\.[^.]+)+`), no look-around, no back
 * reference, and few repetitions that take the same characters. Fails closed: others may be quick as well.
 */
export function isQuick(pattern: string): boolean {
  if (!isRegExp(pattern) || /\(\?[=!<]|\\[1-9k]|\d{4}/.test(pattern)) return false;
  const delimited = /\((?:\?:)?(\\?[^\\[\]()])(\[\^(?:\\.|[^\]\\])*\])\+\)[+*]/g;
  const plain = pattern.replaceAll(delimited, (group, delimiter: string, rest: string) =>
    new RegExp(rest, 'u').test(delimiter.slice(-1)) ? group : `${rest}+`,
  );
  const atoms = [
    ...plain.matchAll(/(\\[pPu]\{[^}]*\}|\\u.{4}|\\x..|\\.|\[(?:\\.|[^\]\\])*\]|.)([*+?]|\{[\d,]+\})?/gsu),
  ];
  if (atoms.some(([, atom, count]) => atom === ')' && count !== undefined && count !== '?')) return false;
  const loops = atoms.flatMap(([, atom, count]) => (count && loop.test(count) ? [new RegExp(`^${atom}$`, 'u')] : []));
  const shared = characters.map((character) => loops.filter((one) => one.test(character)).length);
  const options = atoms.filter(([, , count]) => count === '?').length;
  return Math.max(...shared) <= (plain.startsWith('^') ? 3 : 2) && options <= 8;
}

function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
