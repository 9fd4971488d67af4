import { expect, test } from 'vitest';
import { parsePreference, UnmetPreference } from './prism.ts';

for (const [prefer, preference] of [
  ['return=minimal', undefined],
  ['', undefined],
  ['code=404', { code: 404, dynamic: false }],
  ['code=200', { code: 200, dynamic: false }],
  ['code=599', { code: 599, dynamic: false }],
  ['code=200, example=two, dynamic=true', { code: 200, exampleKey: 'two', dynamic: true }],
  ['dynamic=false', { dynamic: false }],
  ['example="a b"', { exampleKey: 'a b', dynamic: false }],
] as const) {
  test(`"Prefer: ${prefer}" is read as ${JSON.stringify(preference)}`, () => {
    expect(parsePreference(prefer)).toEqual(preference);
  });
}

for (const prefer of [
  ...['code', 'code=abc', 'code=199', 'code=600', 'code=2000', 'dynamic', 'dynamic=yes', 'example'],
  ...['code=200, dynamic=maybe', 'code=2, example=a', 'x'.repeat(1_001)],
]) {
  test(`"Prefer: ${prefer.slice(0, 40)}" is refused`, () => {
    expect(() => parsePreference(prefer)).toThrow(UnmetPreference);
  });
}
