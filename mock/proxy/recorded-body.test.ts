import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { RecordedBody } from './recorded-body.ts';

function bodyOf(...chunks: (string | Buffer)[]): RecordedBody {
  const body = new RecordedBody();
  for (const chunk of chunks) body.add(Buffer.from(chunk));
  return body;
}

test('a body of eight million bytes is recorded whole, and a longer one by its beginning and its length', () => {
  const body = bodyOf('one ', Buffer.alloc(7_999_996, 'x'));
  expect([body.isWhole, body.read().length]).toEqual([true, 8_000_000]);
  body.add(Buffer.from('y'));
  expect([body.isWhole, body.read().toString()]).toEqual([
    false,
    expect.stringMatching(/^one x+… \(cut, 8000001 bytes/),
  ]);
});

for (const [coding, encode] of [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  [' GZip ', gzipSync],
  ['identity', (text: string) => Buffer.from(text)],
] as const) {
  test(`a body in the coding "${coding}" is decoded`, () => {
    expect(bodyOf(encode('Hi there')).read(coding).toString()).toBe('Hi there');
  });
}

test('a body that is not in its coding is recorded unchanged', () => {
  expect(bodyOf('Hi').read('gzip').toString()).toBe('Hi');
});

test('a body that decodes to more than eight million bytes is not decoded', () => {
  const bytes = gzipSync(Buffer.alloc(20_000_000));
  expect(bodyOf(bytes).read('gzip').toString()).toBe(`… (cut, ${bytes.length} bytes in all)`);
});
