import type { FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { ours } from '../../spec/generated/choices.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { bare } from '../contract/deployed.ts';
import { incoming, shownViolation } from './incoming.ts';

/** A request with these lines in its head, and what came of its body. */
function requestOf(rawHeaders: string[], body?: unknown) {
  const onLeft = vi.fn();
  const names = rawHeaders.filter((_, at) => at % 2 === 0).map((name) => [name.toLowerCase(), '']);
  return {
    method: 'POST',
    url: '/v2/caf%C3%A9?a=%41?b',
    params: { id: '1' },
    query: { a: 'A?b' },
    headers: Object.fromEntries(names),
    raw: { rawHeaders },
    body,
    inFlight: { onLeft },
  };
}

const read = (request: object, keyHeader = ours.keyHeader) => {
  const contract = bare(document, validators);
  const deployed = { ...contract, choices: { ...contract.choices, keyHeader } };
  return incoming(request as FastifyRequest, deployed, 'createEmailMessage', undefined);
};

test('a request is read as it came: its path without escapes, each value of its key by itself', () => {
  const lines = [
    'Vary',
    'idempotency-key',
    'X-A',
    '1',
    'Idempotency-KEY',
    'Two',
    'X-Key',
    'other',
    'idempotency-key',
    'one',
  ];
  const request = requestOf(lines, Buffer.from('bödy'));
  const { onLeft, ...asked } = read(request);
  const { method, url, params, query, headers } = request;
  expect(asked).toEqual({
    operation: document.operations.find(({ id }) => id === 'createEmailMessage'),
    caller: undefined,
    ...{ method, url, params, query, headers },
    path: '/v2/café',
    idempotencyKeys: ['Two', 'one'],
    rawBody: Buffer.from('bödy'),
  });
  const leave = () => {};
  onLeft?.(leave);
  expect(request.inFlight.onLeft.mock.calls).toEqual([[leave]]);
});

test('keys are those of the header that a deployment has for them; what has no body has no bytes', () => {
  const { idempotencyKeys, rawBody } = read(requestOf(['Idempotency-Key', 'a', 'x-KEY', 'b']), 'X-Key');
  expect([idempotencyKeys, rawBody]).toEqual([['b'], Buffer.alloc(0)]);
  expect(read(requestOf(['X-A', 'a'])).idempotencyKeys).toEqual([]);
});

test('a violation is shown at its parameter, or at its place in the body', () => {
  const message = 'must be 1';
  const rest = { message, keyword: 'const', params: {} };
  for (const [violation, at] of [
    [{ in: 'query', parameter: 'page', pointer: '/0' }, 'page'],
    [{ in: 'body', pointer: '/a' }, '/a'],
    [{ in: 'body', pointer: '' }, ''],
  ] as const)
    expect(shownViolation({ ...rest, ...violation } as never)).toEqual({ in: violation.in, at, message });
});
