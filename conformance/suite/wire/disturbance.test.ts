import { expect, test } from 'vitest';
import { Disturbance, describeForeign, originOf, remedyFor } from './disturbance.ts';
import type { WireAnswer } from './exchange.ts';

const errors = '{"errors":[{"code":"10007","title":"Unexpected error"}]}';
const page = '<html>Not now</html>';

const answer = (status: number, text: string) => ({
  status,
  headers: [],
  body: Buffer.from(text),
  sentAt: '2026-11-22T12:00:00.000Z',
  tookMs: 1,
});

for (const [status, text, origin] of [
  [502, errors, 'gateway'],
  [503, errors, 'gateway'],
  [504, errors, 'gateway'],
  [502, '{"message":"Not now"}', 'gateway'],
  [503, page, 'gateway'],
  [504, '', 'gateway'],
  [521, page, 'gateway'],
  [520, '', 'gateway'],
  [524, '{"message":"Not now"}', 'gateway'],
  [521, errors, 'gateway'],
  [530, errors, 'gateway'],
  [531, errors, 'service'],
  [519, errors, 'service'],
  [499, '', 'gateway'],
  [421, page, 'gateway'],
  [408, '{"message":"Not now"}', 'gateway'],
  [425, page, 'gateway'],
  [425, errors, 'service'],
  [408, errors, 'service'],
  [499, '{"errors":{}}', 'gateway'],
  [400, '', 'uncertain'],
  [500, '', 'service'],
  [500, page, 'service'],
  [501, page, 'service'],
  [413, page, 'gateway'],
  [413, 'Payload Too Large', 'gateway'],
  [414, page, 'gateway'],
  [431, '', 'gateway'],
  [494, page, 'gateway'],
  [413, errors, 'service'],
  [413, '{"message":"Too large"}', 'service'],
  [422, 'Too large', 'uncertain'],
  [404, page, 'uncertain'],
  [404, errors, 'service'],
  [204, '', 'service'],
  [399, '', 'service'],
  [505, page, 'gateway'],
  [403, 'no', 'uncertain'],
] as const) {
  test(`an answer with ${status} and ${text || 'no body'} comes from: ${origin}`, () => {
    expect(originOf(answer(status, text), true)).toBe(origin);
  });
}

test("a page with 403 is a firewall's, and a text may be the service's", () => {
  const typed = (type: string) => ({ ...answer(403, page), headers: [['Content-Type', type] as const] });
  const types = ['text/html', 'Text/HTML; charset=utf-8', 'text/plain', 'x-text/html'];
  expect(types.map((type) => originOf(typed(type), true))).toEqual(['gateway', 'gateway', 'uncertain', 'uncertain']);
  expect(originOf(typed('text/html'), false)).toBe('service');
  expect(originOf({ ...typed('text/html'), status: 402 }, true)).toBe('uncertain');
});

test('what calls itself JSON and is none is an answer of the service', () => {
  const broken = {
    ...answer(200, '{"data":'),
    headers: [['Content-Type', 'application/json; charset=utf-8'] as const],
  };
  expect(originOf(broken, true)).toBe('service');
});

for (const type of ['application/problem+json', 'Application/JSON']) {
  test(`what calls itself ${type} is an answer of the service`, () => {
    expect(originOf({ ...answer(400, '<'), headers: [['content-type', type]] }, true)).toBe('service');
  });
}

for (const type of ['text/plain; application/json', 'application/jsonp', 'image/json']) {
  test(`what calls itself ${type} does not call itself JSON`, () => {
    expect(originOf({ ...answer(400, '<'), headers: [['content-type', type]] }, true)).toBe('uncertain');
  });
}

test('a page is an answer of the service where the contract has no JSON', () => {
  expect([404, 413].map((status) => originOf(answer(status, page), false))).toEqual(['service', 'service']);
});

test('what a firewall or a gateway refuses has a remedy, and nothing else has', () => {
  expect(remedyFor(403)).toBe('let the firewall pass what the suite sends');
  for (const status of [413, 414, 431, 494])
    expect(remedyFor(status), String(status)).toBe('let the gateway pass requests as large as the contract allows');
  for (const status of [400, 404, 408, 502, 503]) expect(remedyFor(status), String(status)).toBeUndefined();
});

test('what somebody else answers is told by its words and by who says to have written it', () => {
  const headers: WireAnswer['headers'] = [
    ['Server', 'nginx'],
    ['X-Other', 'unsaid'],
    ['Retry-After', '5'],
  ];
  const body = Buffer.from('<html>\n <b>Not   now</b>\n</html>');
  expect(describeForeign({ ...answer(503, ''), headers, body })).toBe('503 "Not now" (server: nginx, retry-after: 5)');
  const telling = ['server', 'via', 'x-cache', 'x-served-by', 'cf-ray', 'content-type', 'retry-after'];
  const all = telling.toReversed().map((name) => [name, 'a'] as const);
  expect(describeForeign({ ...answer(502, ''), headers: all })).toBe(`502 (${telling.join(': a, ')}: a)`);
  expect(describeForeign(answer(504, `<!--${'x'.repeat(1900)}--><p>Später</p>`))).toBe('504 "Später"');
  expect(describeForeign(answer(504, ''))).toBe('504');
  const told = (length: number) => describeForeign(answer(502, 'x'.repeat(length)));
  expect([told(120), told(121)]).toEqual([`502 "${'x'.repeat(120)}"`, `502 "${'x'.repeat(120)}..."`]);
});

test('what is no evidence is an error, and blocked where something is to be done', () => {
  expect(new Disturbance('no answer')).toMatchObject({
    outcome: 'error',
    message: 'no answer',
    neverSent: false,
    isTimeout: false,
  });
  expect(new Disturbance('403', { remedy: 'open it', neverSent: true })).toMatchObject({
    outcome: 'blocked',
    message: '403; open it',
    neverSent: true,
  });
});
