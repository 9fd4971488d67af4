import { isObject } from '../../../spec/json.ts';
import { entriesIn, numbersBody, wasNotTaken } from '../../suite/api/numbers.ts';
import { type Answer, type Case, expect, rule, test, written } from '../../suite/rule.ts';

/** Numbers of a range that is kept free for stories: no inventory has them, so that nothing is ever held. */
const [unknownNumber, otherNumber] = ['+447700900124', '+447700900125'];

const notE164 = {
  'no plus': '447700900124',
  national: '07700 900124',
  'a zero first': '+0447700900124',
  blanks: '+44 7700 900124',
  hyphens: '+44-7700-900124',
  brackets: '+44(0)7700900124',
  'a letter': '+44770090012a',
  'sixteen digits': '+4477009001241234',
  'two plus signs': '++447700900124',
  'a plus alone': '+',
  nothing: '',
  words: 'not a number',
};
const noStrings = { 'a number': 447700900124, true: true, 'an object': {}, 'an array': ['+447700900124'] };

const refusals = ['RSV-28', 'RSV-29'] as const;
const errorStatuses = [400, 401, 404, 405, 413, 415, 422];

/** An error of a reservation: the standard body, one of two codes, and a status of the list. */
function checkError(t: Case, answer: Answer, code = '10007', statuses = errorStatuses): void {
  t.check('RSV-28', () => {
    expect(answer).toHaveErrorBody();
    expect([...new Set(answer.codes)], 'the codes of the error').toEqual([code]);
  });
  t.check('RSV-29', () => expect(answer).toHaveStatus(...statuses));
}

test(
  ...rule(
    ['RSV-19', 'RSV-3', 'RSV-5', 'RSV-10', 'RSV-13', 'RSV-21', 'RSV-32', 'RSV-7'],
    'every member may be left out, and the answer is a reservation without numbers',
    { needs: ['write'] },
    async (t) => {
      const reference = t.unique.reference();
      const ids: unknown[] = [];
      await t.each([{}, { customer_reference: reference }], async (body) => {
        const answer: Answer = await t.api.createReservation(body);
        const named = 'customer_reference' in body;
        t.check('RSV-19', () => expect(answer).toAccept());
        if (!answer.accepted) t.blocked(`it was refused: ${answer}`);
        const data = (answer.body as { data?: unknown })?.data;
        const found = isObject(data) ? data : t.blocked('the answer has no object `data`');
        ids.push(found.id);
        t.check('RSV-3', () => expect(answer).toHaveStatus(200));
        t.check('RSV-10', () => {
          for (const time of [found.created_at, found.updated_at]) {
            if (time) expect(time, 'a time of the reservation').toMatch(/^[\d-]{10}T[\d:]{8}\.\d{6}Z$/);
          }
        });
        t.check('RSV-13', () => {
          if (found.status) expect(found.status, 'the status of a new reservation').toBe('pending');
        });
        t.check('RSV-21', () => expect(found.phone_numbers, '`phone_numbers`').toEqual([]));
        t.check('RSV-32', () => {
          const names = ['id', 'record_type', 'status', 'created_at', 'updated_at', 'phone_numbers'];
          if (named) names.push('customer_reference');
          const filled = Object.keys(found).filter((name) => found[name] !== null);
          expect(filled, 'the members of the reservation').toEqual(expect.arrayContaining(names));
        });
        t.check('RSV-7', () => {
          if (named && found.customer_reference) expect(found.customer_reference).toBe(reference);
        });
      });
      const [one, other] = ids;
      t.check('RSV-5', () => {
        if (one && other) expect(one, 'the id of a reservation, another for each').not.toBe(other);
      });
    },
  ),
);

test(
  ...rule('RSV-19', 'numbers can be reserved without a reference', async (t) => {
    const body = numbersBody(unknownNumber);
    const answer = await t.api.createReservation(body);
    // A service may refuse what nobody can hold: with a reference as well, then.
    if (answer.refused) {
      const named: Answer = await t.api.createReservation({ ...body, customer_reference: t.unique.reference() });
      if (named.refused) t.notApplicable(`it is refused with a reference, too: ${named}`);
    }
    expect(answer).toAccept();
  }),
);

test(
  ...rule('RSV-7', 'any text comes back as it was given', { needs: ['write'], thorough: true }, async (t) => {
    for (const reference of ['0012', ' padded ', 'true', '{"a": 1}', "O'Brien & <Söhne>", 'x'.repeat(255)]) {
      await t.step(reference.slice(0, 20), async () => {
        const answer: Answer = await t.api.createReservation({ customer_reference: reference });
        // Whether a service limits the length or the characters is open.
        const { customer_reference: shown } = answer.accepted ? answer.shown : {};
        if (shown) expect(shown, '`customer_reference`').toBe(reference);
      });
    }
  }),
);

test(
  ...rule(['RSV-20', 'RSV-21'], 'a request with no body at all is accepted', async (t) => {
    const answer: Answer = await t.api.createReservation();
    t.check('RSV-20', () => expect(answer).toAccept());
    if (!answer.accepted) t.blocked(`it was refused: ${answer}`);
    const data = (answer.body as { data?: unknown })?.data;
    t.check('RSV-21', () => expect(data, 'the reservation').toMatchObject({ phone_numbers: [] }));
  }),
);

test(
  ...rule('RSV-21', 'an empty list of numbers is answered with one', async (t) => {
    const answer: Answer = await t.mustSucceed(t.api.createReservation({ phone_numbers: [] }));
    expect((answer.body as { data?: unknown })?.data, 'the reservation').toMatchObject({ phone_numbers: [] });
  }),
);

test(
  ...rule(['RSV-22', ...refusals], 'members of another type than the contract gives are refused', async (t) => {
    await t.mustSucceed(t.api.createReservation({ customer_reference: t.unique.reference() }));
    const values = [5, true, {}, ['x']];
    const bodies = [
      ...([['x'], [], 'text', 5, true] as unknown[]),
      ...values.map((customer_reference) => ({ customer_reference })),
      ...[5, true, {}, unknownNumber, [unknownNumber], [5], [[]]].map((phone_numbers) => ({ phone_numbers })),
    ];
    await t.each(bodies, async (body) => {
      const answer = await t.api.createReservation(body);
      t.check('RSV-22', () => expect(answer).toRefuse());
      if (answer.refused) checkError(t, answer);
    });
    for (const id of refusals) t.check(id, () => {});
  }),
);

test(
  ...rule(['RSV-23', 'RSV-24', ...refusals], 'a number that is not in E.164 form is refused', async (t) => {
    const valid = await t.api.createReservation(numbersBody(unknownNumber));
    if (!valid.accepted && valid.status !== 409) t.blocked(`a number in E.164 form was refused: ${valid}`);
    await t.each({ ...notE164, ...noStrings }, async (number) => {
      const answer = await t.api.createReservation(numbersBody(number));
      t.check('RSV-23', () => {
        if (!(typeof number === 'string' && wasNotTaken(answer))) expect(answer).toRefuse();
      });
      if (answer.refused || wasNotTaken(answer)) {
        t.check('RSV-24', () => {
          expect(answer).toRefuse(422, '10007');
          expectPointer(answer, 0);
        });
      }
      if (answer.refused) checkError(t, answer);
    });
    const second = await t.api.createReservation(numbersBody(unknownNumber, notE164['no plus'], otherNumber));
    t.check('RSV-23', () => {
      // Left out without a word, it would be neither refused nor said to be one that could not be held.
      const isReported = wasNotTaken(second) && entriesIn(second).length === 3;
      if (!isReported) expect(second, 'a wrong second number').toRefuse();
    });
    if (second.refused) t.check('RSV-24', () => expectPointer(second, 1));
    for (const id of ['RSV-24', ...refusals] as const) t.check(id, () => {});
  }),
);

test(
  ...rule(
    'RSV-23',
    'a reservation that is refused holds none of its numbers',
    { needs: ['write', 'reservation'], thorough: true },
    async (t) => {
      const areHeld = await t.numbers.areHeldBy(t.api, async (number) => {
        const answer = await t.api.createReservation(numbersBody(number, notE164.words));
        if (!answer.refused) t.blocked(`a number that is none was not refused: ${answer}`);
      });
      expect(areHeld, 'numbers are held after a refused reservation').toBe(false);
    },
  ),
);

test(
  ...rule('RSV-25', 'the same number is refused twice wherever it stands', { needs: ['write'] }, async (t) => {
    const twin = await t.api.createReservation(numbersBody(unknownNumber, otherNumber));
    if (twin.status === 409) t.notApplicable('numbers that nobody has make a request fail, see RSV-26');
    await t.mustSucceed(twin);
    const answer = await t.api.createReservation(numbersBody(unknownNumber, otherNumber, unknownNumber));
    expect(answer).toRefuse(422, '10007');
  }),
);

/** The entry, or the number in it. */
function expectPointer(answer: Answer, index: number): void {
  expect(answer).toPointAt(`/phone_numbers/${index}`, `/phone_numbers/${index}/phone_number`);
}

test(
  ...rule(
    ['RSV-28', 'RSV-29'],
    'an authentication failure has the code 10009, other errors have 10007',
    { needs: ['write'] },
    async (t) => {
      const unauthorized = [
        await t.again(() => t.api.as('nobody').createReservation({})),
        await t.again(() => t.api.createReservation({}, { authorization: 'Bearer conformance-unknown-token' })),
        await t.again(() => t.api.createReservation({}, { authorization: 'Basic eDp5' })),
      ];
      for (const answer of unauthorized) {
        if (!answer.accepted) checkError(t, answer, '10009', [401]);
      }
      const broken = [
        await t.api.createReservation(written('{"customer_reference":')),
        await t.api.createReservation(written('a=b', 'text/plain')),
      ];
      for (const answer of broken) {
        if (!answer.refused) continue;
        const code = answer.status === 401 ? '10009' : '10007';
        await t.step(String(answer.request.body), () => checkError(t, answer, code));
      }
      for (const id of refusals) t.check(id, () => {});
    },
  ),
);
