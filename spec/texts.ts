import { isObject } from './json.ts';

/** A JSON value with each text in it as `told` says, that of a member by its name too; the value that is given is not changed. */
export function mapTexts(value: unknown, told: (text: string, name: string) => unknown, name = ''): unknown {
  if (typeof value === 'string') return told(value, name);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, told, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, told, key)]));
}
