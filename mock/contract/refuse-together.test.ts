import { expect, test } from 'vitest';
import type { Chosen } from '../../spec/deployment/deployment.ts';
import { type Refusal, refuse } from './answer.ts';
import { inErrorOrder, refuseEach, refuseTogether, toldEach, toldOfTogether } from './refuse-together.ts';

type One = Refusal<number>;

const refusals: readonly [One, One, One, One, One] = [
  { ...refuse(422, { code: '10015', detail: 'To.', pointer: '/to/0' }, 'ERR-10'), fault: 'type' },
  { ...refuse(422, { code: '10015', detail: 'Size.', parameter: 'page[size]' }, 'ERR-12'), fault: 'small' },
  refuse(400, { code: '10027', detail: 'Whole.' }, 'ERR-1'),
  refuse(422, { code: '10015', detail: 'To again.', pointer: '/to/0' }, 'ERR-11'),
  refuse(400, { code: '10005', detail: 'Whole again.' }, 'ERR-2'),
];

const first = { faultsTold: 'first' } as const;
const all = { faultsTold: 'all' } as const;

test('where one fault is told it is the first, and it goes on with what the others say', () => {
  expect(refuseTogether(refusals, first)).toEqual({
    ...refusals[0],
    body: {
      errors: [
        {
          code: '10015',
          title: 'Invalid request',
          detail: 'To. Also: Size. Also: Whole. Also: To again. Also: Whole again.',
          source: { pointer: '/to/0' },
        },
      ],
    },
  });
});

test('the first is the first in the order of the deployment', () => {
  const { body, status } = refuseTogether(refusals, { ...first, errorOrder: ['page[size]'] });
  expect([status, body.errors[0]?.detail]).toEqual([
    400,
    'Whole. Also: Whole again. Also: Size. Also: To. Also: To again.',
  ]);
});

test('where all faults are told, each has its own rules and kind, and no place is told twice', () => {
  const [to, size, whole, , again] = refusals;
  expect(refuseTogether(refusals, all)).toEqual({
    ...to,
    body: { errors: [to, size, whole, again].flatMap(({ body }) => body.errors) },
    each: [
      { rules: ['ERR-10'], fault: 'type' },
      { rules: ['ERR-12'], fault: 'small' },
      { rules: ['ERR-1'], fault: undefined },
      { rules: ['ERR-2'], fault: undefined },
    ],
  });
});

test('what is wrong with the whole body is told once, for whichever reason', () => {
  const [one, other] = ['A.', 'B.'].map((detail) => refuse(422, { code: '10015', detail, pointer: '' })) as [One, One];
  expect(refuseTogether([one, other], all).body).toEqual(one.body);
});

test('what decided the errors of a refusal that has several stays with each of them', () => {
  const [to, size, whole] = refusals;
  const several = refuseTogether([whole, to], all);
  expect(refuseTogether([several, size], all).each).toEqual([
    { rules: ['ERR-1'], fault: undefined },
    { rules: ['ERR-10'], fault: 'type' },
    { rules: ['ERR-12'], fault: 'small' },
  ]);
});

test('faults that are none are not refused', () => {
  expect(refuseEach([], all)).toBeUndefined();
  expect(refuseEach(refusals.slice(1, 2), all)?.body).toEqual(refusals[1].body);
});

for (const [faultsTold, told, together] of [
  ['first', 1, 'first'],
  ['membersFirst', 100, 'first'],
  ['all', 100, 'all'],
  ['byStage', 100, 'byStage'],
] as const) {
  test(`where ${faultsTold} of the faults is told, ${told} of one kind are, and those of several members as ${together}`, () => {
    const faults = Array.from({ length: 101 }, (_, at) => at);
    expect(toldEach(faults, faultsTold)).toEqual(faults.slice(0, told));
    expect(toldOfTogether({ faultsTold })).toBe(together);
  });
}

test('no more faults are looked for than are told', () => {
  function* faults() {
    yield 1;
    throw new Error('looked for another');
  }
  expect(toldEach(faults(), 'first')).toEqual([1]);
});

const places = ['/subject', 'page[size]', '/to/1', undefined, '/cc', '/to/0'];
for (const [what, order, ordered] of [
  ['as they were found', undefined, places],
  ['by their names', 'byName', [undefined, '/cc', '/subject', '/to/0', '/to/1', 'page[size]']],
  [
    'by the order of members, others last',
    ['/to', '/subject', 'page[size]'],
    [undefined, '/to/1', '/to/0', '/subject', 'page[size]', '/cc'],
  ],
] as [string, Chosen['errorOrder'], typeof places][]) {
  test(`faults come ${what}`, () => {
    const faults = places.map((place) => ({ place }));
    expect(inErrorOrder(faults, ({ place }) => place, order).map(({ place }) => place)).toEqual(ordered);
  });
}
