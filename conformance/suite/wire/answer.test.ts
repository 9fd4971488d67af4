import { expect, test } from 'vitest';
import { Answer, MissingInAnswer, membersOf, parsed, withoutNulls, withoutRequestIds } from './answer.ts';
import type { HeaderPairs } from './exchange.ts';

const answer = (status: number, text: string, headers: HeaderPairs = []) =>
  new Answer({
    operation: 'createEmailMessage',
    status,
    headers,
    text,
    request: { method: 'GET', url: 'https://a.example', headers: [] },
  });

test('a status says whether a request was accepted, refused, or refused for its form', () => {
  const said = (status: number) => {
    const { accepted, refused, refusedForm } = answer(status, '');
    return [accepted, refused, refusedForm];
  };
  expect([199, 200, 299, 300].map((status) => said(status)[0])).toEqual([false, true, true, false]);
  expect([399, 400, 499, 500].map((status) => said(status)[1])).toEqual([false, true, true, false]);
  expect([400, 401, 409, 422].map((status) => said(status)[2])).toEqual([true, false, false, true]);
});

test('the message of a success stands in data wherever it came', () => {
  const one = answer(202, '{"message":{"id":"1","to":[]},"suppressed":[]}');
  expect([one.messageMember, one.data, one.shown]).toEqual(['message', { id: '1', to: [] }, { id: '1', to: [] }]);
  const refused = answer(422, '{"message":{"id":"1"}}');
  expect([refused.messageMember, refused.body, refused.shown]).toEqual([undefined, { message: { id: '1' } }, {}]);
});

test('what a case needs from a success and does not get is told', () => {
  for (const one of [answer(422, '{"data":{}}'), answer(200, '{"data":null}'), answer(200, '7'), answer(200, '')]) {
    expect(() => one.data).toThrow(MissingInAnswer);
    expect(() => one.data).toThrow(`expected a success with the member data, got ${one}`);
  }
  expect(answer(200, '{"meta":{"total":1}}').meta).toEqual({ total: 1 });
});

test('the errors of a refusal are told without nulls, and without what is no error', () => {
  const errors = [{ code: '10', detail: null, source: { pointer: '/to', parameter: null } }, null, 'no', { code: 7 }];
  const one = answer(422, JSON.stringify({ errors }));
  expect(one.errors).toEqual([{ code: '10', source: { pointer: '/to' } }, { code: 7 }]);
  expect(one.codes).toEqual(['10', 7]);
  for (const text of ['{"errors":{}}', '[]', 'null', '7', '']) expect(answer(422, text).errors, text).toEqual([]);
});

test('the id of a request is taken from the first header that has one', () => {
  const headers: HeaderPairs = [
    ['CF-Ray', 'ray'],
    ['X-Correlation-Id', 'told'],
    ['X-Request-Id', ''],
    ['x-correlation-id', 'told later'],
  ];
  expect(answer(200, '', headers).requestId).toBe('told');
  const names = ['cf-ray', 'X-Amzn-RequestId', 'x-correlation-id', 'Request-Id', 'X-Request-Id'];
  names.forEach((_, count) => {
    const all = names.slice(0, count + 1).map((name) => [name, `by ${name}`] as const);
    expect(answer(200, '', all).requestId).toBe(`by ${names[count]}`);
  });
  expect(answer(200, '').requestId).toBeUndefined();
  expect(answer(200, '', headers).header('x-correlation-ID')).toBe('told');
});

test('an answer is told by its status and the first 300 characters', () => {
  const texts = ['', '{}\n', 'x'.repeat(300), 'x'.repeat(301)];
  expect(texts.map((text) => `${answer(200, text)}`)).toEqual([
    '200 (no body)',
    '200 {}',
    `200 ${'x'.repeat(300)}`,
    `200 ${'x'.repeat(300)}...`,
  ]);
});

test('two answers are alike but for the ids of requests and of errors', () => {
  const text =
    '{"errors":[{"id":"error-1","code":"10"},{"id":"100"},{"id":"1000"}],"request_id": "any","trace-id":"stays","TraceId":"other","correlationID":"x","a":"req-12345 abc cor1 req-12345 100 1000"}';
  const headers: HeaderPairs = [
    ['X-Request-Id', 'req-12345'],
    ['Trace-Id', 'abc'],
    ['X-CorrelationId', 'cor1'],
    ['X-Request-Identity', 'code'],
  ];
  expect(withoutRequestIds(answer(422, text, headers))).toBe(
    '{"errors":[{"id":"","code":"10"},{"id":"100"},{"id":""}],"request_id": "","trace-id":"stays","TraceId":"","correlationID":"","a":" abc   100 "}',
  );
});

test('members that are null are left out, those of a list are not looked into', () => {
  expect(withoutNulls({ a: null, b: { c: null, d: 0 }, e: [null, { f: null }] })).toEqual({
    b: { d: 0 },
    e: [null, { f: null }],
  });
  expect([null, 'x', [null]].map(withoutNulls)).toEqual([null, 'x', [null]]);
});

test('only an object has members', () => {
  expect([{ a: 1 }, [1], null, 'x', undefined].map(membersOf)).toEqual([{ a: 1 }, {}, {}, {}, {}]);
});

test('a body is read a hundred levels deep, and what is no JSON is nothing', () => {
  const nested = (levels: number, inner: string) => `${'[{"a":'.repeat(levels / 2)}${inner}${'}]'.repeat(levels / 2)}`;
  const read = (text: string) => JSON.stringify(parsed(text));
  for (const inner of ['1', 'null']) expect(read(nested(100, inner))).toBe(nested(100, inner));
  expect(read(nested(100, '[1]'))).toBe(nested(100, '[]'));
  expect(read(nested(100, '{"b":1}'))).toBe(nested(100, '{}'));
  expect(['', '{', 'undefined'].map(parsed)).toEqual([undefined, undefined, undefined]);
  expect(parsed('null')).toBeNull();
});
