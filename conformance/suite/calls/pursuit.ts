import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../wire/answer.ts';
import type { Case } from './case.ts';
import { messageOf } from './idempotency.ts';

interface Timed {
  answer: Answer;
  /** When it was asked for, and when the answer had come. */
  from: number;
  to: number;
}

/** Two sends under one key, of which the second went out before the first was answered; and how long a replay took meanwhile. */
export interface Pursuit {
  first: Timed;
  second: Timed;
  replay: Timed;
}

/** Sends twice under one key, the second so many milliseconds behind; `replayed` was sent before, and is sent again meanwhile. */
export async function pursue(
  { api, email, unique }: Case,
  gapMs: number,
  replayed: { body: unknown; key: string },
): Promise<Pursuit> {
  const timed = async (body: unknown, key: string): Promise<Timed> => {
    const from = performance.now();
    // A service may refuse with 503 what comes at once.
    const answer = await api.sendEmail(body, { key, once: true });
    return { answer, from, to: performance.now() };
  };
  const [body, key] = [email(), unique.key()];
  const behind = async () => {
    await sleep(gapMs);
    return Promise.all([timed(body, key), timed(replayed.body, replayed.key)]);
  };
  const [first, [second, replay]] = await Promise.all([timed(body, key), behind()]);
  return { first, second, replay };
}

/**
 * Whether the second send got the first one's answer only when that was there. It shows where the first one took much longer than a
 * replay takes, even while the first one is in progress: a service that does one thing after the other answers no sooner either.
 */
export function wasMadeToWait({ first, second, replay }: Pursuit): boolean {
  const [restMs, replayMs] = [first.to - second.from, replay.to - replay.from];
  const isTelling = restMs - replayMs > Math.max(20, replayMs / 2);
  const isReplay = second.answer.accepted && messageOf(second.answer) === messageOf(first.answer);
  return isTelling && isReplay && second.to > first.to - 5;
}

/** The times of a pursuit, for people. */
export function timesOf({ first, second, replay }: Pursuit): string {
  const ms = (from: number, to: number) => `${Math.round(to - from)} ms`;
  return (
    `a send took ${ms(first.from, first.to)}; the same sent ${ms(first.from, second.from)} behind was answered with ` +
    `${second.answer.status} after ${ms(second.from, second.to)}, while a replay took ${ms(replay.from, replay.to)}`
  );
}
