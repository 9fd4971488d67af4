import { expect, test } from 'vitest';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import { scheduleNotes, scheduleOf, scheduleRules } from './schedule.ts';

const now = Date.UTC(2030, 0, 15, 12);
const future = '2030-01-16T08:00:00Z';
const due = Date.UTC(2030, 0, 16, 8);

test('a future time is stored as it was given', () => {
  for (const end of ['08:00:00Z', '08:00:00.000Z', '08:00:00.5Z', '10:59:59Z', '23:59:59.12Z', '20:00:00Z']) {
    const text = `2030-01-16T${end}`;
    expect(scheduleOf({ scheduled_at: text }, now)).toEqual({ text, due: Date.parse(text) });
  }
});

test('a future time of another offset is shown in UTC, and known as it was asked for', () => {
  expect(scheduleOf({ scheduled_at: '2030-01-16T10:00:00+02:00' }, now)).toEqual({
    text: '2030-01-16T08:00:00.000Z',
    due,
    asked: '2030-01-16T10:00:00+02:00',
  });
});

test('midnight at the end of a day is shown as the beginning of the next, and a time in other letters as others are', () => {
  expect(scheduleOf({ scheduled_at: '2030-01-16T24:00:00Z' }, now)?.text).toBe('2030-01-17T00:00:00.000Z');
  for (const asked of ['2030-01-16T08:00:00z', '2030-01-16T08:00Z', '2030-01-16T08Z', '20300116T080000Z'])
    expect(scheduleOf({ scheduled_at: asked }, now)).toEqual({ text: '2030-01-16T08:00:00.000Z', due, asked });
});

test('send_at is an alias', () => {
  expect(scheduleOf({ send_at: future }, now)?.due).toBe(due);
});

test('scheduled_at wins over send_at', () => {
  expect(scheduleOf({ scheduled_at: future, send_at: '2031-01-01T00:00:00Z' }, now)?.due).toBe(due);
});

for (const scheduled_at of ['2030-01-15T11:59:59Z', 'soon', '2030-01-16T08:00:00', '', 0, false, {}, []]) {
  test(`a scheduled_at that counts for nothing still decides alone: ${JSON.stringify(scheduled_at)}`, () => {
    expect(scheduleOf({ scheduled_at, send_at: future }, now)).toBeNull();
  });
}

for (const scheduled_at of [null, undefined]) {
  test(`a scheduled_at that is ${scheduled_at} leaves the decision to send_at`, () => {
    expect(scheduleOf({ scheduled_at, send_at: future }, now)?.due).toBe(due);
  });
}

test('the present moment is no future time', () => {
  expect(scheduleOf({ scheduled_at: '2030-01-15T12:00:00Z' }, now)).toBeNull();
  expect(scheduleOf({ scheduled_at: '2030-01-15T12:00:00.001Z' }, now)).not.toBeNull();
});

test('a year of more than four digits is invalid', () => {
  expect(scheduleOf({ scheduled_at: '+010000-01-01T00:00:00Z' }, now)).toBeNull();
});

test('without any time there is no schedule', () => {
  expect(scheduleOf({}, now)).toBeNull();
});

const past = '2030-01-15T11:59:59Z';
const bare = '2030-01-16T08:00:00';

for (const [chosen, times, expected] of [
  [{ nullScheduledAt: 'now' }, { scheduled_at: null, send_at: future }, null],
  [{ nullScheduledAt: 'now' }, { send_at: future }, due],
  [{ nullScheduledAt: 'now' }, { scheduled_at: future }, due],
  [{ invalidScheduledAt: 'yields' }, { scheduled_at: 'soon', send_at: future }, due],
  [{ invalidScheduledAt: 'yields' }, { scheduled_at: past, send_at: future }, due],
  [{ invalidScheduledAt: 'yields' }, { scheduled_at: '2030-01-15T12:00:00Z', send_at: future }, due],
  [{ invalidScheduledAt: 'yields' }, { scheduled_at: future, send_at: '2031-01-01T00:00:00Z' }, due],
  [{ invalidScheduledAt: 'yields' }, { scheduled_at: bare, send_at: future }, due],
  [{ invalidScheduledAt: 'yields' }, { scheduled_at: 'soon' }, null],
  [{ timeWithoutOffset: 'utc' }, { scheduled_at: bare }, due],
  [{ timeWithoutOffset: 'utc' }, { send_at: '2030-01-15T12:00:00' }, null],
  [{ timeWithoutOffset: 'utc', invalidScheduledAt: 'yields' }, { scheduled_at: bare, send_at: past }, due],
] as [Partial<Choices>, object, number | null][]) {
  const chose = Object.entries(chosen).map(([name, word]) => `${name} ${word}`);
  test(`where a deployment chose ${chose.join(' and ')}: ${JSON.stringify(times)}`, () => {
    expect(scheduleOf(times, now, { ...ours, ...chosen })?.due ?? null).toBe(expected);
  });
}

test('a time without an offset that counts is shown in UTC, and known as it was asked for', () => {
  expect(scheduleOf({ send_at: bare }, now, { ...ours, timeWithoutOffset: 'utc' })).toEqual({
    text: '2030-01-16T08:00:00.000Z',
    due,
    asked: bare,
  });
});

const notATime = 'it is no ISO 8601 time such as 2030-01-15T12:00:00.000Z';
for (const [times, notes] of [
  [{}, []],
  [{ scheduled_at: null }, []],
  [{ scheduled_at: null, send_at: null }, []],
  [{ scheduled_at: future }, []],
  [
    { scheduled_at: past },
    ['scheduled_at was ignored, and the message leaves at once: that was past, at 2030-01-15T12:00:00.000Z.'],
  ],
  [{ send_at: bare }, ['send_at was ignored, and the message leaves at once: it has no offset, such as Z.']],
  [{ scheduled_at: null, send_at: 'soon' }, [`send_at was ignored, and the message leaves at once: ${notATime}.`]],
  [{ scheduled_at: 7 }, ['scheduled_at was ignored, and the message leaves at once: a time is a text in ISO 8601.']],
  [
    { scheduled_at: '', send_at: future },
    [`scheduled_at was ignored, and the message leaves at once: ${notATime}. send_at does not count beside it.`],
  ],
  [
    { scheduled_at: past, send_at: '' },
    [
      'scheduled_at was ignored, and the message leaves at once: that was past, at 2030-01-15T12:00:00.000Z. send_at does not count beside it.',
    ],
  ],
] as const) {
  test(`what is noted of ${JSON.stringify(times)}`, () => {
    expect(scheduleNotes(times, scheduleOf(times, now), now)).toEqual(notes);
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
  test(`the rules that decided ${JSON.stringify(times)}`, () => {
    expect(scheduleRules(times, scheduleOf(times, now))).toEqual(rules.map((number) => `EMAIL-SCHED-${number}`));
  });
}
