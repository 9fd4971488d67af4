import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
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

/** A body of these bytes, where there is room to decode one or none; what is asked to fit is kept. */
function whole(bytes: Buffer, fits = true) {
  const asked: number[] = [];
  const room = { read: () => true, fits: (size: number) => asked.push(size) > 0 && fits };
  const body = new KeptBody(room);
  body.add(bytes);
  return { body, asked };
}

for (const [coding, encode] of [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  [' GZip ', gzipSync],
  ['identity', (text: string) => Buffer.from(text)],
  ['', (text: string) => Buffer.from(text)],
] as const) {
  test(`a body is read in its coding: "${coding}"`, () => {
    expect(whole(encode('Hi there')).body.read(coding).toString()).toBe('Hi there');
  });
}

test('a body that there is no room to decode is told by its length; one that is empty or not encoded needs none', () => {
  const bytes = gzipSync('Hi');
  const { body, asked } = whole(bytes, false);
  expect([body.read('gzip').toString(), body.isWhole]).toEqual([`… (cut, ${bytes.length} bytes in all)`, false]);
  expect(asked).toEqual([8_000_000]);
  for (const [content, coding] of [
    ['', 'gzip'],
    ['Hi', ''],
  ] as const) {
    const plain = whole(Buffer.from(content), false);
    expect([plain.body.read(coding).toString(), plain.body.isWhole, plain.asked]).toEqual([content, true, []]);
  }
});

test('a body of eight million bytes is kept whole, as is one that becomes so long; of a longer one its beginning', () => {
  const limit = Buffer.alloc(8_000_000, 'x');
  const { body } = whole(limit);
  expect([body.isWhole, body.read().equals(limit)]).toEqual([true, true]);
  body.add(Buffer.from('y'));
  body.add(Buffer.from('z'));
  expect([body.isWhole, body.total]).toEqual([false, 8_000_002]);
  expect(body.read('gzip').toString()).toBe(`${'x'.repeat(60_000)}… (cut, 8000002 bytes in all)`);
  expect(whole(gzipSync(limit)).body.read('gzip').equals(limit)).toBe(true);
});

test('an encoded body may become long; what is empty, cut or not encoded is read as it is', () => {
  const cut = kept(3, 'one', 'two');
  const bytes = (content: string, ...coding: string[]) => whole(Buffer.from(content)).body.most(...coding);
  expect([bytes('Hi', 'gzip'), bytes('Hi', ' BR'), bytes('Hi', 'identity'), bytes('Hi')]).toEqual([
    8_000_000, 8_000_000, 2, 2,
  ]);
  expect([bytes('', 'gzip'), cut.most('gzip')]).toEqual([0, 6]);
});
