import { expect, test } from '@playwright/test';
import { Answer } from '../wire/answer.ts';
import { type Pursuit, timesOf, wasMadeToWait } from './pursuit.ts';

const answer = (status: number, id = 'm1') =>
  new Answer({
    operation: 'createEmailMessage',
    status,
    headers: [],
    text: JSON.stringify({ data: { id } }),
    request: { method: 'POST', url: 'https://staging.example.com/v2/email_messages', headers: [] },
  });

/** A first send of so many milliseconds, one 5 ms behind it, and a replay that was asked for with that. */
const pursuit = (firstMs: number, secondMs: number, replayMs: number, second = answer(202)): Pursuit => ({
  first: { answer: answer(202), from: 0, to: firstMs },
  second: { answer: second, from: 5, to: 5 + secondMs },
  replay: { answer: answer(202, 'm0'), from: 5, to: 5 + replayMs },
});

const seen: [what: string, pursuit: Pursuit, waited: boolean][] = [
  ['got its answer with the first one, though a replay took no time', pursuit(120, 118, 6), true],
  ['the same over a slow line', pursuit(300, 298, 160), true],
  ['was refused while the first one was in progress', pursuit(120, 6, 6, answer(409)), false],
  ['was answered while the first one was in progress', pursuit(120, 8, 6), false],
  ['waited its turn, as did the replay', pursuit(120, 118, 119), false],
  ['the first one took no longer than a replay', pursuit(9, 8, 6), false],
  ['got another message', pursuit(120, 118, 6, answer(202, 'm2')), false],
];
for (const [what, of, waited] of seen) {
  test(`a second send was ${waited ? '' : 'not '}made to wait for the first one: it ${what}`, () => {
    expect(wasMadeToWait(of)).toBe(waited);
  });
}

test('the times are told', () => {
  expect(timesOf(pursuit(120, 118, 6))).toBe(
    'a send took 120 ms; the same sent 5 ms behind was answered with 202 after 118 ms, while a replay took 6 ms',
  );
});
