import { expect, test } from 'vitest';
import { findOperation } from './contract.ts';

test('a method and a path lead to an operation', () => {
  expect(findOperation('PATCH', '/sim_card_data_usage_notifications/x')).toBe('updateSimCardDataUsageNotification');
  expect(findOperation('GET', '/emails/1?a=b')).toBe('getEmail');
  expect(findOperation('DELETE', '/emails/1')).toBeUndefined();
  expect(findOperation('GET', '/nothing')).toBeUndefined();
});

const ambiguous = ['%2F..%2F', '%5C', '.', '%2e%2E', '', 'a//b', 'a;b', '%252F', '%00', '%FF', '{id}', 'x'.repeat(256)];
test.each(ambiguous)('a path that gateways read in different ways leads to no operation: %j', (id) => {
  expect(findOperation('GET', `/email_messages/${id}`)).toBeUndefined();
});

const malformed = ['not-a-uuid', '-1', 'a..b', "'%20OR%201=1--", '%F0%9F%98%80', 'x'.repeat(255)];
test.each(malformed)('a malformed id leads to the operation: %s', (id) => {
  expect(findOperation('GET', `/email_messages/${id}?a=%2F`)).toBe('getEmailMessage');
});
