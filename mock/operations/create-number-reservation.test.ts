import { expect, test } from 'vitest';
import type { OperationRequest } from '../contract/check.ts';
import { captureErrorLines } from '../testing.ts';
import { createNumberReservation } from './create-number-reservation.ts';
import { caller, createWorld } from './testing.ts';

type Request = Parameters<typeof createNumberReservation.handle>[0];
const [free, next, held, unknown] = ['+13125550100', '+13125550101', '+13125550200', '+13125550300'];

function reserve(numbers: (string | undefined)[], world = createWorld()) {
  const phone_numbers = numbers.map((phone_number) => (phone_number === undefined ? {} : { phone_number }));
  const request = { body: { phone_numbers }, caller } as Partial<OperationRequest<unknown>> as Request;
  return createNumberReservation.handle(request, world);
}

/** Status and expiry of each number in an answer. */
function entriesOf({ body }: { body: unknown }) {
  const { data } = body as { data: { phone_numbers: { status: string; expired_at?: string }[] } };
  return data.phone_numbers.map(({ status, expired_at }) => [status, expired_at]);
}

test('a free number is held for 30 minutes; a held, an unknown and a missing one fail without an expiry', () => {
  const world = createWorld();
  expect(entriesOf(reserve([free, held, unknown, undefined], world))).toEqual([
    ['pending', '2030-01-15T12:30:00.000000Z'],
    ...Array(3).fill(['failure', undefined]),
  ]);
  const holds = world.numbers.held(world.clock.now());
  expect(holds).toEqual([{ number: free, until: '2030-01-15T12:30:00.000Z', account: 'acme' }]);
});

for (const [label, numbers, rules] of [
  ['no number', [], ['RSV-19', 'RSV-21']],
  ['a free number', [free], ['RSV-2', 'RSV-31', 'RSV-16']],
  ['a held number', [held], ['RSV-2', 'RSV-31', 'RSV-18', 'RSV-26']],
  ['a free and a held number', [free, held], ['RSV-2', 'RSV-31', 'RSV-16', 'RSV-18', 'RSV-26', 'RSV-27']],
] as const) {
  test(`a reservation of ${label} cites ${rules.join()}`, () => {
    expect(reserve([...numbers]).rules).toEqual(['RSV-1', 'RSV-13', 'RSV-32', ...rules]);
  });
}

test('holds up to the limit are accepted, numbers that fail not counted', () => {
  const world = createWorld();
  world.set({ holdLimit: 2 });
  expect(reserve([free, held, next], world).status).toBe(200);
});

test('an expired hold makes room for another', async () => {
  const world = createWorld();
  world.set({ holdLimit: 1 });
  reserve([free], world);
  await captureErrorLines(async () => expect(reserve([next], world).status).toBe(503));
  world.clock.moveTo(world.clock.now() + 30 * 60_000);
  expect(reserve([next], world).status).toBe(200);
});
