import { expect, test } from 'vitest';
import { faultKindOf } from './fault-kind.ts';

for (const [what, violation, kind] of [
  ['nesting that is too deep', { schemaPath: '', keyword: 'depth', value: null }, undefined],
  ['a missing member', { keyword: 'required', missing: 'a', value: {} }, 'missing'],
  ['null of a wrong type', { keyword: 'type', value: null }, 'null'],
  ['another type', { keyword: 'type', value: '' }, 'type'],
  ['a number of a union', { keyword: 'oneOf', value: 5 }, 'type'],
  ['a list of a union', { keyword: 'anyOf', value: [] }, 'type'],
  ['a text of a union', { keyword: 'anyOf', value: 'x' }, 'value'],
  ['an object of a union', { keyword: 'oneOf', value: { a: 1 } }, 'value'],
  ['an empty text of a union', { keyword: 'oneOf', value: '' }, 'empty'],
  ['an empty text', { keyword: 'minLength', value: '' }, 'empty'],
  ['an empty list', { keyword: 'minItems', value: [] }, 'empty'],
  ['too small a number', { keyword: 'minimum', value: 0 }, 'small'],
  ['too large a number', { keyword: 'maximum', value: 9 }, 'large'],
  ['too long a text', { keyword: 'maxLength', value: 'xx' }, 'large'],
  ['another fault', { keyword: 'pattern', value: 'x' }, 'value'],
] as const) {
  test(`${what} is ${kind ? `a fault of the kind ${kind}` : 'no fault of a value'}`, () => {
    const whole = { in: 'body', pointer: '/a', message: '', params: {}, schemaPath: '/x', ...violation } as const;
    expect(faultKindOf(whole)).toBe(kind);
  });
}
