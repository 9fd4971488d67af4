import { expect, test } from 'vitest';
import { endToEnd } from './headers.ts';

for (const name of [
  'Connection',
  'Proxy-Connection',
  'keep-alive',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
  'Proxy-Authenticate',
  'Proxy-Authorization',
  'Content-Length',
]) {
  test(`a header about one connection goes no further: ${name}`, () => {
    expect(endToEnd(['X-A', '1', name, 'x', 'X-B', '2'])).toEqual(['X-A', '1', 'X-B', '2']);
  });
}

test('what Connection names goes no further, however it is spelled, and all else as it came', () => {
  const lines = ['X-a', ' 1 ', 'X-One', 'a', 'x-TWO', 'b', 'x-a', '2', 'Accept', 'x-three', 'X-Three', 'c'];
  expect(endToEnd([...lines, 'connection', 'close,x-ONE ', 'CONNECTION', ' X-Two'])).toEqual([
    'X-a',
    ' 1 ',
    'x-a',
    '2',
    'Accept',
    'x-three',
    'X-Three',
    'c',
  ]);
});

test('what is left out besides is asked for by its name in small letters', () => {
  const lines = ['Host', 'a', 'X-Host', 'host', 'HOST', 'b'];
  expect(endToEnd(lines, (name) => name === 'host')).toEqual(['X-Host', 'host']);
});
