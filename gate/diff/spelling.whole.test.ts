import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { areas, base } from '../testing/table/index.ts';
import { diffDocuments } from './index.ts';
import type { Json } from './source.ts';
import { Random } from './testing/random.ts';
import { respellings } from './testing/respell.ts';

/** SPELLING_SEED selects the spellings, SPELLING_TIMES multiplies their number; both are 1 by default. */
const seed = Number(process.env.SPELLING_SEED ?? 1);
const times = Number(process.env.SPELLING_TIMES ?? 1);
test.describe.configure({ timeout: 600_000 * times });

const names = Object.keys(respellings);
const anyRespelling = fc.record({ name: fc.constantFrom(...names), seed: fc.nat() });
/** Each spelling at most once: some are steps that go on when they are taken again. */
const differentRespellings = (size: { minLength?: number; maxLength: number }) =>
  fc.uniqueArray(anyRespelling, { ...size, selector: ({ name }) => name });

function respelt(document: Json, by: readonly { name: string; seed: number }[]): Json {
  const copy = structuredClone(document);
  for (const { name, seed } of by) respellings[name]?.(copy, new Random(seed));
  return copy;
}

for (const name of names) {
  test(`${name} are no change`, async () => {
    for (let own = seed; own < seed + times; own++) {
      const { changes } = await diffDocuments(base, respelt(base, [{ name, seed: own }]));
      expect(changes, `seed ${own}`).toEqual([]);
    }
  });
}

test('several spellings at once are no change', async () => {
  await fc.assert(
    fc.asyncProperty(differentRespellings({ minLength: 2, maxLength: 8 }), async (by) => {
      expect((await diffDocuments(base, respelt(base, by))).changes).toEqual([]);
    }),
    { numRuns: 4 * times, seed },
  );
});

test('the spelling of either side never changes a verdict', async () => {
  const changes = Object.values(areas).flat();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...changes),
      differentRespellings({ maxLength: 3 }),
      differentRespellings({ maxLength: 3 }),
      async ({ revision, expected }, before, after) => {
        const { verdict } = await diffDocuments(respelt(base, before), respelt(revision(), after));
        expect(verdict).toBe(expected);
      },
    ),
    { numRuns: 10 * times, seed },
  );
});
