import { expect, test } from 'vitest';
import { skipWaits } from '../../../spec/testing/waits.ts';
import { preflight, refuseUnknownNotification } from './preflight.ts';
import type { Profile } from './profile.ts';
import { resolveTarget } from './target.ts';
import { serve } from './testing.ts';

// Wrong prefixes, keys and addresses are refused in tests/conformance/preflight.test.ts.
const primary = { apiKey: 'key' };
const types = 'GET /v2/dir/document_types';
type Answers = Parameters<typeof serve>[0];

/** The preflight of a target with these answers, which is no mock of ours. */
async function preflightOf(answers: Answers, more: Partial<Profile> = {}) {
  const { origin, asked } = await serve((call, key) =>
    call.includes('/__admin/') ? { status: 404 } : answers(call, key),
  );
  const found = await preflight({ baseUrl: `${origin}/v2`, accounts: { primary }, ...more });
  return { ...found, requests: asked };
}
const ahead = (ms: number) => ({ headers: { Date: new Date(Date.now() + ms).toISOString() } });

test('a preflight only reads', async () => {
  const { facts, warnings, requests } = await preflightOf(() => ({}));
  expect(facts).toMatchObject({ isMock: false, clockOffsetMs: 0 });
  expect(warnings).toEqual([]);
  expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
});

test('a clock an hour ahead is measured', async () => {
  const { facts } = await preflightOf(() => ahead(3_600_000));
  expect(Math.abs(facts.clockOffsetMs - 3_600_000)).toBeLessThan(60_000);
});

test('a clock that may be a second ahead is measured again, four times at most', async () => {
  skipWaits();
  const { requests } = await preflightOf(() => ahead(500));
  expect(requests.filter((request) => request.startsWith(types))).toHaveLength(5);
});

const healths: [label: string, health: { status?: number; body: string }, isMock: boolean][] = [
  ['names our mock', { body: '{"product":"telephony-contract-mock"}' }, true],
  ['names another product', { body: '{"product":"mock"}' }, false],
  ['is no success', { status: 500, body: '{"product":"telephony-contract-mock"}' }, false],
  ['is not JSON', { body: 'telephony-contract-mock' }, false],
];
for (const [label, health, isMock] of healths) {
  test(`a target is ${isMock ? '' : 'not '}our mock whose health ${label}`, async () => {
    const { origin } = await serve((asked) => (asked === 'GET /__admin/health' ? health : {}));
    const { facts } = await preflight({ baseUrl: `${origin}/v2`, accounts: { primary } });
    expect(facts.isMock).toBe(isMock);
  });
}

test('a refused additional account is a warning', async () => {
  const accounts = { primary, restricted: { apiKey: 'second' }, other: { apiKey: 'third' } };
  const { warnings } = await preflightOf((_, key) => ({ status: key === 'third' ? 401 : 200 }), { accounts });
  expect(warnings).toEqual([expect.stringContaining('accounts.other (401)')]);
});

const notifications: [label: string, statusOf: (key: string | undefined) => number, isRefused: boolean][] = [
  ['exists', () => 200, false],
  ['does not exist', (key) => (key ? 404 : 401), true],
  ['is at a path that does not exist', () => 404, false],
];
for (const [label, statusOf, isRefused] of notifications) {
  test(`a run ${isRefused ? 'does not begin' : 'begins'} where the notification ${label}`, async () => {
    const { origin } = await serve((_, key) => ({ status: statusOf(key) }));
    const profile: Profile = {
      baseUrl: `${origin}/v2`,
      accounts: { primary },
      allow: ['read', 'write'],
      simNotification: { id: 'n1' },
    };
    const found = refuseUnknownNotification(resolveTarget(profile, { isMock: false, clockOffsetMs: 0 }));
    if (isRefused) await expect(found).rejects.toThrow('no notification n1');
    else await found;
  });
}
