import { type Answer, withoutRequestIds } from '../wire/answer.ts';
import type { Case } from './case.ts';
import type { EmailRequest } from './client.ts';
import { once } from './once.ts';

/**
 * Blocks the case where the target does not know the header at all: its name is assumed, so that what depends on it says
 * nothing then (EMAIL-IDEM-2 says that it is not known).
 */
export async function needsKey(given: Case): Promise<void> {
  const { idempotencyHeader } = given.target.wire;
  if (await once(given.target, 'idempotency', () => isUnderstood(given, idempotencyHeader))) return;
  given.blocked(
    `the target does not know the header ${idempotencyHeader} (see EMAIL-IDEM-2): wire: { idempotencyHeader: NAME }`,
  );
}

/** A send with a key that nobody has used, as a precondition: the key, the body, and its first answer. */
export async function sendWithKey(
  given: Case,
  key = given.unique.key(),
): Promise<{ key: string; body: EmailRequest; first: Answer }> {
  await needsKey(given);
  const body = given.email();
  return { key, body, first: await given.given(given.api.sendEmail(body, { key }), 'a send with a key') };
}

/**
 * Whether a header has anything to do with idempotency for the target. One sign is enough, so that a service which breaks
 * one of the rules still shows the others: an invalid key is refused, a repetition is replayed, a changed request refused.
 */
export async function isUnderstood({ api, email, unique, given }: Case, header: string): Promise<boolean> {
  const body = email();
  const send = (changes: object, key: string) => api.sendEmail({ ...body, ...changes }, { headers: [[header, key]] });
  const keyless = await given(api.sendEmail(body), 'a send without a key');
  if ((await send({}, `${unique.key()}.`)).refused) return true;
  const key = unique.key();
  const first = await send({}, key);
  const again = messageOf(await send({}, key));
  if (again === messageOf(first) && again !== messageOf(keyless)) return true;
  return (await send({ subject: unique.reference('Changed') }, key)).refused;
}

/** What tells one message from another: its id, or, request ids aside, the whole answer where that has none in its usual place. */
export function messageOf(answer: Answer): string {
  const { id } = answer.shown;
  return typeof id === 'string' ? id : withoutRequestIds(answer);
}

/** A precondition the other way round: the target refuses this. */
export async function givenRefusal({ blocked }: Case, sent: Promise<Answer>, about: string): Promise<Answer> {
  const answer = await sent;
  if (!answer.refused) blocked(`${about} was not refused: ${answer}`);
  return answer;
}
