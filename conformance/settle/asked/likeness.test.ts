import { expect, test } from 'vitest';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { difference, fidelityOf } from './likeness.ts';

interface Answered {
  status?: number;
  headers?: [string, string][];
  body: unknown;
}

/** How an answer of a target differs from ours to the same request; texts are bodies as they came. */
function differing({ status = 422, headers = [], body }: Answered, own: Answered): string | undefined {
  const textOf = (one: unknown) => (typeof one === 'string' ? one : JSON.stringify(one));
  const request = { method: 'GET', url: 'http://target/v2/x', headers: [] };
  const about = { case: 'a case', rules: [], at: 0, broken: [], operation: 'createEmailMessage' as const };
  const seen: NotedExchange = { ...about, request, status, headers, text: textOf(body) };
  return difference({
    seen,
    ours: { status: own.status ?? status, headers: own.headers ?? [], text: textOf(own.body), rules: [] },
  });
}

const error = (more: object = {}) => ({
  code: '10015',
  title: 'Invalid',
  detail: 'no',
  source: { pointer: '/to' },
  ...more,
});
const html: [string, string][] = [['Content-Type', 'text/html; charset=utf-8']];

const refusals: [what: string, theirs: Answered, ours: Answered, told: string | undefined][] = [
  ['the same', { body: { errors: [error()] } }, { body: { errors: [error()] } }, undefined],
  ['another detail', { body: { errors: [error({ detail: 'No!' })] } }, { body: { errors: [error()] } }, undefined],
  ['another status', { status: 400, body: {} }, { status: 422, body: {} }, 'status 400, the mock 422'],
  ['no body', { body: ' ' }, { body: { errors: [error()] } }, 'no body, the mock a body'],
  ['a page', { headers: html, body: '<p>No</p>' }, { body: {} }, 'a body of text/html, the mock a body'],
  ['a text of no type', { body: 'No' }, { body: {} }, 'a body of text/plain, the mock a body'],
  ['pages of one type', { headers: html, body: '<p>No</p>' }, { headers: html, body: '<p>Never</p>' }, undefined],
  ['no list of errors', { body: { message: 'no' } }, { body: { errors: [error()] } }, 'errors not told'],
  ['a list that ours has not', { body: { errors: [error()] } }, { body: { message: 'no' } }, 'errors told'],
  ['no errors', { body: { errors: [] } }, { body: { errors: [error()] } }, 'errors empty'],
  ['errors where ours has none', { body: { errors: [error()] } }, { body: { errors: [] } }, 'errors not empty'],
  [
    'another code',
    { body: { errors: [error({ code: '1' })] } },
    { body: { errors: [error()] } },
    'code "1", the mock "10015"',
  ],
  [
    'no code',
    { body: { errors: [error({ code: undefined })] } },
    { body: { errors: [error()] } },
    'code null, the mock "10015"',
  ],
  [
    'another title',
    { body: { errors: [error({ title: 'No' })] } },
    { body: { errors: [error()] } },
    'title "No", the mock "Invalid"',
  ],
  [
    'another type',
    { body: { detail: [{ type: 'missing', loc: ['query', 'a'] }] } },
    { body: { detail: [{ type: 'int_parsing', loc: ['query', 'b'] }] } },
    'type "missing", the mock "int_parsing"',
  ],
  ['no detail', { body: { errors: [error({ detail: null })] } }, { body: { errors: [error()] } }, 'no detail'],
  ['a detail', { body: { errors: [error()] } }, { body: { errors: [error({ detail: undefined })] } }, 'a detail'],
  [
    'another parameter',
    { body: { detail: [{ type: 'missing', loc: ['query', 'a'] }] } },
    { body: { detail: [{ type: 'missing', loc: ['query', 'b'] }] } },
    'loc ["query","a"], the mock ["query","b"]',
  ],
  [
    'more errors than one',
    { body: { errors: [error(), error({ source: { pointer: '/cc' } })] } },
    { body: { errors: [error()] } },
    '2 errors, the mock 1',
  ],
  [
    'another place',
    { body: { errors: [error({ source: { pointer: '/cc' } })] } },
    { body: { errors: [error({ source: { pointer: '/to' } })] } },
    'source {"pointer":"/cc"}, the mock {"pointer":"/to"}',
  ],
  [
    'three errors where ours has two',
    { body: { errors: ['/a', '/b', '/c'].map((pointer) => error({ source: { pointer } })) } },
    { body: { errors: ['/a', '/b'].map((pointer) => error({ source: { pointer } })) } },
    undefined,
  ],
];
for (const [what, theirs, ours, told] of refusals) {
  test(`a refusal with ${what} is ${told === undefined ? 'alike' : 'another one'}`, () => {
    expect(differing(theirs, ours)).toBe(told);
  });
}

const members: [what: string, theirs: unknown, ours: unknown, told: string | undefined][] = [
  ['another text', 'a', 'b', undefined],
  ['a number', 1, 'b', 'number, at the mock a text'],
  ['null', null, 'b', 'null, at the mock a text'],
  ['nothing', undefined, 'b', 'absent, at the mock a text'],
  ['an empty list', [], ['b'], 'an empty list, at the mock a list'],
  ['another list', ['a'], ['b'], undefined],
  ['a time', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678Z', 'a time with Z, at the mock a time with .000Z'],
  [
    'a time elsewhere',
    '2026-01-02T03:04:05+02:00',
    '2026-01-02T03:04:05Z',
    'a time with +02:00, at the mock a time with Z',
  ],
  [
    'a time elsewhere in the west',
    '2026-01-02T03:04:05-02:00',
    '2026-01-02T03:04:05.678Z',
    'a time with -02:00, at the mock a time with .000Z',
  ],
  ['a text that begins with a time', '2026-01-02T03:04:05Z!', 'b', undefined],
  ['a text that ends with a time', 'at 2026-01-02T03:04:05Z', 'b', undefined],
  ['a time of fewer digits', '2026-01-02T03:04:05.6Z', '2026-01-02T03:04:05.678Z', undefined],
  [
    'a time of more digits',
    '2026-01-02T03:04:05.6789Z',
    '2026-01-02T03:04:05.678Z',
    'a time with .000000Z, at the mock a time with .000Z',
  ],
  ['a day', '2026-01-02', '2026-01-02T03:04:05Z', 'a text, at the mock a time with Z'],
];
for (const [what, theirs, ours, told] of members) {
  test(`a member that is ${what} is ${told === undefined ? 'alike' : 'told otherwise'}`, () => {
    const of = (value: unknown): Answered => ({
      status: 200,
      body: { data: { id: '1', ...(value !== undefined && { 'a/b': value }) } },
    });
    expect(differing(of(theirs), of(ours))).toBe(told && `/data/a~1b is ${told}`);
  });
}

test('a place within the entries of a list is told once for all of them', () => {
  const of = (...emails: unknown[]): Answered => ({
    status: 200,
    body: { data: { to: emails.map((email) => ({ email })) } },
  });
  expect(differing(of('a', null), of('a', 'b'))).toBe('/data/to/*/email is null, at the mock a text');
  const within = (item: object): Answered => ({ status: 200, body: { data: { data: [item] } } });
  expect(differing(within({ a: 1 }), within({}))).toBe('/data/data/*/a is number, at the mock absent');
});

const page = { page_number: 1, total_pages: 2 };
const bodies: [what: string, theirs: object, ours: object, told: string | undefined][] = [
  [
    'the links of another page',
    { data: [1], meta: page, next: '/2' },
    { data: [1], meta: { ...page, page_number: 2 } },
    undefined,
  ],
  [
    'the links of the same page',
    { data: [1], meta: page, next: '/2' },
    { data: [1], meta: page },
    '/next is a text, at the mock absent',
  ],
  [
    'other items of another page',
    { data: [1], meta: page },
    { data: [], meta: page },
    '/data is a list, at the mock an empty list',
  ],
  [
    'what is said of another page',
    { data: [1], meta: { ...page, of: 'a' } },
    { data: [1], meta: { ...page, page_number: 2, of: 1 } },
    '/meta/of is a text, at the mock number',
  ],
  [
    'a member beside a list where ours has none',
    { next: '/2', data: [1] },
    { data: {} },
    '/next is a text, at the mock absent',
  ],
  [
    'a member beside what is no list',
    { data: { status: 'sent' }, suppressed: ['a'] },
    { data: { status: 'sent' } },
    '/suppressed is a list, at the mock absent',
  ],
];
for (const [what, theirs, ours, told] of bodies) {
  test(`of a success with ${what} ${told === undefined ? 'nothing' : 'that'} is told`, () => {
    expect(differing({ status: 200, body: theirs }, { body: ours })).toBe(told);
  });
}

test('words of a status are compared, and what a free object holds is data', () => {
  const of = (data: object): Answered => ({ status: 200, body: { data } });
  expect(differing(of({ status: 'sent' }), of({ status: 'queued' }))).toBe('/data/status is sent, at the mock queued');
  const within = (email: object) => of({ to: [email] });
  expect(differing(within({ status: 'sent' }), within({ status: 'queued' }))).toBe(
    '/data/to/*/status is sent, at the mock queued',
  );
  expect(differing(of({ statuses: 'sent' }), of({ statuses: 'queued' }))).toBeUndefined();
  expect(differing(of({ template_variables: { a: 1 } }), of({ template_variables: { b: 'c' } }))).toBeUndefined();
});

test('what differs is told most frequent first, with the rule of our answer, else the operation, and the member', () => {
  const pair = (theirs: object, rule?: 'ERR-10' | 'DIR-1', operation?: 'createEmailMessage') => {
    const request = { method: 'GET', url: 'http://target/v2/x', headers: [] };
    const about = {
      case: 'a case',
      rules: [],
      at: 0,
      broken: [],
      headers: [],
      request,
      ...(operation && { operation }),
    };
    const seen: NotedExchange = { ...about, status: 200, text: JSON.stringify({ data: theirs }) };
    return { seen, ours: { status: 200, text: '{"data":{"a":"b"}}', rules: rule ? [rule] : [] } };
  };
  const [once, often, alike] = [
    pair({ a: 1 }, 'ERR-10', 'createEmailMessage'),
    pair({ a: null }, 'DIR-1'),
    pair({ a: 'c' }),
  ];
  const [unruled, outside] = [pair({}, undefined, 'createEmailMessage'), pair({})];
  const { differs, ...counts } = fidelityOf([once, often, alike, often, unruled, often, outside, unruled]);
  expect(counts).toEqual({ alike: 1, of: 8 });
  expect(differs.map(({ seen, ...one }) => one)).toEqual([
    { what: 'DIR-1: /data/a is null, at the mock a text', times: 3, rule: 'DIR-1', at: '/data/a' },
    { what: 'createEmailMessage: /data/a is absent, at the mock a text', times: 2, rule: undefined, at: '/data/a' },
    { what: 'ERR-10: /data/a is number, at the mock a text', times: 1, rule: 'ERR-10', at: '/data/a' },
    { what: 'outside the contract: /data/a is absent, at the mock a text', times: 1, rule: undefined, at: '/data/a' },
  ]);
});
