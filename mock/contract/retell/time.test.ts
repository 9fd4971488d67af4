import { expect, test } from 'vitest';
import { timeAsked, timeIn } from './time.ts';

const noon = '2030-01-15T12:00:00.120Z';

for (const [form, shown] of [
  ['.000Z', '2030-01-15T12:00:00.120Z'],
  ['.000000Z', '2030-01-15T12:00:00.120000Z'],
  ['Z', '2030-01-15T12:00:00Z'],
  ['.000+02:00', '2030-01-15T14:00:00.120+02:00'],
  ['.000+05:45', '2030-01-15T17:45:00.120+05:45'],
  ['-03:30', '2030-01-15T08:30:00-03:30'],
  ['+13:00', '2030-01-16T01:00:00+13:00'],
  ['[.000]Z', '2030-01-15T12:00:00.120Z'],
  ['.###Z', '2030-01-15T12:00:00.12Z'],
  ['.######-03:30', '2030-01-15T08:30:00.120417-03:30'],
] as const) {
  test(`a time that ends as ${form} is ${shown}`, () => expect(timeIn(form, noon)).toBe(shown));
}

for (const [form, shown] of [
  ['.000Z', '2030-01-15T12:00:00.000Z'],
  ['.######Z', '2030-01-15T12:00:00Z'],
  ['[.000]Z', '2030-01-15T12:00:00Z'],
] as const) {
  test(`a whole second that ends as ${form} is ${shown}`, () =>
    expect(timeIn(form, '2030-01-15T12:00:00.000Z')).toBe(shown));
}

for (const [form, asked, shown] of [
  ['.000Z', '2030-01-15T12:00:00.1209Z', '2030-01-15T12:00:00.120Z'],
  ['.000000Z', '2030-01-15T12:00:00,1209Z', '2030-01-15T12:00:00.120900Z'],
  ['.######Z', '2030-01-15T12:00:00.1200Z', '2030-01-15T12:00:00.12Z'],
  ['.###Z', '2030-01-15T12:00:00.1209Z', '2030-01-15T12:00:00.12Z'],
  ['[.000]Z', '2030-01-15T14:00:00+02:00', '2030-01-15T12:00:00Z'],
] as const) {
  test(`a time that was asked for as ${asked} and ends as ${form} is ${shown}`, () =>
    expect(timeIn(form, noon, asked)).toBe(shown));
}

test('what is no time stays as it is', () => expect(timeIn('.000Z', 'soon')).toBe('soon'));

test('the text that says the time is found among what was asked for, one without an offset in UTC', () => {
  const asked = {
    subject: noon.slice(0, 10),
    send_at: '2030-01-15T12:00:00+02:00',
    scheduled_at: '2030-01-15T12:00:00.12',
  };
  expect(timeAsked(noon, asked)).toBe(asked.scheduled_at);
  expect(timeAsked('2030-01-15T10:00:00Z', asked)).toBe(asked.send_at);
  expect(timeAsked('2030-01-15T11:00:00Z', asked)).toBeUndefined();
  expect(timeAsked('2030-01-15T00:00:00Z', asked)).toBeUndefined();
  expect(timeAsked('2030-01-15T10:00:00Z', { a: 1894703000000, b: '2030-01-15T12:00+0200' })).toBe(
    '2030-01-15T12:00+0200',
  );
});

test('nothing of a request without a body says a time', () => expect(timeAsked(noon, undefined)).toBeUndefined());

for (const [what, asked, shown] of [
  ['as it was sent', '2030-01-15T14:00:00+02:00', '2030-01-15T14:00:00+02:00'],
  ['as it was sent, with its digits', '2030-01-15T12:00:00.1200Z', '2030-01-15T12:00:00.1200Z'],
  ['as ours, where it was sent in a form that no answer has', '2030-01-15 12:00', noon],
  ['as ours, where it was sent without seconds', '2030-01-15T12:00Z', noon],
  ['as ours, where something stands behind it', '2030-01-15T12:00:00Z (noon)', noon],
  ['as ours, where it was sent without an offset', '2030-01-15T12:00:00.12', noon],
  ['as ours, where none was sent', undefined, noon],
] as const) {
  test(`a time that is shown as it was sent is shown ${what}`, () => expect(timeIn('sent', noon, asked)).toBe(shown));
}
