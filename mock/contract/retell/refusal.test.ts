import { expect, test } from 'vitest';
import { refuse } from '../answer.ts';
import { retellRefusal } from './refusal.ts';

test('a refusal repeats the first 2,000 characters of a path, and the origin, method and time of its request', () => {
  const missing = ['{origin}', '{method}', '{path}', '{url}', '{now}'];
  const form = { meta: { at: '{path}' }, members: { '/asked': { missing } } };
  const told = retellRefusal(refuse(404, { code: '10005', detail: 'No.' }), [{ form, rules: [], isOfReading: false }], {
    status: 404,
    isAsSent: false,
    beside: {},
    asked: { method: 'PUT', path: `/${'x'.repeat(2_000)}`, url: '/a?b=1', headers: { host: 'h:1' }, now: 0 },
  });
  const path = `/${'x'.repeat(1_999)}`;
  expect(told).toEqual({
    status: 404,
    body: {
      errors: [{ code: '10005', title: 'Resource not found', detail: 'No.', meta: { at: path } }],
      asked: ['http://h:1', 'PUT', path, '/a?b=1', '1970-01-01T00:00:00.000Z'],
    },
    rules: [],
  });
});
