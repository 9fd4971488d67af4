import { expect, test } from 'vitest';
import { lastSubject, noticed, setSubject } from './subject.ts';

test('whoever reads a member of what is noticed looks at it, until something else is looked at', () => {
  const [one, other] = [{ a: 1 }, { a: 2 }].map((subject) => noticed(subject)) as [{ a: number }, { a: number }];
  expect([one.a, other.a]).toEqual([1, 2]);
  expect(lastSubject() === other).toBe(true);
  expect(one.a).toBe(1);
  expect(lastSubject() === one).toBe(true);
  const sent = {};
  setSubject(sent);
  expect(lastSubject() === sent).toBe(true);
});
