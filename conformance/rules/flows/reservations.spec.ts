import { isNotHeld, listEntries, makeNumbersBody, suspicions } from '../../suite/api/numbers.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';
import { readMembers } from '../../suite/wire/answer.ts';

/** Numbers of a range reserved for fiction, which no inventory has; the second has the most digits that E.164 allows. */
const [unknownNumber, longestNumber] = ['+447700900123', '+493023125000000'];
const needs = ['write'];
const thorough = { needs: ['write', 'reservation'], thorough: true };

/** The reservation in a success, as a precondition. */
async function reservationIn(t: Case, answer: Promise<Answer>): Promise<Record<string, unknown>> {
  return readMembers((await t.mustSucceed(answer)).shown);
}

/** A status of the contract; other rules are about unknown ones. */
function statusOf(t: Case, { status }: Record<string, unknown>): unknown {
  if (['pending', 'success', 'failure'].includes(String(status))) return status;
  return t.notApplicable(`${status} is no status, see RSV-11, RSV-12 and RSV-31`);
}

test(
  ...rule('RSV-1', 'free numbers are reserved under a reference', async (t) => {
    const count = t.target.phoneNumbers.length < 50 ? 2 : 5;
    const { answer } = await t.numbers.reserve(t.api, count, t.unique.reference());
    expect(answer).toAccept();
  }),
);

test(
  ...rule('RSV-5', 'each reservation has a unique id', { needs }, async (t) => {
    const { id } = await reservationIn(t, t.api.createReservation({}));
    const second = await reservationIn(t, t.api.createReservation({ customer_reference: t.unique.reference() }));
    if (id === undefined || second.id === undefined) t.blocked('the reservations have no ids, see RSV-32');
    expect(second.id, 'the id of the second reservation').not.toBe(id);
  }),
);

test(
  ...rule(['RSV-19', 'RSV-20', 'RSV-21'], 'every member, and the body, may be left out', { needs }, async (t) => {
    const bodies = [{}, { customer_reference: t.unique.reference() }, undefined, { phone_numbers: [] }];
    await t.each(bodies, async (body) => {
      const answer = await t.api.createReservation(body);
      t.check(body ? 'RSV-19' : 'RSV-20', () => expect(answer).toAccept());
      t.check('RSV-21', () => {
        if (!answer.accepted) t.blocked(`it was refused: ${answer}`);
        expect(answer.shown.phone_numbers, '`phone_numbers` of the reservation').toEqual([]);
      });
    });
  }),
);

test(
  ...rule('RSV-19', 'numbers can be reserved without a reference', async (t) => {
    const body = makeNumbersBody(unknownNumber);
    const answer = await t.api.createReservation(body);
    // A service may refuse an unknown number, then also with a reference.
    if (answer.refused) {
      const named = await t.api.createReservation({ ...body, customer_reference: t.unique.reference() });
      if (named.refused) t.notApplicable(`it is refused with a reference, too: ${named}`);
    }
    expect(answer).toAccept();
  }),
);

test(
  ...rule(['RSV-26', 'RSV-27'], 'a held number fails, and does not spoil the others', async (t) => {
    const held = (await t.reserve()).numbers[0] as string;
    await t.settle();
    const { answer, other: fine } = await reserveWithOther(t, held);
    t.check('RSV-26', () => expect(answer).toAccept());
    if (!answer.accepted) t.notApplicable('a held number makes the whole request fail, see RSV-26');
    const entryOf = (number: string) =>
      listEntries(answer).find(({ phone_number }) => phone_number === number) ?? t.blocked(`${number} has no entry`);
    const [failed, pending] = [entryOf(held), entryOf(fine)];
    t.check('RSV-26', () => expect(statusOf(t, failed), 'the status of the held number').toBe('failure'));
    t.check('RSV-27', () => expect(statusOf(t, pending), 'the status of the other number').toBe('pending'));
    await t.settle();
    const stranger = t.target.accounts.other ? t.api.as('other') : t.api;
    const again = await stranger.createReservation(
      makeNumbersBody(held, ...(pending.status === 'pending' ? [fine] : [])),
    );
    t.check('RSV-26', () => expectFailure(t, again));
  }),
);

/** Reserves a held number together with one that seems free: an earlier run may hold it. */
async function reserveWithOther(t: Case, held: string): Promise<{ answer: Answer; other: string }> {
  for (let attempt = 1; ; attempt++) {
    const free = t.numbers.next();
    const answer: Answer = await t.api.createReservation(makeNumbersBody(held, free));
    if (!isHeld(answer, free)) return { answer, other: free };
    // The number can be reserved alone, so the other one caused the refusal.
    if (!isHeld(await t.api.createReservation(makeNumbersBody(free)), free)) return { answer, other: free };
    if (attempt < suspicions) continue;
    await t.numbers.needFree(t.api);
    return { answer, other: free };
  }
}

/** True if an answer shows in any form that a number is held. */
function isHeld(answer: Answer, number: string): boolean {
  return (
    answer.status === 409 || listEntries(answer).some((entry) => entry.phone_number === number && isNotHeld(entry))
  );
}

/** Expects a success in which no number could be held. */
function expectFailure(t: Case, answer: Answer): void {
  expect(answer).toAccept();
  const statuses = listEntries(answer).map((entry) => statusOf(t, entry));
  expect([...new Set(statuses)], 'the statuses of numbers that can not be held').toEqual(['failure']);
}

test(
  ...rule('RSV-26', 'a number that no inventory has gets an entry with the status failure', { needs }, async (t) => {
    for (const number of [unknownNumber, longestNumber])
      expectFailure(t, await t.api.createReservation(makeNumbersBody(number)));
  }),
);

test(
  ...rule('RSV-17', 'a number is held until `expired_at`, and free from then on', async (t) => {
    const { control } = t;
    const { answer, numbers } = await t.reserve();
    const until = String(listEntries(answer)[0]?.expired_at ?? t.blocked('the held number has no expired_at'));
    const isHeldAt = async (ms: number) => {
      await control.set(new Date(ms));
      const again = await t.api.createReservation(makeNumbersBody(numbers[0]));
      return again.refused || isHeld(again, String(numbers[0]));
    };
    expect(await isHeldAt(Date.parse(until) - 5000), 'the number is held shortly before expired_at').toBe(true);
    // Times in whole seconds may be truncated.
    const free = Date.parse(until) + (/\.\d{6}Z$/.test(until) ? 0 : 1000);
    expect(await isHeldAt(free), 'the number is held at expired_at').toBe(false);
  }),
);

test(
  ...rule('RSV-30', 'a full table of holds is answered with 503, and held numbers stay held', async (t) => {
    const { control } = t;
    await control.settings({ holdLimit: 2 });
    const held = (await t.reserve(2)).numbers;
    const free = t.numbers.next();
    const answer = await t.api.createReservation(makeNumbersBody(free));
    expect(answer).toRefuse(503);
    expect(answer).toHaveErrorBody();
    await control.settings({ holdLimit: 100 });
    for (const number of [...held, free]) {
      const again = await t.api.createReservation(makeNumbersBody(number));
      expect(again.refused || isHeld(again, number), `${number} is held`).toBe(number !== free);
    }
  }),
);

test(
  ...rule(['RSV-23', 'RSV-25'], 'a refused reservation holds none of its numbers', thorough, async (t) => {
    const invalid = (number: string) => makeNumbersBody(number, 'not a number');
    const twice = (number: string) => makeNumbersBody(number, number);
    const areHeldAfter = (...bodies: (typeof twice)[]) =>
      t.numbers.areHeldBy(t.api, async (number) => {
        for (const makeBody of bodies) {
          const answer = await t.api.createReservation(makeBody(number));
          if (!answer.refused) t.blocked(`it was not refused: ${answer}`);
        }
        await t.settle();
      });
    const isRefused = async (...numbers: string[]) =>
      (await t.api.createReservation(makeNumbersBody(...numbers))).refused;
    const isRefusedTwice = (await isRefused(unknownNumber, unknownNumber)) && !(await isRefused(unknownNumber));
    // One number is enough for both, unless it is held.
    const areHeld = await areHeldAfter(invalid, ...(isRefusedTwice ? [twice] : []));
    const expectFree = async (body: typeof twice) =>
      expect(areHeld && (await areHeldAfter(body)), 'numbers are held after a refused reservation').toBe(false);
    await t.check('RSV-23', () => expectFree(invalid));
    await t.check('RSV-25', () => (isRefusedTwice ? expectFree(twice) : t.notApplicable('see RSV-25 and RSV-26')));
  }),
);
