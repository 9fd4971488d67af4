import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { printable } from './print.ts';

const cases: Record<string, [text: string, printed: string]> = {
  'an escape sequence': ['a\u001b[31mb\u001b]0;title\u0007', 'a\\u001b[31mb\\u001b]0;title\\u0007'],
  'a control of one character': ['a\u009b2Jb\u0090\u007f', 'a\\u009b2Jb\\u0090\\u007f'],
  'a return to the start of the line': ['good\rbad\b', 'good\\u000dbad\\u0008'],
  'text turned round': ['\u202egpj.exe\u2066\u200f', '\\u202egpj.exe\\u2066\\u200f'],
  'a line separator': ['a\u2028b', 'a\\u2028b'],
  'a command for a runner': ['a\n  ::error file=x::y', 'a\n  : :error file=x::y'],
  'an older command for a runner': ['a ##[error]b ##vso[task]', 'a # #[error]b # #vso[task]'],
  'a command behind a colour': ['\u001b[31m::error::x\u001b[39m', '\\u001b[31m::error::x\\u001b[39m'],
  'text of many languages': ['Zoë 名前 \t 👩‍👩‍👧 a::b\r\nc', 'Zoë 名前 \t 👩‍👩‍👧 a::b\nc'],
};

for (const [name, [text, printed]] of Object.entries(cases)) {
  test(`is harmless on a terminal: ${name}`, () => {
    expect(printable(text)).toBe(printed);
  });
}

test('of what acts on a terminal only colours stay where they are wanted', () => {
  expect(printable('\u001b[31ma\u001b[39m\u001b[8mb\u001b[2J', true)).toBe(
    '\u001b[31ma\u001b[39m\\u001b[8mb\\u001b[2J',
  );
  expect(printable('\u001b[31m::error::a\u001b[39m', true)).toBe('\u001b[31m: :error::a\u001b[39m');
});

test('nothing prints otherwise', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = ['spec', 'fixtures', 'mock', 'conformance', 'gate', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const isOurs = (file: string) =>
    /\.ts$/.test(file) &&
    !/\.test\.ts$|^mock\/console\/(app|dist)\/|^(mock\/testing|spec\/print|spec\/testing\/printed)\.ts$/.test(file);
  const printing = files.filter(isOurs).filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return /\bconsole\.\w+|\bstd(out|err)\.write\(|\bprocess\.emitWarning\(/.test(text);
  });
  expect(printing).toEqual([]);
});
