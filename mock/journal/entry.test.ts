import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import type { JournalEntry } from './journal.ts';
import { type Answered, createBrokenEntry, createEntry } from './journal.ts';

const time = '2031-01-15T09:26:53.000Z';
const when = { at: Date.parse(time), apiKeys: seed.apiKeys };

/** The journal entry of a request to a server that answers with the given headers. */
async function recordExchange(
  answered: Partial<Answered>,
  { url = '/a', headers = {}, payload = '', sent = {} as Record<string, string | string[]> } = {},
) {
  let entry: JournalEntry | undefined;
  const app = Fastify();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/*', (request, reply) => {
    reply.code(202).headers(sent);
    entry = createEntry(request, reply, { text: '', operation: null, violations: [], ...answered }, when);
    reply.send('');
  });
  const outgoing = { method: 'POST', url, headers: { host: 'a', 'content-type': 'a/b', ...headers }, payload } as const;
  await app.inject(outgoing);
  await app.close();
  return entry;
}

test('an entry has request, answer and the decisions about it, under the time of the clock', async () => {
  const violations = [{ in: 'query', at: 'page', message: 'must be 1' }] as const;
  const entry = await recordExchange(
    {
      text: '{"a":"ä"}',
      operation: 'createEmailMessage',
      violations,
      rules: ['HTTP-7'],
      scenarios: [{ id: 's-1', drop: true }],
      origin: 'scenario',
      notes: ['One.'],
    },
    { url: '/a?b=c', payload: 'bödy', sent: { 'x-a': ['1', '2'] } },
  );
  expect(entry).toMatchObject({
    at: time,
    operation: 'createEmailMessage',
    request: { method: 'POST', url: '/a?b=c', headers: { host: 'a', 'content-type': 'a/b' }, body: 'bödy' },
    response: { status: 202, headers: { 'x-a': '1, 2' }, body: '{"a":"ä"}' },
    violations,
    rules: ['HTTP-7'],
    scenarios: [{ id: 's-1', drop: true }],
    origin: 'scenario',
    notes: ['One.'],
    cut: false,
  });
});

test('an entry has the first twenty notes, long ones shortened', async () => {
  const notes = ['x'.repeat(3_000), ...Array.from({ length: 29 }, (_, index) => `${index}`)];
  const entry = await recordExchange({ notes });
  expect(entry?.notes).toHaveLength(20);
  expect(entry?.notes[0]?.length).toBeLessThan(1_100);
});

for (const [name, isShortened] of [
  ...['x-auth-token', 'x-api-key', 'client-secret', 'x-authenticate', 'cookie', 'set-cookie', 'x-passwd'].map(
    (name) => [name, true] as const,
  ),
  ...['idempotency-key', 'www-authenticate', 'x-trace'].map((name) => [name, false] as const),
]) {
  test(`a ${name} header is recorded ${isShortened ? 'shortened' : 'whole'}, of request and answer`, async () => {
    const headers = { [name]: 'abcdefgh' };
    const entry = await recordExchange({}, { headers, sent: headers });
    const shown = isShortened ? 'abcd...' : 'abcdefgh';
    expect([entry?.request.headers[name], entry?.response.headers[name]]).toEqual([shown, shown]);
  });
}

for (const [url, shown] of [
  ['/a?Access_Token=abcdefgh&b=cdefghij', '/a?Access_Token=abcd...&b=cdefghij'],
  ['/a?b=1&password=abcdefgh', '/a?b=1&password=abcd...'],
  ['/a?to=http://ann:secret@b.example/c?api_key=abcdefgh', '/a?to=http://...@b.example/c?api_key=abcd...'],
  ['/http://ann:secret@b.example', '/http://...@b.example'],
  ['/a?token=ab?cdefgh', '/a?token=ab...'],
  ['/a?token', '/a?token'],
  ['/a?Idempotency-Key=abcdefgh', '/a?Idempotency-Key=abcdefgh'],
] as const) {
  test(`the address ${url} is recorded as ${shown}`, async () => {
    const entry = await recordExchange({}, { url, headers: { referer: url }, sent: { location: url } });
    expect([entry?.request.url, entry?.request.headers.referer, entry?.response.headers.location]).toEqual([
      ...[shown, shown, shown],
    ]);
  });
}

test('malformed HTTP is recorded without credentials', () => {
  expect(createBrokenEntry({ method: 'GET', url: '/a?token=abcdefgh' }, 431, '{"errors":[]}', when.at)).toMatchObject({
    at: time,
    operation: null,
    request: { method: 'GET', url: '/a?token=abcd...', body: '' },
    response: { status: 431, body: '{"errors":[]}' },
  });
});
