import { afterEach, expect, test, vi } from 'vitest';
import { printedBy } from '../../spec/testing/printed.ts';
import type { Outcome } from '../suite/outcome/outcome.ts';
import type { CaseRecord } from '../suite/outcome/verdict.ts';
import { Progress } from './progress.ts';

const record = (outcome: Outcome): CaseRecord => ({
  title: 't',
  verdicts: [{ rule: 'PAGE-1', outcome }],
  mismatches: [],
});

test('progress tells cases done, rate, time left, and findings', () => {
  let now = 5000;
  const progress = new Progress(300, () => now);
  for (const outcome of ['pass', 'fail', 'fail', 'error', 'blocked', 'pass'] as const) progress.add(record(outcome));
  now = 8000;
  expect(progress.line).toBe('6/300 cases, 2.0 a second, 2:27 left, 2 fail, 1 error');
});

test('an answer that does not match the document is a finding of a case whose rules hold', () => {
  const progress = new Progress(2, () => 3000);
  progress.add({ ...record('pass'), mismatches: [{ rule: 'HTTP-1', outcome: 'fail' }] });
  expect(progress.line).toMatch(/^1\/2 cases, .*, 1 fail$/);
});

test('how long it takes is not guessed from the very first cases', () => {
  let now = 0;
  const progress = new Progress(380, () => now);
  progress.add(record('pass'));
  now = 30_000;
  expect(progress.line).toBe('1/380 cases, 0.0 a second');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** What is printed, and drawn at a terminal, while cases end at these times, in milliseconds. */
async function shownAt(isTerminal: boolean, ...times: number[]): Promise<string> {
  const before = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY');
  Object.defineProperty(process.stdout, 'isTTY', { value: isTerminal, configurable: true });
  const drawn: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => drawn.push(String(text)) > 0);
  try {
    let now = 0;
    const progress = new Progress(times.length, () => now);
    const { stdout } = await printedBy(() => {
      for (const time of times) {
        now = time;
        progress.add(record('pass'));
      }
      progress.end();
    });
    return stdout + drawn.join('');
  } finally {
    write.mockRestore();
    if (before) Object.defineProperty(process.stdout, 'isTTY', before);
    else Reflect.deleteProperty(process.stdout, 'isTTY');
  }
}

test('elsewhere than at a terminal a line is printed each half minute', async () => {
  expect(await shownAt(false, 10_000, 29_999, 30_000, 59_999, 60_000, 60_001)).toBe(
    '3/6 cases, 0.1 a second, 0:30 left\n5/6 cases, 0.1 a second, 0:12 left\n',
  );
});

test('at a terminal a bar is drawn ten times a second, and at the end', async () => {
  expect((await shownAt(true, 99, 100, 199, 200, 201)).split('\r\u001b[K')).toEqual([
    '',
    '[##########--------------] 2/5 cases, 20.0 a second, 0:00 left',
    '[###################-----] 4/5 cases, 20.0 a second, 0:00 left',
    '[########################] 5/5 cases, 24.9 a second, 0:00 left',
    '',
  ]);
});

test('where no case has ended nothing is drawn', async () => {
  expect(await shownAt(true)).toBe('');
});
