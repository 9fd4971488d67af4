import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { ownPath } from '../../../spec/testing/own-path.ts';
import { Answer } from '../wire/answer.ts';
import type { Mismatch } from '../wire/contract.ts';
import { notedExchanges, noteExchanges } from './noted-exchanges.ts';

const answer = (status: number) =>
  new Answer({
    operation: 'listDirDocumentTypes',
    status,
    headers: [['X-Request-Id', 'r-1']],
    text: '{"data":\n[]}',
    request: { method: 'GET', url: 'http://a.example/v2/x', headers: [] },
  });

/** The directory of the run of a test. */
function directory(): string {
  const dir = ownPath('run');
  mkdirSync(dir, { recursive: true });
  return dir;
}

test('the exchanges of a case are noted in their order, each with its time and the rules that it broke and no others', () => {
  const dir = directory();
  const note = noteExchanges(dir, 0, 'DIR-1: a case', ['DIR-1', 'DIR-2']);
  const broken = (rule: Mismatch['rule'], of: Answer): Mismatch => ({ rule, expected: 'a', actual: 'b', answer: of });
  const [first, second] = [answer(200), answer(500)];
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 });
  try {
    note(first, []);
    vi.setSystemTime(2000);
    note(second, [broken('HTTP-12', second), broken('PAGE-2', second)]);
  } finally {
    vi.useRealTimers();
  }
  const about = { case: 'DIR-1: a case', rules: ['DIR-1', 'DIR-2'], operation: 'listDirDocumentTypes' };
  const { request, headers, text } = first;
  expect(notedExchanges(dir)).toEqual([
    { ...about, request, headers, text, status: 200, broken: [], at: 1000 },
    { ...about, request, headers, text, status: 500, broken: ['HTTP-12', 'PAGE-2'], at: 2000 },
  ]);
});

test('what all workers have noted is read, and no other file of the run', () => {
  const dir = directory();
  for (const worker of [0, 1]) noteExchanges(dir, worker, `case ${worker}`, [])(answer(200), []);
  writeFileSync(`${dir}/run.json`, '{}');
  expect(
    notedExchanges(dir)
      .map((one) => one.case)
      .sort(),
  ).toEqual(['case 0', 'case 1']);
});
