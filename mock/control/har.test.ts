import { expect, test } from 'vitest';
import { packageVersion } from '../../spec/package-version.ts';
import type { JournalEntry } from '../state/journal.ts';
import { toHar } from './har.ts';

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
  response: {
    status: 202,
    headers: { 'content-type': 'c/d', 'transfer-encoding': 'chunked', 'keep-alive': 'timeout=5' },
    body: 'ä',
  },
  rules: ['ERR-1', 'ERR-2'],
  scenarios: [],
  notes: [],
} as unknown as JournalEntry;

const first = (changes: object) => [...toHar([{ ...entry, ...changes }], 'http://h:1').log.entries][0];

const told = {
  startedDateTime: '2030-01-15T12:00:00.000Z',
  time: 12,
  request: {
    method: 'POST',
    url: 'http://h:1/v2/a?b=1&b=%5B',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [
      { name: 'content-type', value: 'a/b' },
      { name: 'x-a', value: '1' },
    ],
    queryString: [
      { name: 'b', value: '1' },
      { name: 'b', value: '[' },
    ],
    postData: { mimeType: 'a/b', text: 'ää' },
    headersSize: -1,
    bodySize: 4,
  },
  response: {
    status: 202,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [{ name: 'content-type', value: 'c/d' }],
    content: { size: 2, mimeType: 'c/d', text: 'ä' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
  },
  cache: {},
  timings: { send: 0, wait: 12, receive: 0 },
  comment: 'ERR-1 ERR-2',
};

test('an archive has each exchange whole, without what is of one connection', () => {
  const { log } = toHar([entry], 'http://h:1');
  expect({ ...log, entries: [...log.entries] }).toEqual({
    version: '1.2',
    creator: { name: 'telephony-contract mock', version: packageVersion() },
    entries: [told],
  });
});

test('an exchange without bodies and headers has none in the archive', () => {
  const request = { method: 'GET', url: '/', headers: {}, body: '' };
  expect(first({ request, response: { status: 204, headers: {}, body: '' } })).toEqual({
    ...told,
    request: {
      ...told.request,
      method: 'GET',
      url: 'http://h:1/',
      headers: [],
      queryString: [],
      postData: undefined,
      bodySize: 0,
    },
    response: { ...told.response, status: 204, headers: [], content: { size: 0, mimeType: '', text: '' } },
  });
});

test('a body that was cut, an answer that was lost, and scenarios are told', () => {
  const scenarios = [{ drop: true }];
  const request = { method: 'PUT', url: '/', headers: {}, body: 'a… (cut, 9 bytes in all)' };
  const cut = first({ request, scenarios, cut: true });
  expect(cut?.request.postData).toEqual({ mimeType: '', text: request.body, comment: 'cut by the journal' });
  expect(cut).toMatchObject({
    response: { _error: 'cut', comment: 'the connection was cut before this answer' },
    _scenarios: scenarios,
  });
});

for (const [target, url] of [
  ['/a', 'http://h:1/a'],
  ['//b/c', 'http://h:1//b/c'],
  ['http://b/c?d', 'http://b/c?d'],
  ['b:443', 'b:443'],
  ['*', 'http://h:1/*'],
  ['', 'http://h:1/'],
] as const) {
  test(`what a request was for is told as an address: ${target}`, () => {
    expect(first({ request: { ...entry.request, url: target } })?.request.url).toBe(url);
  });
}
