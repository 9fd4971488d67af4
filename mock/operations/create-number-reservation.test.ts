import { expect, test } from 'vitest';
import type { Choices } from '../../spec/generated/choices.ts';
import type { OperationRequest } from '../contract/check.ts';
import { errorLines } from '../testing.ts';
import { createNumberReservation } from './create-number-reservation.ts';
import { caller, worldWith } from './testing.ts';

type Request = Parameters<typeof createNumberReservation.handle>[0];
const [free, next, held, unknown] = ['+13125550100', '+13125550101', '+13125550200', '+13125550300'];
const [noon, half] = ['2030-01-15T12:00:00.000000Z', '2030-01-15T12:30:00.000000Z'];

function reserve(numbers: (string | undefined)[], world = worldWith(), customer_reference?: string) {
  const phone_numbers = numbers.map((phone_number) => (phone_number === undefined ? {} : { phone_number }));
  const body = { phone_numbers, ...(customer_reference !== undefined && { customer_reference }) };
  const request = { body, caller } as Partial<OperationRequest<unknown>> as Request;
  return createNumberReservation.handle(request, world);
}

/** What became of each number, or the places that a refusal tells. */
function shown(numbers: (string | undefined)[], choices: Partial<Choices>): unknown {
  const { status, body } = reserve(numbers, worldWith({ holdMinutes: 30, ...choices }));
  if (status !== 200) return (body as { errors: { source: object }[] }).errors.map(({ source }) => source);
  const { data } = body as { data: { status: string; phone_numbers: { status: string; expired_at?: string }[] } };
  const entries = data.phone_numbers.map(({ status, expired_at }) => `${status} ${expired_at ?? ''}`.trim());
  return [data.status, ...entries];
}

test('a reservation holds what can be held, says why the rest is not, and whose the holds are', () => {
  const world = worldWith({ holdMinutes: 30 });
  const { status, body, rules } = reserve([free, held, unknown, undefined], world, 'é'.repeat(101));
  const times = { created_at: noon, updated_at: noon };
  const entry = { record_type: 'reserved_phone_number', ...times };
  expect([status, body]).toEqual([
    200,
    {
      data: {
        id: 'id-5',
        record_type: 'number_reservation',
        phone_numbers: [
          { id: 'id-1', phone_number: free, status: 'pending', errors: '', expired_at: half, ...entry },
          {
            id: 'id-2',
            phone_number: held,
            status: 'failure',
            errors: `The number ${held} is already held.`,
            ...entry,
          },
          {
            ...{ id: 'id-3', phone_number: unknown, status: 'failure' },
            ...{ errors: `The number ${unknown} is not in the inventory.`, ...entry },
          },
          { id: 'id-4', status: 'failure', errors: 'No phone number was given.', ...entry },
        ],
        status: 'pending',
        customer_reference: 'é'.repeat(101),
        ...times,
      },
    },
  ]);
  expect(rules).toEqual([
    'RSV-1',
    'RSV-13',
    'RSV-32',
    'RSV-7',
    'RSV-2',
    'RSV-31',
    'RSV-16',
    'RSV-18',
    'RSV-26',
    'RSV-27',
  ]);
  const until = Date.parse('2030-01-15T12:30:00Z');
  expect([...world.numbers.held(world.clock.now())]).toEqual([
    [free, { until, account: 'acme', reference: 'é'.repeat(100) }],
  ]);
});

for (const [numbers, rules] of [
  [[], ['RSV-19', 'RSV-21']],
  [[free], ['RSV-2', 'RSV-31', 'RSV-16']],
  [[held], ['RSV-2', 'RSV-31', 'RSV-18', 'RSV-26']],
] as const) {
  test(`the rules of a reservation of ${numbers.join() || 'nothing'}`, () => {
    expect(reserve([...numbers]).rules).toEqual(['RSV-1', 'RSV-13', 'RSV-32', ...rules]);
  });
}

const at = (index: number) => ({ pointer: `/phone_numbers/${index}/phone_number` });
for (const [choices, numbers, expected] of [
  [{ repeatedNumber: 'unavailable' }, [free, free], ['pending', `pending ${half}`, 'failure']],
  [{ repeatedNumber: 'held' }, [free, free], ['pending', `pending ${half}`, `pending ${half}`]],
  [{ repeatedNumber: 'held' }, [held, held], ['pending', 'failure', 'failure']],
  [
    { repeatedNumber: 'held', besideUnavailable: 'failure' },
    [free, free, held],
    ['pending', 'failure', 'failure', 'failure'],
  ],
  [
    { repeatedNumber: 'once' },
    [next, held, next, free, held],
    ['pending', `pending ${half}`, 'failure', `pending ${half}`],
  ],
  [{ repeatedNumber: 'refused' }, [free, next, free, next], [at(2)]],
  [{ repeatedNumber: 'refused', faultsTold: 'all' }, [free, next, free, next, free], [at(2), at(3), at(4)]],
  [{ repeatedNumber: 'refused', faultsTold: 'membersFirst' }, [free, next, free, next], [at(2)]],
  [{ repeatedNumber: 'refused' }, [undefined, undefined], ['pending', 'failure', 'failure']],
  [{ unavailableNumber: 'refused' }, [free, held, unknown], [at(1)]],
  [{ unavailableNumber: 'refused', faultsTold: 'all' }, [free, held, unknown], [at(1), at(2)]],
  [{ unavailableNumber: 'refused', faultsTold: 'membersFirst' }, [free, held, unknown], [at(1)]],
  [{ unavailableNumber: 'refused' }, [free, next], ['pending', `pending ${half}`, `pending ${half}`]],
  [{ unavailableNumber: 'refusedAlone' }, [free, held], ['pending', `pending ${half}`, 'failure']],
  [{ unavailableNumber: 'refusedAlone' }, [held], [at(0)]],
  [{ unknownNumber: 'held' }, [unknown, held], ['pending', `pending ${half}`, 'failure']],
  [{ besideUnavailable: 'failure' }, [free, held, next], ['pending', 'failure', 'failure', 'failure']],
  [{ besideUnavailable: 'failure' }, [free, next], ['pending', `pending ${half}`, `pending ${half}`]],
  [{ unavailableExpiry: 'shown' }, [held, undefined], ['pending', `failure ${half}`, `failure ${half}`]],
  [{ partlyHeld: 'part', noneHeld: 'none' }, [free, held], ['part', `pending ${half}`, 'failure']],
  [{ partlyHeld: 'part', noneHeld: 'none' }, [held], ['none', 'failure']],
  [{ partlyHeld: 'part', noneHeld: 'none' }, [free], ['pending', `pending ${half}`]],
  [{ partlyHeld: 'part', noneHeld: 'none' }, [], ['pending']],
] as [Partial<Choices>, (string | undefined)[], unknown][]) {
  test(`where a deployment chose ${JSON.stringify(choices)}: ${numbers.join(', ')}`, () => {
    expect(shown(numbers, choices)).toEqual(expected);
  });
}

test('a reference that is empty is one, and a reservation without numbers needs none', () => {
  const { body, rules } = reserve([], worldWith(), '');
  expect(body).toMatchObject({ data: { customer_reference: '' } });
  expect(rules).toEqual(['RSV-1', 'RSV-13', 'RSV-32', 'RSV-7', 'RSV-19', 'RSV-21']);
  const { status } = createNumberReservation.handle({ body: {}, caller } as unknown as Request, worldWith());
  expect(status).toBe(200);
});

test('holds come up to their limit, and one more than there is room for refuses all of them', async () => {
  const world = worldWith();
  world.set({ holdLimit: 2 });
  expect(reserve([free, held, next], world).status).toBe(200);
  const other = worldWith();
  other.set({ holdLimit: 1 });
  const lines = await errorLines(async () => {
    expect(reserve([free, next], other)).toEqual({
      status: 503,
      body: {
        errors: [
          {
            code: '10007',
            title: 'Unexpected error',
            detail: 'There is no room for another hold. Holds are kept until they expire.',
          },
        ],
      },
      rules: ['RSV-30'],
    });
  });
  expect(lines).toEqual([
    'mock: the table of held numbers of partition a is full (1 at most); a reservation was refused',
  ]);
  expect(other.numbers.held(0).size).toBe(0);
});

test('a hold has its room until it has ended, and leaves it to another then', async () => {
  const world = worldWith({ holdMinutes: 30 });
  world.set({ holdLimit: 1 });
  expect(reserve([free], world).status).toBe(200);
  await errorLines(async () => expect(reserve([next], world).status).toBe(503));
  world.clock.moveTo(world.clock.now() + 30 * 60_000);
  expect(reserve([next], world).status).toBe(200);
});

test('a reservation says how large its answer may be, and which rules its refusals keep', () => {
  const { answerBytes, generalRules, rulesBeside, code, nulls } = createNumberReservation;
  expect([code, nulls]).toEqual(['10007', { nulls: 'reservationNull', emptyTexts: 'reservationEmptyText' }]);
  const sizes = [{}, { phone_numbers: [{}, {}, {}] }].map((body) => answerBytes?.(body));
  expect(sizes).toEqual([0, 3_000]);
  const general = ['RSV-28', 'RSV-29'];
  expect([200, 422, 503].map((status) => generalRules?.(status))).toEqual([[], general, general]);
  const beside = (...rules: string[]) => rulesBeside?.({ rules } as never);
  expect([beside('RSV-23'), beside('ERR-10', 'RSV-23'), beside('RSV-22')]).toEqual([['RSV-24'], ['RSV-24'], []]);
});
