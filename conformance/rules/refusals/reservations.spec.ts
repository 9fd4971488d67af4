import { listEntries, makeNumbersBody, wasNotTaken } from '../../suite/api/numbers.ts';
import { expect, rule, test } from '../../suite/rule.ts';

/** Numbers of a range reserved for fiction: no inventory has them, so none is ever held. */
const [unknownNumber, otherNumber] = ['+447700900124', '+447700900125'];

const notE164: readonly unknown[] = [
  ...['447700900124', '07700 900124', '+0447700900124', '+44 7700 900124', '+44-7700-900124', '+44(0)7700900124'],
  ...['+44770090012a', '+4477009001241234', '++447700900124', '+', '', 'not a number'],
  ...['+447700900124\n', '+447700900124;ext=5', 'tel:+447700900124', '+1800FLOWERS'],
  ...[447700900124, true, {}, ['+447700900124']],
];

const entry = (index: number) => [`/phone_numbers/${index}`, `/phone_numbers/${index}/phone_number`];

test(
  ...rule(['RSV-23', 'RSV-24'], 'a number outside E.164 is refused', async (t) => {
    const valid = await t.api.createReservation(makeNumbersBody(unknownNumber));
    if (!valid.accepted && valid.status !== 409) t.blocked(`a number in E.164 form was refused: ${valid}`);
    await t.each(notE164, async (number) => {
      const answer = await t.api.createReservation(makeNumbersBody(number));
      const isNotTaken = wasNotTaken(answer);
      t.check('RSV-23', () => {
        if (!(typeof number === 'string' && isNotTaken)) expect(answer).toRefuse();
      });
      t.check('RSV-24', () => {
        if (!answer.refused && !isNotTaken) t.blocked('it was accepted, see RSV-23');
        expect(answer).toRefuse(422, '10007');
        expect(answer).toBlame('pointer', ...entry(0));
      });
    });
    const second = await t.api.createReservation(makeNumbersBody(unknownNumber, notE164[0], otherNumber));
    t.check('RSV-23', () => {
      // An omitted number would be neither refused nor reported.
      const isReported = wasNotTaken(second) && listEntries(second).length === 3;
      if (!isReported) expect(second, 'a wrong second number').toRefuse();
    });
    if (second.refused) t.check('RSV-24', () => expect(second).toBlame('pointer', ...entry(1)));
  }),
);

test(
  ...rule('RSV-25', 'a number is refused twice at any place', { needs: ['write'] }, async (t) => {
    const twin = await t.api.createReservation(makeNumbersBody(unknownNumber, otherNumber));
    if (twin.status === 409) t.notApplicable('unknown numbers make a request fail, see RSV-26');
    await t.mustSucceed(twin);
    const answer = await t.api.createReservation(makeNumbersBody(unknownNumber, otherNumber, unknownNumber));
    expect(answer).toRefuse(422, '10007');
  }),
);
