import { afterAll, expect, test, vi } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import type { OperationSpec } from '../../spec/document.ts';
import { document } from '../../spec/testing/contract.ts';
import { compileValidators } from '../../spec/validators.ts';
import { answer, refuse } from '../contract/answer.ts';
import { ClientLeft } from '../contract/check.ts';
import { bare } from '../contract/deployed.ts';
import type { ServedOperation } from '../operations/index.ts';
import { indexFixtures } from '../state/fixtures.ts';
import { Partitions } from '../state/partitions.ts';
import type { Effect } from '../state/scenarios.ts';
import { errorLines } from '../testing.ts';
import { ownTurn } from '../time/turns.ts';
import { Answering } from './answering.ts';

const answering = new Answering(bare(document, compileValidators(document)));
const specOf = (wanted: string) => document.operations.find(({ id }) => id === wanted) as OperationSpec;
const spec = specOf('listDirDocumentTypes');

const partitions = new Partitions(indexFixtures(seed), { limit: 1 });
afterAll(() => partitions.close());

/** Asks for the document types, or something else, with other behaviour than theirs. */
function ask(
  handle: ServedOperation['handle'],
  headers: Record<string, string> = {},
  {
    by = answering,
    query = {},
    effects = [] as readonly Effect[],
    onLeft = () => {},
    spec: asked = spec,
    rawBody = '',
    body = undefined as unknown,
  } = {},
) {
  const request = {
    operation: asked,
    caller: { account: 'acme', scopes: [], partition: 'default' },
    method: 'GET',
    path: asked.path,
    url: asked.path,
    params: {},
    query,
    headers,
    idempotencyKeys: [],
    rawBody: Buffer.from(rawBody),
    values: {},
    body,
    violations: [],
    onLeft,
  };
  const operation: ServedOperation = {
    ...{ spec: asked, code: '10015', unauthorized: [], keyed: false },
    ...(handle && { handle }),
  };
  return by.answer(request, operation, partitions.get('default'), effects);
}

const bug = () => {
  throw new TypeError('a bug');
};

test('behaviour answers', async () => {
  const meta = { total_pages: 0, total_results: 0, page_number: 1, page_size: 0 };
  const given = answer(200, { data: [], meta }, 'DIR-2');
  expect(await ask(() => given)).toEqual(given);
});

test('behaviour that throws becomes a 500 and is logged', async () => {
  const lines = await errorLines(async () => {
    expect(await ask(bug)).toMatchObject({
      status: 500,
      body: { errors: [{ code: '10007', title: 'Unexpected error' }] },
    });
  });
  expect(lines.join('\n')).toContain('a bug');
});

test('an operation without behaviour is answered from its examples', async () => {
  const given = await ask(undefined);
  expect(given).toMatchObject({
    status: 200,
    body: { data: [{ short_name: 'letter_of_authorization' }, expect.anything()] },
  });
  expect(given.origin).toBeUndefined();
});

/** What comes first: something that is done, or others who have waited. */
async function inOrder(what: string, work: () => Promise<unknown> | undefined): Promise<string[]> {
  // What is left of earlier turns is over.
  for (let round = 0; round < 50; round += 1) await new Promise(setImmediate);
  const happened: string[] = [];
  const others = new Promise(setImmediate).then(() => happened.push('others'));
  await work()?.then(() => happened.push(what));
  await others;
  return happened;
}

test('requests of an operation are compiled in a turn where a partition has a deployment of its own, and once', async () => {
  const world = partitions.get('default');
  world.answerAs(bare(document, compileValidators(document, { lazily: true })));
  expect(await inOrder('compiled', () => answering.compile(world, spec))).toEqual(['others', 'compiled']);
  expect(answering.compile(world, spec)).toBeUndefined();
  world.answerAs(undefined);
});

test('the first answer of its kind is checked in a turn', async () => {
  const lazily = new Answering(bare(document, compileValidators(document, { lazily: true })));
  const meta = { total_pages: 0, total_results: 0, page_number: 1, page_size: 0 };
  const handle = () => answer(200, { data: [], meta }, 'DIR-2');
  expect(await inOrder('answered', () => ask(handle, {}, { by: lazily }))).toEqual(['others', 'answered']);
});

const types = Array.from({ length: 2_000 }, (_, at) => ({ short_name: `type_${at}`, description: 'x'.repeat(60) }));
const large = { data: types, meta: { total_pages: 1, total_results: 2_000, page_number: 1, page_size: 2_000 } };

for (const [what, asked] of [
  ['from an example', () => ask(undefined)],
  ['as the Prefer header says', () => ask(bug, { prefer: 'code=401' })],
  ['as a scenario says', () => ask(bug, {}, { effects: [{ answer: { status: 401 } }] })],
  ['by much', () => ask(() => answer(200, { ...large }, 'DIR-2'))],
] as const) {
  test(`who is answered ${what} has a turn`, async () => {
    await asked();
    expect(await inOrder('answered', asked)).toEqual(['others', 'answered']);
  });
}

test('what is little, or was checked and written before, is answered at once', async () => {
  const page = Object.freeze(large);
  for (const body of [{ data: [], meta: large.meta }, page]) {
    const asked = () => ask(() => answer(200, body, 'DIR-2'));
    await asked();
    expect(await inOrder('answered', asked)).toEqual(['answered', 'others']);
  }
});

test('an answer that takes long is written before what has yet to begin', async () => {
  const happened: string[] = [];
  await Promise.all([
    ownTurn().then(() => happened.push('begins')),
    ask(() => answer(200, { ...large }, 'DIR-2')).then(() => happened.push('written')),
  ]);
  expect(happened).toEqual(['written', 'begins']);
});

test('a preference is served without asking the behaviour', async () => {
  const received = await ask(bug, { prefer: 'code=401' });
  expect(received).toMatchObject({ status: 401, body: { errors: [{ code: '10009' }] } });
});

test('what is asked for and can not be is refused with the statuses that there are', async () => {
  expect(await ask(bug, { prefer: 'code=202' })).toEqual({
    status: 400,
    body: {
      errors: [
        {
          code: '10015',
          title: 'Invalid request',
          detail: 'The contract has no answer as the Prefer header asks for; this operation has 200, 401, 422.',
        },
      ],
    },
    rules: [],
  });
});

test('whose client has left is answered with 503, and nothing is logged', async () => {
  const lines = await errorLines(async () => {
    const left = () => {
      throw new ClientLeft('The client left.');
    };
    expect(await ask(left)).toMatchObject({
      status: 503,
      body: { errors: [{ code: '10007', detail: 'The client left.' }] },
    });
  });
  expect(lines).toEqual([]);
});

const unknown = 'The query parameter x is unknown and was ignored; there are page[number], page[size].';
for (const [status, told] of [
  [400, `No. ${unknown}`],
  [499, `No. ${unknown}`],
  [500, 'No.'],
] as const) {
  test(`a refusal with ${status} says ${told}`, async () => {
    const refusal = refuse(status, { code: '10015', detail: 'No.' });
    const { body } = await ask(() => refusal as never, {}, { query: { x: '1' } });
    expect(body).toMatchObject({ errors: [{ detail: told }] });
  });
}

const untyped = 'The body came without a Content-Type and was read as application/json.';
const unknownMember = '/x is unknown and was ignored; there are customer_reference, phone_numbers.';
for (const [what, rawBody, body, told] of [
  ['of its body as well', '{"x":1}', { x: 1 }, `No. ${untyped} ${unknownMember}`],
  ['of no body where none came', '', {}, 'No.'],
  ['of no body that is large', `{"x":1}${' '.repeat(100_000)}`, { x: 1 }, 'No.'],
] as const) {
  test(`a refusal tells what counted for nothing ${what}`, async () => {
    const refusal = refuse(400, { code: '10015', detail: 'No.' });
    const asked = { spec: specOf('createNumberReservation'), rawBody, body };
    expect((await ask(() => refusal as never, {}, asked)).body).toMatchObject({ errors: [{ detail: told }] });
  });
}

test('an answer that was asked for is not explained, and says who gave it', async () => {
  const query = { x: '1' };
  for (const [given, origin] of [
    [await ask(bug, { prefer: 'code=401' }, { query }), 'prefer'],
    [await ask(bug, {}, { query, effects: [{ answer: { status: 401 } }] }), 'scenario'],
  ] as const) {
    expect(given).toMatchObject({ status: 401, origin });
    expect(JSON.stringify(given.body)).not.toContain('unknown');
  }
});

test('a gateway answers with a page of its own, whatever else is on', async () => {
  const effects = [{ answer: { status: 429 } }, { gateway: 503 as const }];
  expect(await ask(bug, {}, { effects })).toEqual({
    status: 503,
    body: undefined,
    rules: [],
    text: [
      '<html>',
      '<head><title>503 Service Unavailable</title></head>',
      '<body>',
      '<center><h1>503 Service Unavailable</h1></center>',
      '</body>',
      '</html>',
      '',
    ].join('\r\n'),
    headers: { 'content-type': 'text/html' },
    origin: 'scenario',
  });
});

for (const [what, status, ...effects] of [
  ['the first answer', 422, { answer: { status: 422 } }, { answer: { status: 401 } }],
  ['a rate before an answer', 429, { answer: { status: 401 } }, { perSecond: 1 }],
  ['the first gateway before a rate', 504, { perSecond: 1 }, { gateway: 504 }, { gateway: 503 }],
] as const) {
  test(`of several effects ${what} counts`, async () => {
    expect((await ask(bug, {}, { effects })).status).toBe(status);
  });
}

test('calls beyond a rate are told to come back in a second, others when the scenario says', async () => {
  const retryAfter = async (effect: Effect) => (await ask(bug, {}, { effects: [effect] })).headers;
  expect(await retryAfter({ perSecond: 1 })).toEqual({ 'retry-after': '1' });
  expect(await retryAfter({ answer: { status: 503, retryAfter: 7 } })).toEqual({ 'retry-after': '7' });
  expect(await retryAfter({ answer: { status: 503 } })).toEqual({});
});

for (const [part, waited] of [
  [0, 2_000],
  [0.25, 3_000],
  [0.75, 5_000],
] as const) {
  test(`an answer is delayed between the two lengths of its scenario, by chance, and as long as its client waits: ${part}`, async () => {
    const { clock } = partitions.get('default');
    const wait = vi.spyOn(clock, 'wait').mockResolvedValue(undefined);
    const chance = vi.spyOn(Math, 'random').mockReturnValue(part);
    const onLeft = () => {};
    const delays = [{ rows: 1 }, { delay: { from: 2_000, to: 6_000 } }, { delay: { from: 7, to: 7 } }];
    await ask(undefined, {}, { effects: delays, onLeft });
    expect(wait.mock.calls).toEqual([
      [waited, onLeft],
      [7, onLeft],
    ]);
    for (const spy of [wait, chance]) spy.mockRestore();
  });
}
