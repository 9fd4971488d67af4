import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, removeRequestIds } from '../wire/answer.ts';
import type { Case } from './case.ts';
import type { EmailRequest } from './client.ts';

/** Every character that a key may have. */
export const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** A key of this length that is not used elsewhere. */
export function makeKey(t: Case, length: number): string {
  return t.unique.key().padEnd(length, alphabet);
}

/** Blocks the case if the target does not know the header, as its name is assumed: EMAIL-IDEM-2 reports that. */
export async function needKey(t: Case): Promise<void> {
  const { idempotencyHeader } = t.target.wire;
  if (await t.once('idempotency', () => isUnderstood(t, idempotencyHeader))) return;
  t.blocked(
    `the target does not know the header ${idempotencyHeader} (see EMAIL-IDEM-2): wire: { idempotencyHeader: NAME }`,
  );
}

/** A send with a fresh key, as a precondition: the key, the body, and the first answer. */
export async function sendWithKey(
  t: Case,
  key = t.unique.key(),
): Promise<{ key: string; body: EmailRequest; first: Answer }> {
  await needKey(t);
  const body = t.email();
  return { key, body, first: await t.mustSucceed(t.api.sendEmail(body, { key }), 'a send with a key') };
}

/**
 * True if the target reads a header as an idempotency key. One sign is enough, as a service may break a rule: an invalid
 * key is refused, a repetition is replayed, a changed request is refused.
 */
export async function isUnderstood(t: Case, header: string): Promise<boolean> {
  const body = t.email();
  const send = (changes: object, key: string) => t.api.sendEmail({ ...body, ...changes }, { headers: [[header, key]] });
  const keyless = await t.mustSucceed(t.api.sendEmail(body), 'a send without a key');
  if ((await send({}, `${t.unique.key()}.`)).refused) return true;
  const key = t.unique.key();
  const first = await send({}, key);
  const again = identifyMessage(await send({}, key));
  if (again === identifyMessage(first) && again !== identifyMessage(keyless)) return true;
  return (await send({ subject: t.unique.reference('Changed') }, key)).refused;
}

/** The identity of a message: its id, or the whole answer without request ids if it shows none. */
export function identifyMessage(answer: Answer): string {
  const { id } = answer.shown;
  return typeof id === 'string' ? id : removeRequestIds(answer);
}

/** A precondition: the target refuses this request. */
export async function mustRefuse(t: Case, sent: Promise<Answer>, about: string): Promise<Answer> {
  const answer = await sent;
  if (!answer.refused) t.blocked(`${about} was not refused: ${answer}`);
  return answer;
}

/** Two sends under one key, the second sent before the first was answered, and a replay at that time. */
export interface Pursuit {
  first: Answer;
  second: Answer;
  replay: Answer;
}

/** Sends twice under one key, the second after a delay in milliseconds, and `replayed` again between them. */
export async function pursue(t: Case, gapMs: number, replayed: { body: unknown; key: string }): Promise<Pursuit> {
  // A service may refuse parallel requests with 503.
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
 * True if the second send waited for the answer of the first. Only visible if the first send took much longer than the
 * replay: a service that handles one request at a time delays the replay, too.
 */
export function wasMadeToWait({ first, second, replay }: Pursuit): boolean {
  const restMs = getEnd(first) - getBeginning(second);
  const replayMs = getDuration(replay);
  const isLongEnough = restMs - replayMs > Math.max(20, replayMs / 2);
  const isReplay = second.accepted && identifyMessage(second) === identifyMessage(first);
  return isLongEnough && isReplay && getEnd(second) > getEnd(first) - 5;
}

/** The times of a pursuit in words. */
export function formatTimes({ first, second, replay }: Pursuit): string {
  const ms = (time: number) => `${Math.round(time)} ms`;
  const behind = getBeginning(second) - getBeginning(first);
  return (
    `a send took ${ms(getDuration(first))}; the same sent ${ms(behind)} behind was answered with ` +
    `${second.status} after ${ms(getDuration(second))}, while a replay took ${ms(getDuration(replay))}`
  );
}

const getBeginning = ({ sentAt = '' }: Answer) => Date.parse(sentAt);
const getDuration = ({ tookMs = 0 }: Answer) => tookMs;
const getEnd = (answer: Answer) => getBeginning(answer) + getDuration(answer);
