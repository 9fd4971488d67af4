import { isObject } from './json.ts';

/** A number of things, in words. */
export function counted(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}

/** Milliseconds as seconds, in words. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** A text with each `{name}` filled in of which a value is known. */
export function filledIn(text: string, values: Readonly<Record<string, string | undefined>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
  );
}

/** Text as it may stand in HTML, attribute values included. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** So deep texts are looked for. */
const DEEPEST = 100;

/**
 * A JSON value with each text in it as `told` says, that of a member by its name too (of `{ "href": ... }` by that of the one around); the
 * value that is given is not changed.
 */
export function mapTexts(value: unknown, told: (text: string, name: string) => unknown, name = '', depth = 0): unknown {
  if (typeof value === 'string') return told(value, name);
  if (depth === DEEPEST) return value;
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, told, name, depth + 1));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => {
    return [key, mapTexts(one, told, key === 'href' ? name : key, depth + 1)];
  });
  return Object.fromEntries(entries);
}
