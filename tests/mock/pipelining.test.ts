import { once } from 'node:events';
import { connect } from 'node:net';
import { Api } from './support/api.ts';
import { serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

const head = (method: string, path: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer key_primary\r\n${more}\r\n`;

/** A held send, and two reads pipelined behind it on the same connection. */
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

test('pipelined requests are handled one after the other', async () => {
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

test('pipelined requests of a closed connection are dropped', async () => {
  const { mock, socket, held, journal } = await heldAndBehind();
  try {
    socket.destroy();
    await expect.poll(held).toBe(0);
    await expect.poll(journal).toEqual(['createEmailMessage']);
  } finally {
    await mock.close();
  }
});
