import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownPath } from '../../spec/testing/own-path.ts';
import { readHar } from './har.ts';

const BASE = 'https://staging.example.com/api/v2';
const form = (name: string, value: string) => ({ name, value });

const entry = (
  request: { method?: string; url?: string; headers?: object[]; postData?: object | null } = {},
  response: { status?: number; headers?: object[]; content?: object; _error?: string } = {},
  startedDateTime = '2026-01-02T03:04:05.678Z',
) => ({
  startedDateTime,
  request: { method: 'GET', url: `${BASE}/dir/document_types`, headers: [], ...request },
  response: { status: 200, headers: [], content: { size: 2, text: '{}' }, ...response },
});

/** A recording with these entries. */
function recorded(...entries: unknown[]): string {
  const file = ownPath('traffic.har');
  writeFileSync(file, JSON.stringify({ log: { entries } }));
  return file;
}

/** Why a recording is refused, with its name. */
function complaint(file: string): string {
  try {
    readHar(file);
  } catch (error) {
    return (error as Error).message.replaceAll(file, 'FILE');
  }
  return 'none';
}

test('a byte order mark at the start of a recording is skipped', () => {
  const file = recorded(entry());
  writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8')}`);
  expect(readHar(file).exchanges).toHaveLength(1);
});

test('an exchange is read whole, under our credentials, without headers of its connection', () => {
  const headers = ['Host', 'CONNECTION', 'content-length', 'Accept-Encoding', 'cookie', ':authority', 'a b'];
  const json = form('Content-Type', 'application/json');
  const request = {
    method: 'POST',
    url: `${BASE}/email_messages?a=1`,
    headers: [
      ...headers.map((name) => form(name, 'x')),
      form('X-Cut', 'a\u2026'),
      form('X-Whole', '\ta ü'),
      form('AUTHORIZATION', 'theirs'),
      json,
    ],
    postData: { text: '{"to":[]}' },
  };
  const text = '{"errors":[],"said":"Grüße"}';
  const content = { size: 3, encoding: 'base64', text: Buffer.from(text).toString('base64') };
  const { exchanges, profile, all, leftOut } = readHar(
    recorded(entry(request, { status: 400, headers: [form('Retry-After', '5')], content })),
  );
  expect([all, leftOut, profile]).toEqual([1, [], { accounts: { primary: { apiKey: '' } }, baseUrl: BASE }]);
  const [{ rules, broken, ...read } = { rules: [], broken: [] }, ...others] = exchanges;
  expect([read, others]).toEqual([
    {
      case: 'traffic',
      operation: 'createEmailMessage',
      request: {
        method: 'POST',
        url: request.url,
        headers: [
          ['Authorization', 'Bearer $API_KEY'],
          ['X-Whole', '\ta ü'],
          ['Content-Type', 'application/json'],
        ],
        body: '{"to":[]}',
      },
      at: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
      status: 400,
      headers: [['Retry-After', '5']],
      text,
    },
    [],
  ]);
  expect(rules).toEqual(expect.arrayContaining(['EMAIL-RCPT-8', 'EMAIL-GET-3', 'ERR-1']));
  expect(rules).not.toContain('SIM-14');
  expect(broken).toEqual(['HTTP-1', 'ERR-14']);
});

test('what was refused for its credentials is asked with what it had, and a body that was not sent is none', () => {
  const authorization = form('authorization', 'Bearer theirs');
  const { exchanges } = readHar(
    recorded(
      entry({ headers: [authorization] }, { status: 401 }),
      entry({}, { status: 401 }),
      entry({ url: `${BASE}/sim_card_data_usage_notifications/x`, method: 'PATCH', postData: null }, {}, 'long ago'),
    ),
  );
  expect(exchanges.map(({ request, operation }) => [request.headers, 'body' in request, operation])).toEqual([
    [[['authorization', 'Bearer theirs']], false, 'listDirDocumentTypes'],
    [[], false, 'listDirDocumentTypes'],
    [[['Authorization', 'Bearer $API_KEY']], false, 'updateSimCardDataUsageNotification'],
  ]);
  expect(exchanges[2]?.rules).toEqual(expect.arrayContaining(['SIM-14', 'ERR-1']));
  expect(exchanges[2]?.rules).not.toContain('EMAIL-RCPT-8');
  expect(Math.abs((exchanges[2]?.at ?? 0) - Date.now())).toBeLessThan(3_600_000);
});

test('every method of HTTP is read, and an address of 8,000 characters at most behind its scheme', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const url = (length: number) => `${BASE}/${'x'.repeat(length - BASE.length - 1 + 'https://'.length)}`;
  const { exchanges, leftOut } = readHar(
    recorded(...methods.map((method) => entry({ method })), entry({ url: url(8_000) }), entry({ url: url(8_001) })),
  );
  expect(exchanges.map(({ request }) => request.method)).toEqual([...methods, 'GET']);
  expect(leftOut).toEqual(['1 left out: can not be asked again']);
});

test('the address of a target ends where a step of its paths is first /v2', () => {
  const baseOf = (url: string) => readHar(recorded(entry({ url }))).profile.baseUrl;
  expect(baseOf('http://a.example/api/v2/x/v2/y')).toBe('http://a.example/api/v2');
  expect(baseOf('https://v2.example:8443/v21/v2/emails')).toBe('https://v2.example:8443/v21/v2');
});

test('what nothing can be settled from is left out, counted by the reason', () => {
  const wide = `[${'{},'.repeat(60_000)}{}]`;
  const good = [
    entry(),
    entry({}, { status: 204, content: { size: 0 } }),
    entry({}, { status: 599, content: { size: -1 } }),
  ];
  const incomplete = [
    entry({}, { status: 199 }),
    entry({}, { status: 600 }),
    entry({ postData: { text: '{}', comment: 'cut' } }),
    entry({ postData: { _file: 'body.json' } }),
    entry({}, { _error: 'cancelled' }),
    entry({}, { content: { size: 2 } }),
    entry({}, { content: { size: 0, _file: 'body.json' } }),
  ];
  const { exchanges, leftOut, all } = readHar(
    recorded(
      ...good,
      entry({ url: `${BASE}x/dir/document_types` }),
      entry({ url: 'https://fonts.example.com/v2/x' }),
      entry({ method: 'OPTIONS' }),
      ...incomplete,
      entry({ postData: { text: wide } }),
      entry({}, { content: { text: wide } }),
      ...[{}, entry({ method: 'TRACE' }), entry({ url: 'ftp://x/v2/y' }), entry({ url: 'http://[::/v2/y' })],
      ...[entry({ headers: [{ name: 'a' }] }), entry({}, { status: '200' as never })],
    ),
  );
  expect([exchanges.length, exchanges.map(({ status }) => status), all]).toEqual([3, [200, 204, 599], 21]);
  expect(leftOut).toEqual([
    `2 left out: not with ${BASE}`,
    '1 left out: asked in advance by a browser',
    '7 left out: not all of it is there',
    '2 left out: too large',
    '6 left out: can not be asked again',
  ]);
});

test('the address of a target is that of its profile where the traffic has it, else that of the traffic', () => {
  const profile = (baseUrl: string) => {
    const file = ownPath(`${new URL(baseUrl).hostname}.yaml`);
    writeFileSync(file, JSON.stringify({ baseUrl, accounts: { primary: { apiKey: 'a-key' } } }));
    return file;
  };
  const traffic = recorded(entry(), entry({ url: 'https://other.example.com/dir/document_types' }));
  const addressBy = (baseUrl: string) => {
    const read = readHar(traffic, profile(baseUrl));
    return [read.profile.baseUrl, read.profile.accounts.primary.apiKey, read.exchanges.length];
  };
  expect(addressBy('https://other.example.com')).toEqual(['https://other.example.com', 'a-key', 1]);
  expect(addressBy('https://nowhere.example.com/v2')).toEqual([BASE, 'a-key', 1]);
});

test('a recording from which nothing can be settled is refused with the reason', () => {
  expect(complaint(recorded())).toBe('FILE: is no HAR with exchanges (has no entries)');
  const broken = ownPath('broken.har');
  writeFileSync(broken, '{');
  expect(complaint(broken)).toMatch(/^FILE: is no HAR with exchanges \(.*JSON.*\)$/);
  expect(complaint(recorded({}, {}))).toBe('FILE: none of its 2 exchanges can be asked again');
  expect(complaint(recorded(entry({ url: 'https://a.example.com/v2' })))).toBe(
    'FILE: no URL in it has /v2 in its path, nor the base URL of a profile',
  );
  expect(complaint(recorded(entry({}, { status: 0 })))).toBe(
    `FILE: has no exchange with ${BASE} whose answer is there`,
  );
  const many = (count: number) => recorded(...Array.from({ length: count }, () => entry()));
  expect(complaint(many(1_001))).toBe('FILE: has 1001 exchanges, and 1000 are read at most; cut it');
  expect(complaint(many(1_000))).toBe('none');
});
