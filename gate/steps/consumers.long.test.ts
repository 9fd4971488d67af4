import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ownPath } from '../../spec/testing/own-path.ts';
import { root } from '../contract.ts';
import { someContext } from '../testing/context.ts';
import { checkRecordings } from './consumers.ts';

/** Two calls as the journal records them, the second of which had too large a body to be kept. */
function recordCalls(): string {
  const headers = [{ name: 'Authorization', value: 'Bearer key_primary' }];
  const url = 'http://127.0.0.1:4010/v2/dir/document_types?page[size]=2';
  const list = { method: 'GET', url, headers };
  const cut = {
    method: 'POST',
    url: 'http://127.0.0.1:4010/v2/emails',
    headers,
    postData: { text: '{', comment: 'cut' },
  };
  const entries = [list, cut].map((request, at) => ({
    startedDateTime: `2027-01-01T00:00:0${at}Z`,
    request,
    response: { status: 200 },
  }));
  mkdirSync(ownPath('recordings', 'shop'), { recursive: true });
  writeFileSync(ownPath('recordings', 'shop', 'mail.har'), JSON.stringify({ log: { entries } }));
  return ownPath('recordings');
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('recorded calls are replayed against contract and fixtures of the base, and those of today', async () => {
  const folder = recordCalls();
  vi.stubEnv('TMPDIR', ownPath('tmp'));
  mkdirSync(ownPath('tmp'));
  const { base, revision } = someContext();
  const today = read('spec/openapi.yaml');
  const judge = (parts: Parameters<typeof someContext>[0], text = today) =>
    checkRecordings(
      folder,
      someContext({
        unchanged: false,
        base: { ...base, text },
        revision: { ...revision, path: join(root, 'spec/openapi.yaml') },
        ...parts,
      }),
    );
  const summary = '1 calls of 1 consumers, 1 left out because their bodies were cut';
  const atBase = {
    list: (directory: string) =>
      readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.yaml'))
        .map((name) => `${directory}/${name}`),
    read: (path: string) => read(path).replace('A signed letter', 'A letter'),
  };
  const place = { file: 'tests/consumers/shop/mail.har', line: 1, column: 1 };
  const finding = { rule: 'consumer-calls', place, details: ['call shop/mail.har#1'] };
  expect(await judge({ atBase })).toEqual({
    outcome: 'passed',
    summary,
    findings: [
      {
        ...finding,
        severity: 'warning',
        message: expect.stringMatching(
          /^shop: GET \/v2\/dir\/document_types: data\.0\.description is "A signed letter.*, was "A letter/,
        ),
      },
    ],
  });
  const moved = today.replace('  /dir/document_types:', '  /dir/document_kinds:');
  expect(await judge({ atBase: undefined }, moved)).toEqual({
    outcome: 'failed',
    summary: '1 problem',
    findings: [{ ...finding, severity: 'error', message: 'shop: GET /v2/dir/document_types: 404 becomes 200' }],
  });
  // A thread that another test has started may have put its own there.
  expect(readdirSync(ownPath('tmp')).filter((name) => name.startsWith('gate-base-'))).toEqual([]);
});
