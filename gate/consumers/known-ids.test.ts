import { expect, test } from 'vitest';
import { KnownIds } from './known-ids.ts';

const [recorded, replayed] = ['6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c', '7f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c'];

test('ids in the entries of lists belong together as others do', () => {
  const known = new KnownIds();
  known.learn({ data: [{ id: recorded }] }, { data: [{ id: replayed }] });
  expect(known.translate(`/things/${recorded}`)).toBe(`/things/${replayed}`);
});

for (const [what, was, is] of [
  ['the replay has a word', recorded, 'sent'],
  ['the recording has a word', 'sent', replayed],
  ['the replay has a list', recorded, [replayed]],
  ['the replay has nothing', { id: recorded }, null],
] as const) {
  test(`nothing belongs together where ${what}`, () => {
    const known = new KnownIds();
    known.learn({ id: was }, { id: is });
    expect(known.translate(`${recorded} was sent to ${replayed}`)).toBe(`${recorded} was sent to ${replayed}`);
  });
}
