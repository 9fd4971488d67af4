import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { KeptBody } from './kept-body.ts';

/** A body that came in these pieces, where there is room for so many bytes. */
function kept(room: number, ...pieces: string[]): KeptBody {
  let left = room;
  const read = (bytes: number) => {
    left -= bytes;
    return left >= 0;
  };
  const body = new KeptBody({ read, fits: () => true });
  for (const piece of pieces) body.add(Buffer.from(piece));
  return body;
}

test('a body that has room is kept whole', () => {
  const body = kept(100, 'one ', 'two ', 'three');
  expect([body.isWhole, body.total, body.read().toString()]).toEqual([true, 13, 'one two three']);
});

test('of a body that has no room the beginning is kept, and how long it was', () => {
  const body = kept(8, 'one ', 'two ', 'three ', 'four');
  expect([body.isWhole, body.read().toString()]).toEqual([false, 'one two three … (cut, 18 bytes in all)']);
  const long = kept(100_000, 'a'.repeat(50_000), 'b'.repeat(50_000), 'c'.repeat(50_000));
  expect(long.read().toString()).toBe(`${'a'.repeat(50_000)}${'b'.repeat(10_000)}… (cut, 150000 bytes in all)`);
});

test('an encoded body is decoded, one that is none is kept as it came, and of one that becomes too long nothing is', () => {
  const read = (bytes: Buffer) => {
    const body = new KeptBody({ read: () => true, fits: () => true });
    body.add(bytes);
    return [body.read('gzip').toString(), body.isWhole];
  };
  expect(read(gzipSync('Hi'))).toEqual(['Hi', true]);
  expect(read(Buffer.from('Hi'))).toEqual(['Hi', true]);
  const long = gzipSync(Buffer.alloc(20_000_000));
  expect(read(long)).toEqual([`… (cut, ${long.length} bytes in all)`, false]);
});
