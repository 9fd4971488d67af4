import { expect, test } from 'vitest';
import { Unique } from './harness.ts';

test('names differ, and carry the run and their purpose', () => {
  const unique = new Unique('run1', 'people.example');
  const names = [unique.key(), unique.address(), unique.address('cc'), unique.reference(), unique.reference()];
  expect(new Set(names).size).toBe(5);
  for (const name of names) expect(name).toContain('run1');
  expect(names[2]).toMatch(/^cc\..*@people\.example$/);
});

test('a renewed text has fresh names in place of its own, equal names staying equal', () => {
  const unique = new Unique('run1', 'people.example');
  const [first, second] = [unique.address(), unique.address('cc')];
  const renewed = unique.renew(`${first} ${second} ${first} other@people.example`).split(' ');
  expect(renewed[0]).toBe(renewed[2]);
  expect(renewed[3]).toBe('other@people.example');
  expect(new Set([first, second, ...renewed.slice(0, 2)]).size).toBe(4);
});
