import { describe, expect, test, vi } from 'vitest';
import { escapeControls, hasColor, printCommands, printError, runScript } from './print.ts';
import { captureOutput } from './testing/capture-output.ts';

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
  test(`printed text is harmless on a terminal: ${name}`, () => {
    expect(escapeControls(text)).toBe(printed);
  });
}

test('only colours survive among escape sequences, where they are wanted', () => {
  expect(escapeControls('\u001b[31ma\u001b[39m\u001b[8mb\u001b[2J', true)).toBe(
    '\u001b[31ma\u001b[39m\\u001b[8mb\\u001b[2J',
  );
  expect(escapeControls('\u001b[31m::error::a\u001b[39m', true)).toBe('\u001b[31m: :error::a\u001b[39m');
  expect(escapeControls('\u001b[38m\u001b[98m\u001b[2m\u001b[40m', true)).not.toContain('\u001b');
});

describe('colours are used', () => {
  for (const [when, environment, isTTY, wanted] of [
    ['on a terminal', {}, true, true],
    ['not in a file', {}, false, false],
    ['with FORCE_COLOR', { FORCE_COLOR: '1' }, false, true],
    ['not with NO_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ] as const) {
    test(when, () => {
      vi.stubEnv('NO_COLOR', undefined);
      vi.stubEnv('FORCE_COLOR', undefined);
      for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
      expect(hasColor({ isTTY })).toBe(wanted);
    });
  }
});

test('workflow commands stay commands, one per line', async () => {
  const { stdout, stderr } = await captureOutput(() => printCommands(['::error file=a::b\u001b[2J', '::notice::c']));
  expect([stdout, stderr]).toEqual(['::error file=a::b\\u001b[2J\n::notice::c\n', '']);
});

test('a complaint is one harmless line', async () => {
  const { stdout, stderr } = await captureOutput(() => printError('no \n  room \u001b[31m\n::error::x'));
  expect([stdout, stderr]).toEqual(['', 'no room \\u001b[31m ::error::x\n']);
});

/** The exit code that a script leaves, and what it prints. */
async function left(main: Parameters<typeof runScript>[0]) {
  const before = process.exitCode;
  try {
    const { stdout, stderr } = await captureOutput(() => runScript(main));
    return { code: process.exitCode, stdout, stderr };
  } finally {
    process.exitCode = before;
  }
}

test('a script ends with the exit code that it returns', async () => {
  expect(await left(() => 0)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await left(async () => 1)).toEqual({ code: 1, stdout: '', stderr: '' });
});

test('an error of a script is one line on stderr and exit code 2', async () => {
  const refused = { code: 2, stdout: '', stderr: 'bad input in two lines\n' };
  expect(await left(() => Promise.reject(new Error('bad input\n  in two lines')))).toEqual(refused);
  expect(await left(() => Promise.reject('bad input\n  in two lines'))).toEqual(refused);
});
