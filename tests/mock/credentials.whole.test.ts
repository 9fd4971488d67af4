import { connect } from 'node:net';
import { startMock } from './support/process.ts';
import { expect, test } from './support/whole.ts';

const secrets = { key: 'live_sentinel_8d1f0c', password: 'smtp-sentinel-51c7', cookie: 'session-sentinel-b27e' };

test('no failure prints or stores a credential', async () => {
  const smtp = `smtp://team:${secrets.password}@127.0.0.1:1`;
  const mock = await startMock(['--port', '0', '--smtp', smtp]);
  const base = `http://127.0.0.1:${mock.port}`;
  const authorization = `Bearer ${secrets.key}`;
  const send = (headers: Record<string, string>) => {
    const body = JSON.stringify({ from: 'a@example.com', to: ['b@example.com'], subject: 'Hi', text_body: 'Hi' });
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
    return fetch(`${base}/v2/email_messages`, init);
  };
  expect((await send({ authorization })).status).toBe(401);
  expect((await send({ authorization: 'Bearer key_primary' })).status).toBe(202);
  expect((await fetch(`${base}/v2/unknown`, { headers: { authorization } })).status).toBe(404);
  expect((await send({ authorization: `Bearer key_primary ${secrets.key}` })).status).toBe(401);
  const others = { 'x-api-key': secrets.key, 'proxy-authorization': authorization, cookie: `id=${secrets.cookie}` };
  expect((await send({ authorization: 'Bearer key_primary', ...others })).status).toBe(202);
  await new Promise((resolve) => {
    const socket = connect(mock.port, '127.0.0.1', () => socket.end(`GET /v2 HTTP\r\nAuthorization: ${authorization}`));
    socket.resume().on('close', resolve);
  });
  const kept = ['requests', 'requests.har', 'state', 'health'].map(async (name) =>
    (await fetch(`${base}/__admin/${name}`)).text(),
  );
  const texts = await Promise.all(kept);
  for (const name of ['x-api-key', 'proxy-authorization', 'cookie']) expect(texts[0]).toContain(`"${name}":"`);
  const { stdout, stderr } = await mock.end();
  expect(stderr).toContain('was not relayed');
  for (const text of [...texts, mock.greeting, stdout, stderr]) {
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
  }
});
