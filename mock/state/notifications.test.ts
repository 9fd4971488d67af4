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
