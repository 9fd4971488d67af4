import { expect, test } from 'vitest';
import { type Effect, Scenarios, showScenario } from './scenarios.ts';

const reach = ['listDirDocumentTypes'] as const;

/** Scenarios that are switched on, each called by its place. */
function switchedOn(...effects: (Effect & { times?: number })[]) {
  const scenarios = new Scenarios();
  for (const [index, effect] of effects.entries()) scenarios.add({ id: `${index}`, reach, ...effect });
  const taken = (now = 0) => scenarios.take('listDirDocumentTypes', now).map(({ id }) => id);
  const left = () => scenarios.list().map(({ id, times }) => (times === undefined ? id : `${id} ${times}`));
  return { scenarios, taken, left };
}

test('a rate counts the calls of each second anew, from the first call in it on', () => {
  const scenarios = new Scenarios();
  scenarios.add({ id: 's', reach, perSecond: 1 });
  const isRefused = (now: number) => scenarios.take('listDirDocumentTypes', now).length > 0;
  expect([0, 1, 999, 1000, 1999, 2000].map(isRefused)).toEqual([false, true, true, false, true, false]);
});

test('each rate counts for itself, and a call that no rate refuses uses none of them up', () => {
  const { taken, left } = switchedOn({ perSecond: 1, times: 2 }, { perSecond: 2, times: 1 });
  expect([1, 2, 3].map(() => [taken(), left()])).toEqual([
    [[], ['0 2', '1 1']],
    [['0'], ['0 1', '1 1']],
    [['0', '1'], []],
  ]);
});

test('of each kind of effect a call meets the first, of those that move rows all, and uses up what is counted', () => {
  const delay = { from: 1, to: 2 };
  const { taken, left, scenarios } = switchedOn(
    { answer: { status: 500 }, times: 2 },
    { answer: { status: 503 } },
    { delay, times: 1 },
    { rows: 1 },
    { rows: -1 },
    { lateMail: 5 },
    { drop: true },
    { gateway: 502 },
    { dribble: 3 },
    { half: true },
  );
  expect(scenarios.take('createEmailMessage', 0)).toEqual([]);
  expect([taken(), left()]).toEqual([
    ['0', '2', '3', '4', '6', '7', '8', '9'],
    ['0 1', '1', '3', '4', '5', '6', '7', '8', '9'],
  ]);
  expect([taken(), left()]).toEqual([
    ['0', '3', '4', '6', '7', '8', '9'],
    ['1', '3', '4', '5', '6', '7', '8', '9'],
  ]);
  expect(taken()).toEqual(['1', '3', '4', '6', '7', '8', '9']);
  expect([scenarios.remove('1'), scenarios.remove('1'), taken()]).toEqual([
    true,
    false,
    ['3', '4', '6', '7', '8', '9'],
  ]);
  scenarios.clear();
  expect([taken(), left()]).toEqual([[], []]);
});

test('rows that come up are missing from the first page that is read, those that vanish from all others', () => {
  const { scenarios } = switchedOn({ rows: 2 }, { rows: -1 }, { drop: true });
  const rows = ['a', 'b', 'c', 'd'];
  const read = () => scenarios.rows('listDirDocumentTypes', rows);
  expect(scenarios.rows('listRecentAiMissionRuns', rows)).toBe(rows);
  expect([read(), read(), read()]).toEqual([
    ['c', 'd'],
    ['b', 'c', 'd'],
    ['b', 'c', 'd'],
  ]);
  scenarios.clear();
  expect(read()).toBe(rows);
});

for (const [how, switchOff] of [
  ['alone', (scenarios: Scenarios) => scenarios.remove('0')],
  ['with all others', (scenarios: Scenarios) => scenarios.clear()],
] as const) {
  test(`a scenario that was switched off ${how} and on again begins anew`, () => {
    const scenarios = new Scenarios();
    for (let times = 0; times < 2; times++) {
      scenarios.add({ id: '0', reach, perSecond: 1 });
      const refused = [0, 1].map(() => scenarios.take('listDirDocumentTypes', 0).length);
      scenarios.add({ id: '0', reach, rows: 1 });
      const rows = [0, 1].map(() => scenarios.rows('listDirDocumentTypes', ['a', 'b']));
      expect([refused, rows]).toEqual([
        [0, 1],
        [['b'], ['a', 'b']],
      ]);
      switchOff(scenarios);
    }
  });
}

test('mail is as late as the first scenario says that is about it', () => {
  expect(switchedOn({ rows: 1 }).scenarios.lateness).toBe(0);
  expect(switchedOn({ rows: 1 }, { lateMail: 7 }, { lateMail: 9 }).scenarios.lateness).toBe(7);
  expect(switchedOn({ lateMail: 0 }, { lateMail: 9 }).scenarios.lateness).toBe(0);
});

test('a scenario is shown with its lengths of time as texts, and without what it can happen to', () => {
  const shown = { id: 's', operation: 'listDirDocumentTypes', times: 3 } as const;
  expect(showScenario({ ...shown, reach, delay: { from: 500, to: 2_000 } })).toEqual({
    ...shown,
    delay: { from: 'PT0.5S', to: 'PT2S' },
  });
  expect(showScenario({ ...shown, reach, dribble: 3_000 })).toEqual({ ...shown, dribble: 'PT3S' });
  expect(showScenario({ ...shown, reach, lateMail: 60_000 })).toEqual({ ...shown, lateMail: 'PT60S' });
  for (const none of ['dribble', 'lateMail'])
    expect(showScenario({ id: 's', reach, [none]: 0 })).toEqual({ id: 's', [none]: 'PT0S' });
  expect(showScenario({ ...shown, reach, perSecond: 2 })).toEqual({ ...shown, perSecond: 2 });
});
