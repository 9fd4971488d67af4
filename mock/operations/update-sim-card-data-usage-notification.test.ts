import { expect, test } from 'vitest';
import type { OwnedViolation } from '../contract/check.ts';
import { caller, createWorld } from './testing.ts';
import { updateSimCardDataUsageNotification } from './update-sim-card-data-usage-notification.ts';

type Request = Parameters<typeof updateSimCardDataUsageNotification.handle>[0];

const own = '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';
const foreign = '7a2e3d4c-5b6a-4f79-8c8d-1e2f3a4b5c6d';
const another = '00000000-0000-4000-8000-000000000000';

function update(body: object, id = own) {
  const world = createWorld();
  const before = world.notifications.get('acme', own);
  const request = { body, values: { id }, caller } as Partial<Request> as Request;
  const { body: answered, ...rest } = updateSimCardDataUsageNotification.handle(request, world);
  return { ...rest, body: answered, before, after: world.notifications.get('acme', own) };
}

const updated_at = '2030-01-15T12:00:00.000Z';
for (const [label, body, changes, rules] of [
  ['an empty object', {}, {}, ['SIM-14']],
  ['an empty threshold', { threshold: {} }, {}, ['SIM-14']],
  ['read-only and unknown members', { updated_at: 'x', colour: 'red' }, {}, ['SIM-11', 'SIM-12']],
  ['a SIM card', { sim_card_id: another }, { sim_card_id: another, updated_at }, ['SIM-10']],
  [
    'only a unit',
    { threshold: { unit: 'GB' } },
    { threshold: { amount: '2048.0', unit: 'GB' }, updated_at },
    ['SIM-9', 'SIM-15'],
  ],
  [
    'only an amount',
    { threshold: { amount: '7' } },
    { threshold: { amount: '7', unit: 'MB' }, updated_at },
    ['SIM-9', 'SIM-15'],
  ],
] as const) {
  test(`an update by ${label} changes ${Object.keys(changes).join() || 'nothing'}`, () => {
    const answered = update(body);
    expect(answered).toMatchObject({ status: 200, rules: ['SIM-2', ...rules] });
    expect(answered.after).toEqual({ ...answered.before, ...changes });
    expect(answered.body).toEqual({ data: answered.after });
  });
}

for (const [label, id, rules] of [
  ['an unknown notification', another, ['SIM-24']],
  ['a notification of another account', foreign, ['SIM-25', 'SIM-24']],
] as const) {
  test(`an update of ${label} is refused with 404 and changes nothing`, () => {
    const answered = update({ sim_card_id: another }, id);
    expect(answered).toMatchObject({ status: 404, body: { errors: [{ code: '10005' }] }, rules });
    expect(answered.after).toEqual(answered.before);
  });
}

for (const [broken, value, rules] of [
  ['SIM-18', 'TB', ['SIM-19']],
  ['SIM-22', 'many', ['SIM-21']],
  ['SIM-22', '', ['SIM-21']],
  ['SIM-22', '1,5', ['SIM-21']],
  ['SIM-22', '+1.5E-10', []],
  ['SIM-22', 12.5, []],
] as const) {
  test(`a value ${JSON.stringify(value)} that breaks ${broken} also breaks ${rules.join() || 'nothing'}`, () => {
    const violation = { rules: [broken], value } as Partial<OwnedViolation> as OwnedViolation;
    expect(updateSimCardDataUsageNotification.extraRules?.(violation)).toEqual(rules);
  });
}
