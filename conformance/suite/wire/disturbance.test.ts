import { expect, test } from 'vitest';
import { describeForeign, describeNoAnswer, findOrigin, findRemedy } from './disturbance.ts';

const errors = '{"errors":[{"code":"10007","title":"Unexpected error"}]}';
const json = '{"message":"Not now"}';
const page = '<html>Not now</html>';
const answer = (status: number, text: string, type?: string) => ({
  status,
  headers: type ? [['Content-Type', type] as const] : [],
  body: Buffer.from(text),
  sentAt: '2026-11-22T12:00:00.000Z',
  tookMs: 1,
});

const origins: [origin: string, text: string, statuses: number[]][] = [
  ['gateway', errors, [502, 503, 504, 520, 530]],
  ['gateway', json, [408, 502]],
  ['gateway', page, [408, 413, 414, 421, 425, 431, 494, 499, 503, 505]],
  ['service', errors, [404, 408, 413, 425, 519, 531]],
  ['service', json, [400, 413]],
  ['service', page, [500, 501]],
  ['service', '', [204, 399, 500]],
  ['uncertain', page, [404, 422]],
  ['uncertain', '', [400, 403]],
];
for (const [origin, text, statuses] of origins) {
  test.each(statuses)(`the origin of %i with ${text || 'no body'} is: ${origin}`, (status) => {
    expect(findOrigin(answer(status, text), true)).toBe(origin);
  });
}

test('an HTML page with 403 is from a firewall', () => {
  expect(findOrigin(answer(403, page, 'Text/HTML; charset=utf-8'), true)).toBe('gateway');
  expect(findOrigin(answer(403, page, 'text/plain'), true)).toBe('uncertain');
});

test.each(['application/json; charset=utf-8', 'application/problem+json'])(
  'a broken body of the type %s is from the service',
  (type) => {
    expect(findOrigin(answer(200, '{"data":', type), true)).toBe('service');
  },
);

test('only a request that a firewall or a limit of a gateway refused has a remedy', () => {
  const statuses = [400, 403, 404, 408, 413, 414, 431, 494, 502, 503];
  expect(statuses.filter((status) => findRemedy(status) !== undefined)).toEqual([403, 413, 414, 431, 494]);
});

test('an answer of a gateway is described by its text and the headers that name its author', () => {
  const headers = [['Server', 'nginx'] as const, ['X-Other', 'hidden'] as const, ['Retry-After', '5'] as const];
  const body = Buffer.from('<html>\n <b>Not   now</b>\n</html>');
  expect(describeForeign({ ...answer(503, ''), headers, body })).toBe('503 "Not now" (server: nginx, retry-after: 5)');
});

const makeError = (code: string, message = 'it broke') => Object.assign(new Error(message), { code });

const failures: [label: string, error: Error, message: RegExp, neverSent: boolean][] = [
  ['a refused connection', makeError('ECONNREFUSED'), /^api\.example refuses the connection$/, true],
  ['an unknown name', makeError('ENOTFOUND'), /name api\.example is unknown/, true],
  ['an unestablished connection', makeError('ETIMEDOUT'), /took too long/, true],
  ['a server without TLS', makeError('EPROTO'), /does not speak TLS/, true],
  ['an untrusted certificate', makeError('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), /untrusted .* http\.ca/, true],
  ['a certificate for another name', makeError('ERR_TLS_CERT_ALTNAME_INVALID'), /certificate for another name/, true],
  ['a refusal by each address of a name', new AggregateError([makeError('ECONNREFUSED')]), /refuses/, true],
  ['a reset', makeError('ECONNRESET'), /broke the connection/, false],
  ['another protocol', makeError('HPE_INVALID_CONSTANT'), /does not speak HTTP/, false],
  ['anything else', new Error('the answer is too large\nby far'), /: the answer is too large$/, false],
];
for (const [label, error, message, neverSent] of failures) {
  test(`${label} is named, and ${neverSent ? 'the request did not leave' : 'the request may have arrived'}`, () => {
    const failure = describeNoAnswer(error, 'https://api.example/v2/x', 500);
    expect(failure.message).toMatch(message);
    expect([failure.facts, failure.outcome]).toEqual([{ neverSent }, 'error']);
  });
}

test('a proxy that plain HTTP goes through is named instead of the target', () => {
  const messageFor = (url: string) =>
    describeNoAnswer(makeError('ECONNREFUSED'), url, 500, 'http://proxy.example:3128').message;
  expect(messageFor('http://api.example/v2')).toContain('proxy.example:3128');
  expect(messageFor('https://api.example/v2')).not.toContain('proxy.example');
});
