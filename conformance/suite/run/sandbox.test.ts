import { expect, test, vi } from 'vitest';
import { Signal } from '../outcome/signals.ts';
import type { Profile } from '../target/profile.ts';
import { resolveTarget } from '../target/target.ts';
import { inSandbox, type Sandbox } from './sandbox.ts';

const profile: Profile = {
  baseUrl: 'http://127.0.0.1:9/v2',
  accounts: { primary: { apiKey: 'key' } },
  allow: ['read', 'write', 'send'],
  email: { from: 'sender@example.com', recipientDomain: 'example.com' },
};

/** Asks something in the sandbox of a deployment with such a profile. */
function asking<T>(ask: (sandbox: Sandbox) => Promise<T>, more: Partial<Profile> = {}, isMock = false) {
  return inSandbox(resolveTarget({ ...profile, ...more }, { isMock, clockOffsetMs: 0 }), 'abc', ask);
}

test('a deployment is asked by sends to addresses that nobody has', async () => {
  const bodies = await asking(async ({ sandboxed }) => [sandboxed(), sandboxed({ subject: 'Mine' })]);
  expect(bodies?.[0]).toMatchObject({ from: 'sender@example.com', sandbox_mode: true, subject: 'Conformance' });
  expect(bodies?.[1]).toMatchObject({ sandbox_mode: true, subject: 'Mine' });
  const [one, other] = (bodies ?? []).map((body) => (body as { to: string[] }).to[0]);
  expect(one).toMatch(/@example\.com$/);
  expect(other).not.toBe(one);
});

for (const [what, more, isMock] of [
  ['may be written to but sends nothing', { allow: ['read', 'write'] }, false],
  ['names no sender', { email: { recipientDomain: 'example.com' } }, false],
  ['names no domain of recipients', { email: { from: 'sender@example.com' } }, false],
  ['is our mock', {}, true],
] as const satisfies [string, Partial<Profile>, boolean][]) {
  test(`a target that ${what} is not asked`, async () => {
    const ask = vi.fn(async () => 'an answer');
    expect(await asking(ask, more, isMock)).toBeUndefined();
    expect(ask).not.toHaveBeenCalled();
  });
}

test('what can not be asked now is not known, and a mistake of our own is told', async () => {
  const failing = (error: Error) => asking(() => Promise.reject(error));
  expect(await failing(new Signal('error', 'nobody answers'))).toBeUndefined();
  await expect(failing(new TypeError('ours'))).rejects.toThrow('ours');
});
