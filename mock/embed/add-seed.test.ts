import { expect, test } from 'vitest';
import { fixturesDirectory, type MissionRun, type SeedLists } from '../../fixtures/seed.ts';
import { loadSources } from '../sources.ts';
import { addSeed } from './add-seed.ts';

const sources = await loadSources({ fixtures: fixturesDirectory, lazily: true });
const before = sources.seed;
const mergeSeed = (lists: SeedLists) => addSeed(sources, lists).seed;

test('lists that a test does not give are those of the fixtures', () => {
  expect(mergeSeed({})).toEqual(before);
});

test('an entry of a test replaces the one with its id in any letter case', () => {
  const [type, ...types] = before.documentTypes;
  const [template, ...templates] = before.templates;
  if (!type || !template) throw new Error('the fixtures have no entries');
  const documentTypes = [{ ...type, description: 'Mine' }];
  expect(mergeSeed({ documentTypes }).documentTypes).toEqual([...types, ...documentTypes]);
  const own = { ...template, id: template.id.toUpperCase(), name: 'Mine' };
  expect(mergeSeed({ templates: [own] }).templates).toHaveLength(templates.length + 1);
});

test('a suppression of a test replaces the one of its account, address and group', () => {
  const known = before.suppressions.find(({ group }) => group !== undefined);
  if (!known) throw new Error('the fixtures have no group suppression');
  const { group, ...withoutGroup } = known;
  const count = (...suppressions: typeof before.suppressions) => mergeSeed({ suppressions }).suppressions.length;
  expect(count({ ...known, reason: 'manual_block' })).toBe(before.suppressions.length);
  expect(count(withoutGroup)).toBe(before.suppressions.length + 1);
  expect(count({ ...known, account: 'globex' })).toBe(before.suppressions.length + 1);
});

test('a run of a test replaces the one with its id, and other accounts have their runs', () => {
  const [run] = before.missionRuns.get('globex') ?? [];
  const own = { ...(run as MissionRun), status: 'failed' as const };
  const { missionRuns } = mergeSeed({ missionRuns: { globex: [own] } });
  expect(missionRuns.get('acme')).toEqual(before.missionRuns.get('acme'));
  expect(missionRuns.get('globex')).toHaveLength(before.missionRuns.get('globex')?.length ?? 0);
  expect(missionRuns.get('globex')).toContainEqual(own);
});

test('an invalid entry of a test is refused with its place', () => {
  const templates = [before.templates[0], { id: 7 }] as never;
  expect(() => mergeSeed({ templates })).toThrow(/^seed\.templates\/1\b.*: /);
});
