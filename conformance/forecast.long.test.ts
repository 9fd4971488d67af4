import { expect, test } from 'vitest';
import { forecast } from './forecast.ts';
import type { Selection } from './suite/run/selection.ts';
import type { Profile } from './suite/target/profile.ts';
import { resolveTarget } from './suite/target/target.ts';

/** What is told of a run of these rules against a target that names so many numbers. */
async function told(selection: Partial<Selection>, named: number, more: Partial<Profile> = {}): Promise<string> {
  const phoneNumbers = Array.from({ length: named }, (_, index) => `+1312555${1000 + index}`);
  const profile: Profile = {
    baseUrl: 'https://staging.example.com/v2',
    accounts: { primary: { apiKey: 'key' } },
    allow: ['read', 'write'],
    reservation: { phoneNumbers },
    ...more,
  };
  const target = resolveTarget(profile, { isMock: false, clockOffsetMs: 0 });
  return (await forecast(target, { rules: [], quick: false, ...selection })).join('\n');
}

/** DIR-1 has a case that is written by hand, and derived ones. */
const sizes: [selection: Partial<Selection>, requestsPerSecond: number, sentence: string][] = [
  [{ rules: ['DIR-1'] }, 5, 'A run sends about 55 requests: at 5 a second it takes at least 11 s.'],
  [{ rules: ['DIR-1'], quick: true }, 4, 'A run sends about 9 requests: at 4 a second it takes at least 3 s.'],
  [{ rules: ['DIR-1'], quick: true }, 0.1, 'A run sends about 9 requests: at 0.1 a second it takes at least 1 min.'],
  [{ rules: ['DIR-1'], quick: true }, 0.05, 'A run sends about 9 requests: at 0.05 a second it takes at least 3 min.'],
];
for (const [selection, requestsPerSecond, sentence] of sizes) {
  test(`a run is told by its requests, and by the time that they take at the rate of the profile: ${sentence}`, async () => {
    expect(await told(selection, 0, { limits: { requestsPerSecond } })).toBe(sentence);
  });
}

test('of a number of more than two digits the first two are told', async () => {
  expect(await told({}, 0)).toMatch(/about \d,\d00 requests/);
});

const held = 'phone numbers and holds them for half an hour; the profile names';
const takings: [rule: string, named: number, sentence: string][] = [
  ['RSV-9', 1, `It takes 2 ${held} 1, 1 too few.`],
  ['RSV-9', 3, `It takes 2 ${held} 3, enough for one run in that time.`],
  ['RSV-9', 4, `It takes 2 ${held} 4, enough for 2 runs at most in that time.`],
  ['RSV-*', 2, `It takes 5 ${held} 2, 3 too few. What needs 50 of them is not judged.`],
  ['RSV-*', 49, `It takes 5 ${held} 49, enough for 9 runs at most in that time. What needs 50 of them is not judged.`],
  ['RSV-*', 50, `It takes 11 ${held} 50, enough for 4 runs at most in that time.`],
];
for (const [rule, named, sentence] of takings) {
  test(`numbers are told that are too few, that are enough, and what would need more: ${rule}, ${named} named`, async () => {
    expect((await told({ rules: [rule] }, named)).split('\n')[1]).toBe(sentence);
  });
}

test('what is out of scope takes nothing', async () => {
  expect(await told({ rules: ['RSV-*'] }, 50, { scope: { without: ['write'], reason: 'a test' } })).not.toContain(
    'numbers',
  );
  expect(await told({ rules: ['SIM-*'] }, 50, { allow: ['read'] })).toBe('');
});
