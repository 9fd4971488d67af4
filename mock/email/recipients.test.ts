import { expect, test } from 'vitest';
import type { SuppressionReason } from '../../fixtures/seed.ts';
import { normalizeAddress, Suppressions, toAddress } from './recipients.ts';

test('an address is trimmed and retains its letter case and its name', () => {
  expect(toAddress(' Ada@Example.com\t')).toEqual({ email: 'Ada@Example.com' });
  expect(toAddress({ email: ' Ada@Example.com ', name: ' Ada ' })).toEqual({ email: 'Ada@Example.com', name: ' Ada ' });
});

for (const [first, second] of [
  ['ΟΔΟΣ', 'οδος'],
  ['οδος', 'οδοσ'],
  ['straße', 'STRASSE'],
  ['STRAẞE', 'strasse'],
  ['ﬁn', 'FIN'],
  ['İ', 'i\u0307'],
  ['𐐀', '𐐨'],
] as const) {
  test(`${first} and ${second} fold to the same`, () => expect(normalizeAddress(first)).toBe(normalizeAddress(second)));
}

for (const [first, second] of [
  ['ı', 'i'],
  ['é', 'e\u0301'],
  ['ä', 'a'],
] as const) {
  test(`${first} and ${second} stay different`, () =>
    expect(normalizeAddress(first)).not.toBe(normalizeAddress(second)));
}

const group = 'c5555555-5555-4555-8555-555555555555';
const ann = { email: 'ann@example.com' };
const plain = { groupId: null, override: false };
const overriding = { groupId: null, override: true };

const makeSuppressions = (reason: SuppressionReason, more: object = {}) =>
  new Suppressions([{ account: 'acme', address: 'Ann@Example.com', reason, ...more }]);

for (const [reason, isOverridable] of [
  ['unsubscribe', true],
  ['manual_block', true],
  ['hard_bounce', false],
  ['spam_complaint', false],
  ['invalid', false],
] as const) {
  test(`a suppression for ${reason} ${isOverridable ? 'can' : 'cannot'} be overridden`, () => {
    expect(makeSuppressions(reason).findBlocking('acme', ann, plain)).toMatchObject({
      reason,
      override_allowed: isOverridable,
    });
    expect(makeSuppressions(reason).findBlocking('acme', ann, overriding) === undefined).toBe(isOverridable);
  });
}

for (const [label, groupId, scope] of [
  ['without a group', null, undefined],
  ['of another group', 'd6666666-6666-4666-8666-666666666666', undefined],
  ['of its group', group, 'group'],
] as const) {
  test(`a group suppression ${scope ? 'counts' : 'does not count'} for a send ${label}`, () => {
    const grouped = makeSuppressions('unsubscribe', { group: group.toUpperCase() });
    expect(grouped.findBlocking('acme', ann, { groupId, override: false })?.scope).toBe(scope);
  });
}

test('an overridable suppression hides no other', () => {
  const reasons = ['unsubscribe', 'invalid'] as const;
  const several = new Suppressions(reasons.map((reason) => ({ account: 'acme', address: ann.email, reason })));
  expect(several.findBlocking('acme', ann, plain)?.reason).toBe('unsubscribe');
  expect(several.findBlocking('acme', ann, overriding)?.reason).toBe('invalid');
});
