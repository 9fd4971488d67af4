import { expect, test } from 'vitest';
import type { SuppressionReason } from '../../fixtures/seed.ts';
import { Suppressions } from './suppression.ts';

const group = 'c5555555-5555-4555-8555-555555555555';
const ann = { email: 'ann@example.com' };
const plain = { groupId: null, override: false };
const overriding = { groupId: null, override: true };

const suppressed = (reason: SuppressionReason, more: object = {}) =>
  new Suppressions([{ account: 'acme', address: 'Ann@Example.com', reason, ...more }]);

for (const [reason, isOverridable] of [
  ['unsubscribe', true],
  ['manual_block', true],
  ['hard_bounce', false],
  ['spam_complaint', false],
  ['invalid', false],
] as const) {
  test(`a suppression for ${reason} ${isOverridable ? 'can' : 'cannot'} be overridden`, () => {
    expect(suppressed(reason).blocking('acme', ann, plain)).toMatchObject({ reason, override_allowed: isOverridable });
    expect(suppressed(reason).blocking('acme', ann, overriding) === undefined).toBe(isOverridable);
  });
}

for (const [label, groupId, scope] of [
  ['without a group', null, undefined],
  ['of another group', 'd6666666-6666-4666-8666-666666666666', undefined],
  ['of its group', group, 'group'],
] as const) {
  test(`a group suppression ${scope ? 'counts' : 'does not count'} for a send ${label}`, () => {
    const grouped = suppressed('unsubscribe', { group: group.toUpperCase() });
    expect(grouped.blocking('acme', ann, { groupId, override: false })?.scope).toBe(scope);
  });
}

test('a suppression that can be overridden hides no other one', () => {
  const reasons = ['unsubscribe', 'invalid'] as const;
  const several = new Suppressions(reasons.map((reason) => ({ account: 'acme', address: ann.email, reason })));
  expect(several.blocking('acme', ann, plain)?.reason).toBe('unsubscribe');
  expect(several.blocking('acme', ann, overriding)?.reason).toBe('invalid');
});
