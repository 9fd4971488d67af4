import Fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import type { Deployment } from '../../spec/deployment/deployment.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { bare } from '../contract/deployed.ts';
import type { PartitionEvent } from '../state/events.ts';
import { indexFixtures } from '../state/fixtures.ts';
import { Partitions } from '../state/partitions.ts';
import { beginExchange } from './exchange.ts';
import { recordBroken, recordExchange } from './record.ts';

const time = '2031-01-15T09:26:53.000Z';

afterEach(() => void vi.restoreAllMocks());

/** Partitions at a time that stands still, and what they are told. */
function partitionsOf() {
  const partitions = new Partitions(indexFixtures(seed), { limit: 5, realTime: () => Date.parse(time) });
  const told: [string, PartitionEvent][] = [];
  for (const name of ['default', 'mine']) partitions.events.listen(name, (event) => told.push([name, event]));
  return { partitions, told };
}

/** Asks a server that writes an exchange into a partition, and gives what that keeps. */
async function kept(
  answered: Partial<Parameters<typeof recordExchange>[2]>,
  {
    url = '/a',
    headers = {},
    payload = '',
    sent = {} as Record<string, string | string[]>,
    isCut = false,
    of = partitionsOf(),
  } = {},
) {
  const { partitions, told } = of;
  const app = Fastify({ rewriteUrl: ({ url = '' }) => url.replace('/asked', '/meant') });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', beginExchange);
  app.post('/*', (request, reply) => {
    request.exchange = { id: 'e-1', startedAt: 1_000 };
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_012.3456);
    reply.code(202).headers(sent);
    if (isCut) reply.hijack().raw.destroy();
    const given = { text: '', operation: null, violations: [], ...answered };
    recordExchange(request, reply, given, { partitions, partition: 'mine', seed });
    now.mockRestore();
    if (!isCut) reply.send('');
  });
  const asked = app.inject({ method: 'POST', url, headers: { host: 'a', 'content-type': 'a/b', ...headers }, payload });
  await asked.catch(() => undefined);
  await app.close();
  const [exchange] = partitions.get('mine').journal.list();
  expect(told).toEqual([['mine', { type: 'request', exchange }]]);
  await partitions.close();
  return exchange;
}

/** The same, as it is shown. */
const recorded = async (...asked: Parameters<typeof kept>) => (await kept(...asked))?.entry();

test('an exchange is kept as a whole, with what is known of its answer', async () => {
  const violations = [
    { in: 'query', at: 'page', message: 'must be 1' },
    { in: 'body', at: '', message: 'must be an object' },
    { in: 'path', message: 'there is none' },
  ] as const;
  const scenario = { id: 's-1', times: 2, drop: true, reach: [], operation: 'createEmailMessage' } as const;
  const entry = await recorded(
    {
      text: Buffer.from('{"a":"ä"}'),
      operation: 'createEmailMessage',
      violations,
      rules: ['HTTP-7'],
      scenarios: [scenario],
      faults: ['type'],
      chosen: ['holdMinutes'],
      origin: 'scenario',
      notes: ['One.', 'Two.'],
    },
    { url: '/a?b=c', payload: 'bödy', sent: { 'x-a': ['1', '2'], 'x-b': '?c=1?', 'x-c': '/?key=abcdef or /b' } },
  );
  expect(entry).toEqual({
    id: 'e-1',
    at: time,
    durationMs: 12.35,
    operation: 'createEmailMessage',
    request: {
      method: 'POST',
      url: '/a?b=c',
      headers: { host: 'a', 'content-type': 'a/b', 'content-length': '5', 'user-agent': 'lightMyRequest' },
      body: 'bödy',
    },
    response: {
      status: 202,
      headers: { 'x-a': '1, 2', 'x-b': '?c=1?', 'x-c': '/?key=abcd... or /b' },
      body: '{"a":"ä"}',
    },
    violations,
    rules: ['HTTP-7'],
    scenarios: [{ id: 's-1', drop: true, operation: 'createEmailMessage' }],
    faults: ['type'],
    chosen: ['holdMinutes'],
    origin: 'scenario',
    notes: ['One.', 'Two.'],
    cut: false,
  });
});

test('what there is nothing to tell of is left out or empty', async () => {
  expect(await recorded({ text: 'text' })).toEqual({
    id: 'e-1',
    at: time,
    durationMs: 12.35,
    operation: null,
    request: { method: 'POST', url: '/a', headers: expect.anything(), body: '' },
    response: { status: 202, headers: {}, body: 'text' },
    violations: [],
    rules: [],
    scenarios: [],
    notes: [],
    cut: false,
  });
});

test('an answer whose connection was cut before it is told as cut', async () => {
  expect((await recorded({}, { isCut: true }))?.cut).toBe(true);
});

test('twenty scenarios, choices and notes are kept, and of long sentences and places the beginning', async () => {
  const long = 'x'.repeat(3_000);
  const many = Array.from({ length: 30 }, (_, at) => (at === 0 ? long : `${at}`));
  const scenarios = many.map((id) => ({ id, rows: 1, reach: [] }));
  const violations = [{ in: 'body' as const, at: long, message: long }];
  const entry = await recorded({ scenarios, chosen: many, notes: many, violations });
  const shortened = expect.stringMatching(/^x{500,1000}…$/);
  const kept = [shortened, ...many.slice(1, 20)];
  expect([entry?.chosen, entry?.notes]).toEqual([kept, kept]);
  expect(entry?.scenarios.map(({ id }) => id)).toEqual(many.slice(0, 20));
  expect(entry?.violations).toEqual([{ in: 'body', at: shortened, message: shortened }]);
});

for (const [name, secret] of [
  ['x-auth-token', true],
  ['x-api-key', true],
  ['client-secret', true],
  ['x-authenticate', true],
  ['cookie', true],
  ['set-cookie', true],
  ['x-passwd', true],
  ['idempotency-key', false],
  ['www-authenticate', false],
  ['x-trace', false],
] as const) {
  test(`a header named ${name} is ${secret ? 'shortened' : 'kept'}, asked or answered`, async () => {
    const headers = { [name.toUpperCase()]: 'abcdefgh' };
    const entry = await recorded({}, { headers, sent: headers });
    const shown = secret ? 'abcd...' : 'abcdefgh';
    expect([entry?.request.headers[name], entry?.response.headers[name]]).toEqual([shown, shown]);
  });
}

for (const [text, shown] of [
  ['/a?Access_Token=abcdefgh&b=cdefghij#c', '/a?Access_Token=abcd...&b=cdefghij#c'],
  ['/a?b=1&password=abcdefgh', '/a?b=1&password=abcd...'],
  ['/a?to=http://ann:secret@b.example/c', '/a?to=http://...@b.example/c'],
  ['/a?to=http://ann:secret@b.example/c?api_key=abcdefgh', '/a?to=http://...@b.example/c?api_key=abcd...'],
  ['/http://ann:secret@b.example', '/http://...@b.example'],
  ['/a?to=/b?api_key=abcdefgh?c&d=efghijkl', '/a?to=/b?api_key=abcd...&d=efghijkl'],
  ['/a?token=ab?cdefgh', '/a?token=ab...'],
  ['/a?token', '/a?token'],
  ['/a?Idempotency-Key=abcdefgh', '/a?Idempotency-Key=abcdefgh'],
] as const) {
  test(`an address is kept without what is secret in it: ${text}`, async () => {
    const entry = await recorded({}, { url: text, headers: { referer: text }, sent: { location: text } });
    const [path] = shown.split('#');
    expect([
      entry?.request.url.split('#')[0],
      entry?.request.headers.referer,
      entry?.response.headers.location,
    ]).toEqual([path, shown, shown]);
  });
}

test('a key of the fixtures is kept, whatever its suffix, and another one is shortened', async () => {
  const shown = async (authorization: string) =>
    (await recorded({}, { headers: { authorization } }))?.request.headers.authorization;
  expect([await shown('Bearer key_primary.mine'), await shown('Bearer key_other_one')]).toEqual([
    'Bearer key_primary.mine',
    'Bearer key_...',
  ]);
});

test('what of a request counted for nothing is told behind the notes, until the partition answers as another deployment', async () => {
  const contract = bare(document, validators);
  const settled = { ...contract, settled: {} as Deployment };
  const said = { id: 'createEmailMessage' as const, query: ['x'], headers: { 'content-type': 'application/json' } };
  for (const [deployed, other] of [
    [contract, settled],
    [settled, { ...contract, settled: {} as Deployment }],
  ] as const) {
    const of = partitionsOf();
    const world = of.partitions.get('mine');
    world.answerAs(deployed);
    const exchange = await kept({ notes: ['One.'], said, deployed }, { payload: '{"subjct":"a"}', of });
    expect(exchange?.entry().notes).toEqual([
      'One.',
      'The query parameter x is unknown and was ignored.',
      '/subjct is unknown and was ignored; did you mean "subject"?',
    ]);
    world.answerAs(other);
    expect(exchange?.entry().notes).toEqual(['One.']);
  }
});

test('the address is the one that was asked, whatever it is taken for', async () => {
  expect((await recorded({}, { url: '/asked' }))?.request.url).toBe('/asked');
});

const long = 'x'.repeat(900);
const scenario = { id: long, rows: 1, reach: [] };
for (const [what, answered, asked] of [
  ['body', {}, { payload: long }],
  ['address', {}, { url: `/${long}` }],
  ['headers', {}, { headers: { 'x-a': long } }],
  ['answer', { text: long }, {}],
  ['violations', { violations: [{ in: 'body', message: long }] }, {}],
  ['scenarios', { scenarios: [scenario] }, {}],
  ['choices', { chosen: [long] }, {}],
  ['notes', { notes: [long] }, {}],
  ['faults', { faults: Array.from(long, () => 'type' as const) }, {}],
] as const) {
  test(`an exchange weighs what it keeps of its ${what}`, async () => {
    const [light, heavy] = [await kept({}), await kept(answered, asked)];
    expect(light?.bytes).toBeGreaterThan(1_000);
    expect((heavy?.bytes ?? 0) - (light?.bytes ?? 0)).toBeGreaterThan(long.length - 10);
  });
}

test('an answer that is sent again and again is told each time', async () => {
  const text = Buffer.from('the same');
  for (let time = 0; time < 2; time++) expect((await recorded({ text }))?.response.body).toBe('the same');
});

test('what was no request is kept for the default partition, and told to it', async () => {
  const { partitions, told } = partitionsOf();
  recordBroken(partitions, { method: 'GET', url: '/a?token=abcdefgh' }, 431, '{"errors":[]}');
  const [exchange] = partitions.get('default').journal.list();
  expect(told).toEqual([['default', { type: 'request', exchange }]]);
  recordBroken(partitions, { method: 'GET', url: '/a'.repeat(1_000) }, 431, '');
  const [longer] = partitions.get('default').journal.list();
  expect([exchange?.bytes, longer?.bytes]).toEqual([1_017, 3_000]);
  expect(exchange?.entry()).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    at: time,
    durationMs: 0,
    operation: null,
    request: { method: 'GET', url: '/a?token=abcd...', headers: {}, body: '' },
    response: { status: 431, headers: {}, body: '{"errors":[]}' },
    violations: [],
    rules: [],
    scenarios: [],
    notes: ['What came was no HTTP request that could be read, so that its headers are not known.'],
    cut: false,
  });
  await partitions.close();
});
