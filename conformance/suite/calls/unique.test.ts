import { expect, test } from 'vitest';
import { Unique } from './unique.ts';

test('a text is renewed name by name, and what is none of its names stays', () => {
  const unique = new Unique('run1', 0, 'people.example');
  const [first, second] = [unique.address(), unique.address('cc')];
  const renewed = unique.renew(`${first} ${second} ${first} other@people.example`).split(' ');
  expect(renewed[0]).toBe(renewed[2]);
  expect(renewed[3]).toBe('other@people.example');
  expect(new Set([first, second, ...renewed.slice(0, 2)]).size).toBe(4);
  expect(renewed[1]).toMatch(/^cc\.conf-run1-\w+@people\.example$/);
});

test('two texts that differ only in what is made up each time are alike, and an address twice is not two addresses', () => {
  const unique = new Unique('rxaeymb8da', 0, 'example.com');
  const text = (one: string, other: string, time: string) =>
    unique.alike(`{"to":["${one}"],"cc":["${other}"],"at":"${time}","parent":"${unique.uuid()}"}`);
  const [first, second, third] = [unique.address(), unique.address(), unique.address()];
  const before = text(first, second, '2026-11-22T10:00:00Z');
  expect(text(second, third, '2026-11-22T11:00:00.123Z')).toBe(before);
  expect(text(third, third, '2026-11-22T11:00:00Z')).not.toBe(before);
  expect(unique.alike('{"to":["ada@example.com"]}')).toContain('ada@example.com');
});
