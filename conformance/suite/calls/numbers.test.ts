import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownPath } from '../../../spec/testing/own-path.ts';
import { readProfile } from '../target/profile.ts';
import { mockProfile, resolveTarget } from '../target/target.ts';
import { TargetTime } from '../target/time.ts';
import { Answer } from '../wire/answer.ts';
import type { Client } from './client.ts';
import { couldNotBeHeld, Numbers } from './numbers.ts';

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
];
for (const [what, entry, isRefused] of entries) {
  test(`${what} is ${isRefused ? 'no number that is held' : 'a number that is held'}`, () => {
    expect(couldNotBeHeld(entry)).toBe(isRefused);
  });
}

/** Numbers of a deployment, of which some are held. */
function numbersAt(phoneNumbers: string[], held: readonly string[]): { numbers: Numbers; api: Client } {
  const profile = { ...readProfile(mockProfile, {}), reservation: { phoneNumbers } };
  const target = resolveTarget(profile, { isMock: false, clockOffsetMs: 0 });
  // Each target is judged in a run of its own.
  const runDir = ownPath(`run-${held.length}`);
  mkdirSync(runDir, { recursive: true });
  const createReservation = async (asked: { phone_numbers: { phone_number: string }[] }) => {
    const phone_numbers = asked.phone_numbers.map(({ phone_number }) => ({
      phone_number,
      ...(held.includes(phone_number) ? { status: 'failure', errors: 'Held.' } : { status: 'pending' }),
      expired_at: until,
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
  expect(await faulty.numbers.areHeldBy(faulty.api, async (number) => held.push(number))).toBe(true);
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
  await expect(numbers.reserve(api, 1)).rejects.toThrow(/still held from an earlier one/);
});

test('numbers that were seen to be held leave it open what several have in common, however many were free', async () => {
  const named = Array.from({ length: 12 }, (_, index) => `+${index + 1}`);
  const { numbers, api } = numbersAt(named, ['+1', '+2']);
  for (let count = 0; count < 10; count++) await numbers.reserve(api, 1);
  await expect(numbers.reserve(api, 1)).rejects.toThrow(/still held/);
  await expect(numbers.needFree(api)).rejects.toThrow(/still held/);
});
