import { expect, test } from 'vitest';
import { toSchedule } from './schedule.ts';

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
