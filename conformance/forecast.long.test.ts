import { expect, test } from 'vitest';
import { forecast } from './forecast.ts';
import type { Profile } from './suite/target/profile.ts';
import { resolveTarget } from './suite/target/target.ts';

/** What is told of a run of these rules against a target that names so many numbers. */
async function told(rules: string[], named: number, more: Partial<Profile> = {}): Promise<string> {
  const phoneNumbers = Array.from({ length: named }, (_, index) => `+1312555${1000 + index}`);
  const profile: Profile = {
    baseUrl: 'https://staging.example.com/v2',
    accounts: { primary: { apiKey: 'key' } },
    allow: ['read', 'write'],
    reservation: { phoneNumbers },
    ...more,
  };
  const target = resolveTarget(profile, { isMock: false, clockOffsetMs: 0 });
  return (await forecast(target, { rules, quick: false })).join('\n');
}

test('a run is told by its requests, and by the time that they take at the rate of the profile', async () => {
  const [, requests, seconds] = /about (\d+) requests: at 5 a second it takes at least (\d+) s/.exec(
    await told(['DIR-*'], 0, { limits: { requestsPerSecond: 5 } }),
  ) as unknown as [string, string, string];
  expect(Number(requests)).toBeGreaterThan(20);
  expect(Math.abs(Number(seconds) - Number(requests) / 5)).toBeLessThanOrEqual(1);
});

test('numbers are told that are too few, that are enough, and what would need more', async () => {
  expect(await told(['RSV-*'], 2)).toMatch(/takes \d phone numbers .+ names 2, \d too few\. What needs 50 of them/);
  expect(await told(['RSV-*'], 49)).toMatch(
    /names 49, enough for \d runs at most in that time\. What needs 50 of them/,
  );
  expect(await told(['RSV-*'], 50)).toMatch(
    /takes 11 phone numbers .+ names 50, enough for 4 runs at most in that time\.$/,
  );
});

test('what is out of scope takes nothing', async () => {
  expect(await told(['RSV-*'], 50, { scope: { without: ['write'], reason: 'a test' } })).not.toContain('numbers');
  expect(await told(['SIM-*'], 50, { allow: ['read'] })).toBe('');
});
