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

test('names carry the run, the worker and a count, and what they are for', () => {
  const unique = new Unique('run1', 40, 'people.example');
  expect([unique.key(), unique.address(), unique.address('cc'), unique.reference(), unique.reference('Word')]).toEqual([
    'conf-run1-14001',
    'to.conf-run1-14002@people.example',
    'cc.conf-run1-14003@people.example',
    'conformance-run1-14004',
    'Word-run1-14005',
  ]);
  expect(unique.uuid()).not.toBe(unique.uuid());
  for (let count = 5; count < 37; count++) unique.key();
  expect(unique.key()).toBe('conf-run1-14012');
});

test('phone numbers and ids in capital letters tell no texts apart, and other numbers do', () => {
  const unique = new Unique('run1', 0, 'people.example');
  expect(unique.alike('+12025550101 5F0C1D52-7B55-4C0E-9C0E-3F6F7F1D2A10 +12025550101 2026-11-22T10:00:00Z 7')).toBe(
    '<1> <2> <1> <3>Z 7',
  );
  expect(unique.alike('+1234567 +123456789012345 +123456 2026-11-22')).toBe('<1> <2> +123456 2026-11-22');
});
