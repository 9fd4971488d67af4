import { expect, test } from 'vitest';
import { lastLine } from './last-line.ts';

const said: [what: string, stdout: string, stderr: string, line: string][] = [
  ['its last complaint', '9/10 cases\n', 'a warning\nno such target\n', 'no such target'],
  ['what it said last, where it complained of nothing', 'started\n\n9/10 cases\n', '\n', '9/10 cases'],
  ['nothing, where it said nothing', '', '', ''],
];
for (const [what, stdout, stderr, line] of said) {
  test(`of a process is told ${what}`, () => {
    expect(lastLine({ stdout, stderr })).toBe(line);
  });
}
