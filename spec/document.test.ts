import { expect, test } from 'vitest';
import { createMatcher } from './document.ts';
import { document } from './testing/contract.ts';

const match = createMatcher(document);

test('a method and a path lead to an operation, with the parameters of the path', () => {
  expect(match('PATCH', '/sim_card_data_usage_notifications/x')).toMatchObject({
    operation: { id: 'updateSimCardDataUsageNotification' },
    params: { id: 'x' },
  });
  expect(match('get', '/dir/document_types?page[size]=1')).toMatchObject({
    operation: { id: 'listDirDocumentTypes' },
    params: {},
  });
});

test('each parameter of a path has its own part of it', () => {
  const operations = [{ id: 'readPart', method: 'get', path: '/boxes/{box}/parts/{part}' }];
  const matchParts = createMatcher({ ...document, operations } as unknown as typeof document);
  expect(matchParts('GET', '/boxes/b 1/parts/%7B2%7D')?.params).toEqual({ box: 'b 1', part: '%7B2%7D' });
  expect(matchParts('GET', '/boxes//parts/2')).toBeUndefined();
});

for (const [method, path] of [
  ['DELETE', '/emails/1'],
  ['GET', '/emails/'],
  ['GET', '/emails/1/2'],
  ['GET', '/nothing'],
] as const) {
  test(`the contract has no operation there: ${method} ${path}`, () => {
    expect(match(method, path)).toBeUndefined();
  });
}
