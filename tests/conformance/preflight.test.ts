import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { preflight, refuseUnknownNotification } from '../../conformance/suite/target/preflight.ts';
import type { Profile } from '../../conformance/suite/target/profile.ts';
import { captureOutput } from '../../spec/testing/capture-output.ts';
import { test as base, expect } from '../mock/support/test.ts';
import { type Deploy, deploy } from './support/deploy.ts';
import { type Instead, type Intercept, listen } from './support/deployment.ts';

const test = base.extend<{ deploy: Deploy }>({ deploy });

const certificate = fileURLToPath(new URL('./support/loopback.pem', import.meta.url));

/** Expects that a target is refused with one line: this one, or one that matches it. */
async function expectRefusal(line: string | RegExp, profile: Omit<Profile, 'accounts'>, apiKey = 'key_primary') {
  const refused = await preflight({ ...profile, accounts: { primary: { apiKey } } }).then(
    () => 'none',
    ({ name, message }: Error) => `${name}: ${message}`,
  );
  expect(refused).toMatch(/^ConfigurationError: .+$/);
  if (typeof line === 'string') expect(refused).toBe(`ConfigurationError: ${line}`);
  else expect(refused).toMatch(line);
}

test('a target that speaks no TLS under https is refused', async ({ deploy }) => {
  const { origin } = await deploy();
  await expectRefusal(/does not speak TLS: is it http:\/\//, { baseUrl: `${origin.replace('http:', 'https:')}/v2` });
});

test('a target that speaks no HTTP is refused', async () => {
  const garbage = createSocketServer((socket) => socket.on('error', () => {}).end('220 mail.example ESMTP\r\n'));
  await new Promise<void>((resolve) => garbage.listen(0, '127.0.0.1', resolve));
  const { port } = garbage.address() as { port: number };
  await expectRefusal(/does not speak HTTP/, { baseUrl: `http://127.0.0.1:${port}/v2` });
  garbage.close();
});

test('a target that refuses the key is refused', async ({ deploy }) => {
  const baseUrl = `${(await deploy()).origin}/v2`;
  await expectRefusal(
    `the target ${baseUrl} refuses the credentials (401): check API_KEY, or accounts.primary.apiKey of the profile`,
    { baseUrl },
    'some-wrong-key',
  );
});

/** Checks credentials first. */
const strict: Intercept = ({ url, headers }) => {
  if (!headers.some(([name]) => name === 'Authorization')) return { status: 401 };
  return url.startsWith('/v2/') ? undefined : { status: 404 };
};
for (const [label, intercept] of [
  ['one', undefined],
  ['one that looks at credentials first', strict],
] as const) {
  test(`a target whose path prefix is wrong is refused: ${label}`, async ({ deploy }) => {
    const { origin } = await deploy(intercept);
    for (const baseUrl of [origin, `${origin}/v3`]) {
      const line = `the target has none of the operations at ${baseUrl}: check the path prefix (usually /v2) of baseUrl`;
      await expectRefusal(line, { baseUrl });
    }
  });
}

const unusable: Record<string, [answer: Instead | undefined, line: RegExp]> = {
  'does not answer': [undefined, /can't be tested: 127\.0\.0\.1:\d+ did not answer within 300 ms/],
  'sends a long Retry-After': [
    { status: 429, headers: { 'Retry-After': '3600' } },
    /can't be tested: the target answered 429 and wants a wait of 3600 s/,
  ],
  'has moved': [
    { status: 308, headers: { Location: 'https://api.example.com/v2' } },
    /redirects to https:\/\/api\.example\.com\/v2: put the final address into baseUrl/,
  ],
  'wants a slash at the end of each path': [
    { status: 308, headers: { Location: '/v2/dir/document_types/' } },
    /answers only where the path ends with a slash \(it redirects to \/v2\/dir\/document_types\/\), and no path/,
  ],
};
for (const [label, [answer, line]] of Object.entries(unusable)) {
  test(`a target that ${label} is refused`, async ({ deploy }) => {
    const { origin } = await deploy(() => answer ?? new Promise<never>(() => {}));
    await expectRefusal(line, { baseUrl: `${origin}/v2`, ...(!answer && { limits: { timeoutMs: 300 } }) });
  });
}

test('a target without the notification of the profile is refused, unless it has none for any caller', async ({
  deploy,
}) => {
  let hasPath = true;
  const { origin, received } = await deploy(({ url }) =>
    hasPath || !url.includes('/sim_card_') ? undefined : { status: 404 },
  );
  const id = '00000000-0000-4000-8000-000000000000';
  const accounts = { primary: { apiKey: 'key_primary' } };
  const profile: Profile = { baseUrl: `${origin}/v2`, accounts, allow: ['read', 'write'], simNotification: { id } };
  const { target } = await preflight(profile);
  await expect(refuseUnknownNotification(target)).rejects.toThrow(
    `the target has no notification ${id}: check simNotification.id of the profile`,
  );
  expect(received.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual(['{}', '{}']);
  hasPath = false;
  await refuseUnknownNotification(target);
});

test('a run waits for a deployment', async ({ deploy }) => {
  let left = 12;
  const { origin } = await deploy(() =>
    left-- > 0 ? { status: 503, headers: { 'Retry-After': '0.2', 'Content-Type': 'text/html' } } : undefined,
  );
  const { value, stdout } = await captureOutput(() =>
    preflight({ baseUrl: `${origin}/v2`, accounts: { primary: { apiKey: 'key_primary' } } }),
  );
  expect(value.target.baseUrl).toBe(`${origin}/v2`);
  expect(stdout).toBe('the target answers 503: it is waited for, a minute at most\n');
});

test('the CA of the profile is trusted, through a proxy too', async ({ deploy }) => {
  const { origin } = await deploy();
  const pem = readFileSync(certificate);
  // A host name is resolved; an address is not.
  const names = new Set<string>();
  const SNICallback = (name: string, done: (error: null) => void) => {
    names.add(name);
    done(null);
  };
  const secure = createSecureServer({ key: pem, cert: pem, SNICallback }, (incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const onward = request(origin + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  const { port } = new URL(await listen(secure));
  const tunnels: string[] = [];
  const proxy = createServer().on('connect', ({ url = '', headers }, socket) => {
    tunnels.push(`${url} ${headers['proxy-authorization']}`);
    const onward = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) end.on('error', () => {});
  });
  await listen(proxy);
  const through = `http://me:pass-word@127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  const baseUrl = `https://127.0.0.1:${port}/v2`;
  await expectRefusal(/has an untrusted certificate/, { baseUrl });
  const trusted = { baseUrl, accounts: { primary: { apiKey: 'key_primary' } } };
  await preflight({ ...trusted, http: { ca: certificate } });
  expect(tunnels).toEqual([]);
  await preflight({ ...trusted, http: { ca: certificate, proxy: through } });
  expect(tunnels[0]).toBe(`127.0.0.1:${port} Basic ${Buffer.from('me:pass-word').toString('base64')}`);
  expect(names).toEqual(new Set());
  const http = { ca: certificate, proxy: through };
  await expectRefusal(/localhost/, { baseUrl: baseUrl.replace('127.0.0.1', 'localhost'), http });
  expect(names).toEqual(new Set(['localhost']));
  for (const server of [secure, proxy]) {
    server.closeAllConnections();
    server.close();
  }
});
