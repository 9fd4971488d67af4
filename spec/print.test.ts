import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import {
  command,
  complain,
  complainOf,
  paintWhere,
  printable,
  say,
  shownPath,
  showPassing,
  usesColor,
} from './print.ts';
import { printedBy } from './testing/printed.ts';

const cases: Record<string, [text: string, printed: string]> = {
  'an escape sequence': ['a\u001b[31mb\u001b]0;title\u0007', 'a\\u001b[31mb\\u001b]0;title\\u0007'],
  'a control of one character': ['a\u009b2Jb\u0090\u007f', 'a\\u009b2Jb\\u0090\\u007f'],
  'a return to the start of the line': ['good\rbad\b', 'good\\u000dbad\\u0008'],
  'text turned round': ['\u202egpj.exe\u2066\u200f', '\\u202egpj.exe\\u2066\\u200f'],
  'a line separator': ['a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
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
  const ours = [0, 1, 22, 30, 37, 39, 90, 97].map((code) => `\u001b[${code}m`).join('');
  expect(printable(ours, true)).toBe(ours);
  expect(printable('\u001b[38m\u001b[98m\u001b[2m\u001b[40m', true)).not.toContain('\u001b');
});

describe('colours are for', () => {
  for (const [who, environment, isTTY, wanted] of [
    ['a terminal', {}, true, true],
    ['no file', {}, false, false],
    ['whoever asks for them', { FORCE_COLOR: '1' }, false, true],
    ['nobody who asks for none of another kind', { FORCE_COLOR: '0' }, false, false],
    ['a terminal whose user says nothing of it', { NO_COLOR: '' }, true, true],
    ['nobody who wants none', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ] as const) {
    test(who, () => {
      vi.stubEnv('NO_COLOR', undefined);
      vi.stubEnv('FORCE_COLOR', undefined);
      for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
      expect(usesColor({ isTTY })).toBe(wanted);
    });
  }
});

test('a failure of our own is told with what is known of it', async () => {
  const told = async (error: unknown) => (await printedBy(() => complainOf('It failed:', error))).stderr;
  expect(await told(new Error('no room'))).toMatch(/^It failed: Error: no room\n {4}at /);
  expect(await told(Object.assign(new Error('no \u001b[2Jroom'), { stack: undefined }))).toBe(
    'It failed: no \\u001b[2Jroom\n',
  );
  expect(await told('nothing')).toBe('It failed: nothing\n');
});

test('lines that a runner is meant to obey stay commands, a line each', async () => {
  const { stdout, stderr } = await printedBy(() => command(['::error file=a::b\u001b[2J', '::notice::c']));
  expect([stdout, stderr]).toEqual(['::error file=a::b\\u001b[2J\n::notice::c\n', '']);
});

test('lines are coloured where that is wanted, and harmless', async () => {
  vi.stubEnv('NO_COLOR', undefined);
  const said = async (force: string) => {
    vi.stubEnv('FORCE_COLOR', force);
    return printedBy(() => say('\u001b[31ma\u001b[39m\n\u001b[2Jb'));
  };
  expect(await said('1')).toMatchObject({ stdout: '\u001b[31ma\u001b[39m\n\\u001b[2Jb\n', stderr: '' });
  const { isTTY } = process.stdout;
  try {
    process.stdout.isTTY = false;
    expect(await said('0')).toMatchObject({ stdout: '\\u001b[31ma\\u001b[39m\n\\u001b[2Jb\n' });
    process.stdout.isTTY = true;
    expect(await said('0')).toMatchObject({ stdout: '\u001b[31ma\u001b[39m\n\\u001b[2Jb\n' });
  } finally {
    process.stdout.isTTY = isTTY;
  }
});

test('a complaint is one line, and harmless', async () => {
  const { stdout, stderr } = await printedBy(() => complain('no \n  room \u001b[31m\n::error::x'));
  expect([stdout, stderr]).toEqual(['', 'no room \\u001b[31m ::error::x\n']);
});

test('texts are painted where that is wanted', () => {
  expect([paintWhere(true)('red', 'a'), paintWhere(false)('red', 'a')]).toEqual(['\u001b[31ma\u001b[39m', 'a']);
});

test('a file is told as seen from here, one that lies elsewhere by its whole path', () => {
  for (const near of ['spec/print.ts', '.github/print.ts']) expect(shownPath(join(process.cwd(), near))).toBe(near);
  expect(shownPath('/elsewhere/print.ts')).toBe('/elsewhere/print.ts');
});

test('a passing line takes one line of a terminal, and none elsewhere', () => {
  const shown: string[] = [];
  const terminal = { isTTY: true, columns: 5, write: (text: string) => shown.push(text) };
  const stdout = vi.spyOn(process, 'stdout', 'get').mockReturnValue(terminal as never);
  try {
    showPassing('a\nb\ncdef');
    Object.assign(terminal, { columns: 0 });
    showPassing('x'.repeat(90));
    Object.assign(terminal, { isTTY: false });
    showPassing('nothing');
  } finally {
    stdout.mockRestore();
  }
  expect(shown).toEqual(['\r\u001b[Ka b ', `\r\u001b[K${'x'.repeat(79)}`]);
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
