import { expect, test } from 'vitest';
import { endsAs, endsOf, isTime, optionalEnd, trimmedEnd } from './time-form.ts';

const at = (...ends: string[]) => ends.map((end) => `2026-01-02T03:04:05${end}`);

test('a time has a date, seconds and an offset, and nothing around it', () => {
  const [time = ''] = at('.5+02:00');
  expect([time, ...at('Z'), ...at(''), ...at('.Z'), ...at('Z '), time.replace('T', ' '), 5].map(isTime)).toEqual([
    ...[true, true, false, false, false, false, false],
  ]);
});

const ends: [ends: string[], optional: string | undefined, trimmed: string | undefined, of: string][] = [
  [['.120Z', 'Z'], '[.000]Z', undefined, '[.000]Z'],
  [['Z', '.123456+02:00', '+02:00'], undefined, undefined, 'Z'],
  [['+02:00', '.123456+02:00', '+02:00'], '[.000000]+02:00', '.######+02:00', '[.000000]+02:00'],
  [['.12Z', 'Z'], undefined, '.##Z', '.##Z'],
  [['.5Z', '.125Z', 'Z'], undefined, '.###Z', '.###Z'],
  [['.5Z', '.120Z'], undefined, undefined, '.0Z'],
  [['.120Z', '.125Z'], undefined, undefined, '.000Z'],
  [['Z', 'Z'], undefined, undefined, 'Z'],
];
for (const [some, optional, trimmed, of] of ends)
  test(`times that end in ${some.join(', ')} end as ${of}`, () => {
    const times = at(...some);
    expect([optionalEnd(times), trimmedEnd(times), endsOf(times)]).toEqual([optional, trimmed, of]);
  });

test.each([
  ['Z', ['Z'], ['.0Z', '+00:00']],
  ['.000Z', ['.125Z', '.120Z'], ['Z', '.12Z', '.125+00:00']],
  ['[.000]Z', ['.125Z', 'Z'], ['.12Z', '.125+00:00']],
  ['.###Z', ['Z', '.5Z', '.125Z'], ['.1255Z', '.120Z', '.5+00:00']],
])('of times those end as %s says that have its digits and its offset', (form, like, unlike) => {
  const [all, none] = [like, unlike].map((some) => at(...some).map((time) => endsAs(time, form)));
  expect([all, none]).toEqual([like.map(() => true), unlike.map(() => false)]);
});
