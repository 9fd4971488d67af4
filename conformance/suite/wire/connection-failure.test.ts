import { expect, test } from 'vitest';
import { withoutAnswer } from './connection-failure.ts';
import { StaleConnection, Timeout } from './exchange.ts';

const coded = (code: string, message = 'it broke') => Object.assign(new Error(message), { code });

const failures: [what: string, error: Error, message: RegExp, neverSent: boolean][] = [
  ['a refused connection', coded('ECONNREFUSED'), /^api\.example refuses the connection$/, true],
  ['an unknown name', coded('ENOTFOUND'), /name api\.example is unknown/, true],
  ['a connection that is never made', coded('ETIMEDOUT'), /took too long/, true],
  ['a server without TLS', coded('EPROTO'), /does not speak TLS/, true],
  ['an untrusted certificate', coded('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), /not trusted .* http\.ca/, true],
  ['a certificate for another name', coded('ERR_TLS_CERT_ALTNAME_INVALID'), /certificate for another name/, true],
  ['a refusal by each address of a name', new AggregateError([coded('ECONNREFUSED')]), /refuses/, true],
  ['a reset', coded('ECONNRESET'), /broke the connection/, false],
  ['a connection closed while idle', new StaleConnection(), /broke the connection/, false],
  ['another protocol', coded('HPE_INVALID_CONSTANT'), /does not speak HTTP/, false],
  ['anything else', new Error('the answer is too large\nby far'), /: the answer is too large$/, false],
];
for (const [what, error, message, neverSent] of failures) {
  test(`${what} is named, and ${neverSent ? 'the request did not leave' : 'the request may have arrived'}`, () => {
    const failure = withoutAnswer(error, 'https://api.example/v2/x', 500);
    expect(failure.message).toMatch(message);
    expect([failure.neverSent, failure.isTimeout, failure.outcome]).toEqual([neverSent, false, 'error']);
  });
}

test('a target that does not answer in time may have received the request', () => {
  const { neverSent, isTimeout } = withoutAnswer(new Timeout(), 'https://api.example/v2/x', 500);
  expect([neverSent, isTimeout]).toEqual([false, true]);
});

test('a proxy that plain HTTP goes through is named instead of the target', () => {
  const messageFor = (url: string) =>
    withoutAnswer(coded('ECONNREFUSED'), url, 500, 'http://proxy.example:3128').message;
  expect(messageFor('http://api.example/v2')).toContain('proxy.example:3128');
  expect(messageFor('https://api.example/v2')).not.toContain('proxy.example');
});
