import { expect, test } from 'vitest';
import { KnownIds } from './known-ids.ts';

test('ids in the entries of lists belong together as others do', () => {
  const [recorded, replayed] = ['6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c', '7f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c'];
  const known = new KnownIds();
  known.learn({ data: [{ id: recorded }] }, { data: [{ id: replayed }] });
  expect(known.translate(`/things/${recorded}`)).toBe(`/things/${replayed}`);
});
