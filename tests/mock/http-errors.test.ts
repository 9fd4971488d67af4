import { email } from './support/api.ts';
import { exchange, exchangeBytes } from './support/http.ts';
import { expect, test } from './support/test.ts';

test('a body of 8,000,000 bytes is taken', async ({ api }) => {
  const start = '{"customer_reference":"x"';
  const body = `${start}${' '.repeat(8_000_000 - start.length - 1)}}`;
  expect((await api.call('POST', '/number_reservations', { body })).status).toBe(200);
});

for (const [name, bytes, status] of [
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['a broken chunk', 'POST /v2/emails HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n', 400],
  ['two lengths', 'POST /v2/emails HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ['headers that are too large', `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n', 400],
] as const) {
  test(`malformed HTTP gets the standard body: ${name}`, async ({ api }) => {
    const answer = await exchangeBytes(api.port, bytes);
    // The server may have started an answer before it reads the broken body.
    const [head = '', body = ''] = answer.slice(answer.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n');
    expect(head).toContain('content-type: application/json');
    expect(JSON.parse(body)).toMatchObject({ errors: [{ code: expect.any(String), title: expect.any(String) }] });
    if (name !== 'a broken chunk') expect(head).toContain(`HTTP/1.1 ${status} `);
  });
}

for (const key of ['nobody', 'key_primary']) {
  test(`a client that sends a large body before it reads gets its refusal: ${key}`, async ({ api }) => {
    const body = 'x'.repeat(9_000_000);
    const head = `POST /v2/email_messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n`;
    const answer = await exchangeBytes(api.port, `${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    expect(answer).toMatch(key === 'nobody' ? /^HTTP\/1\.1 401 / : /^HTTP\/1\.1 413 /);
  });
}

test('an absolute request target is read as its path', async ({ api }) => {
  const headers = { Authorization: `Bearer key_primary.${api.partition}`, 'Content-Type': 'application/json' };
  const send = (path: string, subject: string) => {
    const body = JSON.stringify(email({ subject }));
    return exchange(api.port, { method: 'POST', path, headers: { ...headers, 'Idempotency-Key': 'k' }, body });
  };
  expect((await send('http://a.example/v2/email_messages', 'One')).status).toBe(202);
  expect((await send('/v2/email_messages', 'Another')).status).toBe(422);
  const { text } = await exchange(api.port, { path: 'http://a.example/v2/email_message', headers });
  expect(text).toContain('did you mean /v2/email_messages?');
});
