import type { Choices } from '../../../spec/generated/choices.ts';
import { choicesOf, loadRegister } from '../../../spec/register.ts';
import { messageOf, sendWithKey } from '../../suite/api/idempotency.ts';
import { documentTypes, missionRuns } from '../../suite/api/lists.ts';
import { couldNotBeHeld, entriesIn, numbersBody } from '../../suite/api/numbers.ts';
import { type Answer, type Case, rule, test, written } from '../../suite/rule.ts';
import { membersOf } from '../../suite/wire/answer.ts';

/** Shows which alternative of a choice the target has; undefined when its answers don't show it. */
function choice<Name extends keyof Choices>(
  name: Name,
  needs: readonly string[],
  body: (t: Case) => Promise<Choices[Name] | undefined>,
): void {
  const { rule: id, about } = choicesOf(loadRegister()).get(name) ?? {};
  if (!id) throw new Error(`the register has no choice ${name}`);
  const options = { needs, isProbe: true, choice: true };
  test(
    ...rule(id, `the target's choice: ${about}`, options, async (t) => {
      const word = await body(t);
      if (word !== undefined) t.chose(name, word);
    }),
  );
}

/** Shows the target's word in the place of the contract's, by schema and word of the contract. */
function chooseWord(t: Case, name: string, word: unknown): void {
  if (typeof word === 'string') t.chose(name, word);
}

/** The word for a success or for a refusal of the request itself; neither for another status. */
function either<Word>(answer: Answer, accepted: Word, refused: Word): Word | undefined {
  if (answer.accepted) return accepted;
  return answer.refused ? refused : undefined;
}

const send = (t: Case, members: object = {}) => t.api.sendEmail(t.email({ ...members }));
const plain = (t: Case) => t.mustSucceed(send(t), 'a plain send');

choice('reportedFaults', ['send'], async (t) => {
  await plain(t);
  const { errors } = await send(t, { subject: 5, text_body: 5, tags: 5 });
  return errors.length > 1 ? 'all' : errors.length === 1 ? 'first' : undefined;
});

choice('defaultPageSize', ['read'], async (t) => {
  for (const list of [missionRuns, documentTypes]) {
    const { items, meta } = await list.page(t);
    if (items.length > 0 && items.length < Number(meta.total_results)) return items.length;
  }
  return undefined;
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

choice('pageBeyondLast', ['read'], async (t) => {
  await missionRuns.needPageNumber(t);
  const { meta } = await missionRuns.page(t, { size: 1 });
  const beyond = await missionRuns.ask(t.api, { size: 1, number: Number(meta.total_results) + 1000 });
  const { data } = membersOf(beyond.body);
  return either(beyond, Array.isArray(data) && data.length > 0 ? 'last' : 'empty', 'refused');
});

choice('emptyUpdate', ['write', 'simNotification'], async (t) => {
  const update = () => t.api.updateNotification(t.notification.id, {});
  const first = await update();
  const times = [first.shown.updated_at];
  // Two replicas show two states; a third time is new.
  while (first.accepted && times.length < 3) {
    if (!/\.\d/.test(String(times[0]))) await new Promise((resolve) => setTimeout(resolve, 1100));
    times.push((await update()).shown.updated_at);
  }
  return either(first, new Set(times).size === 3 ? 'touched' : 'unchanged', 'refused');
});

choice('partOfThreshold', ['write', 'simNotification'], async (t) => {
  const threshold = { amount: '39.5', unit: 'GB' };
  await t.mustSucceed(t.api.updateNotification(t.notification.id, { threshold }), 'an update');
  const answer = await t.api.updateNotification(t.notification.id, { threshold: { amount: '40.5' } });
  const isReplaced = answer.accepted && answer.data.threshold?.unit === 'MB';
  return either(answer, isReplaced ? 'replaced' : 'merged', 'refused');
});

choice('holdMinutes', ['write', 'reservation'], async (t) => {
  const [entry] = entriesIn((await t.reserve()).answer);
  const held = Date.parse(String(entry?.expired_at)) - Date.parse(String(entry?.created_at));
  return Number.isNaN(held) ? undefined : Math.round(held / 60_000);
});

/** True if a refusal has another reason than a number that an earlier run holds. */
async function isFree(t: Case, number: string): Promise<boolean> {
  const alone = await t.api.createReservation(numbersBody(number));
  return alone.accepted && !entriesIn(alone).some(couldNotBeHeld);
}

choice('repeatedNumber', ['write', 'reservation'], async (t) => {
  const number = t.numbers.next();
  const twice = await t.api.createReservation(numbersBody(number, number));
  return twice.refused && !(await isFree(t, number)) ? undefined : either(twice, 'once', 'refused');
});

choice('unavailableNumber', ['write', 'reservation'], async (t) => {
  // No inventory has the second number.
  const number = t.numbers.next();
  const answer = await t.api.createReservation(numbersBody(number, '+447700900123'));
  const [held, failed] = [false, true].map((isFailed) =>
    entriesIn(answer).find((entry) => couldNotBeHeld(entry) === isFailed),
  );
  chooseWord(t, 'ReservedPhoneNumber/properties/status.pending', held?.status);
  chooseWord(t, 'ReservedPhoneNumber/properties/status.failure', failed?.status);
  if (answer.refused) return (await isFree(t, number)) ? 'refused' : undefined;
  const alone = await t.api.createReservation(numbersBody('+447700900123'));
  return answer.accepted ? either(alone, 'entry', 'noneLeft') : undefined;
});

choice('emailPath', ['send'], async (t) => {
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const messages = { queued: t.email.real(), scheduled: t.email.real({ scheduled_at }), sandbox: t.email() };
  for (const [status, message] of Object.entries(messages)) {
    const { shown } = await t.mustSucceed(t.api.sendEmail(message), `a ${status} message`);
    chooseWord(t, `EmailMessageStatus.${status}`, shown.status);
  }
  return t.target.wire.emailPath;
});

choice('reservedHeaders', ['send'], async (t) => {
  await t.mustSucceed(send(t, { headers: { 'X-Conformance': 'a' } }), 'a send with a custom header');
  return either(await send(t, { headers: { Subject: 'Another' } }), 'dropped', 'refused');
});

choice('suppressedRecipients', ['send', 'email.suppressed.hardBounce'], async (t) => {
  const suppressed = String(t.target.email.suppressed?.hardBounce);
  const answer = await t.mustSucceed(send(t, { to: [t.unique.address(), suppressed] }), 'a send to others as well');
  const { to } = answer.shown;
  if (!Array.isArray(to)) return undefined;
  return JSON.stringify(to).includes(suppressed) ? 'kept' : 'removed';
});

choice('allSuppressed', ['send', 'email.suppressed.hardBounce'], async (t) => {
  await plain(t);
  return either(await send(t, { to: [t.target.email.suppressed?.hardBounce] }), 'accepted', 'refused');
});

choice('keyedBody', ['send'], async (t) => {
  const { key, body, first } = await sendWithKey(t);
  const again = await t.api.sendEmail(written(JSON.stringify(body, undefined, 1)), { key });
  return either(again, messageOf(again) === messageOf(first) ? 'json' : undefined, 'bytes');
});

choice('keysAcrossRoutes', ['send'], async (t) => {
  const { key, body, first } = await sendWithKey(t);
  const again = await t.api.sendEmail(body, { key, alias: true });
  return either(again, messageOf(again) === messageOf(first) ? 'shared' : 'apart', undefined);
});
