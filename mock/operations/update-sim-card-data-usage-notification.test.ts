import { expect, test } from 'vitest';
import type { Choices } from '../../spec/generated/choices.ts';
import type { OwnedViolation } from '../contract/check.ts';
import { caller, worldWith } from './testing.ts';
import { updateSimCardDataUsageNotification } from './update-sim-card-data-usage-notification.ts';

type Request = Parameters<typeof updateSimCardDataUsageNotification.handle>[0];
type Change = Record<string, unknown>;
interface ErrorBody {
  errors: { code: string; detail: string; source?: { pointer: string } }[];
}

const own = '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';
const foreign = '7a2e3d4c-5b6a-4f79-8c8d-1e2f3a4b5c6d';
const unknown = '00000000-0000-4000-8000-000000000000';
const stored = {
  id: own,
  sim_card_id: 'b8c1f0a2-3d4e-4f5a-8b6c-7d8e9f0a1b2c',
  record_type: 'sim_card_data_usage_notification',
  threshold: { amount: '2048.0', unit: 'MB' },
  created_at: '2026-03-14T09:26:53Z',
  updated_at: '2026-03-14T09:26:53Z',
};

const request = (body: unknown, id: string) => ({ body, values: { id }, caller }) as Partial<Request> as Request;
const update = (change: Change, choices: Partial<Choices> = {}, id = own) =>
  updateSimCardDataUsageNotification.handle(request(change, id), worldWith(choices));

for (const [change, choices, changed, rules] of [
  [{}, {}, {}, ['SIM-14']],
  [{ threshold: {} }, {}, {}, ['SIM-14']],
  [{ updated_at: 'x', colour: 'red' }, {}, {}, ['SIM-11', 'SIM-12']],
  [{ sim_card_id: unknown }, {}, { sim_card_id: unknown }, ['SIM-10']],
  [{ threshold: { unit: 'GB' } }, {}, { threshold: { amount: '2048.0', unit: 'GB' } }, ['SIM-9', 'SIM-15']],
  [{ threshold: { amount: '7' } }, {}, { threshold: { amount: '7', unit: 'MB' } }, ['SIM-9', 'SIM-15']],
  [
    { sim_card_id: unknown, threshold: { amount: '7', unit: 'GB' }, id: 'x' },
    {},
    { sim_card_id: unknown, threshold: { amount: '7', unit: 'GB' } },
    ['SIM-10', 'SIM-9', 'SIM-11', 'SIM-12'],
  ],
  [{}, { emptyUpdate: 'touched' }, { updated_at: '2030-01-15T12:00:00.000Z' }, ['SIM-14']],
  [
    { threshold: {} },
    { partOfThreshold: 'completed' },
    { threshold: { amount: '0.0', unit: 'MB' }, updated_at: '2030-01-15T12:00:00.000Z' },
    ['SIM-14'],
  ],
  [
    { threshold: { unit: 'GB' } },
    { partOfThreshold: 'completed', amountShown: 'cents' },
    { threshold: { amount: '0.00', unit: 'GB' } },
    ['SIM-9', 'SIM-15'],
  ],
] as [Change, Partial<Choices>, object, string[]][]) {
  test(`a change is shown with what it is decided by: ${JSON.stringify([change, choices])}`, () => {
    const moved = Object.keys(changed).length > 0 && { updated_at: '2030-01-15T12:00:00.000Z' };
    const data = { ...stored, ...moved, ...changed };
    expect(update(change, choices)).toEqual({ status: 200, body: { data }, rules: ['SIM-2', ...rules] });
  });
}

const missing = { status: 404, errors: ['10005 -: The requested resource does not exist.'], rules: ['SIM-24'] };
const ofNothing = {
  status: 422,
  errors: ['10015 : must change something'],
  rules: ['SIM-14'],
  choice: 'emptyUpdate',
  chosen: ['emptyUpdate'],
};
const ofReading = {
  status: 422,
  errors: ['10015 /id: is read-only'],
  rules: ['SIM-12'],
  choice: 'readOnlyMembers',
  chosen: ['readOnlyMembers'],
};
const ofThreshold = {
  status: 422,
  errors: ['10015 /threshold: must have amount and unit'],
  rules: ['SIM-15'],
  choice: 'partOfThreshold',
  chosen: ['partOfThreshold'],
};

for (const [change, choices, id, expected] of [
  [{}, {}, unknown, missing],
  [
    {},
    {},
    foreign.toUpperCase(),
    { ...missing, rules: ['SIM-25', 'SIM-24'], notes: ['The notification is one of another account.'] },
  ],
  [{}, { emptyUpdate: 'refused' }, own, ofNothing],
  [{}, { emptyUpdate: 'refused' }, unknown, ofNothing],
  [{}, { emptyUpdate: 'refused', idAndBody: 'idFirst' }, unknown, missing],
  [{}, { emptyUpdate: 'refused', idAndBody: 'idBeforeReading' }, unknown, missing],
  [{ id: 'x' }, { emptyUpdate: 'refused' }, own, 200],
  [{ id: 'x' }, { emptyUpdate: 'refusedUnwritten' }, own, ofNothing],
  [{ threshold: {} }, { emptyUpdate: 'refusedUnwritten' }, own, 200],
  [{ sim_card_id: unknown }, { emptyUpdate: 'refusedUnwritten' }, own, 200],
  [{}, { emptyUpdate: 'refusedUnwritten' }, unknown, ofNothing],
  [{}, { emptyUpdate: 'refusedKnown' }, own, ofNothing],
  [{}, { emptyUpdate: 'refusedKnown' }, unknown, missing],
  [{ updated_at: 1, id: 2 }, { readOnlyMembers: 'refused' }, own, ofReading],
  [{ id: 2 }, { readOnlyMembers: 'refused' }, unknown, ofReading],
  [{ id: 2 }, { readOnlyMembers: 'refused', idAndBody: 'idFirst' }, own, ofReading],
  [{ colour: 'red', sim_card_id: unknown }, { readOnlyMembers: 'refused' }, own, 200],
  [
    { updated_at: 1, created_at: 2, record_type: 3, id: 4 },
    { readOnlyMembers: 'refused', faultsTold: 'all' },
    own,
    {
      ...ofReading,
      errors: ['id', 'record_type', 'created_at', 'updated_at'].map((name) => `10015 /${name}: is read-only`),
      each: Array(4).fill({ rules: ['SIM-12'] }),
    },
  ],
  [{ threshold: {} }, { partOfThreshold: 'refused' }, own, ofThreshold],
  [{ threshold: { unit: 'GB' } }, { partOfThreshold: 'refused' }, own, ofThreshold],
  [{ threshold: { amount: '7' } }, { partOfThreshold: 'refused' }, own, ofThreshold],
  [{ threshold: { amount: '7', unit: 'GB' } }, { partOfThreshold: 'refused' }, own, 200],
  [{}, { partOfThreshold: 'refused' }, own, 200],
] as [Change, Partial<Choices>, string, object | number][]) {
  test(`a change may be refused: ${JSON.stringify([change, choices, id])}`, () => {
    const { body, ...rest } = update(change, choices, id);
    if (typeof expected === 'number') return expect(rest.status).toBe(expected);
    const errors = (body as ErrorBody).errors.map(
      ({ code, detail, source }) => `${code} ${source?.pointer ?? '-'}: ${detail}`,
    );
    return expect({ ...rest, errors }).toEqual({ fault: undefined, ...expected });
  });
}

test('a change of a notification is kept, and one that is refused changes nothing', () => {
  const world = worldWith({ readOnlyMembers: 'refused' });
  const kept = () => world.notifications.get('acme', own);
  const handle = (change: Change) => updateSimCardDataUsageNotification.handle(request(change, own), world);
  handle({ id: 'x', sim_card_id: unknown });
  expect(kept()).toEqual(stored);
  handle({ sim_card_id: unknown });
  expect(kept()).toEqual({ ...stored, sim_card_id: unknown, updated_at: '2030-01-15T12:00:00.000Z' });
});

test('what is no threshold has no part that is missing', () => {
  const world = worldWith({ readOnlyMembers: 'refused', partOfThreshold: 'refused' });
  const told = (body: Change) => {
    const refusals = [...(updateSimCardDataUsageNotification.wrongMembers?.(body as never, world) ?? [])];
    return refusals.map(({ body: { errors } }) => errors[0]?.source?.pointer);
  };
  expect([7, null, 'x', [], undefined].map((threshold) => told({ threshold }))).toEqual(Array(5).fill([]));
  expect(told({ threshold: {}, id: 'x' })).toEqual(['/id', '/threshold']);
});

test('of an id alone it is told whether it is unknown', () => {
  const refused = (id: string) =>
    updateSimCardDataUsageNotification.refuseId?.(request({ threshold: 7 }, id), worldWith())?.rules;
  expect([own, foreign, unknown].map(refused)).toEqual([undefined, ['SIM-25', 'SIM-24'], ['SIM-24']]);
});

for (const [broken, value, rules] of [
  ['SIM-18', 'TB', ['SIM-19']],
  ['SIM-22', 'many', ['SIM-21']],
  ['SIM-22', '', ['SIM-21']],
  ['SIM-22', '.', ['SIM-21']],
  ['SIM-22', '1,5', ['SIM-21']],
  ['SIM-22', '1.5e', ['SIM-21']],
  ['SIM-22', '1.', []],
  ['SIM-22', ' -.5 ', []],
  ['SIM-22', '+1.5E-10', []],
  ['SIM-22', 12.5, []],
  ['SIM-20', 'many', []],
] as const) {
  test(`these rules are broken besides when ${broken} is by ${JSON.stringify(value)}`, () => {
    const violation = { rules: [broken], value } as Partial<OwnedViolation> as OwnedViolation;
    expect(updateSimCardDataUsageNotification.rulesBeside?.(violation)).toEqual(rules);
  });
}

test('every refusal but that of credentials keeps the rule of a code that all of them have', () => {
  const general = [200, 401, 404, 422].map((status) => updateSimCardDataUsageNotification.generalRules?.(status));
  expect(general).toEqual([[], [], ['SIM-23'], ['SIM-23']]);
  expect(updateSimCardDataUsageNotification).toMatchObject({
    code: '10015',
    unauthorized: ['AUTH-4'],
    bodiless: ['SIM-16', 'SIM-17'],
    nulls: { nulls: 'updateNull', emptyTexts: 'updateEmptyText' },
  });
});
