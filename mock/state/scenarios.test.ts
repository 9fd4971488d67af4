import { expect, test } from 'vitest';
import { Scenarios } from './scenarios.ts';

test('a rate counts the calls of each second anew, from the first call in it on', () => {
  const scenarios = new Scenarios();
  scenarios.add({ id: 's', reach: ['listDirDocumentTypes'], perSecond: 1 });
  const isRefused = (now: number) => scenarios.take('listDirDocumentTypes', now).length > 0;
  expect([0, 1, 999, 1000, 1999, 2000].map(isRefused)).toEqual([false, true, true, false, true, false]);
});
