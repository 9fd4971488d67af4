import { expect, test } from 'vitest';
import { Answer } from '../wire/answer.ts';
import type { Case } from './case.ts';
import { type Pursuit, pursue, timesOf, wasMadeToWait } from './pursuit.ts';

const noon = Date.parse('2026-11-22T12:00:00.000Z');

/** What was asked for so many milliseconds after noon. */
const answer = (afterMs: number, tookMs: number, { status = 202, id = 'm1' } = {}) =>
  new Answer({
    sentAt: new Date(noon + afterMs).toISOString(),
    tookMs,
    operation: 'createEmailMessage',
    status,
    headers: [],
    text: JSON.stringify({ data: { id } }),
    request: { method: 'POST', url: 'https://staging.example.com/v2/email_messages', headers: [] },
  });

/** A first send of so many milliseconds, one 5 ms behind it, and a replay that was asked for with that. */
const pursuit = (firstMs: number, secondMs: number, replayMs: number, second = {}): Pursuit => ({
  first: answer(0, firstMs),
  second: answer(5, secondMs, second),
  replay: answer(5, replayMs, { id: 'm0' }),
});

const seen: [what: string, pursuit: Pursuit, waited: boolean][] = [
  ['got its answer with the first one, though a replay took no time', pursuit(120, 118, 6), true],
  ['the same over a slow line', pursuit(300, 298, 160), true],
  ['was refused while the first one was in progress', pursuit(120, 6, 6, { status: 409 }), false],
  ['was refused when the first one had its answer', pursuit(120, 118, 6, { status: 409 }), false],
  ['was answered while the first one was in progress', pursuit(120, 8, 6), false],
  ['waited its turn, as did the replay', pursuit(120, 118, 119), false],
  ['the first one took no longer than a replay', pursuit(9, 8, 6), false],
  ['the first one took hardly longer than a replay', pursuit(30, 28, 6), false],
  ['was answered 5 ms before the first one', pursuit(120, 110, 6), false],
  ['was answered 4 ms before the first one', pursuit(120, 111, 6), true],
  ['came when the first one had 20 ms more to go than a replay takes', pursuit(31, 40, 6), false],
  ['came when the first one had 21 ms more to go than a replay takes', pursuit(32, 40, 6), true],
  ['came when the first one had half as long again to go as a slow replay takes', pursuit(305, 300, 200), false],
  ['came when the first one had a little longer to go than that', pursuit(306, 301, 200), true],
  ['got another message', pursuit(120, 118, 6, { id: 'm2' }), false],
];
for (const [what, of, waited] of seen) {
  test(`a second send was ${waited ? '' : 'not '}made to wait for the first one: it ${what}`, () => {
    expect(wasMadeToWait(of)).toBe(waited);
  });
}

test('the times are told', () => {
  expect(timesOf(pursuit(120.4, 117.6, 5.5))).toBe(
    'a send took 120 ms; the same sent 5 ms behind was answered with 202 after 118 ms, while a replay took 6 ms',
  );
});

test('a send is pursued by the same and by a replay, in three turns, each once, when the gap is over', async () => {
  const asked: unknown[] = [];
  let answerFirst = () => {};
  const held = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  const given = {
    api: {
      turn: async (requests: number) => {
        await new Promise(setImmediate);
        asked.push(requests);
      },
      sendEmail: async (...request: unknown[]) => {
        const count = asked.push(request);
        if (count === 2) await held;
        else if (count === 4) answerFirst();
        return count;
      },
    },
    email: () => ({ subject: 'Hello' }),
    unique: { key: () => 'k1' },
  } as unknown as Case;
  const pursued = await pursue(given, 1, { body: { subject: 'Before' }, key: 'k0' });
  const first = [{ subject: 'Hello' }, { key: 'k1', once: true }];
  expect(asked).toEqual([3, first, first, [{ subject: 'Before' }, { key: 'k0', once: true }]]);
  expect(pursued).toEqual({ first: 2, second: 3, replay: 4 });
});
