import { expect, test } from 'vitest';
import { toHar } from './har.ts';
import type { JournalEntry } from './journal.ts';

const entry = {
  id: 'one',
  at: '2030-01-15T12:00:00.000Z',
  durationMs: 12,
  request: {
    method: 'POST',
    url: '/v2/a?b=1&b=%5B',
    headers: { host: 'h', cookie: 'c', connection: 'k', 'content-length': '4', 'content-type': 'a/b', 'x-a': '1' },
    body: 'ää',
  },
  response: { status: 202, headers: { 'content-type': 'c/d', 'transfer-encoding': 'chunked' }, body: 'ä' },
  rules: ['ERR-1', 'ERR-2'],
  scenarios: [],
  notes: [],
} as unknown as JournalEntry;

const archiveExchange = (changes: object) => [...toHar([{ ...entry, ...changes }], 'http://h:1').log.entries][0];

test('a HAR entry has the whole exchange, without headers of the connection and cookies', () => {
  expect(archiveExchange({})).toMatchObject({
    startedDateTime: '2030-01-15T12:00:00.000Z',
    time: 12,
    request: {
      method: 'POST',
      url: 'http://h:1/v2/a?b=1&b=%5B',
      headers: [
        { name: 'content-type', value: 'a/b' },
        { name: 'x-a', value: '1' },
      ],
      queryString: [
        { name: 'b', value: '1' },
        { name: 'b', value: '[' },
      ],
      postData: { mimeType: 'a/b', text: 'ää' },
      bodySize: 4,
    },
    response: {
      status: 202,
      headers: [{ name: 'content-type', value: 'c/d' }],
      content: { size: 2, mimeType: 'c/d', text: 'ä' },
    },
    timings: { send: 0, wait: 12, receive: 0 },
    comment: 'ERR-1 ERR-2',
  });
});

test('a HAR entry of a request without a body has no post data', () => {
  const request = { method: 'GET', url: '/', headers: {}, body: '' };
  const archivedRequest = archiveExchange({ request })?.request;
  expect(archivedRequest?.postData).toBeUndefined();
  expect(archivedRequest).toMatchObject({ bodySize: 0, queryString: [] });
});

test('a HAR entry marks a cut body and a lost answer', () => {
  const request = { method: 'PUT', url: '/', headers: {}, body: 'a… (cut, 9 bytes in all)' };
  const response = { status: 200, headers: {}, body: request.body };
  expect(archiveExchange({ request, response, cut: true })).toMatchObject({
    request: { postData: { text: request.body, comment: 'cut by the journal' } },
    response: { _error: 'cut', content: { text: request.body, comment: 'cut by the journal' } },
  });
});

for (const [target, url] of [
  ['/a', 'http://h:1/a'],
  ['//b/c', 'http://h:1//b/c'],
  ['http://b/c?d', 'http://b/c?d'],
  ['b:443', 'b:443'],
  ['', 'http://h:1/'],
] as const) {
  test(`the request target "${target}" has the address ${url}`, () => {
    expect(archiveExchange({ request: { ...entry.request, url: target } })?.request.url).toBe(url);
  });
}
