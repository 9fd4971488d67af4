import { expect, test } from 'vitest';
import type { SuppressionReason } from '../../fixtures/seed.ts';
import { Suppressions } from './suppression.ts';

const group = 'c5555555-5555-4555-8555-555555555555';
const plain = { groupId: null, override: false };
const overriding = { groupId: null, override: true };

const of = (reason: SuppressionReason, more: object = {}) =>
  new Suppressions([{ account: 'acme', address: 'Ann@Example.com', reason, ...more }]);

test('an address without a suppression is free', () => {
  expect(of('hard_bounce').blocking('acme', { email: 'bob@example.com' }, plain)).toBeUndefined();
});

test('a suppression counts for its own account only', () => {
  expect(of('hard_bounce').blocking('globex', { email: 'ann@example.com' }, plain)).toBeUndefined();
});

test('a suppressed address is found in any spelling, and named as it was given', () => {
  expect(of('hard_bounce').blocking('acme', { email: 'ANN@example.com' }, plain)).toEqual({
    to: 'ANN@example.com',
    reason: 'hard_bounce',
    scope: 'account',
    override_allowed: false,
  });
});

for (const reason of ['unsubscribe', 'manual_block'] as const) {
  test(`an override lets mail through to an address with the reason ${reason}`, () => {
    expect(of(reason).blocking('acme', { email: 'ann@example.com' }, plain)?.override_allowed).toBe(true);
    expect(of(reason).blocking('acme', { email: 'ann@example.com' }, overriding)).toBeUndefined();
  });
}

for (const reason of ['hard_bounce', 'spam_complaint', 'invalid'] as const) {
  test(`no override helps against ${reason}`, () => {
    expect(of(reason).blocking('acme', { email: 'ann@example.com' }, overriding)).toMatchObject({
      reason,
      override_allowed: false,
    });
  });
}

test('a suppression of a group counts for mail of that group only', () => {
  const grouped = of('unsubscribe', { group });
  const send = (groupId: string | null) =>
    grouped.blocking('acme', { email: 'ann@example.com' }, { groupId, override: false });
  expect(send(null)).toBeUndefined();
  expect(send('d6666666-6666-4666-8666-666666666666')).toBeUndefined();
  expect(send(group)).toMatchObject({ reason: 'unsubscribe', scope: 'group' });
  const anyGroup = { ...plain, anyGroup: true };
  expect(grouped.blocking('acme', { email: 'ann@example.com' }, anyGroup)).toMatchObject({ scope: 'group' });
  expect(of('invalid').blocking('acme', { email: 'ann@example.com' }, anyGroup)).toMatchObject({ scope: 'account' });
});

test('a group counts in whatever letter case the fixtures have it', () => {
  const grouped = of('unsubscribe', { group: group.toUpperCase() });
  const send = { groupId: group, override: false };
  expect(grouped.blocking('acme', { email: 'ann@example.com' }, send)).toMatchObject({ scope: 'group' });
});

test('of several suppressions of an address each counts, and one that can be overridden hides no other', () => {
  const reasons = [{ reason: 'unsubscribe' }, { reason: 'invalid' }, { reason: 'manual_block', group }] as const;
  const several = new Suppressions(reasons.map((one) => ({ account: 'acme', address: 'ann@example.com', ...one })));
  const blocking = (send: typeof plain) => several.blocking('acme', { email: 'ann@example.com' }, send)?.reason;
  expect([blocking(plain), blocking(overriding)]).toEqual(['unsubscribe', 'invalid']);
});
