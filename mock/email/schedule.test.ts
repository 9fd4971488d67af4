import { expect, test } from 'vitest';
import { scheduleOf } from './schedule.ts';

const now = Date.UTC(2030, 0, 15, 12);
const future = '2030-01-16T08:00:00Z';
const due = Date.UTC(2030, 0, 16, 8);

test('a future time is stored as it was given', () => {
  expect(scheduleOf({ scheduled_at: future }, now)).toEqual({ text: future, due });
  expect(scheduleOf({ scheduled_at: '2030-01-16T08:00:00.000Z' }, now)).toEqual({
    text: '2030-01-16T08:00:00.000Z',
    due,
  });
});

test('a future time of another offset is shown in UTC, and known as it was asked for', () => {
  expect(scheduleOf({ scheduled_at: '2030-01-16T10:00:00+02:00' }, now)).toEqual({
    text: '2030-01-16T08:00:00.000Z',
    due,
    asked: '2030-01-16T10:00:00+02:00',
  });
});

test('midnight at the end of a day is shown as the beginning of the next', () => {
  expect(scheduleOf({ scheduled_at: '2030-01-16T24:00:00Z' }, now)?.text).toBe('2030-01-17T00:00:00.000Z');
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
