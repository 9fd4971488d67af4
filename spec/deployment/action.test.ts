import { expect, test } from 'vitest';
import { drop, makeOptional, merge } from './action.ts';

test('an action leads to where a pointer does: to an index of a list, or to a name, which may look like a number', () => {
  expect(drop('/a/0/b~1c/12/404')).toEqual({ target: "$['a'][0]['b/c'][12]['404']", remove: true });
  expect(drop("/it's Ann's")).toEqual({ target: "$['it\\'s Ann\\'s']", remove: true });
  expect(merge('', { a: 1 })).toEqual({ target: '$', update: { a: 1 } });
  expect(makeOptional('/a', 'b')).toEqual({ target: "$['a'].required[?(@ == 'b')]", remove: true });
});
