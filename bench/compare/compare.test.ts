import { expect, test } from 'vitest';
import { judge } from './goals.ts';
import type { Row } from './results.ts';
import { difference } from './same-answer.ts';
import { median, medianRatio } from './statistics.ts';

const row = (server: string, goodPerSecond: number[], more: Partial<Row> = {}): Row => ({
  request: 'send',
  server,
  goodPerSecond,
  serverCpu: [],
  generatorCpu: [],
  refused: 0,
  failed: 0,
  ...more,
});

test('a ratio is that of rounds measured together', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(medianRatio([100, 10, 100], [50, 5, 50])).toBe(2);
});

test('goals are judged by the ratios, and not at all by a row that is informational or missing', () => {
  const rows = [row('mock', [300, 30]), row('prism', [100, 10]), row('bare', [1000, 100])];
  const starts = [
    { server: 'mock', secondsToGoodAnswer: [1], residentBytes: [90] },
    { server: 'prism', secondsToGoodAnswer: [1], residentBytes: [100] },
  ];
  expect(judge({ rows, starts }).map(({ ratio, met }) => [ratio, met])).toEqual([
    [3, true],
    [0.3, false],
    [undefined, undefined],
    [1, false],
    [0.9, true],
  ]);

  const other = [row('mock', [300]), row('prism', [100], { informational: 'another answer' })];
  expect(judge({ rows: other, starts: [] }).filter(({ met }) => met !== undefined)).toEqual([]);
});

test('answers are compared byte for byte, save ids and times of servers that keep state', () => {
  const canned = { status: 202, body: '{"id":"2f0c8a5d-93be-4d17-a6f4-5b8e7c1d0a92","at":"2026-11-02T16:05:11.482Z"}' };
  const later = { status: 202, body: '{"id":"7d4e1f2a-6b3c-4859-8e07-9a1b2c3d4e5f","at":"2026-11-02T16:05:12.001Z"}' };
  expect(difference(canned, canned, false)).toBeUndefined();
  expect(difference(later, canned, true)).toBeUndefined();
  expect(difference(later, canned, false)).toBe('another answer, 77 bytes instead of 77');
  const indented = { status: 202, body: JSON.stringify(JSON.parse(canned.body), null, 2) };
  expect(difference(indented, canned, false)).toBe('the same JSON, written otherwise, 86 bytes instead of 77');
  expect(difference({ status: 404, body: '' }, canned, false)).toBe('answers 404 instead of 202');
});
