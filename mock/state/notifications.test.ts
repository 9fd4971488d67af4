import { expect, test } from 'vitest';
import { ours } from '../../spec/generated/choices.ts';
import { atOnce } from '../time/turns.ts';
import { indexNotifications, Notifications } from './notifications.ts';

const id = '6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';
const later = '2030-01-15T12:00:00.000Z';
const resource = {
  id,
  sim_card_id: 'b8c1f0a2-3d4e-4f5a-8b6c-7d8e9f0a1b2c',
  record_type: 'sim_card_data_usage_notification' as const,
  threshold: { amount: '2048.0', unit: 'MB' as const },
  created_at: '2026-03-14T09:26:53Z',
  updated_at: '2026-03-14T09:26:53Z',
};

const fixtures = () => indexNotifications([{ account: 'acme', resource: structuredClone(resource) }]);

test('a notification is found by its account and its id, in any case', () => {
  const notifications = new Notifications(fixtures());
  expect(notifications.get('acme', id.toUpperCase())).toEqual(resource);
  expect(notifications.get('globex', id)).toBeUndefined();
});

test('a change is seen by the next read', () => {
  const notifications = new Notifications(fixtures());
  const changed = { ...resource, threshold: { amount: '4.0', unit: 'GB' }, updated_at: later };
  expect(notifications.update('acme', id, { threshold: { amount: '4.0', unit: 'GB' } }, later)).toEqual(changed);
  expect(notifications.get('acme', id)).toEqual(changed);
  expect(notifications.list().map(({ resource }) => resource)).toEqual([changed]);
});

test('the members that are not given stay', () => {
  const notifications = new Notifications(fixtures());
  notifications.update('acme', id, { threshold: { unit: 'GB' } }, later);
  expect(notifications.get('acme', id)?.threshold).toEqual({ amount: '2048.0', unit: 'GB' });
  notifications.update('acme', id, { threshold: { amount: '0' } }, later);
  expect(notifications.get('acme', id)?.threshold).toEqual({ amount: '0', unit: 'GB' });
  expect(notifications.get('acme', id)?.sim_card_id).toBe(resource.sim_card_id);
});

for (const change of [{}, { threshold: {} }]) {
  test(`without a member to change nothing changes: ${JSON.stringify(change)}`, () => {
    expect(new Notifications(fixtures()).update('acme', id, change, later)).toEqual(resource);
  });
}

test('read-only members have no effect', () => {
  const notifications = new Notifications(fixtures());
  const change = { id: 'x', record_type: 'x', created_at: later, updated_at: later };
  expect(notifications.update('acme', id, change as object, '2031-01-01T00:00:00.000Z')).toEqual(resource);
});

test('a notification of another account is not changed', () => {
  const notifications = new Notifications(fixtures());
  const change = { threshold: { amount: '1', unit: 'GB' as const } };
  expect(notifications.update('globex', id, change, later)).toBeUndefined();
  expect(notifications.get('acme', id)).toEqual(resource);
});

test('a change leaves the fixtures as they were', () => {
  const shared = fixtures();
  new Notifications(shared).update('acme', id, { threshold: { amount: '1', unit: 'GB' } }, later);
  expect(new Notifications(shared).get('acme', id)).toEqual(resource);
});

test('a change of the SIM card is seen, and one of nothing touches a notification where a deployment chose that', () => {
  const notifications = new Notifications(fixtures());
  const touched = { ...resource, updated_at: later };
  expect(notifications.update('acme', id, {}, later, { ...ours, emptyUpdate: 'touched' })).toEqual(touched);
  const sim_card_id = '00000000-0000-4000-8000-000000000000';
  expect(notifications.update('acme', id.toUpperCase(), { sim_card_id }, later)).toEqual({ ...touched, sim_card_id });
  expect(notifications.list()).toEqual([{ account: 'acme', resource: { ...touched, sim_card_id } }]);
});

test('with other fixtures what was changed and is admitted stays changed, all else is as they have it', () => {
  const [kept, gone] = [id, id.replace('6', '7')];
  const both = (account: string) =>
    indexNotifications([kept, gone].map((id) => ({ account, resource: { ...resource, id } })));
  const notifications = new Notifications(both('acme'));
  expect([notifications.has(gone.toUpperCase()), notifications.has('x')]).toEqual([true, false]);
  for (const each of [gone, kept]) notifications.update('acme', each, { threshold: { amount: '7' } }, later);
  expect(notifications.list().map(({ resource }) => resource.id)).toEqual([kept, gone]);
  atOnce(notifications.refit(both('globex'), ({ resource }) => resource.id === kept));
  const shown = ({ account, resource }: ReturnType<typeof notifications.list>[number]) =>
    `${account} ${resource.id === kept} ${resource.threshold?.amount}`;
  expect(notifications.list().map(shown)).toEqual(['acme true 7', 'globex false 2048.0']);
  expect(notifications.get('acme', gone)).toBeUndefined();
});
