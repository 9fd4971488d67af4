import { expect, test } from 'vitest';
import { type Scenario, Scenarios, SendHold } from './scenarios.ts';

const reach = ['listDirDocumentTypes'] as const;

/** Scenarios with their place in the list as id. */
function scenariosOf(...effects: Omit<Scenario, 'id'>[]) {
  const scenarios = new Scenarios();
  for (const [index, effect] of effects.entries()) scenarios.add({ id: `${index}`, ...effect }, reach);
  const take = (now = 0) => scenarios.take('listDirDocumentTypes', now).map(({ id }) => id);
  const remaining = () => scenarios.list().map(({ id, times }) => (times === undefined ? id : `${id} ${times}`));
  return { scenarios, take, remaining };
}

test('a rate counts the calls of each second from the first call in it', () => {
  const { take } = scenariosOf({ perSecond: 1 });
  expect([0, 1, 999, 1000, 1999, 2000].map((now) => take(now).length > 0)).toEqual([
    ...[false, true, true],
    ...[false, true, false],
  ]);
});

test('a call that no rate refuses does not use up a rate', () => {
  const { take, remaining } = scenariosOf({ perSecond: 1, times: 2 });
  expect([take(), remaining()]).toEqual([[], ['0 2']]);
  expect([take(), remaining()]).toEqual([['0'], ['0 1']]);
});

test('a call takes the first scenario of each kind and counts it down', () => {
  const { take, remaining } = scenariosOf(
    { answer: { status: 500 }, times: 2 },
    { answer: { status: 503 } },
    { delay: 'PT1S', times: 1 },
    { drop: true },
  );
  expect([take(), remaining()]).toEqual([
    ['0', '2', '3'],
    ['0 1', '1', '3'],
  ]);
  expect([take(), remaining()]).toEqual([
    ['0', '3'],
    ['1', '3'],
  ]);
  expect(take()).toEqual(['1', '3']);
});

test('a call takes every scenario that moves rows', () => {
  expect(scenariosOf({ rows: 1 }, { rows: -1 }).take()).toEqual(['0', '1']);
});

test('an operation outside the reach of a scenario does not take it', () => {
  expect(scenariosOf({ drop: true }).scenarios.take('createEmailMessage', 0)).toEqual([]);
});

test('a removed scenario is not taken, and a second removal finds nothing', () => {
  const { scenarios, take } = scenariosOf({ drop: true }, { half: true });
  expect([scenarios.remove('0'), scenarios.remove('0'), take()]).toEqual([true, false, ['1']]);
});

test('new rows are missing from the first page that is read, and vanished rows from every later one', () => {
  const { scenarios } = scenariosOf({ rows: 2 }, { rows: -1 });
  const rows = ['a', 'b', 'c', 'd'];
  const read = () => scenarios.hideRows('listDirDocumentTypes', rows);
  expect([read(), read(), read()]).toEqual([
    ['c', 'd'],
    ['b', 'c', 'd'],
    ['b', 'c', 'd'],
  ]);
  expect(scenarios.hideRows('listRecentAiMissionRuns', rows)).toBe(rows);
});

test('a repeated scenario starts from the beginning', () => {
  const { scenarios, take } = scenariosOf({ perSecond: 1 });
  expect([take(), take()]).toEqual([[], ['0']]);
  scenarios.clear();
  scenarios.add({ id: '0', perSecond: 1 }, reach);
  expect([take(), take()]).toEqual([[], ['0']]);
});

test('the first scenario about late mail decides how late it is', () => {
  expect(scenariosOf({ rows: 1 }).scenarios.lateness).toBe(0);
  expect(scenariosOf({ lateMail: 'PT7S' }, { lateMail: 'PT9S' }).scenarios.lateness).toBe(7_000);
});

test('sends wait from the hold to the release, and none waits afterwards', async () => {
  const sendHold = new SendHold();
  const passed: string[] = [];
  sendHold.hold();
  const waits = ['a', 'b'].map((name) => sendHold.waitForRelease().then(() => passed.push(name)));
  expect([sendHold.state, passed]).toEqual([{ holding: true, held: 2 }, []]);
  sendHold.release();
  await Promise.all(waits);
  await sendHold.waitForRelease();
  expect([sendHold.state, passed]).toEqual([{ holding: false, held: 0 }, ['a', 'b']]);
});

test('a held send whose client leaves rejects with the reason, and the others stay held', async () => {
  const sendHold = new SendHold();
  sendHold.hold();
  const left = new AbortController();
  const [first, second] = [sendHold.waitForRelease(left.signal), sendHold.waitForRelease()];
  left.abort(new Error('left'));
  await expect(first).rejects.toThrow('left');
  expect(sendHold.state).toEqual({ holding: true, held: 1 });
  sendHold.release();
  await second;
});
