import type { FastifyError, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { ours } from '../../spec/generated/choices.ts';
import { DataError } from '../store/data-error.ts';
import { errorLines } from '../testing.ts';
import { failure, isTooLarge, methodsOf, tooLarge, unauthorized, unknownPath, wrongMethod } from './refusals.ts';
import { redirectTo, withoutSlash } from './trailing-slash.ts';

const error = (code: string, title: string, detail: string) => ({ errors: [{ code, title, detail }] });

test('credentials that are no good are refused with why, and with the header where a deployment has it', () => {
  const [why, detail] = ['No.', 'The credentials that came with the request could not be understood. No.'];
  const answer = {
    status: 401,
    body: error('10009', 'Authentication failed', detail),
    rules: ['AUTH-5', 'AUTH-2', 'AUTH-3'],
    notes: [why],
    fault: 'type',
  };
  const told = (wwwAuthenticate: 'shown' | 'absent', facts = {}) =>
    unauthorized(facts, { why, fault: 'type' }, { ...ours, wwwAuthenticate });
  expect(told('shown')).toEqual({ ...answer, headers: { 'www-authenticate': 'Bearer' } });
  expect(told('absent', { unauthorized: ['RUN-1'] })).toEqual({ ...answer, rules: ['RUN-1', 'AUTH-2', 'AUTH-3'] });
});

test('a path or method that there is not is refused with what was most likely meant', () => {
  const notFound = (detail: string) => ({
    status: 404,
    body: error('10005', 'Resource not found', detail),
    rules: ['HTTP-7'],
  });
  expect(unknownPath()).toEqual(notFound('The requested path does not exist.'));
  expect(unknownPath('/a')).toEqual({
    ...notFound('The requested path does not exist; did you mean /a?'),
    notes: ['Did you mean /a?'],
  });
  const notAllowed = (detail: string) => ({
    status: 405,
    body: error('10007', 'Unexpected error', detail),
    rules: ['HTTP-8'],
  });
  expect(wrongMethod('PUT', 'GET, POST')).toEqual({
    ...notAllowed('The method PUT is not allowed here, only GET, POST.'),
    headers: { allow: 'GET, POST' },
  });
  expect(wrongMethod('GET', 'POST', { ...ours, allowHeader: 'absent' }, '/a')).toEqual({
    ...notAllowed('The method GET is not allowed here, only POST. GET is for /a.'),
    notes: ['GET is for /a.'],
  });
});

for (const [optionsMethod, status] of [
  ['refused', undefined],
  ['answered200', 200],
  ['answered204', 204],
] as const) {
  test(`OPTIONS is ${optionsMethod}`, () => {
    const answer = { status, body: undefined, rules: [], headers: { allow: 'GET' }, chosen: ['optionsMethod'] };
    expect(methodsOf('GET', { ...ours, optionsMethod })).toEqual(status === undefined ? undefined : answer);
  });
}

for (const [trailingSlash, status] of [
  ['unknown', undefined],
  ['same', undefined],
  ['redirected301', 301],
  ['redirected307', 307],
  ['redirected308', 308],
] as const) {
  test(`a path with a slash at its end is ${trailingSlash}`, () => {
    const answer = { status, body: undefined, rules: [], headers: { location: '/a' }, chosen: ['trailingSlash'] };
    expect(redirectTo('/a', { ...ours, trailingSlash })).toEqual(status === undefined ? undefined : answer);
  });
}

for (const [url, without] of [
  ['/a/', '/a'],
  ['/a/?b=/', '/a?b=/'],
  ['/a?b=/', undefined],
  ['/a', undefined],
  ['/a//', '/a/'],
  ['/', ''],
] as const) {
  test(`without the slash at the end of its path ${url} is ${without ?? 'none'}`, () => {
    expect(withoutSlash(url)).toBe(without);
  });
}

test('a body is too large when it has more bytes than the limit', () => {
  const isOver = (body: unknown) => isTooLarge({ body } as FastifyRequest, { ...ours, bodyLimit: 3 });
  expect([Buffer.from('abc'), Buffer.from('abcd'), 'abcd'].map(isOver)).toEqual([false, true, false]);
  expect(tooLarge({ code: '10001' }, 3)).toEqual({
    status: 413,
    body: error('10001', 'Not found', 'The body is larger than 3 bytes.'),
    rules: ['HTTP-9'],
  });
});

/** What is answered where the server itself failed, and what is said of that. */
async function failed(statusCode: number | undefined, changes: object = {}, operation?: { code: '10001' }) {
  const thrown = Object.assign(new Error('Why.'), { statusCode }, changes);
  const request = { method: 'GET', url: '/a?b', routeOptions: { config: { operation } } };
  let answer: { status: number; body: unknown; rules: readonly string[] } | undefined;
  const lines = await errorLines(async () => {
    answer = failure(thrown as unknown as FastifyError, request as unknown as FastifyRequest);
  });
  return [answer?.status, answer?.body, answer?.rules, lines[0]?.split('\n')[0]];
}

for (const [status, body, rules, told] of [
  [400, error('10001', 'Not found', 'Why.'), []],
  [499, error('10001', 'Not found', 'Why.'), []],
  [413, error('10001', 'Not found', 'Why.'), ['HTTP-9']],
  [415, error('10001', 'Not found', 'The content type must be application/json.'), ['HTTP-5', 'HTTP-6']],
  [
    503,
    error('10007', 'Unexpected error', 'There is no memory for this now: too much is under way, or kept.'),
    [],
    'mock: no memory for GET /a: it was refused',
  ],
  [500, error('10007', 'Unexpected error', 'An unexpected error occurred.'), [], 'mock: a request failed:'],
] as const) {
  test(`a failure of the server with ${status} is answered in the standard body`, async () => {
    const [answered, ...rest] = await failed(status, {}, { code: '10001' });
    expect([answered, ...rest.slice(0, 2)]).toEqual([status, body, rules]);
    expect(rest[2] ?? '').toContain(told ?? '');
    expect(rest[2] === undefined).toBe(told === undefined);
  });
}

test('what no operation is asked for fails with the code of what is invalid', async () => {
  const type = 'The content type must be application/json.';
  for (const [status, detail] of [
    [400, 'Why.'],
    [413, 'Why.'],
    [415, type],
  ] as const)
    expect((await failed(status))[1]).toEqual(error('10015', 'Invalid request', detail));
});

test('a failure without a status is an unexpected error, one whose client has left is told nobody', async () => {
  expect((await failed(undefined))[0]).toBe(500);
  expect((await failed(undefined, { code: 'ERR_STREAM_PREMATURE_CLOSE' }))[3]).toBeUndefined();
});

test('a partition that could not be read is told so', async () => {
  let answer: unknown;
  const lines = await errorLines(async () => {
    answer = failure(
      new DataError('It is damaged.') as unknown as FastifyError,
      {
        routeOptions: { config: {} },
      } as FastifyRequest,
    );
  });
  expect(answer).toMatchObject({
    status: 500,
    body: error('10007', 'Unexpected error', 'What is kept of this partition could not be read.'),
  });
  expect(lines).toEqual(['mock: It is damaged.']);
});
