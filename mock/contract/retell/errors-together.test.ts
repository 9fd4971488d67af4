import { expect, test } from 'vitest';
import { type Order, type ToldError, toldTogether } from './errors-together.ts';

/** An error at a place, with `*` in it for an entry of a list. */
function at(place: string | undefined, changes: Partial<ToldError> = {}): ToldError {
  const placeOfAll = place?.replace(/\d+/g, '*');
  return { form: undefined, rules: [], place, placeOfAll, isOfReading: false, ...changes };
}

const sent = { subject: '', threshold: { unit: 1, amount: 2 }, to: ['a', 'b', { c: 1 }], 'page[size]': 1, from: '' };

const placesOf = (errors: ToldError[], order: Partial<Order> = {}) =>
  toldTogether(errors, { status: 422, isAsSent: false, sent, ...order }).map(({ place }) => place);

for (const [what, errors, order, told] of [
  ['all, in their order', [at('/from'), at('/to'), at(undefined)], {}, ['/from', '/to', undefined]],
  ['the first of reading alone', [at('/a'), at('/from', reading()), at('/subject', reading())], {}, ['/from']],
  [
    'the first of reading in the order of the body',
    [at('/subject'), at('/from', reading()), at('/to', reading())],
    { isAsSent: true },
    ['/to'],
  ],
  [
    'what is outside the body before what is in it',
    [at('/subject', reading()), at('page[size]', reading())],
    { isAsSent: true },
    ['page[size]'],
  ],
  [
    'what a body lacks behind what it has',
    [at('/nothing/x', reading()), at('/from', reading())],
    { isAsSent: true },
    ['/from'],
  ],
  [
    'a member that a body lacks behind the last that it has',
    [at('/nothing', reading()), at('/from', reading())],
    { isAsSent: true },
    ['/from'],
  ],
  [
    'members of one object in the order of the body',
    [at('/threshold/amount', reading()), at('/threshold/unit', reading())],
    { isAsSent: true },
    ['/threshold/unit'],
  ],
  ['a list before its entries', [at('/to/0', reading()), at('/to', reading())], { isAsSent: true }, ['/to']],
  [
    'those with the status of the first',
    [at('/from', status(400)), at('/to'), at('/cc', status(400))],
    {},
    ['/from', '/cc'],
  ],
  [
    'those with the usual status too',
    [at('/from'), at('/to', status(422)), at('/cc', status(400))],
    {},
    ['/from', '/to'],
  ],
  ['entries in the order of the body', [at('/to/1'), at('/from'), at('/to/0')], {}, ['/to/0', '/from', '/to/1']],
  ['entries of another place in theirs', [at('/to/2/c'), at('/to/1'), at('/to/0')], {}, ['/to/2/c', '/to/0', '/to/1']],
  [
    'the first of each list',
    [at('/to/1'), at('/cc/0'), at('/from'), at('/to/0'), at('/to/2/c'), at('/subject'), at(undefined)],
    { listFaults: 'first' },
    ['/to/0', '/cc/0', '/from', '/subject', undefined],
  ],
  [
    'the first of a list, in whatever lists of its entries others are',
    [at('/to/2/c/0'), at('/from'), at('/to/0'), at('/to/1/c/0')],
    { listFaults: 'first' },
    ['/to/1/c/0', '/from'],
  ],
  ['each of a list', [at('/to/0'), at('/to/1')], { listFaults: 'each' }, ['/to/0', '/to/1']],
  [
    'the first under one rule, in the order of the deployment',
    [at('/from', once()), at('/to', once()), at('/subject'), at('/cc', { onceUnder: 'ERR-11' }), at('/bcc')],
    { errorOrder: ['/cc', '/to', '/from', '/bcc'] },
    ['/cc', '/to', '/bcc', '/subject'],
  ],
] as [string, ToldError[], Partial<Order>, unknown[]][]) {
  test(`of several errors is told: ${what}`, () => expect(placesOf(errors, order)).toEqual(told));
}

test('a hundred errors are told at most', () => {
  const places = Array.from({ length: 101 }, (_, index) => `/x${index}`);
  expect(placesOf(places.map((place) => at(place)))).toEqual(places.slice(0, 100));
});

function reading(): Partial<ToldError> {
  return { isOfReading: true };
}

function status(one: number): Partial<ToldError> {
  return { form: { status: one } };
}

function once(): Partial<ToldError> {
  return { onceUnder: 'ERR-10' };
}
