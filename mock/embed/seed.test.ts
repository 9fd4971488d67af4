import { expect, test } from 'vitest';
import { fixturesDirectory, type MissionRun } from '../../fixtures/seed.ts';
import { loadSources } from '../sources.ts';
import type { SeedLists } from '../state/snapshot.ts';
import { withOwnSeed } from './seed.ts';

/** The fixtures without and with what a test gives. */
async function seeds(own: SeedLists) {
  const sources = await loadSources({ fixtures: fixturesDirectory, lazily: true });
  const merged = withOwnSeed(sources, own);
  expect({ ...merged, seed: sources.seed }).toEqual(sources);
  return { before: sources.seed, after: merged.seed };
}

test('nothing of the fixtures changes that a test gives nothing for', async () => {
  const { before, after } = await seeds({});
  expect(after).toEqual(before);
});

test('an entry takes the place of the one with its id, in whatever case, and others stay before it', async () => {
  const { before } = await seeds({});
  const [type, ...types] = before.documentTypes;
  const [template, ...templates] = before.templates;
  const [notification, ...notifications] = before.notifications;
  if (!type || !template || !notification) throw new Error('The fixtures have none.');
  const given = {
    documentTypes: [{ ...type, description: 'Mine' }],
    templates: [{ ...template, id: template.id.toUpperCase(), name: 'Mine' }],
    notifications: [
      { ...notification, resource: { ...notification.resource, threshold: { amount: '1', unit: 'GB' } } },
    ],
  } satisfies SeedLists;
  const { after } = await seeds(given);
  expect(after.documentTypes).toEqual([...types, ...given.documentTypes]);
  expect(after.templates.map(({ name }) => name)).toEqual([...templates.map(({ name }) => name), 'Mine']);
  expect(after.notifications).toEqual([...notifications, ...given.notifications]);
  const sources = withOwnSeed(await loadSources({ fixtures: fixturesDirectory, lazily: true }), given);
  expect(withOwnSeed(sources, { templates: [template] }).seed.templates).toEqual([...templates, template]);
});

test('a suppression takes the place of one of its account, address and group', async () => {
  const [account, address] = ['acme', 'grouped@example.com'];
  const { before } = await seeds({});
  const ofGroup = before.suppressions.find((one) => one.address === address);
  const own = [
    { account, address, reason: 'manual_block' as const },
    { account: 'globex', address, reason: 'manual_block' as const, group: ofGroup?.group as string },
  ];
  expect((await seeds({ suppressions: own })).after.suppressions).toEqual([...before.suppressions, ...own]);
  const same = [{ account, address, reason: 'manual_block' as const, group: ofGroup?.group as string }];
  expect((await seeds({ suppressions: same })).after.suppressions).toEqual([
    ...before.suppressions.filter((one) => one !== ofGroup),
    ...same,
  ]);
});

test('runs are taken up for their account, those of other accounts stay, and an account may have its first', async () => {
  const { before } = await seeds({});
  const [run] = before.missionRuns.get('globex') ?? [];
  const own = [{ ...(run as MissionRun), status: 'failed' as const }];
  const { after } = await seeds({ missionRuns: { globex: own } });
  expect(after.missionRuns.get('acme')).toEqual(before.missionRuns.get('acme'));
  const runs = after.missionRuns.get('globex') ?? [];
  expect(runs).toHaveLength(before.missionRuns.get('globex')?.length ?? 0);
  expect(runs.filter(({ run_id }) => run_id === run?.run_id)).toEqual(own);
  const sources = await loadSources({ fixtures: fixturesDirectory, lazily: true });
  const bare = { ...sources, seed: { ...sources.seed, missionRuns: new Map() } };
  expect(withOwnSeed(bare, { missionRuns: { globex: own } }).seed.missionRuns).toEqual(
    new Map([
      ['acme', []],
      ['globex', own],
    ]),
  );
});

test('the first flaw of any part is told with its place, and nothing is taken up', async () => {
  const sources = await loadSources({ fixtures: fixturesDirectory, lazily: true });
  const own = { documentTypes: [], templates: [sources.seed.templates[0], { id: 7 }, {}] } as never;
  expect(() => withOwnSeed(sources, own)).toThrow(/^seed\.templates\/1\b.*: /);
});
