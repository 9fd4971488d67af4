import { expect, test } from 'vitest';
import { Answer, MissingInAnswer, parseBody, removeNulls, removeRequestIds } from './answer.ts';
import { formatCurl, nameBodyFile, type ShownRequest, showBody } from './curl.ts';
import type { HeaderPairs } from './exchange.ts';

const answer = (status: number, text: string, headers: HeaderPairs = []) =>
  new Answer({
    operation: 'createEmailMessage',
    status,
    headers,
    text,
    request: { method: 'GET', url: 'https://a.example', headers: [] },
  });

test('2xx is accepted, 4xx is refused, and 400 and 422 refuse the form of a request', () => {
  const statuses = [199, 200, 299, 300, 399, 400, 401, 422, 499, 500];
  const statusesWhere = (is: (answer: Answer) => boolean) => statuses.filter((status) => is(answer(status, '')));
  expect(statusesWhere(({ accepted }) => accepted)).toEqual([200, 299]);
  expect(statusesWhere(({ refused }) => refused)).toEqual([400, 401, 422, 499]);
  expect(statusesWhere(({ refusedForm }) => refusedForm)).toEqual([400, 422]);
});

const message = { id: '1', to: [], status: 'queued' };
const suppressed = [{ to: 'a@example.com' }];
const bodies: [where: string, body: unknown, member: string | undefined, read: unknown][] = [
  ['in data', { data: message, suppressed }, 'data', { data: message, suppressed }],
  ['in data that is null', { data: null, id: '1', to: [] }, 'data', { data: null, id: '1', to: [] }],
  ['in another member', { message, suppressed }, 'message', { data: message, suppressed }],
  ['in another member next to an id', { id: '1', of: { id: '2' } }, 'of', { data: { id: '2' }, id: '1' }],
  ['as the whole body', { ...message, suppressed }, '', { data: message, suppressed }],
  ['as only the id', { id: '1' }, '', { data: { id: '1' } }],
  ['nowhere without a text id', { to: [], id: 1 }, undefined, { to: [], id: 1 }],
  ['nowhere in a list', [{ id: '1' }], undefined, [{ id: '1' }]],
];
for (const [where, body, member, read] of bodies) {
  test(`the message of a success is found ${where}`, () => {
    const accepted = answer(202, JSON.stringify(body));
    expect([accepted.messageMember, accepted.body]).toEqual([member, read]);
  });
}

test('a refusal, and a success without data, throw when a case reads data', () => {
  for (const bare of [answer(422, '{"data":{}}'), answer(200, '{"data":null}'), answer(200, '7'), answer(200, '')])
    expect(() => bare.data, `${bare}`).toThrow(MissingInAnswer);
});

test('the errors of a refusal are its objects, without members that are null', () => {
  const errors = [{ code: '10', detail: null, source: { pointer: '/to', parameter: null } }, null, 'no', { code: 7 }];
  const refused = answer(422, JSON.stringify({ errors }));
  expect(refused.errors).toEqual([{ code: '10', source: { pointer: '/to' } }, { code: 7 }]);
  expect(refused.codes).toEqual(['10', 7]);
});

test('the request id is the first header with a value, in the order of preference', () => {
  const headers: HeaderPairs = [
    ['CF-Ray', 'ray'],
    ['X-Correlation-Id', 'correlation'],
    ['X-Request-Id', ''],
  ];
  expect(answer(200, '', headers).requestId).toBe('correlation');
  expect(answer(200, '').requestId).toBeUndefined();
});

test('ids of requests and of errors do not count when two answers are compared', () => {
  const text =
    '{"errors":[{"id":"error-1","code":"10"}],"request_id":"any","trace-id":"stays","a":"req-12345 abcd req-12345"}';
  const headers: HeaderPairs = [
    ['X-Request-Id', 'req-12345'],
    ['Trace-Id', 'abcd'],
  ];
  expect(removeRequestIds(answer(422, text, headers))).toBe(
    '{"errors":[{"id":"","code":"10"}],"request_id":"","trace-id":"stays","a":"  "}',
  );
});

test('members that are null are left out at any depth, lists excepted', () => {
  const value = { a: null, b: { c: null, d: 0 }, e: [null, { f: null }] };
  expect(removeNulls(value)).toEqual({ b: { d: 0 }, e: [null, { f: null }] });
});

test('a body is read a hundred levels deep', () => {
  const nested = (inner: string) => `${'[{"a":'.repeat(50)}${inner}${'}]'.repeat(50)}`;
  expect(JSON.stringify(parseBody(nested('[1]')))).toBe(nested('[]'));
});

const url = 'https://a.example/v2/emails';
const typed = [['content-type', 'a/b']] as const;
const requests: [label: string, request: Partial<ShownRequest>, rest: string][] = [
  ['HEAD', { method: 'HEAD' }, `--head ${url}`],
  ['another method', { method: 'DELETE' }, `-X DELETE ${url}`],
  ['a body without a type', { body: '{}' }, `-X GET -H Content-Type: --data-raw '{}' ${url}`],
  [
    'a quote',
    { method: 'POST', headers: typed, body: "it's" },
    `-X POST -H 'content-type: a/b' --data-raw 'it'\\''s' ${url}`,
  ],
  [
    'an empty body',
    { method: 'POST', headers: typed, body: '' },
    `-X POST -H 'content-type: a/b' --data-raw '' ${url}`,
  ],
  ['a header that curl sends itself', { headers: [['Host', 'b.example']] }, url],
  ['a header without a value', { headers: [['X-None', '']] }, `-H 'X-None;' ${url}`],
  ['a path with dots', { url: `${url}/../a` }, `--path-as-is ${url}/../a`],
  ['a credential', { headers: [['A', 'Bearer $API_KEY']] }, `-H "A: Bearer $API_KEY" ${url}`],
  [
    'a credential among characters of the shell',
    { method: 'POST', headers: typed, body: `\${API_KEY_2} "$5" \`ls\` \\ $b` },
    `-X POST -H 'content-type: a/b' --data-raw "\${API_KEY_2} \\"\\$5\\" \\\`ls\\\` \\\\ \\$b" ${url}`,
  ],
];
for (const [label, request, rest] of requests) {
  test(`a curl command repeats a request with ${label}`, () => {
    expect(formatCurl({ method: 'GET', url, headers: [], ...request })).toBe(`curl -sS -i -g ${rest}`);
  });
}

test('a curl command reads a long body from its file, and bytes that are not text from base64', () => {
  const request = { method: 'POST', url, headers: typed, body: 'x'.repeat(2001) };
  expect(formatCurl(request)).toContain(`--data-binary @${nameBodyFile(request.body)} `);
  const bytes = { ...request, ...showBody(Buffer.from([0, 255]), (text) => text) };
  expect(formatCurl(bytes)).toMatch(/^printf %s AP8= \| base64 -d \| curl .* --data-binary @- /);
});
