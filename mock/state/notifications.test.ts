import { expect, test } from 'vitest';
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

const fixtures = (account = 'acme', ids = [id]) =>
  indexNotifications(ids.map((each) => ({ account, resource: { ...structuredClone(resource), id: each } })));

test('a notification is found by its account and its id in any letter case', () => {
  const notifications = new Notifications(fixtures());
  expect(notifications.get('acme', id.toUpperCase())).toEqual(resource);
  expect(notifications.get('globex', id)).toBeUndefined();
});

test('an update is seen by the next read, with the time of the update', () => {
  const notifications = new Notifications(fixtures());
  const updated = { ...resource, threshold: { amount: '4.0', unit: 'GB' }, updated_at: later };
  expect(notifications.update('acme', id, { threshold: { amount: '4.0', unit: 'GB' } }, later)).toEqual(updated);
  expect(notifications.get('acme', id)).toEqual(updated);
  expect(notifications.list().map((entry) => entry.resource)).toEqual([updated]);
});

for (const [change, threshold] of [
  [{ unit: 'GB' }, { amount: '2048.0', unit: 'GB' }],
  [{ amount: '0' }, { amount: '0', unit: 'MB' }],
] as const) {
  test(`an update of ${Object.keys(change).join()} alone leaves the rest of the threshold`, () => {
    const notifications = new Notifications(fixtures());
    notifications.update('acme', id, { threshold: change }, later);
    expect(notifications.get('acme', id)).toEqual({ ...resource, threshold, updated_at: later });
  });
}

for (const change of [{}, { threshold: {} }, { id: 'x', record_type: 'x', created_at: later, updated_at: later }]) {
  test(`an update by ${JSON.stringify(change)} changes nothing, updated_at included`, () => {
    expect(new Notifications(fixtures()).update('acme', id, change as object, later)).toEqual(resource);
  });
}

test('a notification of another account is not updated', () => {
  const notifications = new Notifications(fixtures());
  expect(notifications.update('globex', id, { threshold: { amount: '1' } }, later)).toBeUndefined();
  expect(notifications.get('acme', id)).toEqual(resource);
});

test('an update leaves the fixtures of other partitions as they were', () => {
  const shared = fixtures();
  new Notifications(shared).update('acme', id, { threshold: { amount: '1', unit: 'GB' } }, later);
  expect(new Notifications(shared).get('acme', id)).toEqual(resource);
});

test('new fixtures leave admitted updates and replace the rest', () => {
  const second = id.replace('6', '7');
  const notifications = new Notifications(fixtures('acme', [id, second]));
  for (const each of [second, id]) notifications.update('acme', each, { threshold: { amount: '7' } }, later);
  notifications.refit(fixtures('acme', [id, second]), (entry) => entry.resource.id === id);
  expect([id, second].map((each) => notifications.get('acme', each)?.threshold.amount)).toEqual(['7', '2048.0']);
});
