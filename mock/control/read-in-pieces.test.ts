import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInPieces } from './read-in-pieces.ts';

const read = (text: string) => readInPieces(Buffer.from(text));

test('any JSON is read as JSON.parse reads it, however it is spaced', async () => {
  const texts = fc.tuple(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 2, '\t'));
  await fc.assert(
    fc.asyncProperty(texts, async ([json, space]) => {
      const text = ` ${JSON.stringify(JSON.parse(json), null, space)}\r\n`;
      expect(await read(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('names of an object’s own machinery are plain members', async () => {
  const text = '{"__proto__":{"a":1},"a":{"__proto__":[2]}}';
  expect(JSON.stringify(await read(text))).toBe(text);
});

test('what JSON.parse refuses is refused', async () => {
  for (const text of [
    '',
    ' ',
    '{',
    '[1',
    '[1,]',
    '{"a"}',
    '{"a":1,}',
    '{a:1}',
    '[1 2]',
    '[1]]',
    '{} {}',
    '["a',
    '[tru]',
    '{1:2}',
    '[,]',
  ])
    await expect(read(text)).rejects.toThrow(SyntaxError);
});

test('an entry of more values than a request may have is refused, many entries are not', async () => {
  const many = JSON.stringify({ a: Array.from({ length: 60_000 }, () => 1) });
  expect(await read(many)).toEqual(JSON.parse(many));
  await expect(read(`{"a":[${many}]}`)).rejects.toThrow('more than 50000 values');
});

test('an object of more members than a request may have values is refused', async () => {
  const members = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":1`).join()}}`;
  expect(await read(members(50_000))).toEqual(JSON.parse(members(50_000)));
  await expect(read(members(50_001))).rejects.toThrow('one object has more than 50000 members');
});

test('an entry or blanks of many megabytes are refused, before they are read to their end', async () => {
  const bytes = 16_000_001;
  await expect(read(`{"now":"${'\\n'.repeat(bytes / 2)}"}`)).rejects.toThrow('one entry has more than 16000000 bytes');
  await expect(read(`{"now":${'1'.repeat(bytes)}}`)).rejects.toThrow('one entry has more than 16000000 bytes');
  await expect(read(`{"a":[{"b":[${'"":'.repeat(bytes / 3)}]}]}`)).rejects.toThrow('more than 16000000 bytes');
  await expect(read(' '.repeat(1_000_001))).rejects.toThrow('more than 1000000 blanks in a row');
});
