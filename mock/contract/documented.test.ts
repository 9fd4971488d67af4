import { expect, test } from '@playwright/test';
import { loadDocument } from '../../spec/document.ts';
import type { OperationId } from '../../spec/types.ts';
import { compileValidators } from '../../spec/validators.ts';
import { errorLines } from '../testing.ts';
import { answer } from './answer.ts';
import type { CheckedRequest } from './check.ts';
import { createContract, type Upstream } from './documented.ts';

const document = loadDocument();
const contract = createContract(document, compileValidators(document));

function request(id: OperationId, headers: Record<string, string> = {}): CheckedRequest {
  const operation = document.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  return {
    operation,
    caller: { account: 'acme', scopes: [], partition: 'default' },
    method: operation.method.toUpperCase(),
    path: operation.path,
    params: {},
    query: {},
    headers,
    idempotencyKeys: [],
    rawBody: Buffer.alloc(0),
    values: {},
    body: undefined,
    faults: [],
  };
}

/** What a broken upstream leads to, and what is said about it. */
async function failing(upstream: Upstream) {
  let received: unknown;
  const lines = await errorLines(async () => {
    received = await contract.answer(request('listDirDocumentTypes'), upstream);
  });
  return { received, lines };
}

const unexpected = { status: 500, body: { errors: [{ code: '10007', title: 'Unexpected error' }] } };
const emptyPage = { data: [], meta: { total_pages: 0, total_results: 0, page_number: 1, page_size: 0 } };

test('an answer that keeps the contract goes out as it is', async () => {
  const given = answer(200, emptyPage, 'DIR-2');
  expect(await contract.answer(request('listDirDocumentTypes'), async () => given)).toEqual(given);
});

test('a frozen body is written once, and looked at anew for another operation', async () => {
  const { body: page } = await contract.answer(request('listDirDocumentTypes'), undefined);
  Object.freeze(page);
  const given = async () => answer(200, page);
  const [first, second] = [
    await contract.answer(request('listDirDocumentTypes'), given),
    await contract.answer(request('listDirDocumentTypes'), given),
  ];
  expect(first.text?.toString()).toBe(JSON.stringify(page));
  expect(second.text).toBe(first.text);
  await errorLines(async () => {
    expect(await contract.answer(request('listRecentAiMissionRuns'), given)).toMatchObject(unexpected);
  });
});

for (const [what, body] of [
  ['a member that is missing', { data: [] }],
  ['a member of the wrong type', { ...emptyPage, data: [{ short_name: 5 }] }],
  ['no object', 'text'],
] as const) {
  test(`an answer with ${what} becomes a 500 and is named in the log`, async () => {
    const { received, lines } = await failing(async () => answer(200, body));
    expect(received).toMatchObject(unexpected);
    expect(lines).toEqual([expect.stringContaining('an answer of listDirDocumentTypes (200) breaks the contract: ')]);
  });
}

test('an answer with a write-only member breaks the contract', async () => {
  const lines = await errorLines(async () => {
    const data = { html_body: '<p>secret</p>' };
    const received = await contract.answer(request('createEmailMessage'), async () => answer(202, { data }));
    expect(received).toMatchObject(unexpected);
  });
  expect(lines).toHaveLength(1);
});

test('an error body that is none breaks the contract, whatever its status', async () => {
  const { received } = await failing(async () => answer(418, { message: 'teapot' }));
  expect(received).toMatchObject(unexpected);
});

test('behaviour that throws becomes a 500 and is logged', async () => {
  const { received, lines } = await failing(async () => {
    throw new TypeError('a bug');
  });
  expect(received).toMatchObject(unexpected);
  expect(lines.join('\n')).toContain('a bug');
});

test('an operation without behaviour is answered from its examples', async () => {
  expect(await contract.answer(request('listDirDocumentTypes'), undefined)).toMatchObject({
    status: 200,
    body: { data: [{ short_name: 'letter_of_authorization' }, expect.anything()] },
  });
});

test('a preference is served without asking the behaviour', async () => {
  const headers = { prefer: 'code=401' };
  const received = await contract.answer(request('listDirDocumentTypes', headers), async () => {
    throw new Error('asked');
  });
  expect(received).toMatchObject({ status: 401, body: { errors: [{ code: '10009' }] } });
});
