import { expect, test } from 'vitest';
import { listScheduleNotes, listScheduleRules, toSchedule } from './schedule.ts';

const now = Date.UTC(2030, 0, 15, 12);
const future = '2030-01-16T08:00:00Z';
const past = '2030-01-15T11:59:59Z';

for (const text of ['2030-01-16T08:00:00Z', '2030-01-16T08:00:00.000Z', '2030-01-16T23:59:59.12Z']) {
  test(`the future time ${text} is stored unchanged`, () => {
    expect(toSchedule({ scheduled_at: text }, now)).toBe(text);
  });
}

for (const text of ['2030-01-16T10:00:00+02:00', '2030-01-16T08:00:00z', '2030-01-16T08:00Z', '20300116T080000Z']) {
  test(`the future time ${text} is shown in UTC`, () => {
    expect(toSchedule({ scheduled_at: text }, now)).toBe('2030-01-16T08:00:00.000Z');
  });
}

for (const scheduled_at of [past, 'soon', '2030-01-16T08:00:00', '+010000-01-01T00:00:00Z', '', 0, false, {}, []]) {
  test(`the ignored scheduled_at ${JSON.stringify(scheduled_at)} decides: the message leaves at once`, () => {
    expect(toSchedule({ scheduled_at, send_at: future }, now)).toBeNull();
  });
}

for (const scheduled_at of [null, undefined]) {
  test(`a scheduled_at of ${scheduled_at} leaves the decision to send_at`, () => {
    expect(toSchedule({ scheduled_at, send_at: future }, now)).toBe(future);
  });
}

test('scheduled_at wins over send_at', () => {
  expect(toSchedule({ scheduled_at: future, send_at: '2031-01-01T00:00:00Z' }, now)).toBe(future);
});

test('the present moment is no future time, and a millisecond later is', () => {
  expect(toSchedule({ scheduled_at: '2030-01-15T12:00:00Z' }, now)).toBeNull();
  expect(toSchedule({ scheduled_at: '2030-01-15T12:00:00.001Z' }, now)).not.toBeNull();
});

test('a message without a time has no schedule', () => {
  expect(toSchedule({}, now)).toBeNull();
});

for (const [times, ...hints] of [
  [{ scheduled_at: null, send_at: null }],
  [{ scheduled_at: future }],
  [{ scheduled_at: past }, /^scheduled_at was ignored.* past, at 2030-01-15T12:00:00\.000Z/],
  [{ send_at: '2030-01-16T08:00:00' }, /^send_at was ignored.* no offset/],
  [{ scheduled_at: null, send_at: 'soon' }, /^send_at was ignored.* ISO 8601/],
  [{ scheduled_at: '', send_at: future }, /^scheduled_at was ignored.* send_at is ignored/],
] as [object, ...RegExp[]][]) {
  test(`the times ${JSON.stringify(times)} have ${hints.length === 0 ? 'no hint' : `the hint ${hints[0]}`}`, () => {
    expect(listScheduleNotes(times, toSchedule(times, now), now)).toEqual(
      hints.map((hint) => expect.stringMatching(hint)),
    );
  });
}

for (const [times, rules] of [
  [{}, []],
  [{ scheduled_at: null, send_at: null }, []],
  [{ scheduled_at: future }, [3, 4, 1]],
  [{ scheduled_at: past }, [3, 5]],
  [{ send_at: future }, [3, 4, 7]],
  [{ send_at: past }, [3, 8]],
  [{ scheduled_at: future, send_at: past }, [3, 4, 1, 9]],
  [{ scheduled_at: past, send_at: future }, [3, 5, 10]],
  [{ scheduled_at: null, send_at: future }, [3, 4, 7, 11]],
  [{ scheduled_at: null, send_at: past }, [3, 8, 11]],
] as const) {
  test(`the times ${JSON.stringify(times)} cite the rules ${rules.join(', ') || 'of no schedule'}`, () => {
    expect(listScheduleRules(times, toSchedule(times, now))).toEqual(rules.map((number) => `EMAIL-SCHED-${number}`));
  });
}
