import { expect, test } from '@playwright/test';
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
