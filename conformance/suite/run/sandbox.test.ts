import { expect, test, vi } from 'vitest';
import { Signal } from '../outcome/signals.ts';
import type { Profile } from '../target/profile.ts';
import { resolveTarget } from '../target/target.ts';
import { serverThat } from '../target/testing.ts';
import { Answer } from '../wire/answer.ts';
import { findOwnClock, inSandbox, type Sandbox } from './sandbox.ts';

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
  const text_body = 'A message of the conformance suite.';
  const common = { from: 'sender@example.com', to: [expect.any(String)], text_body, sandbox_mode: true };
  expect(bodies).toEqual([
    { ...common, subject: 'Conformance' },
    { ...common, subject: 'Mine' },
  ]);
  const [one, other] = (bodies ?? []).map((body) => (body as { to: string[] }).to[0]);
  expect(one).toMatch(/^facts\.conf-abc-facts-0\w+@example\.com$/);
  expect(other).not.toBe(one);
});

test('what was sent is read as late as the service shows it', async () => {
  let reads = 0;
  const message = JSON.stringify({ data: { id: 'm1' } });
  const { origin } = await serverThat((asked) => {
    if (asked.startsWith('POST')) return { status: 202, body: message };
    reads += 1;
    return reads === 1 ? { status: 404, body: '{"errors":[]}' } : { body: message };
  });
  const ask = async ({ api, sandboxed }: Sandbox) => {
    await api.sendEmail(sandboxed());
    return (await api.getEmail('m1')).status;
  };
  expect([await asking(ask, { baseUrl: `${origin}/v2` }), reads]).toEqual([200, 2]);
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

/** What is known of the clock of a service that answers a send at noon with this. */
function clockOf(status: number, body: object) {
  const request = { method: 'POST', url: 'http://127.0.0.1:9/v2/email_messages', headers: [] };
  const timing = { sentAt: '2026-11-22T12:00:00.000Z', tookMs: 40 };
  const given = { operation: 'createEmailMessage' as const, status, headers: [], text: JSON.stringify(body), request };
  const api = { sendEmail: async () => new Answer({ ...given, ...timing }) };
  return findOwnClock({ api, sandboxed: () => ({}) } as unknown as Sandbox);
}

test("a service's own clock is known by when it says that it made a message", async () => {
  const data = { id: '1', created_at: '2026-11-22T13:00:00.000Z' };
  expect(await clockOf(202, { data })).toEqual({ least: 3_600_000 - 40, most: 3_600_001 });
  const nothing = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };
  expect([await clockOf(422, { data }), await clockOf(202, { data: { id: '1' } })]).toEqual([nothing, nothing]);
});
