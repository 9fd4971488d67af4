import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { RecordedBody } from './recorded-body.ts';

/** The record of a body that has arrived in chunks. */
async function bodyOf(...chunks: (string | Buffer)[]): Promise<RecordedBody> {
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const body = new RecordedBody(stream);
  await finished(stream);
  return body;
}

test('a body of eight million bytes is recorded whole, and a longer one by its beginning and its length', async () => {
  const whole = ['one ', Buffer.alloc(7_999_996, 'x')];
  const [body, longer] = [await bodyOf(...whole), await bodyOf(...whole, 'y')];
  expect([body.isWhole, body.read().length]).toEqual([true, 8_000_000]);
  const cut = expect.stringMatching(/^one x+… \(cut, 8000001 bytes/);
  expect([longer.isWhole, longer.read().toString()]).toEqual([false, cut]);
});

for (const [coding, encode] of [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  [' GZip ', gzipSync],
  ['identity', (text: string) => Buffer.from(text)],
] as const) {
  test(`a body in the coding "${coding}" is decoded`, async () => {
    expect((await bodyOf(encode('Hi there'))).read(coding).toString()).toBe('Hi there');
  });
}

test('a body with a wrong coding is recorded unchanged', async () => {
  expect((await bodyOf('Hi')).read('gzip').toString()).toBe('Hi');
});

test('a body that decodes to more than eight million bytes is not decoded', async () => {
  const bytes = gzipSync(Buffer.alloc(20_000_000));
  expect((await bodyOf(bytes)).read('gzip').toString()).toBe(`… (cut, ${bytes.length} bytes in all)`);
});
