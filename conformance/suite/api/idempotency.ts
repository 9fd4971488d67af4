import { type Answer, withoutRequestIds } from '../wire/answer.ts';
import type { Case } from './case.ts';
import type { EmailRequest } from './client.ts';
import { once } from './once.ts';

/**
 * Blocks the case where the target does not know the header at all: its name is assumed, so that what depends on it says
 * nothing then (EMAIL-IDEM-2 says that it is not known).
 */
export async function needsKey(t: Case): Promise<void> {
  const { idempotencyHeader } = t.target.wire;
  if (await once(t.target, 'idempotency', () => isUnderstood(t, idempotencyHeader))) return;
  t.blocked(
    `the target does not know the header ${idempotencyHeader} (see EMAIL-IDEM-2): wire: { idempotencyHeader: NAME }`,
  );
}

/** A send with a key that nobody has used, as a precondition: the key, the body, and its first answer. */
export async function sendWithKey(
  t: Case,
  key = t.unique.key(),
): Promise<{ key: string; body: EmailRequest; first: Answer }> {
  await needsKey(t);
  const body = t.email();
  return { key, body, first: await t.mustSucceed(t.api.sendEmail(body, { key }), 'a send with a key') };
}

/**
 * Whether a header has anything to do with idempotency for the target. One sign is enough, so that a service which breaks
 * one of the rules still shows the others: an invalid key is refused, a repetition is replayed, a changed request refused.
 */
export async function isUnderstood(t: Case, header: string): Promise<boolean> {
  const body = t.email();
  const send = (changes: object, key: string) => t.api.sendEmail({ ...body, ...changes }, { headers: [[header, key]] });
  const keyless = await t.mustSucceed(t.api.sendEmail(body), 'a send without a key');
  if ((await send({}, `${t.unique.key()}.`)).refused) return true;
  const key = t.unique.key();
  const first = await send({}, key);
  const again = messageOf(await send({}, key));
  if (again === messageOf(first) && again !== messageOf(keyless)) return true;
  return (await send({ subject: t.unique.reference('Changed') }, key)).refused;
}

/** What tells one message from another: its id, or, request ids aside, the whole answer where that has none in its usual place. */
export function messageOf(answer: Answer): string {
  const { id } = answer.shown;
  return typeof id === 'string' ? id : withoutRequestIds(answer);
}

/** A precondition the other way round: the target refuses this. */
export async function givenRefusal(t: Case, sent: Promise<Answer>, about: string): Promise<Answer> {
  const answer = await sent;
  if (!answer.refused) t.blocked(`${about} was not refused: ${answer}`);
  return answer;
}
