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

test('the fixtures are indexed by what they are asked for: templates by their ids in small letters, runs by account and status', () => {
  const [template] = seed.templates as [Template];
  const { templates, runsByStatus } = indexFixtures({
    ...seed,
    templates: [{ ...template, id: template.id.toUpperCase() }],
  });
  expect([...templates.keys()]).toEqual([template.id]);
  const shown = [...runsByStatus].map(([account, byStatus]) => [account, Object.fromEntries(byStatus)]);
  const expected = [...seed.missionRuns].map(([account, runs]) => [
    account,
    Object.fromEntries(
      [...new Set(runs.map(({ status }) => status))].map((status) => [
        status,
        runs.filter((run) => run.status === status),
      ]),
    ),
  ]);
  expect(shown).toEqual(expected);
});
