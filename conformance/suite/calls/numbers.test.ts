import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownPath } from '../../../spec/testing/own-path.ts';
import { readProfile } from '../target/profile.ts';
import { mockProfile, resolveTarget } from '../target/target.ts';
import { TargetTime } from '../target/time.ts';
import { Answer } from '../wire/answer.ts';
import type { Client } from './client.ts';
import { couldNotBeHeld, entriesIn, isFictional, Numbers, numbersBody, wasNotTaken } from './numbers.ts';

const until = '2030-01-01T00:30:00.000000Z';
const entries: [what: string, entry: Record<string, unknown>, isRefused: boolean][] = [
  ['a new hold', { status: 'pending', expired_at: until, errors: '' }, false],
  ['a hold that gives a reason nevertheless', { status: 'pending', expired_at: until, errors: 'Reserved.' }, false],
  ['a failure with a reason', { status: 'failure', errors: 'Held.' }, true],
  [
    "a failure that shows when somebody else's hold ends",
    { status: 'failure', errors: 'Held.', expired_at: until },
    true,
  ],
  ['a status of its own with a reason', { status: 'unavailable', errors: 'Held.', expired_at: until }, true],
  ['a reason where no hold is shown', { status: 'pending', errors: 'Held.' }, true],
  ['a reason beside a hold that shows no end', { status: 'success', errors: 'Held.', expired_at: ' ' }, true],
  ['a success that gives a reason', { status: 'success', errors: 'Reserved.', expired_at: until }, false],
  ['a reason that says nothing', { status: 'unavailable', errors: '  ' }, false],
  ['a reason that is no text', { status: 'unavailable', errors: [] }, false],
  ['a failure alone', { status: 'failure' }, true],
];
for (const [what, entry, isRefused] of entries) {
  test(`${what} is ${isRefused ? 'no number that is held' : 'a number that is held'}`, () => {
    expect(couldNotBeHeld(entry)).toBe(isRefused);
  });
}

/** Numbers of a deployment, of which some are held. */
function numbersAt(
  phoneNumbers: string[],
  held: readonly string[],
  endOf = (_number: string) => until,
): { numbers: Numbers; api: Client } {
  const profile = { ...readProfile(mockProfile, {}), reservation: { phoneNumbers } };
  const target = resolveTarget(profile, { isMock: false, clockOffsetMs: 0 });
  // Each target is judged in a run of its own.
  const runDir = ownPath(`run-${held.length}`);
  mkdirSync(runDir, { recursive: true });
  const createReservation = async (asked: { phone_numbers: { phone_number: string }[] }) => {
    const phone_numbers = asked.phone_numbers.map(({ phone_number }) => ({
      phone_number,
      ...(held.includes(phone_number) ? { status: 'failure', errors: 'Held.' } : { status: 'pending' }),
      expired_at: endOf(phone_number),
    }));
    const request = { method: 'POST', url: 'https://staging.example.com/v2/number_reservations', headers: [] };
    const text = JSON.stringify({ data: { phone_numbers } });
    return new Answer({ operation: 'createNumberReservation', status: 200, headers: [], text, request });
  };
  const numbers = new Numbers(target, runDir, () => '', new TargetTime(0));
  return { numbers, api: { createReservation } as unknown as Client };
}

test('a number that is held from an earlier run is left for the next one', async () => {
  const { numbers, api } = numbersAt(['+1', '+2', '+3', '+4'], ['+1', '+2', '+3']);
  expect((await numbers.reserve(api, 1)).numbers).toEqual(['+4']);
});

test('a refused reservation that holds its number all the same is told from an earlier run that holds some', async () => {
  const named = Array.from({ length: 12 }, (_, index) => `+${index + 1}`);
  const held: string[] = [];
  const [faulty, conforming] = [numbersAt(named, held), numbersAt(named, named)];
  const refuse = async (number: string) => {
    await new Promise(setImmediate);
    held.push(number);
  };
  expect(await faulty.numbers.areHeldBy(faulty.api, refuse)).toBe(true);
  expect(held).toHaveLength(3);
  const told = conforming.numbers.areHeldBy(conforming.api, async () => {});
  await expect(told).rejects.toThrow(/still held from an earlier one/);
});

test('where all numbers are held, the case is blocked, and it is said when they are free', async () => {
  const { numbers, api } = numbersAt(['+1', '+2'], ['+1', '+2']);
  const signal = await numbers.reserve(api, 1).catch((error) => error);
  expect(signal.outcome).toBe('blocked');
  expect(signal.message).toMatch(/still held .* free again at 2030-01-01T00:30:00Z/);
  expect(signal.forNow).toBe('numbers are held until 2030-01-01T00:30:00Z');
});

test('numbers that are held until several times are free again at the last one', async () => {
  const named = ['+1', '+2', '+3'];
  const { numbers, api } = numbersAt(named, named, (number) => `2030-01-01T00:3${(Number(number) * 2) % 3}:00.000000Z`);
  const signal = await numbers.reserve(api, 1).catch((error) => error);
  expect(signal.forNow).toBe('numbers are held until 2030-01-01T00:32:00Z');
});

test('where the profile names too few numbers for one run, the case is blocked for good', async () => {
  const { numbers, api } = numbersAt(['+1', '+2'], []);
  await numbers.reserve(api, 2);
  const signal = await numbers.reserve(api, 1).catch((error) => error);
  expect([signal.outcome, signal.forNow]).toEqual(['blocked', undefined]);
});

test('a service that refuses held numbers with 409, each time, leaves the case blocked', async () => {
  const { numbers } = numbersAt(['+1', '+2', '+3', '+4', '+5'], []);
  const request = { method: 'POST', url: 'https://staging.example.com/v2/number_reservations', headers: [] };
  const refused = new Answer({ operation: 'createNumberReservation', status: 409, headers: [], text: '{}', request });
  const api = { createReservation: async () => refused } as unknown as Client;
  const signal = await numbers.reserve(api, 1).catch((error) => error);
  expect(signal.outcome).toBe('blocked');
  expect(signal.message).toMatch(/still held from an earlier one/);
  expect(signal.forNow).toMatch(/^numbers are held until 20.*Z$/);
});

test('numbers that were seen to be held leave it open what several have in common, however many were free', async () => {
  const named = Array.from({ length: 12 }, (_, index) => `+${index + 1}`);
  const { numbers, api } = numbersAt(named, ['+1', '+2']);
  for (let count = 0; count < 10; count++) await numbers.reserve(api, 1);
  await expect(numbers.reserve(api, 1)).rejects.toThrow(/still held/);
  await expect(numbers.needFree(api)).rejects.toThrow(/still held/);
});

test('a number that is found held only while others are reserved to compare with leaves it open as well', async () => {
  const named = Array.from({ length: 12 }, (_, index) => `+${index + 1}`);
  const held: string[] = [];
  const { numbers, api } = numbersAt(named, held);
  const createReservation: Client['createReservation'] = (body) => {
    if (held.length === 0)
      held.push(...named.filter((number) => JSON.stringify(body).includes(`"${number}"`)).slice(0, 1));
    return api.createReservation(body);
  };
  await expect(numbers.needFree({ createReservation } as unknown as Client)).rejects.toThrow(/still held/);
});

/** An answer to a reservation that shows these. */
function reservation(phone_numbers: unknown, status = 200): Answer {
  const request = { method: 'POST', url: 'https://staging.example.com/v2/number_reservations', headers: [] };
  const text = JSON.stringify({ data: { phone_numbers } });
  return new Answer({ operation: 'createNumberReservation', status, headers: [], text, request });
}

test('numbers for drama are in no inventory', () => {
  const numbers = [
    '+447700900000',
    '+447700900999',
    '+447700901000',
    '447700900000',
    '+4477009000000',
    '00+447700900000',
    447700900000,
  ];
  expect(numbers.filter(isFictional)).toEqual(['+447700900000', '+447700900999']);
});

const forms: [what: string, answer: Answer, isTaken: boolean][] = [
  ['as it was sent', reservation([{ phone_number: '00447700900001', status: 'pending' }]), true],
  ['in E.164 form', reservation([{ phone_number: '+447700900001', status: 'pending' }]), false],
  ['as one that could not be held', reservation([{ phone_number: '00447700900001', status: 'failure' }]), false],
  ['beside one in E.164 form', reservation([{ phone_number: '0044' }, { phone_number: '+447700900001' }]), true],
  ['with a zero for the country', reservation([{ phone_number: '+0447700900001' }]), true],
  ['with as many digits as there may be', reservation([{ phone_number: '+123456789012345' }]), false],
  ['with one digit more than there may be', reservation([{ phone_number: '+1234567890123456' }]), true],
  ['with something before its E.164 form', reservation([{ phone_number: '00+447700900001' }]), true],
  ['nowhere', reservation([]), true],
  ['in a list that is none', reservation('+447700900001'), true],
  ['in a refusal', reservation([{ phone_number: '+447700900001' }], 422), true],
];
for (const [what, answer, isTaken] of forms) {
  test(`a number in a wrong form ${isTaken ? 'may have been' : 'was not'} taken that shows ${what}`, () => {
    expect(wasNotTaken(answer)).toBe(!isTaken);
  });
}

test('the entries of an answer are its objects, and a body names numbers whatever they are', () => {
  expect(entriesIn(reservation([{ a: 1 }, 7]))).toEqual([{ a: 1 }, {}]);
  expect(entriesIn(reservation({}))).toEqual([]);
  expect(numbersBody<unknown>('+1', 2)).toEqual({ phone_numbers: [{ phone_number: '+1' }, { phone_number: 2 }] });
});

test('a run that has used up its numbers says so, and when all are free at the latest', async () => {
  const { numbers, api } = numbersAt(['+1', '+2'], [], () => '2020-01-01T00:30:00Z');
  await numbers.reserve(api, 2);
  const before = Date.now();
  const signal = await numbers.reserve(api, 1).catch((error) => error);
  const [, end = ''] = /all are free again at (\S+Z): /.exec(signal.message) ?? [];
  expect(signal.message.replace(end, 'END')).toBe(
    'the 2 numbers of the profile are used by this run or still held from an earlier one; all are free again at END: reservation: { phoneNumbers: [more of them] }',
  );
  // No hold is as long as the half hour that one may take at most, from now on.
  expect(Date.parse(end) - before).toBeGreaterThan(29 * 60_000);
  expect(Date.parse(end) - before).toBeLessThan(40 * 60_000);
});

test('an end of a hold that is none, and its zone, do not matter for when numbers are free', async () => {
  const ends: Record<string, string> = {
    '+1': 'soon',
    '+2': '2030-01-01T01:30:00+01:00',
    '+3': '2029-12-31T23:45:00Z',
  };
  const named = Object.keys(ends);
  const { numbers, api } = numbersAt(named, named, (number) => ends[number] ?? '');
  const signal = await numbers.reserve(api, 1).catch((error) => error);
  expect(signal.forNow).toBe('numbers are held until 2030-01-01T00:30:00Z');
});

test('four numbers that were free are enough to compare with, and as many as lack are reserved', async () => {
  const named = Array.from({ length: 6 }, (_, index) => `+${index + 1}`);
  const { numbers, api } = numbersAt(named, []);
  await numbers.reserve(api, 1);
  await numbers.needFree(api);
  await numbers.needFree(api);
  expect([numbers.next(), numbers.next()]).toHaveLength(2);
  expect(() => numbers.next()).toThrow('the 6 numbers of the profile are used');
});

test('a refusal other than a conflict, each time, is given as it came, with the reference and the last numbers', async () => {
  const { numbers } = numbersAt(['+1', '+2', '+3', '+4', '+5', '+6'], []);
  const asked: unknown[] = [];
  const createReservation = async (body: unknown) => {
    asked.push(body);
    return reservation([], 422);
  };
  const last = await numbers.reserve({ createReservation } as unknown as Client, 1, 'mine');
  expect(asked).toHaveLength(5);
  expect([asked.at(-1), last.answer.status]).toEqual([
    { customer_reference: 'mine', phone_numbers: [{ phone_number: last.numbers[0] }] },
    422,
  ]);
});

test('what the service fails at is given as it came, at once', async () => {
  const { numbers } = numbersAt(['+1', '+2'], []);
  const api = { createReservation: async () => reservation([], 503) } as unknown as Client;
  expect((await numbers.reserve(api, 1)).answer.status).toBe(503);
  expect(numbers.next()).toMatch(/^\+[12]$/);
});

test('a refusal that holds nothing is no hold, and one reservation tells that', async () => {
  const { numbers, api } = numbersAt(['+1', '+2', '+3'], []);
  expect(await numbers.areHeldBy(api, async () => {})).toBe(false);
  expect([numbers.next(), numbers.next()]).toHaveLength(2);
  expect(() => numbers.next()).toThrow('the 3 numbers of the profile are used by this run');
});

test('a number that is held all the same may be refused with a conflict', async () => {
  const { numbers, api } = numbersAt(
    Array.from({ length: 8 }, (_, index) => `+${index + 1}`),
    [],
  );
  const held: string[] = [];
  const createReservation = async (body: never) => {
    const [{ phone_number }] = (body as { phone_numbers: [{ phone_number: string }] }).phone_numbers;
    return held.includes(phone_number) ? reservation([], 409) : api.createReservation(body);
  };
  const told = numbers.areHeldBy({ createReservation } as unknown as Client, async (number) => held.push(number));
  expect(await told).toBe(true);
});

test('of several numbers one that is held is enough to try others', async () => {
  const { numbers, api } = numbersAt(['+1', '+2', '+3', '+4'], []);
  const asked: string[] = [];
  const createReservation = async (body: never) => {
    const { phone_numbers } = body as { phone_numbers: { phone_number: string }[] };
    asked.push(...phone_numbers.map(({ phone_number }) => phone_number));
    return asked.length === 2 ? reservation([{ status: 'failure' }, {}]) : api.createReservation(body);
  };
  const { numbers: reserved } = await numbers.reserve({ createReservation } as unknown as Client, 2);
  expect([reserved, asked.toSorted()]).toEqual([asked.slice(2), ['+1', '+2', '+3', '+4']]);
});

test('one number that an earlier run holds is no sign that a refusal holds it', async () => {
  const { numbers, api } = numbersAt(['+1', '+2', '+3', '+4'], []);
  const { createReservation } = api;
  let asked = 0;
  const heldFirst = async (body: never) =>
    ++asked === 1 ? reservation([{ status: 'failure' }]) : createReservation(body);
  const refused: string[] = [];
  const told = numbers.areHeldBy({ createReservation: heldFirst } as unknown as Client, async (number) =>
    refused.push(number),
  );
  expect([await told, asked, new Set(refused).size]).toEqual([false, 2, 2]);
});

test('each run at a deployment has an order of its own, as an earlier one may hold what it took', () => {
  const named = Array.from({ length: 12 }, (_, index) => `+${index + 1}`);
  const orderOf = (held: string[]) => {
    const { numbers } = numbersAt(named, held);
    return named.map(() => numbers.next());
  };
  const [one, other] = [orderOf([]), orderOf(['+1'])];
  expect(one.toSorted()).toEqual(named.toSorted());
  expect(one).not.toEqual(other);
});

test('where a number that was not held can not be reserved, nothing is told of what held it', async () => {
  const { numbers } = numbersAt(['+1'], []);
  const api = { createReservation: async () => reservation([], 403) } as unknown as Client;
  await expect(numbers.areHeldBy(api, async () => {})).rejects.toThrow(
    'a reservation of a number of the profile was refused: 403 ',
  );
});

test('on the mock each copy of the state has all numbers to itself, in the order of the profile', async () => {
  const target = resolveTarget(readProfile(mockProfile, {}), { isMock: true, clockOffsetMs: 0 });
  const runDir = ownPath();
  mkdirSync(runDir, { recursive: true });
  let partition = 'a';
  const numbers = new Numbers(target, runDir, () => partition, new TargetTime(0));
  const first = target.phoneNumbers.slice(0, 2);
  expect([numbers.next(), numbers.next()]).toEqual(first);
  partition = 'b';
  expect([numbers.next(), numbers.next()]).toEqual(first);
  // What is held in one says nothing of another.
  const api = (status: string) =>
    ({ createReservation: async () => reservation([{ status }, { status }]) }) as unknown as Client;
  partition = 'c';
  await expect(numbers.reserve(api('failure'), 1)).rejects.toThrow('numbers of the profile are used');
  partition = 'd';
  await numbers.needFree(api('pending'));
});
