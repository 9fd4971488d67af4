import { expect, test } from 'vitest';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { runWords } from './run-words.ts';

/** A list as a target shows it. */
function list(data: readonly object[], about: Partial<NotedExchange> = {}): NotedExchange {
  const request = { method: 'GET', url: 'http://target/v2/x', headers: [] };
  const text = JSON.stringify({ data });
  const whole = { case: 'a case', rules: [], request, at: 0, status: 200, headers: [], text, broken: [] };
  return { ...whole, operation: 'listRecentAiMissionRuns', ...about };
}

const [open, done, broken] = [
  { finished_at: null, error: null },
  { finished_at: '2026-01-02T03:04:05Z' },
  { finished_at: '2026-01-02T03:04:05Z', error: 'It broke' },
] as const;
const all = (status: unknown, ...runs: object[]) => runs.map((run) => ({ status, ...run }));

const cases: [what: string, runs: object[], words: Record<string, string>][] = [
  [
    'the same',
    [...all('running', open), ...all('done', done), ...all('broken', broken)],
    { succeeded: 'done', failed: 'broken' },
  ],
  ['an error, whatever came before', all('broken', broken), { failed: 'broken' }],
  [
    'mostly the same',
    [...all('begun', open, done, open), ...all('over', done, broken, done)],
    { pending: 'begun', succeeded: 'over' },
  ],
  [
    'most the same of those that the target has not',
    all('succeeded', done).concat(all('done', done)),
    { cancelled: 'done' },
  ],
  [
    'a status, where others show none',
    [...all(null, done), ...all(5, done), ...all('done', done)],
    { succeeded: 'done' },
  ],
  [
    'what is left, as long as there is any',
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].flatMap((word) => all(word, done)),
    { succeeded: 'a', cancelled: 'b', pending: 'c', running: 'd', paused: 'e', failed: 'f' },
  ],
];
for (const [what, runs, words] of cases) {
  test(`a word for a status of runs stands for ours whose runs show ${what}`, () => {
    expect(runWords([list(runs)])).toEqual(words);
  });
}

test('words are those of lists of runs that were answered', () => {
  const others = [
    list(all('active', done), { operation: 'listDirDocumentTypes' }),
    list(all('refused', done), { status: 400 }),
    list([], { text: '{}' }),
  ];
  expect(runWords([...others, list(all('done', done))])).toEqual({ succeeded: 'done' });
});

test('runs of those that a target of four statuses has not are told as the nearest that it has', () => {
  const three = [...all('running', open), ...all('done', done), ...all('broken', broken)];
  expect(runWords([list(three), list(all('queued', open))])).toEqual({
    succeeded: 'done',
    failed: 'broken',
    pending: 'queued',
    paused: 'running',
    cancelled: 'done',
  });
  const own = [...all('failed', broken), ...all('succeeded', done), ...all('pending', open), ...all('running', open)];
  expect(runWords([list(own)])).toEqual({ paused: 'pending', cancelled: 'succeeded' });
});
