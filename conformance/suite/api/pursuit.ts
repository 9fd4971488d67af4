import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../wire/answer.ts';
import type { Case } from './case.ts';
import { messageOf } from './idempotency.ts';

/** Two sends under one key, of which the second went out before the first was answered; and how long a replay took meanwhile. */
export interface Pursuit {
  first: Answer;
  second: Answer;
  replay: Answer;
}

/** Sends twice under one key, the second so many milliseconds behind; `replayed` was sent before, and is sent again meanwhile. */
export async function pursue(t: Case, gapMs: number, replayed: { body: unknown; key: string }): Promise<Pursuit> {
  // A service may refuse with 503 what comes at once.
  const timed = (body: unknown, key: string) => t.api.sendEmail(body, { key, once: true });
  const [body, key] = [t.email(), t.unique.key()];
  const behind = async () => {
    await sleep(gapMs);
    return Promise.all([timed(body, key), timed(replayed.body, replayed.key)]);
  };
  await t.api.turn(3);
  const [first, [second, replay]] = await Promise.all([timed(body, key), behind()]);
  return { first, second, replay };
}

/**
 * Whether the second send got the first one's answer only when that was there. It shows where the first one took much longer than a
 * replay takes, even while the first one is in progress: a service that does one thing after the other answers no sooner either.
 */
export function wasMadeToWait({ first, second, replay }: Pursuit): boolean {
  const restMs = endOf(first) - beginningOf(second);
  const replayMs = tookMs(replay);
  const isTelling = restMs - replayMs > Math.max(20, replayMs / 2);
  const isReplay = second.accepted && messageOf(second) === messageOf(first);
  return isTelling && isReplay && endOf(second) > endOf(first) - 5;
}

/** The times of a pursuit, for people. */
export function timesOf({ first, second, replay }: Pursuit): string {
  const ms = (time: number) => `${Math.round(time)} ms`;
  const behind = beginningOf(second) - beginningOf(first);
  return (
    `a send took ${ms(tookMs(first))}; the same sent ${ms(behind)} behind was answered with ` +
    `${second.status} after ${ms(tookMs(second))}, while a replay took ${ms(tookMs(replay))}`
  );
}

const beginningOf = ({ sentAt = '' }: Answer) => Date.parse(sentAt);
const tookMs = ({ tookMs = 0 }: Answer) => tookMs;
const endOf = (answer: Answer) => beginningOf(answer) + tookMs(answer);
