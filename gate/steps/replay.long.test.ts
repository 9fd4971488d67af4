import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test as base, expect } from 'vitest';
import { fixturesDirectory, loadSeed } from '../../fixtures/seed.ts';
import { createServer } from '../../mock/server.ts';
import { contractFile } from '../../spec/document.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { makeTestPath } from '../../spec/testing/test-path.ts';
import { checkConsumers } from './replay.ts';

const today = { contract: contractFile, fixtures: fixturesDirectory };

/** A directory of recordings that goes with the test. */
const test = base.extend<{ directory: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the wanted fixtures from the pattern
  directory: async ({}, use) => {
    await use(makeTestPath());
  },
});

type Call = { method: 'GET' | 'PATCH' | 'POST'; url: string; body?: (previous: unknown) => object };

/** Makes calls against the mock, one after the other, and records its journal. */
async function record(directory: string, calls: readonly Call[]): Promise<void> {
  const mock = await createServer({
    document,
    validators,
    seed: loadSeed(validators),
    allowedHosts: [],
    partitions: 10,
  });
  const headers = { authorization: 'Bearer key_primary', 'content-type': 'application/json' };
  let previous: unknown;
  for (const { method, url, body } of calls) {
    const answer = await mock.inject({ method, url, headers, ...(body && { payload: body(previous) }) });
    previous = answer.json();
  }
  const har = await mock.inject({ url: '/__admin/requests.har' });
  await mock.close();
  mkdirSync(join(directory, 'shop'));
  writeFileSync(join(directory, 'shop', 'mail.har'), har.body);
}

/** The contract with a piece of its text replaced, as a file. */
function changedContract(directory: string, from: string, to: string): string {
  const text = readFileSync(contractFile, 'utf8');
  expect(text).toContain(from);
  const file = join(directory, 'openapi.yaml');
  writeFileSync(file, text.replace(from, to));
  return file;
}

const send = (changes: object = {}) => ({
  from: 'sender@example.com',
  to: ['ann@example.com'],
  subject: 'Hello',
  text_body: 'Good morning',
  ...changes,
});

const conversation: Call[] = [
  { method: 'POST', url: '/v2/email_messages', body: () => send() },
  {
    method: 'POST',
    url: '/v2/email_messages',
    body: (first) => send({ in_reply_to_message_id: (first as { data: { id: string } }).data.id }),
  },
  { method: 'GET', url: '/v2/dir/document_types?page[size]=2' },
];

test('without recordings there are no findings', async ({ directory }) => {
  expect(await checkConsumers(directory, today, today)).toMatchObject({ consumers: 0, calls: 0 });
});

test('the same edition answers as recorded, with other ids', async ({ directory }) => {
  await record(directory, conversation);
  expect(await checkConsumers(directory, today, today)).toEqual({ consumers: 1, calls: 3, cut: [], findings: [] });
});

test('a narrower request breaks the call that it refuses, and names it', async ({ directory }) => {
  await record(directory, conversation);
  const contract = changedContract(directory, 'required: [from, to]', 'required: [from, to, reply_to]');
  const { findings } = await checkConsumers(directory, today, { ...today, contract });
  const found = { consumer: 'shop', request: 'POST /v2/email_messages', level: 'breaking' };
  const message = expect.stringMatching(/^202 becomes 422: /);
  expect(findings).toEqual([1, 2].map((number) => ({ ...found, call: `shop/mail.har#${number}`, message })));
});

/** Writes a recording with calls at these seconds, in the form of the journal or a browser. */
function put(directory: string, file: string, calls: [second: number, url: string, request?: object][]): void {
  const headers = Object.entries({
    Authorization: 'Bearer key_primary',
    ':authority': 'recorded.example',
    Host: 'recorded.example',
    'Content-Length': '7',
    Connection: 'close',
  }).map(([name, value]) => ({ name, value }));
  const entries = calls.map(([second, url, more]) => ({
    startedDateTime: `2027-01-01T00:00:0${second}Z`,
    request: { method: 'GET', url: `https://recorded.example${url}`, headers, ...more },
    response: { status: 200 },
  }));
  mkdirSync(join(directory, dirname(file)), { recursive: true });
  writeFileSync(join(directory, file), JSON.stringify({ log: { entries } }));
}

test('recordings are replayed in order, without calls that were cut', async ({ directory }) => {
  const cut = { method: 'POST', postData: { text: '{"from', comment: 'cut' } };
  put(directory, 'shop/b.har', [
    [3, '/dir/document_types?page[number]=0'],
    [1, '/v2/dir/document_types'],
    [2, '/v2/emails', cut],
  ]);
  put(directory, 'shop/deeper/a.har', [[1, '/v2/dir/document_types/7']]);
  put(directory, 'depot/c.har', [[1, '/v2/dir/document_types?page[size]=1']]);
  put(directory, 'depot/c.har.txt', []);
  put(directory, 'depot/d.har', []);
  const contract = changedContract(directory, '  /dir/document_types:', '  /dir/document_kinds:');
  const { findings, ...rest } = await checkConsumers(directory, today, { ...today, contract });
  expect(rest).toEqual({ consumers: 2, calls: 4, cut: ['shop/b.har#3'] });
  const gone = 'The requested path does not exist; did you mean /v2/dir/document_';
  expect(findings.map(({ call, request, message }) => `${call} ${request}: ${message}`)).toEqual([
    `depot/c.har#1 GET /v2/dir/document_types: 200 becomes 404: ${gone}kinds?`,
    'depot/d.har depot/d.har: none of 0 calls is answered as recorded; record it with keys of fixtures/',
    `shop/b.har#2 GET /v2/dir/document_types: 200 becomes 404: ${gone}kinds?`,
    `shop/b.har#1 GET /dir/document_types: 422 becomes 404: ${gone}kinds?`,
    'shop/b.har#1 GET /dir/document_types: the base answers 422, the recording has 200',
    `shop/deeper/a.har#1 GET /v2/dir/document_types/7: errors.0.detail is "${gone}kinds?", was "${gone}types?"`,
    'shop/deeper/a.har shop/deeper/a.har: none of 1 call is answered as recorded ' +
      '(GET /v2/dir/document_types/7: the base answers 404, the recording has 200); record it with keys of fixtures/',
  ]);
});

test('another value of the fixtures is soft', async ({ directory }) => {
  await record(directory, conversation);
  const fixtures = join(directory, 'fixtures');
  cpSync(fixturesDirectory, fixtures, { recursive: true });
  const file = join(fixtures, 'document-types.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('A signed letter', 'A letter'));
  const { findings } = await checkConsumers(directory, today, { ...today, fixtures });
  expect(findings).toEqual([
    {
      consumer: 'shop',
      call: 'shop/mail.har#3',
      request: 'GET /v2/dir/document_types',
      level: 'soft',
      message: expect.stringMatching(/^data\.0\.description is "A letter .*, was "A signed letter/),
    },
  ]);
});
