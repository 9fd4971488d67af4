import { expect, test } from 'vitest';
import type { Template } from '../../fixtures/seed.ts';
import { seed } from '../../fixtures/testing.ts';
import { indexFixtures } from './fixtures.ts';

test('a template that can not be read is refused by its id, in a line', () => {
  const [known] = seed.templates as [Template];
  const broken = { ...known, id: 'mine', html_body: '{% if a %}' };
  expect(() => indexFixtures({ ...seed, templates: [known, broken] })).toThrow(
    /^templates\.yaml: the template mine: .+$/,
  );
});
