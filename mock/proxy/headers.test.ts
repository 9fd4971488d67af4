import { expect, test } from 'vitest';
import { endToEnd } from './headers.ts';

for (const name of [
  ...['Connection', 'Proxy-Connection', 'keep-alive', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade'],
  ...['Proxy-Authenticate', 'Proxy-Authorization', 'Content-Length'],
]) {
  test(`the hop-by-hop header ${name} is not passed on`, () => {
    expect(endToEnd(['X-A', '1', name, 'x', 'X-B', '2'])).toEqual(['X-A', '1', 'X-B', '2']);
  });
}

test('headers named by Connection are not passed on, and the others are unchanged', () => {
  const lines = ['X-a', ' 1 ', 'X-One', 'a', 'x-TWO', 'b', 'x-a', '2', 'X-Three', 'c'];
  expect(endToEnd([...lines, 'connection', 'close,x-ONE ', 'CONNECTION', ' X-Two'])).toEqual([
    ...['X-a', ' 1 ', 'x-a', '2', 'X-Three', 'c'],
  ]);
});
