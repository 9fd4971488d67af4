import { expect, test } from 'vitest';
import type { Area } from './area.ts';
import { DiskArchive } from './disk-archive.ts';

/** An area with entries, in memory. */
function areaWith(entries: Record<string, unknown> = {}) {
  const kept = new Map(Object.entries(entries));
  const area = {
    note: (key: string, value: unknown) => void (value === undefined ? kept.delete(key) : kept.set(key, value)),
    get: (key: string) => kept.get(key),
    async *read(prefix: string, last?: number) {
      const keys = [...kept.keys()].filter((key) => key.startsWith(prefix)).sort();
      const wanted = last === undefined ? keys : keys.reverse().slice(0, last);
      for (const key of wanted) yield [key.slice(prefix.length), kept.get(key)] as [string, unknown];
    },
  } as unknown as Area;
  return { area, shown: () => Object.fromEntries(kept) };
}

const place = (number: number) => `order!${String(number).padStart(12, '0')}`;

test('values lie under their ids, and beside them their order; beyond the limit the oldest go', () => {
  const { area, shown } = areaWith();
  const archive = new DiskArchive(area, 2);
  for (const id of ['a', 'b', 'c']) archive.add(id, { id });
  expect(shown()).toEqual({
    'message!b': { id: 'b' },
    'message!c': { id: 'c' },
    [place(1)]: 'b',
    [place(2)]: 'c',
  });
  expect(['a', 'b', 'c'].map((id) => archive.get(id))).toEqual([undefined, { id: 'b' }, { id: 'c' }]);
  archive.remove('b');
  expect(shown()).toEqual({ 'message!c': { id: 'c' }, [place(1)]: 'b', [place(2)]: 'c' });
});

test('what is found goes on where it ended, and with a lower limit two go for each that comes', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const { area, shown } = areaWith(
    Object.fromEntries(
      ids.flatMap((id, index) => [
        [`message!${id}`, { id: id.toUpperCase() }],
        [place(7 + index), id],
      ]),
    ),
  );
  const archive = await DiskArchive.load(area, 3);
  expect(archive.recent).toEqual([{ id: 'C' }, { id: 'D' }, { id: 'E' }]);
  const keptAfter = (id: string) => {
    archive.add(id, { id });
    return Object.keys(shown())
      .filter((key) => key.startsWith('message!'))
      .map((key) => key.slice(8))
      .join('');
  };
  expect(['f', 'g', 'h'].map(keptAfter)).toEqual(['cdef', 'efg', 'fgh']);
  expect(shown()[place(14)]).toBe('h');
});

test('an id whose value was removed is passed over, and its place is not given again', async () => {
  const { area, shown } = areaWith({ 'message!a': { id: 'a' }, [place(0)]: 'a', [place(1)]: 'b' });
  const archive = await DiskArchive.load(area, 10);
  expect(archive.recent).toEqual([{ id: 'a' }]);
  archive.add('c', { id: 'c' });
  expect(shown()[place(2)]).toBe('c');
});

test('of values that are very long only the latest are in memory, and all others are where they lie', async () => {
  const text = 'x'.repeat(32_000_001);
  const ids = ['a', 'b', 'c'];
  const { area } = areaWith(
    Object.fromEntries(
      ids.flatMap((id, index) => [
        [`message!${id}`, { id, text }],
        [place(index), id],
      ]),
    ),
  );
  const archive = await DiskArchive.load(area, 10);
  expect(archive.recent.map((value) => (value as { id: string }).id)).toEqual(['b', 'c']);
  expect(archive.get('a')).toMatchObject({ id: 'a' });
});

for (const [what, entries, told] of [
  ['a place that is none', { 'order!1': 'a', 'message!a': { id: 'a' } }, 'the entry order!1: it is no id'],
  ['an id that is none', { [place(0)]: 1 }, `the entry ${place(0)}: it is no id`],
  [
    'a message with another id',
    { [place(0)]: 'a', 'message!a': { id: 'b' } },
    'the entry message!a: it is no message with this id',
  ],
  [
    'a message without an id',
    { [place(0)]: 'a', 'message!a': null },
    'the entry message!a: it is no message with this id',
  ],
] as const) {
  test(`an archive with ${what} is refused`, async () => {
    await expect(DiskArchive.load(areaWith(entries).area, 10)).rejects.toThrow(told);
  });
}
