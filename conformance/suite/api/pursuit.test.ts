import { expect, test } from 'vitest';
import { Answer } from '../wire/answer.ts';
import { type Pursuit, wasMadeToWait } from './pursuit.ts';

const noon = Date.parse('2026-11-22T12:00:00.000Z');
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
/** A first send, one 5 ms behind it, and a replay that was sent with the second. */
const pursuit = (firstMs: number, secondMs: number, replayMs: number, second = {}): Pursuit => ({
  first: answer(0, firstMs),
  second: answer(5, secondMs, second),
  replay: answer(5, replayMs, { id: 'm0' }),
});

const pursuits: [what: string, pursuit: Pursuit, hasWaited: boolean][] = [
  ['was answered with the first one, long after a replay', pursuit(120, 118, 6), true],
  ['was answered with the first one over a slow line', pursuit(300, 298, 160), true],
  ['was refused while the first one was in progress', pursuit(120, 6, 6, { status: 409 }), false],
  ['was answered while the first one was in progress', pursuit(120, 8, 6), false],
  ['was answered with the first one, as was the replay', pursuit(120, 118, 119), false],
  ['follows a first one as short as a replay', pursuit(9, 8, 6), false],
  ['got another message', pursuit(120, 118, 6, { id: 'm2' }), false],
];
for (const [what, of, hasWaited] of pursuits) {
  test(`a second send was ${hasWaited ? '' : 'not '}made to wait: it ${what}`, () => {
    expect(wasMadeToWait(of)).toBe(hasWaited);
  });
}
