import { once } from 'node:events';
import { connect } from 'node:net';
import { Api } from './support/api.ts';
import { serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

const head = (method: string, path: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer key_primary\r\n${more}\r\n`;

/** A held send on a connection of its own, and behind it a question that does not wait for its answer. */
async function heldAndBehind() {
  const mock = await serve();
  const api = new Api(mock.port, 'default');
  await api.control('POST', '/hold');
  const mail = JSON.stringify({ from: 'a@example.com', to: ['b@example.com'], subject: 's', text_body: 't' });
  const send = head('POST', '/v2/email_messages', `Idempotency-Key: k\r\nContent-Length: ${mail.length}\r\n`) + mail;
  const socket = connect(mock.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(send + head('GET', '/v2/dir/document_types').repeat(2));
  const held = async () => ((await api.control('GET', '/hold')).body as { held: number }).held;
  await expect.poll(held).toBe(1);
  const journal = async () =>
    ((await api.control('GET', '/requests')).body as { requests: { operation: string }[] }).requests
      .map(({ operation }) => operation)
      .reverse();
  return { mock, api, socket, held, journal };
}

test('requests of one connection are worked on one after the other', async () => {
  const { mock, api, socket, journal } = await heldAndBehind();
  try {
    expect(await journal()).toEqual([]);
    await api.control('POST', '/release');
    const listed = ['listDirDocumentTypes', 'listDirDocumentTypes'];
    await expect.poll(journal).toEqual(['createEmailMessage', ...listed]);
  } finally {
    socket.destroy();
    await mock.close();
  }
});

test('requests of a connection that has ended are not worked on', async () => {
  const { mock, socket, held, journal } = await heldAndBehind();
  try {
    socket.destroy();
    await expect.poll(held).toBe(0);
    await expect.poll(journal).toEqual(['createEmailMessage']);
  } finally {
    await mock.close();
  }
});

test('of very many requests that wait behind others, a connection that adds one is closed, and others go on', async () => {
  const { mock, api, socket, journal } = await heldAndBehind();
  try {
    const others = Array.from({ length: 4 }, () => connect(mock.port, '127.0.0.1').on('error', () => undefined));
    const closed = Promise.race(others.map((one) => once(one.resume(), 'close')));
    for (const one of others) one.write('GET /v2/x HTTP/1.1\r\n\r\n'.repeat(2_000));
    await closed;
    for (const one of others) one.destroy();
    await api.control('POST', '/release');
    await expect.poll(journal).toContain('createEmailMessage');
    expect((await api.get('/dir/document_types')).status).toBe(200);
  } finally {
    socket.destroy();
    await mock.close();
  }
});

test('many requests of one connection are all answered', async () => {
  const mock = await serve();
  const socket = connect(mock.port, '127.0.0.1');
  try {
    socket.write(head('GET', '/v2/x', `X-Filler: ${'x'.repeat(100)}\r\n`).repeat(1_500));
    let text = '';
    socket.on('data', (piece) => {
      text += piece;
    });
    await expect.poll(() => text.split('HTTP/1.1 404').length - 1).toBe(1_500);
  } finally {
    socket.destroy();
    await mock.close();
  }
});
