import { expect, test } from 'vitest';
import { Unique } from './harness.ts';

test('names differ, and carry the run and their purpose', () => {
  const unique = new Unique('run1', 'people.example');
  const names = [unique.key(), unique.address(), unique.address('cc'), unique.reference(), unique.reference()];
  expect(new Set(names).size).toBe(5);
  for (const name of names) expect(name).toContain('run1');
  expect(names[2]).toMatch(/^cc\..*@people\.example$/);
});
