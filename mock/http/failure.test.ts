import type { FastifyError, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { DataError } from '../store/store.ts';
import { captureErrorLines } from '../testing.ts';
import { answerError } from './failure.ts';

/** The answer to a request that failed in the server, and the lines that were logged. */
async function failWith(error: Error, operation?: { code: '10001' }) {
  const request = { method: 'GET', url: '/a?b', routeOptions: { config: { operation } } };
  let answer: unknown;
  const lines = await captureErrorLines(async () => {
    answer = answerError(error as FastifyError, request as unknown as FastifyRequest);
  });
  return { answer, isLogged: lines.length > 0 };
}

const errorOf = (statusCode?: number, code?: string) => Object.assign(new Error('Why.'), { statusCode, code });

for (const [status, code, isLogged] of [
  [400, '10001', false],
  [413, '10001', false],
  [415, '10001', false],
  [503, '10007', true],
  [500, '10007', true],
] as const) {
  test(`a failure with ${status} has the code ${code} and is ${isLogged ? '' : 'not '}logged`, async () => {
    const failure = await failWith(errorOf(status), { code: '10001' });
    expect(failure).toMatchObject({ answer: { status, body: { errors: [{ code }] } }, isLogged });
  });
}

test('a failure outside the operations has the code of an invalid request', async () => {
  expect((await failWith(errorOf(415))).answer).toMatchObject({
    status: 415,
    body: { errors: [{ code: '10015' }] },
  });
});

test('an unknown failure is a 500, and is not logged when the client has left', async () => {
  expect(await failWith(errorOf())).toMatchObject({ answer: { status: 500 }, isLogged: true });
  expect((await failWith(errorOf(undefined, 'ERR_STREAM_PREMATURE_CLOSE'))).isLogged).toBe(false);
});

test('a partition with damaged state is answered with 500 and logged', async () => {
  expect(await failWith(new DataError('It is damaged.'))).toMatchObject({
    answer: { status: 500 },
    isLogged: true,
  });
});
