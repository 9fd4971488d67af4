import type { Choices } from '../../../spec/generated/choices.ts';
import { collectChoices, loadRegister } from '../../../spec/register.ts';
import { identifyMessage, sendWithKey } from '../../suite/api/idempotency.ts';
import { isNotHeld, listEntries, makeNumbersBody } from '../../suite/api/numbers.ts';
import { type Case, rule, test } from '../../suite/rule.ts';

/** Shows which alternative of a choice the target has; undefined when its answers don't show it. */
function choice<Name extends keyof Choices>(
  name: Name,
  needs: readonly string[],
  body: (t: Case) => Promise<Choices[Name] | undefined>,
): void {
  const { rule: id, about } = collectChoices(loadRegister()).get(name) ?? {};
  if (!id) throw new Error(`the register has no choice ${name}`);
  const options = { needs, isProbe: true, choice: true };
  test(...rule(id, `the target's choice: ${about}`, options, async (t) => t.addChoice(name, await body(t))));
}

const send = (t: Case, members: object = {}) => t.api.sendEmail(t.email({ ...members }));
const plain = (t: Case) => t.mustSucceed(send(t), 'a plain send');

choice('reportedFaults', ['send'], async (t) => {
  await plain(t);
  const { errors } = await send(t, { subject: 5, text_body: 5, tags: 5 });
  return errors.length > 1 ? 'all' : errors.length === 1 ? 'first' : undefined;
});

choice('largestPageSize', ['read'], async (t) => {
  const accepts = async (size: number) => (await t.api.listDocumentTypes({ size })).accepted;
  if (!(await accepts(1)) || (await accepts(1001))) return undefined;
  let [largest, refused] = [1, 1001];
  while (refused - largest > 1) {
    const size = Math.floor((largest + refused) / 2);
    if (await accepts(size)) largest = size;
    else refused = size;
  }
  return largest;
});

choice('holdMinutes', ['write', 'reservation'], async (t) => {
  const [entry] = listEntries((await t.reserve()).answer);
  const held = Date.parse(String(entry?.expired_at)) - Date.parse(String(entry?.created_at));
  return Number.isNaN(held) ? undefined : Math.round(held / 60_000);
});

/** True if a refusal has another reason than a number that an earlier run holds. */
async function isFree(t: Case, number: string): Promise<boolean> {
  const alone = await t.api.createReservation(makeNumbersBody(number));
  return alone.accepted && !listEntries(alone).some(isNotHeld);
}

choice('repeatedNumber', ['write', 'reservation'], async (t) => {
  const number = t.numbers.next();
  const twice = await t.api.createReservation(makeNumbersBody(number, number));
  return twice.refused && !(await isFree(t, number)) ? undefined : twice.either('once', 'refused');
});

choice('unavailableNumber', ['write', 'reservation'], async (t) => {
  // No inventory has the second number.
  const number = t.numbers.next();
  const answer = await t.api.createReservation(makeNumbersBody(number, '+447700900123'));
  const [held, failed] = [false, true].map((isFailed) =>
    listEntries(answer).find((entry) => isNotHeld(entry) === isFailed),
  );
  t.addWord('ReservedPhoneNumber/properties/status.pending', held?.status);
  t.addWord('ReservedPhoneNumber/properties/status.failure', failed?.status);
  if (answer.refused) return (await isFree(t, number)) ? 'refused' : undefined;
  const alone = await t.api.createReservation(makeNumbersBody('+447700900123'));
  return answer.accepted ? alone.either('entry', 'noneLeft') : undefined;
});

choice('reservedHeaders', ['send'], async (t) => {
  await t.mustSucceed(send(t, { headers: { 'X-Conformance': 'a' } }), 'a send with a custom header');
  return (await send(t, { headers: { Subject: 'Another' } })).either('dropped', 'refused');
});

choice('keysAcrossRoutes', ['send'], async (t) => {
  const { key, body, first } = await sendWithKey(t);
  const again = await t.api.sendEmail(body, { key, alias: true });
  return again.either(identifyMessage(again) === identifyMessage(first) ? 'shared' : 'apart', undefined);
});
