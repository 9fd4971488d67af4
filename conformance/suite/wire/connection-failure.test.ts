import { expect, test } from 'vitest';
import { withoutAnswer } from './connection-failure.ts';
import { StaleConnection, Timeout } from './exchange.ts';

const coded = (code: string, message = 'it broke') => Object.assign(new Error(message), { code });

/** What each failure is called, and whether it is sure that nothing of the request has left, so that it may be sent again. */
const failures: [error: Error, said: string | RegExp, neverSent: boolean][] = [
  [coded('ECONNREFUSED'), 'api.example refuses the connection', true],
  [coded('ENOTFOUND'), 'the name api.example is unknown', true],
  [coded('EAI_AGAIN'), "the name api.example can't be looked up now", true],
  [coded('EHOSTUNREACH'), "api.example can't be reached from here", true],
  [coded('ENETUNREACH'), "api.example can't be reached from here", true],
  [coded('ETIMEDOUT'), 'connecting to api.example took too long', true],
  [coded('EPROTO'), 'api.example does not speak TLS: is it http:// rather than https://?', true],
  [coded('SELF_SIGNED_CERT_IN_CHAIN'), /^api\.example has a certificate that is not trusted \(it broke\): name /, true],
  [coded('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), /^api\.example has a certificate that is not trusted/, true],
  [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'api.example has a certificate for another name (it broke)', true],
  [coded('ECONNRESET'), 'api.example broke the connection', false],
  [coded('EPIPE'), 'api.example broke the connection', false],
  [new StaleConnection(), 'api.example broke the connection', false],
  [coded('HPE_INVALID_CONSTANT'), 'api.example does not speak HTTP (it broke)', false],
  [new Error('the answer is too large\nby far'), 'api.example: the answer is too large', false],
  [new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]), 'api.example refuses the connection', true],
];
for (const [error, said, neverSent] of failures) {
  const name = 'code' in error ? error.code : error.constructor.name;
  test(`what has no answer is told in words: ${name}`, () => {
    const found = withoutAnswer(error, 'https://api.example/v2/x', 500);
    expect(found.message).toEqual(typeof said === 'string' ? said : expect.stringMatching(said));
    expect([found.neverSent, found.isTimeout, found.outcome]).toEqual([neverSent, false, 'error']);
  });
}

test('a target that stays silent may have got the request', () => {
  const found = withoutAnswer(new Timeout(), 'https://api.example/v2/x', 500);
  expect(found.message).toBe('api.example did not answer within 500 ms');
  expect([found.neverSent, found.isTimeout]).toEqual([false, true]);
});

test('a proxy is named where it is what failed', () => {
  const [plain, secure] = ['http:', 'https:'].map(
    (scheme) =>
      withoutAnswer(coded('ECONNREFUSED'), `${scheme}//api.example:8443/v2`, 500, 'http://proxy.example:3128').message,
  );
  expect(plain).toBe('the proxy proxy.example:3128 refuses the connection: check http.proxy of the profile');
  expect(secure).toBe('api.example:8443 refuses the connection');
});
