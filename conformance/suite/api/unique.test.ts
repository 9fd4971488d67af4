import { expect, test } from 'vitest';
import { Unique } from './unique.ts';

test('names differ, and carry the run and their purpose', () => {
  const unique = new Unique('run1', 0, 'people.example');
  const names = [unique.key(), unique.address(), unique.address('cc'), unique.reference(), unique.reference()];
  expect(new Set(names).size).toBe(5);
  for (const name of names) expect(name).toContain('run1');
  expect(names[2]).toMatch(/^cc\..*@people\.example$/);
});

test('a renewed text has fresh names in place of its own, equal names staying equal', () => {
  const unique = new Unique('run1', 0, 'people.example');
  const [first, second] = [unique.address(), unique.address('cc')];
  const renewed = unique.renew(`${first} ${second} ${first} other@people.example`).split(' ');
  expect(renewed[0]).toBe(renewed[2]);
  expect(renewed[3]).toBe('other@people.example');
  expect(new Set([first, second, ...renewed.slice(0, 2)]).size).toBe(4);
});

test('texts are equal that differ in names, UUIDs, times and phone numbers', () => {
  const unique = new Unique('rxaeymb8da', 0, 'example.com');
  const text = (to: string, cc: string, at: string, number: string) =>
    unique.withoutNames(`{"to":"${to}","cc":"${cc}","at":"${at}","number":"${number}","parent":"${unique.uuid()}"}`);
  const [first, second, third] = [unique.address(), unique.address(), unique.address()];
  const before = text(first, second, '2026-11-22T10:00:00Z', '+12025550101');
  expect(text(second, third, '2026-11-22T11:00:00.123Z', '+12025550102')).toBe(before);
  expect(text(third, third, '2026-11-22T11:00:00Z', '+12025550101')).not.toBe(before);
  expect(unique.withoutNames('ada@example.com 7')).toBe('ada@example.com 7');
});
