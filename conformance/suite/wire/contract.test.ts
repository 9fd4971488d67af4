import { expect, test } from '@playwright/test';
import type { OperationId } from '../../../spec/types.ts';
import { Answer } from './answer.ts';
import { inspect, operationAt } from './contract.ts';

function rulesOf(operation: OperationId, status: number, body: unknown, type = 'application/json'): string[] {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = { method: 'GET', url: 'http://a.example/v2/x', headers: [] };
  const headers = [['Content-Type', type]] as [string, string][];
  return inspect(new Answer({ operation, status, headers, text, request })).map(({ rule }) => rule);
}

const meta = { total_pages: 0, total_results: 0, page_number: 1, page_size: 0 };

test('paths lead to their operations', () => {
  expect(operationAt('PATCH', '/sim_card_data_usage_notifications/x')).toBe('updateSimCardDataUsageNotification');
  expect(operationAt('GET', '/emails/1?a=b')).toBe('getEmail');
  expect(operationAt('DELETE', '/emails/1')).toBeUndefined();
  expect(operationAt('GET', '/nothing')).toBeUndefined();
});

test('a good answer breaks no rule', () => {
  expect(rulesOf('listDirDocumentTypes', 200, { data: [], meta })).toEqual([]);
});

test('a mismatch is charged to the rule that owns the place', () => {
  expect(rulesOf('listDirDocumentTypes', 200, { data: [], meta: { ...meta, page_size: 'x' } })).toEqual(['PAGE-2']);
  expect(rulesOf('listRecentAiMissionRuns', 201, { data: [], meta })).toEqual(['PAGE-6']);
});

test('another content type and a body that is no JSON belong to the rule about JSON', () => {
  expect(rulesOf('listDirDocumentTypes', 200, '<html>', 'text/html')).toEqual(['HTTP-1', 'HTTP-1']);
  expect(rulesOf('listDirDocumentTypes', 200, { data: [], meta }, 'application/json; charset=utf-8')).toEqual([]);
});

test('500 belongs to the rule about 500', () => {
  const errors = [{ code: '10007', title: 'Unexpected error' }];
  expect(rulesOf('listDirDocumentTypes', 500, { errors })).toContain('HTTP-12');
});
