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

for (const [text, fault] of [
  ['', /^Unexpected end of JSON input, before position 0$/],
  [' ', /^Unexpected end of JSON input, before position 1$/],
  ['{', /^Unexpected end of JSON input, before position 1$/],
  ['[1', /^there is neither a comma nor \], before position 2$/],
  ['[1,]', /, before position 3$/],
  ['{"a"}', /^there is no colon, before position 4$/],
  ['{"a":1,}', /, before position 7$/],
  ['{"a":1]', /^there is neither a comma nor }, before position 6$/],
  ['{a:1}', /, before position 4$/],
  ['[1 2]', /^there is neither a comma nor \], before position 3$/],
  ['[1]]', /^something follows, before position 3$/],
  ['{} {}', /^something follows, before position 3$/],
  ['["a', /, before position 3$/],
  ['[tru]', /, before position 4$/],
  ['{1:2}', /, before position 4$/],
  ['{"a":{[]:2}}', /^a member has no name, before position 8$/],
  ['[,]', /, before position 1$/],
] as const) {
  test(`what JSON.parse refuses is refused, with its place: ${text}`, async () => {
    const refused = read(text);
    await expect(refused).rejects.toThrow(SyntaxError);
    await expect(refused).rejects.toThrow(fault);
  });
}

test('an entry of more values than a request may have is refused, many entries are not', async () => {
  const many = JSON.stringify({ a: Array.from({ length: 60_000 }, () => 1) });
  expect(await read(many)).toEqual(JSON.parse(many));
  expect(await read(`{"b":${many}}`)).toEqual({ b: JSON.parse(many) });
  const most = JSON.stringify(Array.from({ length: 50_000 }, () => 1));
  expect(await read(`[${most}]`)).toEqual([JSON.parse(most)]);
  await expect(read(`{"a":[${many}]}`)).rejects.toThrow('more than 50000 values');
});

test('an object of more members than a request may have values is refused', async () => {
  const members = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":1`).join()}}`;
  expect(await read(members(50_000))).toEqual(JSON.parse(members(50_000)));
  await expect(read(members(50_001))).rejects.toThrow('one object has more than 50000 members');
});

test('an entry or blanks of many megabytes are refused, before they are read to their end', async () => {
  const bytes = 16_000_001;
  const longest = 'x'.repeat(bytes - 3);
  expect(((await read(`["${longest}"]${' '.repeat(1_000_000)}`)) as string[])[0] === longest).toBe(true);
  await expect(read(`{"now":"${'\\n'.repeat(bytes / 2)}"}`)).rejects.toThrow('one entry has more than 16000000 bytes');
  await expect(read(`{"now":${'1'.repeat(bytes)}}`)).rejects.toThrow('one entry has more than 16000000 bytes');
  await expect(read(`{"a":[{"b":[${'"":'.repeat(bytes / 3)}]}]}`)).rejects.toThrow('more than 16000000 bytes');
  await expect(read(' '.repeat(1_000_001))).rejects.toThrow('more than 1000000 blanks in a row');
});
