import { expect, test } from 'vitest';
import { covers, findCovering, normaliseMediaType } from './media-type.ts';

const spellings: Record<string, string[]> = {
  'application/json': [
    'application/json',
    'Application/JSON',
    ' application/json ; ',
    'application/json; charset=utf-8',
    'application/json;Charset="UTF-8"',
  ],
  'text/csv;charset=iso-8859-1;header=present': [
    'text/csv; header=present; charset=ISO-8859-1',
    'text/csv;charset = "iso-8859-1" ;HEADER= Present',
    'text/csv;charset=iso-8859-1;;header="present"',
  ],
  'application/ld+json;profile=https://a.example/?v=2': [
    'application/ld+json;profile="https://a.example/?v=2"',
    'Application/LD+JSON ; Profile = "https://A.example/?v=2" ; ',
  ],
};
test('media types that mean the same are written alike', () => {
  for (const [type, all] of Object.entries(spellings))
    for (const one of all) expect(normaliseMediaType(one), one).toBe(type);
});

test('a range stands for its types, and a type without parameters for one with any', () => {
  const standing = (range: string) =>
    ['text/csv', 'text/csv;header=present', 'textual/csv', 'application/csv'].filter((type) => covers(range, type));
  expect(standing('*/*')).toHaveLength(4);
  expect(standing('text/*')).toEqual(['text/csv', 'text/csv;header=present']);
  expect(standing('text/csv')).toEqual(['text/csv', 'text/csv;header=present']);
  expect(standing('text/csv;header=present')).toEqual(['text/csv;header=present']);
});

test('of several entries that stand for a type the narrowest is for it', () => {
  const entries = ['*/*', 'text/*', 'text/csv', 'text/csv;header=present'];
  const found = (of: string[]) => findCovering(new Map(of.map((one) => [one, one])), 'text/csv;header=present');
  for (let count = entries.length; count > 0; count--) {
    expect(found(entries.slice(0, count))).toBe(entries[count - 1]);
    expect(found(entries.slice(0, count).reverse())).toBe(entries[count - 1]);
  }
  expect(found(['application/*'])).toBeUndefined();
});
