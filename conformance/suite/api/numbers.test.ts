import { expect, test } from 'vitest';
import type { Signal } from '../outcome/outcome.ts';
import { TargetTime } from '../target/clock.ts';
import { readProfile } from '../target/profile.ts';
import { mockProfile, resolveTarget } from '../target/target.ts';
import { Answer } from '../wire/answer.ts';
import type { Client } from './client.ts';
import { isNotHeld, Numbers, suspicions, wasNotTaken } from './numbers.ts';

const until: string = '2030-01-01T00:30:00.000000Z';
const entries: [label: string, entry: Record<string, unknown>, isHeld: boolean][] = [
  ['pending', { status: 'pending', expired_at: until, errors: '' }, true],
  ['pending with a note', { status: 'pending', expired_at: until, errors: 'Reserved.' }, true],
  ['another status with a blank reason', { status: 'unavailable', errors: '  ' }, true],
  ['failure', { status: 'failure' }, false],
  ['failure with the end of the other hold', { status: 'failure', errors: 'Held.', expired_at: until }, false],
  ['another status with a reason', { status: 'unavailable', errors: 'Held.', expired_at: until }, false],
  ['pending with a reason but no end', { status: 'pending', errors: 'Held.' }, false],
];
for (const [label, entry, isHeld] of entries) {
  test(`an entry is ${isHeld ? 'held' : 'not held'}: ${label}`, () => {
    expect(isNotHeld(entry)).toBe(!isHeld);
  });
}

function reservation(phone_numbers: unknown, status = 200): Answer {
  const request = { method: 'POST', url: 'https://staging.example.com/v2/number_reservations', headers: [] };
  const text = JSON.stringify({ data: { phone_numbers } });
  return new Answer({ operation: 'createNumberReservation', status, headers: [], text, request });
}

const forms: [label: string, answer: Answer, mayBeTaken: boolean][] = [
  ['as it was sent', reservation([{ phone_number: '00447700900001', status: 'pending' }]), true],
  ['in E.164 form', reservation([{ phone_number: '+447700900001', status: 'pending' }]), false],
  ['as a failure', reservation([{ phone_number: '00447700900001', status: 'failure' }]), false],
  ['nowhere', reservation([]), true],
  ['in a refusal', reservation([{ phone_number: '+447700900001' }], 422), true],
];
for (const [label, answer, mayBeTaken] of forms) {
  test(`a malformed number ${mayBeTaken ? 'may have been' : 'was not'} taken that shows ${label}`, () => {
    expect(wasNotTaken(answer)).toBe(!mayBeTaken);
  });
}

type Reserve = (numbers: string[], requests: number) => Answer;
const named = (count: number) => Array.from({ length: count }, (_, index) => `+${index + 1}`);

/** Numbers of a profile at a deployment where some are held from an earlier run. */
function numbersAt(
  phoneNumbers: string[],
  held: readonly string[] = [],
  { end = (_: string) => until, run = 'run' } = {},
) {
  const profile = { ...readProfile(mockProfile, {}), reservation: { phoneNumbers } };
  const target = resolveTarget(profile, { isMock: false, clockOffsetMs: 0 });
  const reserve: Reserve = (numbers) =>
    reservation(
      numbers.map((phone_number) => {
        const status = held.includes(phone_number) ? { status: 'failure', errors: 'Held.' } : { status: 'pending' };
        return { phone_number, ...status, expired_at: end(phone_number) };
      }),
    );
  return { numbers: new Numbers(target, run, new TargetTime(0)), api: apiOf(reserve), reserve };
}

function apiOf(reserve: Reserve): Client {
  let requests = 0;
  const createReservation = async ({ phone_numbers }: { phone_numbers: { phone_number: string }[] }) =>
    reserve(
      phone_numbers.map(({ phone_number }) => phone_number),
      ++requests,
    );
  return { createReservation } as unknown as Client;
}
const signalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: Signal) => error,
  );

test('a number that an earlier run holds is replaced by the next one', async () => {
  const { numbers, api } = numbersAt(named(4), ['+1', '+2', '+3']);
  expect((await numbers.reserve(api, 1)).numbers).toEqual(['+4']);
});

test('the case is inconclusive until the last hold ends where all numbers are held', async () => {
  const ends: Record<string, string> = {
    '+1': 'soon',
    '+2': '2030-01-01T01:30:00+01:00',
    '+3': '2029-12-31T23:45:00Z',
  };
  const { numbers, api } = numbersAt(named(3), named(3), { end: (number) => ends[number] ?? '' });
  expect(await signalOf(numbers.reserve(api, 1))).toMatchObject({
    outcome: 'inconclusive',
    message: expect.stringContaining('2030-01-01T00:30:00Z'),
  });
});

test('the case is blocked for good where the profile names too few numbers for one run', async () => {
  const { numbers, api } = numbersAt(named(2));
  await numbers.reserve(api, 2);
  expect(await signalOf(numbers.reserve(api, 1))).toMatchObject({ outcome: 'blocked' });
});

test('409 to every reservation leaves the case inconclusive', async () => {
  const { numbers } = numbersAt(named(5));
  const signal = await signalOf(
    numbers.reserve(
      apiOf(() => reservation([], 409)),
      1,
    ),
  );
  expect(signal).toMatchObject({ outcome: 'inconclusive' });
});

test('a refused request that holds its number each time is found', async () => {
  const held: string[] = [];
  const { numbers, api } = numbersAt(named(12), held);
  expect(await numbers.areHeldBy(api, async (number) => held.push(number))).toBe(true);
  expect(held).toHaveLength(suspicions);
});

test('a refused request whose number is held from an earlier run is not suspected', async () => {
  const { numbers, reserve } = numbersAt(named(4));
  const api = apiOf((phoneNumbers, requests) =>
    requests === 1 ? reservation([{ status: 'failure' }]) : reserve(phoneNumbers, requests),
  );
  expect(await numbers.areHeldBy(api, async () => {})).toBe(false);
});

test('a refused request is not judged where every number is held', async () => {
  const { numbers, api } = numbersAt(named(12), named(12));
  await expect(numbers.areHeldBy(api, async () => {})).rejects.toMatchObject({ outcome: 'inconclusive' });
});

test('four free numbers are needed to compare with', async () => {
  const { numbers, api } = numbersAt(named(6));
  await numbers.reserve(api, 1);
  await numbers.needFree(api);
  expect([numbers.next(), numbers.next()]).toHaveLength(2);
  expect(() => numbers.next()).toThrow('numbers of the profile are used');
});

test('each run takes the numbers of a deployment in another order', () => {
  const [first, second] = ['a', 'b'].map((run) => {
    const { numbers } = numbersAt(named(12), [], { run });
    return named(12).map(() => numbers.next());
  }) as [string[], string[]];
  expect(first.toSorted()).toEqual(named(12).toSorted());
  expect(first).not.toEqual(second);
});

test('each partition of the mock has all numbers, in the order of the profile', () => {
  const target = resolveTarget(readProfile(mockProfile, {}), { isMock: true, clockOffsetMs: 0 });
  const numbers = new Numbers(target, 'run', new TargetTime(0));
  expect([numbers.next(), numbers.next()]).toEqual(target.phoneNumbers.slice(0, 2));
});
