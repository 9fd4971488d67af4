import { isObject } from '../../../spec/json.ts';
import { UUID } from '../../../spec/validators.ts';
import { present } from '../../suite/api/lists.ts';
import { couldNotBeHeld, entriesIn, isFilled, numbersBody, suspicions } from '../../suite/api/numbers.ts';
import { type Answer, type Case, expect, rule, test } from '../../suite/rule.ts';
import { membersOf } from '../../suite/wire/answer.ts';

/** A reservation or one of its numbers, as it came: nothing is known of its members. */
type Found = Record<string, unknown>;

const microseconds = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?$/i;
const halfAnHour = 30 * 60_000;
/** A number of a range that is kept free for stories: no inventory has it. */
const unknownNumber = '+447700900123';
/** Another such number, of as many digits as E.164 allows. */
const longestNumber = '+493023125000000';

/** The reservation that an answer shows. */
function reservationIn(t: Pick<Case, 'blocked'>, { body, shown }: Answer): Found {
  return isObject(membersOf(body).data) ? shown : t.blocked('the answer has no object `data`');
}

/** The values of a member where it is there; which members have to be there is a rule of its own. */
function valuesOf(found: readonly Found[], ...names: string[]): unknown[] {
  return found
    .flatMap((one) => names.map((name) => one[name]))
    .filter((value) => value !== undefined && value !== null);
}

function expectAll(values: readonly unknown[], holds: (value: unknown) => boolean, about: string): void {
  const others = values.filter((value) => !holds(value));
  expect(others, about).toEqual([]);
}

const isKnown = (status: unknown) => status === 'pending' || status === 'success' || status === 'failure';
const isString = (value: unknown) => typeof value === 'string';
const isTime = (value: unknown) => dateTime.test(String(value)) && !Number.isNaN(Date.parse(String(value)));
const inMicroseconds = (value: unknown) => isTime(value) && microseconds.test(String(value));

/** A status that says something; one that doesn't is the business of other rules. */
function statusOf(t: Pick<Case, 'notApplicable'>, { status }: Found): unknown {
  return isKnown(status) ? status : t.notApplicable(`${status} is no status, see RSV-11, RSV-12 and RSV-31`);
}

test(
  ...rule(
    [
      'RSV-1',
      ...(['RSV-2', 'RSV-3', 'RSV-4', 'RSV-5', 'RSV-6', 'RSV-7', 'RSV-8', 'RSV-9', 'RSV-10', 'RSV-11'] as const),
      ...(['RSV-12', 'RSV-13', 'RSV-14', 'RSV-15', 'RSV-16', 'RSV-18', 'RSV-31', 'RSV-32'] as const),
    ],
    'two free numbers are reserved, and the answer shows both with all that is known of them',
    async (t) => {
      const reference = t.unique.reference('007 Grüße "x" 電話');
      const { answer, numbers: wanted } = await t.numbers.reserve(t.api, 2, reference);
      t.check('RSV-1', () => expect(answer).toAccept());
      if (!answer.accepted) t.blocked(`no reservation was made: ${answer}`);
      t.check('RSV-3', () => expect(answer).toHaveStatus(200));
      t.check('RSV-4', () => expect((answer.body as Found)?.data, '`data`').toBeJson('object'));
      const reservation = reservationIn(t, answer);
      const entries = entriesIn(answer);
      const all = [reservation, ...entries];

      t.check('RSV-5', () => {
        expectAll(valuesOf([reservation], 'id'), (id) => UUID.test(String(id)), 'ids that are no UUIDs');
        expectAll(
          valuesOf([reservation], 'record_type'),
          (type) => type === 'number_reservation',
          'other record types',
        );
      });
      t.check('RSV-7', () =>
        expectAll(valuesOf([reservation], 'customer_reference'), (it) => it === reference, reference),
      );
      const isList = t.check('RSV-6', () => {
        expect(reservation.phone_numbers, '`phone_numbers`').toBeJson('list');
        expectAll(reservation.phone_numbers as unknown[], isObject, 'entries that are no objects');
      });
      if (!isList) t.blocked('the numbers are not listed, see RSV-6');
      t.check('RSV-2', () => expect(entries, 'an entry for each of the numbers').toHaveLength(2));
      t.check('RSV-8', () => {
        const ids = valuesOf(entries, 'id');
        expectAll(ids, (id) => UUID.test(String(id)), 'ids that are no UUIDs');
        expect(new Set(ids).size, 'the number of different ids').toBe(ids.length);
        expectAll(valuesOf(entries, 'record_type'), (type) => type === 'reserved_phone_number', 'other record types');
      });
      t.check('RSV-9', () => {
        const shown = valuesOf(entries, 'phone_number');
        expectAll(shown, (number) => wanted.includes(String(number)), `numbers other than ${wanted.join(' and ')}`);
        expect(new Set(shown).size, 'the number of different numbers').toBe(shown.length);
      });
      t.check('RSV-10', () => {
        expectAll(valuesOf(all, 'created_at', 'updated_at'), inMicroseconds, 'times without microseconds and Z');
      });
      t.check('RSV-11', () => expectAll(valuesOf(all, 'status'), isString, 'no strings'));
      t.check('RSV-12', () => expectAll(valuesOf(all, 'status').filter(isString), isKnown, 'other statuses'));
      t.check('RSV-13', () => {
        expectAll(valuesOf(all, 'status').filter(isKnown), (it) => it === 'pending', 'statuses other than pending');
      });
      t.check('RSV-18', () =>
        expectAll(valuesOf(entries, 'errors'), (it) => it === '', 'reasons that held numbers give'),
      );
      t.check('RSV-14', () => {
        expectAll(valuesOf(entries, 'expired_at'), isTime, 'no date-times');
        const isLater = ({ created_at, expired_at }: Found) =>
          !isFilled(created_at) ||
          !isFilled(expired_at) ||
          Date.parse(String(expired_at)) > Date.parse(String(created_at));
        expectAll(entries, (entry) => isLater(entry as Found), 'holds that end before they begin');
      });
      t.check('RSV-15', () => {
        expectAll(valuesOf(entries, 'expired_at').filter(isTime), inMicroseconds, 'times without microseconds and Z');
      });
      t.check('RSV-16', () => {
        const dated = entries.filter((entry) => isTime(entry.created_at) && isTime(entry.expired_at));
        for (const { created_at, expired_at } of dated) {
          const length = Date.parse(String(expired_at)) - Date.parse(String(created_at));
          // Which form the times have is another rule's: whole seconds are less exact.
          const tolerance = [created_at, expired_at].every(inMicroseconds) ? 100 : 1000;
          const isRight = Math.abs(length - halfAnHour) < tolerance;
          expect(isRight ? halfAnHour : length, `how long a number is held, in ms, within ${tolerance}`).toBe(
            halfAnHour,
          );
        }
      });
      t.check('RSV-31', () => {
        expectAll(entries, (one) => present(one, 'expired_at'), 'held numbers without expired_at');
        expectAll(entries, (one) => present(one, 'status'), 'entries without a status');
      });
      t.check('RSV-32', () => {
        expectComplete(reservation, ['phone_numbers', 'status', 'customer_reference']);
        for (const entry of entries) expectComplete(entry, ['phone_number', 'status', 'expired_at']);
      });
    },
  ),
);

test(
  ...rule(
    'RSV-2',
    'each of many numbers has its entry, also when none can be held',
    { needs: ['write'] },
    async (t) => {
      // No inventory has them, so that nothing is held.
      const many = Array.from({ length: 12 }, (_, index) => `+4477009005${10 + index}`);
      const answer: Answer = await t.api.createReservation(numbersBody(...many));
      // Whether numbers that nobody can hold fail the request is judged elsewhere.
      if (!answer.accepted) return;
      const shown = entriesIn(answer).map(({ phone_number }) => phone_number);
      expect(shown.toSorted(), 'the numbers that have an entry').toEqual(many);
    },
  ),
);

test(
  ...rule('RSV-2', 'five numbers are reserved at once', { thorough: true, numbersNamed: 50 }, async (t) => {
    await t.mustSucceed(t.numbers.reserve(t.api, 1).then(({ answer }) => answer));
    const { answer } = await t.numbers.reserve(t.api, 5);
    expect(answer).toAccept();
    expect(entriesIn(answer), 'an entry for each of the numbers').toHaveLength(5);
  }),
);

function expectComplete(found: Found, names: readonly string[]): void {
  const all = ['id', 'record_type', 'created_at', 'updated_at', ...names];
  const missing = all.filter((name) => !present(found, name));
  expect(missing, 'members that are missing').toEqual([]);
}

test(
  ...rule(
    ['RSV-26', 'RSV-27', 'RSV-18', 'RSV-31', 'RSV-32', 'RSV-11', 'RSV-12', 'RSV-13', 'RSV-3', 'RSV-25', 'RSV-28'],
    'a number that is held already gets an entry that says why, and does not spoil the others',
    async (t) => {
      const held = (await t.reserve()).numbers[0] as string;
      const free = t.numbers.next();

      const twice = await t.api.createReservation(numbersBody(free, free));
      t.check('RSV-25', () => expect(twice).toRefuse(422, '10007'));
      t.check('RSV-28', () => {
        if (twice.refused) expect([...new Set(twice.codes)], 'the codes of the errors').toEqual(['10007']);
      });
      const { answer, other } = await reserveWithOther(t, held, twice.refused ? free : t.numbers.next());
      t.check('RSV-26', () => expect(answer).toAccept());
      if (!answer.accepted) t.notApplicable('a number that is held makes the whole request fail, see RSV-26');
      const reservation = reservationIn(t, answer);
      const entries = entriesIn(answer);
      const failed =
        entries.find(({ phone_number }) => phone_number === held) ?? t.blocked('the held number has no entry');
      const fine =
        entries.find(({ phone_number }) => phone_number === other) ?? t.blocked('the free number has no entry');
      t.check('RSV-3', () => expect(answer).toHaveStatus(200));
      t.check('RSV-26', () => expect(statusOf(t, failed), 'the status of the number that is held').toBe('failure'));
      t.check('RSV-27', () => expect(statusOf(t, fine), 'the status of the other number').toBe('pending'));
      const shown = valuesOf([reservation, ...entries], 'status');
      t.check('RSV-11', () => expectAll(shown, isString, 'no strings'));
      t.check('RSV-12', () => expectAll(shown.filter(isString), isKnown, 'other statuses'));
      t.check('RSV-13', () => expect(statusOf(t, reservation), 'the status of the new reservation').toBe('pending'));
      t.check('RSV-32', () => {
        expectComplete(failed, ['phone_number', 'status', 'errors']);
        expectComplete(fine, ['phone_number', 'status', 'expired_at']);
      });

      // Whether a number can be held twice is an assumption: one that shows a hold is no number that could not be held.
      const wasHeldAgain = isFilled(failed.expired_at) && !couldNotBeHeld(failed);
      const sayWhy = () => (wasHeldAgain ? t.blocked('the target lets a number be held twice') : failed);
      t.check('RSV-31', () => {
        expect(present(sayWhy(), 'errors'), '`errors` is there for a number that could not be held').toBe(true);
        expect(present(failed, 'status') && present(fine, 'status'), 'both entries have a status').toBe(true);
        expect(present(fine, 'expired_at'), 'the number that is held has `expired_at`').toBe(true);
      });
      t.check('RSV-18', () => {
        expectAll(valuesOf(entries, 'errors'), (errors) => typeof errors === 'string', '`errors` that are no strings');
        if (present(sayWhy(), 'errors')) expect(failed.errors, 'the reason').toMatch(/\p{L}{2}/u);
      });
      const stranger = t.target.accounts.other ? t.api.as('other') : t.api;
      const isPending = fine.status === 'pending';
      const again = await stranger.createReservation(numbersBody(...(isPending ? [held, other] : [held])));
      t.check('RSV-26', () => expectFailure(t, again));
    },
  ),
);

/** Reserves a number that is held together with one that is free, as far as that shows: an earlier run may hold it. */
async function reserveWithOther(t: Case, held: string, first: string): Promise<{ answer: Answer; other: string }> {
  for (let other = first, attempt = 1; ; other = t.numbers.next(), attempt++) {
    const answer: Answer = await t.api.createReservation(numbersBody(held, other));
    if (!isHeld(answer, other)) return { answer, other };
    // What can be held alone was free, and is refused for the other number.
    if (!isHeld(await t.api.createReservation(numbersBody(other)), other)) return { answer, other };
    if (attempt < suspicions) continue;
    await t.numbers.needFree(t.api);
    return { answer, other };
  }
}

/** Whether an answer says of a number that it is held, in whatever word. */
function isHeld(answer: Answer, number: string): boolean {
  return answer.status === 409 || entriesIn(answer).some((one) => one.phone_number === number && couldNotBeHeld(one));
}

/** None of the numbers of a request could be held, and the request succeeded. */
function expectFailure(t: Case, answer: Answer): void {
  expect(answer).toAccept();
  const statuses = entriesIn(answer).map((entry) => statusOf(t, entry));
  expect([...new Set(statuses)], 'the statuses of numbers that are held').toEqual(['failure']);
}

test(
  ...rule(
    ['RSV-26', 'RSV-18'],
    'a number that no inventory has gets an entry that says why',
    { needs: ['write'] },
    async (t) => {
      const answer = await t.api.createReservation(numbersBody(unknownNumber));
      t.check('RSV-26', () => expectFailure(t, answer));
      const longest = await t.api.createReservation(numbersBody(longestNumber));
      t.check('RSV-26', () => expectFailure(t, longest));
      t.check('RSV-18', () => {
        if (!answer.accepted) t.notApplicable(`the whole request was refused, as the source leaves open: ${answer}`);
        const failed = entriesIn(answer).filter(({ status }) => status === 'failure');
        expectAll(valuesOf(failed, 'errors'), isFilled, 'reasons that nobody can read');
      });
    },
  ),
);

test(
  ...rule('RSV-17', 'a number is held until `expired_at`, and free from then on', async (t) => {
    const { control } = t;
    const { answer, numbers } = await t.reserve();
    const until = entriesIn(answer)[0]?.expired_at;
    if (!isFilled(until)) t.blocked('the held number has no expired_at');
    const end = Date.parse(String(until));
    const tryAgain = async (ms: number) => {
      await control.set(new Date(ms));
      const again = await t.api.createReservation(numbersBody(numbers[0]));
      return again.refused || isHeld(again, String(numbers[0]));
    };
    expect(await tryAgain(end - 5000), 'the number is held shortly before expired_at').toBe(true);
    // A time in whole seconds may be cut off.
    const free = inMicroseconds(until) ? end : end + 1000;
    expect(await tryAgain(free), 'the number is held at expired_at').toBe(false);
  }),
);

test(
  ...rule('RSV-30', 'a full table of holds is answered with 503, and what is held stays held', async (t) => {
    const { control } = t;
    await control.settings({ holdLimit: 2 });
    const held = (await t.reserve(2)).numbers;
    const free = t.numbers.next();
    const answer = await t.api.createReservation(numbersBody(free));
    expect(answer).toHaveStatus(503);
    expect(answer).toHaveErrorBody();
    await control.settings({ holdLimit: 100 });
    for (const number of [...held, free]) {
      const again = await t.api.createReservation(numbersBody(number));
      expect(again.refused || isHeld(again, number), `${number} is held`).toBe(number !== free);
    }
  }),
);
