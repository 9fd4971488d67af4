import { afterAll, expect, test, vi } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import type { OperationSpec } from '../../spec/document.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { answer, refuse } from '../contract/answer.ts';
import { bare } from '../contract/deployed.ts';
import type { ServedOperation } from '../operations/index.ts';
import { indexFixtures } from '../state/fixtures.ts';
import { Partitions } from '../state/partitions.ts';
import type { Effect } from '../state/scenarios.ts';
import { errorLines } from '../testing.ts';
import { Answering } from './answering.ts';

const answering = new Answering(bare(document, validators));
const spec = document.operations.find(({ id }) => id === 'listDirDocumentTypes') as OperationSpec;
const partitions = new Partitions(indexFixtures(seed), { limit: 1 });
afterAll(() => partitions.close());

/** Requests the document types with a handler of the test. */
function request(
  handle: () => unknown,
  {
    headers = {},
    query = {},
    effects = [] as readonly Effect[],
  }: Partial<Record<'headers' | 'query', object>> & {
    effects?: readonly Effect[];
  } = {},
) {
  const checked = {
    operation: spec,
    caller: { account: 'acme', scopes: [], partition: 'default' },
    ...{ method: 'GET', path: spec.path, url: spec.path, params: {}, query, headers, idempotencyKeys: [] },
    ...{ rawBody: Buffer.alloc(0), values: {}, body: undefined, violations: [], onLeft: () => {} },
  };
  const operation = { spec, code: '10015', unauthorized: [], keyed: false, handle } as unknown as ServedOperation;
  return answering.answer(checked as never, operation, partitions.get('default'), effects);
}

const throwing = () => {
  throw new TypeError('a bug');
};

test('a handler that throws is answered with 500 in the standard body and logged', async () => {
  const lines = await errorLines(async () => {
    expect(await request(throwing)).toMatchObject({ status: 500, body: { errors: [{ code: '10007' }] } });
  });
  expect(lines.join('\n')).toContain('a bug');
});

test('a Prefer header is answered without the handler', async () => {
  const answered = await request(throwing, { headers: { prefer: 'code=401' } });
  expect(answered).toMatchObject({ status: 401, origin: 'prefer', body: { errors: [{ code: '10009' }] } });
});

test('a Prefer header that the contract cannot satisfy is refused with the declared statuses', async () => {
  const answered = await request(throwing, { headers: { prefer: 'code=202' } });
  const detail = expect.stringContaining('200, 401, 422');
  expect(answered).toMatchObject({ status: 400, body: { errors: [{ code: '10015', detail }] } });
});

for (const [status, isExplained] of [
  [400, true],
  [499, true],
  [500, false],
] as const) {
  test(`a refusal with ${status} ${isExplained ? 'names' : 'does not name'} ignored parameters`, async () => {
    const refusal = refuse(status, { code: '10015', detail: 'No.' });
    const { body } = await request(() => refusal, { query: { colour: 'red' } });
    expect(JSON.stringify(body).includes('colour')).toBe(isExplained);
  });
}

test('the answer of a scenario does not name ignored parameters', async () => {
  const answered = await request(throwing, { query: { colour: 'red' }, effects: [{ answer: { status: 401 } }] });
  expect(answered).toMatchObject({ status: 401, origin: 'scenario' });
  expect(JSON.stringify(answered.body)).not.toContain('colour');
});

for (const [what, status, ...effects] of [
  ['the first of two answers', 422, { answer: { status: 422 } }, { answer: { status: 401 } }],
  ['a rate before an answer', 429, { answer: { status: 401 } }, { perSecond: 1 }],
  ['a gateway before a rate', 504, { perSecond: 1 }, { gateway: 504 }],
] as const) {
  test(`of several effects ${what} decides`, async () => {
    expect((await request(throwing, { effects })).status).toBe(status);
  });
}

for (const [what, effect, headers] of [
  ['a call beyond a rate', { perSecond: 1 }, { 'retry-after': '1' }],
  ['an answer with a retry time', { answer: { status: 503, retryAfter: 7 } }, { 'retry-after': '7' }],
  ['an answer without a retry time', { answer: { status: 503 } }, {}],
] as const) {
  test(`${what} has the headers ${JSON.stringify(headers)}`, async () => {
    expect((await request(throwing, { effects: [effect] })).headers).toEqual(headers);
  });
}

for (const [chance, delay] of [
  [0, 2_000],
  [0.25, 3_000],
  [0.75, 5_000],
] as const) {
  test(`a delay of 2 to 6 seconds takes ${delay} ms at a chance of ${chance}`, async () => {
    const wait = vi.spyOn(partitions.get('default').clock, 'wait').mockResolvedValue(undefined);
    const random = vi.spyOn(Math, 'random').mockReturnValue(chance);
    await request(() => answer(200, {}), {
      effects: [{ delay: { from: 2_000, to: 6_000 } }, { answer: { status: 401 } }],
    });
    expect(wait.mock.calls[0]?.[0]).toBe(delay);
    for (const spy of [wait, random]) spy.mockRestore();
  });
}
