import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { KeptBody } from './kept-body.ts';

/** A body of the given pieces, with room in memory for so many bytes. */
function bodyOf(room: number, ...pieces: (string | Buffer)[]): KeptBody {
  let left = room;
  const read = (bytes: number) => {
    left -= bytes;
    return left >= 0;
  };
  const body = new KeptBody({ read, fits: () => true });
  for (const piece of pieces) body.add(Buffer.from(piece));
  return body;
}

test('a body that fits into memory is recorded whole', () => {
  const body = bodyOf(100, 'one ', 'two ', 'three');
  expect([body.isWhole, body.total, body.read().toString()]).toEqual([true, 13, 'one two three']);
});

test('a body that does not fit is recorded by its beginning and its length', () => {
  const body = bodyOf(8, 'one ', 'two ', 'three ', 'four');
  expect([body.isWhole, body.read().toString()]).toEqual([false, 'one two three … (cut, 18 bytes in all)']);
});

test('a body of eight million bytes is recorded whole, and a longer one by its beginning', () => {
  const body = bodyOf(1e9, Buffer.alloc(8_000_000, 'x'));
  expect(body.isWhole).toBe(true);
  body.add(Buffer.from('y'));
  expect([body.isWhole, body.total]).toEqual([false, 8_000_001]);
});

for (const [coding, encode] of [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  [' GZip ', gzipSync],
  ['identity', (text: string) => Buffer.from(text)],
] as const) {
  test(`a body in the coding "${coding}" is decoded`, () => {
    expect(bodyOf(1e9, encode('Hi there')).read(coding).toString()).toBe('Hi there');
  });
}

test('a body that is not in its coding is recorded unchanged', () => {
  expect(bodyOf(1e9, 'Hi').read('gzip').toString()).toBe('Hi');
});

test('a body that decodes to more than eight million bytes is not decoded', () => {
  const bytes = gzipSync(Buffer.alloc(20_000_000));
  expect(bodyOf(1e9, bytes).read('gzip').toString()).toBe(`… (cut, ${bytes.length} bytes in all)`);
});
