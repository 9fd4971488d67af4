import { expect, test } from 'vitest';
import { MemoryUsage } from '../collections/memory.ts';
import { type AnyAnswer, answer, refuse } from '../contract/answer.ts';
import { errorLines, once } from '../testing.ts';
import { atOnce } from '../time/turns.ts';
import { type AnsweredRecord, type KeyedRequest, Ledger, REPLAY_WINDOW, refuseKeys } from './ledger.ts';

const LIMIT = 100;

function keyed(changes: Partial<KeyedRequest> & { text?: string } = {}): KeyedRequest {
  const { text = '{}', ...rest } = changes;
  return {
    account: 'acme',
    method: 'POST',
    path: '/v2/email_messages',
    keys: ['key-1'],
    body: Buffer.from(text),
    partition: 'default',
    ...rest,
  };
}

/** A ledger with a clock to set, and work that counts how often it was done. */
function setUp() {
  const state = { now: 0, done: 0 };
  const ledger = new Ledger(() => state.now);
  const work = async (): Promise<AnyAnswer> => answer(202, { data: ++state.done });
  return { state, ledger, work };
}

const codeOf = ({ body }: AnyAnswer) => (body as { errors: { code: string }[] }).errors[0]?.code;

test('a repetition gets the first success and does nothing again', async () => {
  const { ledger, work, state } = setUp();
  const first = await once(ledger, keyed(), LIMIT, work);
  const second = await once(ledger, keyed(), LIMIT, work);
  expect([first, second]).toMatchObject(Array(2).fill({ status: 202, body: { data: 1 }, text: '{"data":1}' }));
  expect(state.done).toBe(1);
});

test('a success is replayed for 24 hours and no longer', async () => {
  const { ledger, work, state } = setUp();
  await once(ledger, keyed(), LIMIT, work);
  state.now = REPLAY_WINDOW - 1;
  expect((await once(ledger, keyed(), LIMIT, work)).body).toEqual({ data: 1 });
  state.now = 24 * 60 * 60 * 1000;
  expect(ledger.list()).toEqual([]);
  expect((await once(ledger, keyed(), LIMIT, work)).body).toEqual({ data: 2 });
});

test('the 24 hours begin when the success is answered', async () => {
  const { ledger, work, state } = setUp();
  const slow = async () => {
    state.now = 5_000;
    return work();
  };
  await once(ledger, keyed(), LIMIT, slow);
  state.now = REPLAY_WINDOW + 4_999;
  expect((await once(ledger, keyed(), LIMIT, work)).body).toEqual({ data: 1 });
});

test('a reused key with another body is refused, and the first answer stays replayable', async () => {
  const { ledger, work } = setUp();
  await once(ledger, keyed(), LIMIT, work);
  const reused = await once(ledger, keyed({ text: '{ }' }), LIMIT, work);
  expect([reused.status, codeOf(reused)]).toEqual([422, '10027']);
  expect((await once(ledger, keyed(), LIMIT, work)).body).toEqual({ data: 1 });
});

test('a key in progress is refused, whatever the body', async () => {
  const { ledger, work } = setUp();
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const first = once(ledger, keyed(), LIMIT, async () => {
    await held;
    return work();
  });
  for (const text of ['{}', '{"a":1}']) {
    const second = await once(ledger, keyed({ text }), LIMIT, work);
    expect([second.status, codeOf(second)]).toEqual([409, '10036']);
  }
  end();
  expect((await first).body).toEqual({ data: 1 });
  expect((await once(ledger, keyed(), LIMIT, work)).body).toEqual({ data: 1 });
});

test('a request in progress keeps its key longer than 24 hours', async () => {
  const { ledger, state, work } = setUp();
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const first = once(ledger, keyed(), LIMIT, () => held.then(work));
  state.now = 2 * REPLAY_WINDOW;
  expect((await once(ledger, keyed(), LIMIT, work)).status).toBe(409);
  end();
  await first;
});

test('of many requests at once one works', async () => {
  const { ledger, work, state } = setUp();
  const later = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return work();
  };
  const answers = await Promise.all(Array.from({ length: 50 }, () => once(ledger, keyed(), LIMIT, later)));
  expect(state.done).toBe(1);
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
});

test('a failure frees its key for any request', async () => {
  const { ledger, work } = setUp();
  const failed = await once(ledger, keyed(), LIMIT, async () => refuse(400, { code: '10015', detail: 'no' }));
  expect(failed.status).toBe(400);
  expect((await once(ledger, keyed({ text: '{"a":1}' }), LIMIT, work)).body).toEqual({ data: 1 });
});

test('an answer is recorded up to the status 299, and what it was written out as already stays', () => {
  const { ledger } = setUp();
  for (const [key, status] of Object.entries({ a: 299, b: 300 })) {
    const claimed = ledger.claim(keyed({ keys: [key] }), LIMIT);
    if (!('claim' in claimed)) throw new Error('the key was refused');
    const written = { status, body: { data: 1 }, rules: [], text: '{ "data": 1 }' } as const;
    expect(ledger.settle(claimed.claim, { ...written })).toEqual(written);
    ledger.release(claimed.claim);
  }
  expect(ledger.list().map(({ key, answer }) => [key, answer])).toEqual([['a', { status: 299, text: '{"data":1}' }]]);
});

test('a key that a refusal has bound is for the same request alone', () => {
  const { ledger } = setUp();
  const first = ledger.claim(keyed(), LIMIT);
  if ('claim' in first) {
    ledger.bind(first.claim);
    ledger.release(first.claim);
  }
  expect(ledger.claim(keyed({ text: '[]' }), LIMIT)).toMatchObject({ answer: { status: 422 } });
  expect(ledger.claim(keyed(), LIMIT)).toHaveProperty('claim');
  // Now it is in progress as well.
  expect(ledger.claim(keyed({ text: '[]' }), LIMIT)).toMatchObject({ answer: { status: 422 } });
  expect(ledger.claim(keyed(), LIMIT)).toMatchObject({ answer: { status: 409 } });
});

test('a claim that ends without an answer frees its key', () => {
  const { ledger } = setUp();
  const first = ledger.claim(keyed(), LIMIT);
  if ('claim' in first) ledger.release(first.claim);
  expect(ledger.claim(keyed(), LIMIT)).toHaveProperty('claim');
});

test('of the records those in progress are listed last', async () => {
  const { ledger, work } = setUp();
  ledger.claim(keyed({ keys: ['begun'] }), LIMIT);
  await once(ledger, keyed({ keys: ['done'] }), LIMIT, work);
  expect(ledger.list().map(({ key, answer }) => [key, answer?.status])).toEqual([
    ['done', 202],
    ['begun', undefined],
  ]);
});

for (const [what, changes] of [
  ['account', { account: 'globex' }],
  ['API key, where each has its own,', { owner: 'key_other' }],
  ['path', { path: '/v2/emails' }],
  ['method', { method: 'PUT' }],
  ['key', { keys: ['key-2'] }],
  ['case of the key', { keys: ['KEY-1'] }],
] as const) {
  test(`another ${what} has a record of its own`, async () => {
    const { ledger, work } = setUp();
    await once(ledger, keyed(), LIMIT, work);
    expect((await once(ledger, keyed(changes), LIMIT, work)).body).toEqual({ data: 2 });
  });
}

for (const key of ['a', 'a'.repeat(255), 'A-Z_09', '__proto__', 'constructor']) {
  test(`a key of letters, digits, hyphens and underscores is taken: ${key.slice(0, 20)}, ${key.length} long`, async () => {
    const { ledger, work } = setUp();
    await once(ledger, keyed({ keys: [key] }), LIMIT, work);
    expect((await once(ledger, keyed({ keys: [key] }), LIMIT, work)).body).toEqual({ data: 1 });
  });
}

for (const keys of [
  [''],
  [' '],
  ['a b'],
  ['"a"'],
  ['ä'],
  ['a\n'],
  ['a'.repeat(256)],
  ['a', 'b'],
  ['a', 'a'],
  ['', 'a'],
]) {
  test(`an invalid key is refused and nothing is done: ${JSON.stringify(keys).slice(0, 30)}`, async () => {
    const { ledger, work, state } = setUp();
    const refused = await once(ledger, keyed({ keys }), LIMIT, work);
    expect([refused.status, codeOf(refused)]).toEqual([400, '10015']);
    expect(state.done).toBe(0);
  });
}

for (const [keys, rule, note] of [
  [[''], 'EMAIL-IDEM-5', 'The header is empty.'],
  [['a', 'b'], 'EMAIL-IDEM-4', 'The header came more than once.'],
  [['a b'], 'EMAIL-IDEM-6', 'The key has a character that is none of these: " ".'],
  [['a'.repeat(256)], 'EMAIL-IDEM-7', 'The key has 256 characters.'],
  [[`${'a'.repeat(256)}!`], 'EMAIL-IDEM-6', 'The key has 257 characters.'],
] as const) {
  test(`why a key is invalid is said by a rule and a note: ${rule}, ${note}`, () => {
    expect(refuseKeys(keys)).toMatchObject({ rules: [rule, 'EMAIL-IDEM-2', 'EMAIL-IDEM-26'], notes: [note] });
  });
}

test('when a key was used first is noted, and what came of it', () => {
  const { ledger, state } = setUp();
  const claimed = (text?: string) => {
    const { answer } = ledger.claim(keyed(text === undefined ? {} : { text }), LIMIT) as { answer: AnyAnswer };
    const { status, rules, notes, origin, text: written } = answer;
    return { status, rules, notes, origin, written };
  };
  const first = ledger.claim(keyed(), LIMIT);
  const began = '1970-01-01T00:00:00.000Z';
  const refused = { origin: undefined, written: undefined };
  state.now = 1_000;
  expect(claimed()).toEqual({
    ...refused,
    status: 409,
    rules: ['EMAIL-IDEM-8', 'EMAIL-IDEM-10', 'EMAIL-IDEM-27'],
    notes: [`It began at ${began}.`],
  });
  if ('claim' in first) ledger.settle(first.claim, answer(202, { data: 1 }));
  state.now = 2_000;
  const used = '1970-01-01T00:00:01.000Z';
  expect(claimed('[]')).toEqual({
    ...refused,
    status: 422,
    rules: ['EMAIL-IDEM-11', 'EMAIL-IDEM-12', 'EMAIL-IDEM-20', 'EMAIL-IDEM-27'],
    notes: [`The key was first used at ${used}, with another body.`],
  });
  expect(claimed()).toEqual({
    status: 202,
    rules: ['EMAIL-IDEM-13', 'EMAIL-IDEM-18', 'EMAIL-IDEM-20'],
    notes: [`The key was first used at ${used}; that answer is replayed.`],
    origin: 'ledger',
    written: '{"data":1}',
  });
});

test('a full ledger refuses a new key and keeps its records', async () => {
  const { ledger, work, state } = setUp();
  const lines = await errorLines(async () => {
    await once(ledger, keyed(), 1, work);
    const refused = await once(ledger, keyed({ keys: ['key-2'] }), 1, work);
    expect([refused.status, codeOf(refused)]).toEqual([503, '10007']);
    expect(refused.rules).toEqual(['EMAIL-IDEM-28', 'EMAIL-IDEM-29']);
  });
  expect(lines).toEqual([expect.stringContaining('ledger of partition default is full (1 records')]);
  expect((await once(ledger, keyed(), 1, work)).body).toEqual({ data: 1 });
  expect(state.done).toBe(1);
});

test('a request in progress takes room in a ledger, until it ends without a success', async () => {
  const { ledger } = setUp();
  const first = ledger.claim(keyed(), 1);
  const lines = await errorLines(async () => {
    expect(ledger.claim(keyed({ keys: ['key-2'] }), 1)).toMatchObject({ answer: { status: 503 } });
  });
  expect(lines).toEqual([expect.stringContaining('(1 records')]);
  if ('claim' in first) ledger.release(first.claim);
  expect(ledger.claim(keyed({ keys: ['key-2'] }), 1)).toHaveProperty('claim');
});

test('a full ledger has room again when a record is over', async () => {
  const { ledger, work, state } = setUp();
  await once(ledger, keyed(), 1, work);
  state.now = REPLAY_WINDOW;
  expect((await once(ledger, keyed({ keys: ['key-2'] }), 1, work)).status).toBe(202);
  expect(ledger.list().map(({ key }) => key)).toEqual(['key-2']);
});

test('a ledger whose answers keep as much as they may is full too, until they are over', async () => {
  const state = { now: 0 };
  const work = async (): Promise<AnyAnswer> => answer(202, { data: 'x'.repeat(1_000) });
  const sendTo = (ledger: Ledger) => (key: string) => once(ledger, keyed({ keys: [key] }), LIMIT, work);
  const usage = new MemoryUsage();
  await sendTo(new Ledger(() => 0, Number.POSITIVE_INFINITY, usage))('key-1');
  const sendToLarger = sendTo(new Ledger(() => 0, usage.bytes + 1));
  for (const key of ['key-1', 'key-2']) expect((await sendToLarger(key)).status).toBe(202);
  const send = sendTo(new Ledger(() => state.now, usage.bytes));
  const lines = await errorLines(async () => {
    expect((await send('key-1')).status).toBe(202);
    expect((await send('key-2')).status).toBe(503);
    expect((await send('key-1')).status).toBe(202);
  });
  expect(lines).toEqual([expect.stringContaining('is full (1 records under 24 hours)')]);
  state.now = REPLAY_WINDOW;
  expect((await send('key-2')).status).toBe(202);
});

test('a ledger is full of answers that were stored before, too', async () => {
  const { ledger, work } = setUp();
  await once(ledger, keyed(), LIMIT, async () => answer(202, { data: 'x'.repeat(1_000) }));
  const stored = new Map(
    ledger.list().map((record) => ['acme POST /v2/email_messages key-1', record as AnsweredRecord]),
  );
  const lines = await errorLines(async () => {
    const again = new Ledger(() => 0, 1_000, undefined, stored);
    expect((await once(again, keyed({ keys: ['key-2'] }), LIMIT, work)).status).toBe(503);
  });
  expect(lines).toHaveLength(1);
});

/** Binds a key as a refusal does. */
function bind(ledger: Ledger, key: string) {
  const claimed = ledger.claim(keyed({ keys: [key] }), LIMIT);
  if (!('claim' in claimed)) throw new Error('the key was refused');
  ledger.bind(claimed.claim);
  ledger.release(claimed.claim);
}

test('the keys of refused requests take no more memory than answers may, and the oldest is free first', () => {
  const ledger = new Ledger(() => 0, 1_000);
  const keys = ['a', 'b', 'c', 'd'];
  for (const key of keys) bind(ledger, key);
  const isBound = (key: string) => 'answer' in ledger.claim(keyed({ keys: [key], text: '[]' }), LIMIT);
  expect(keys.map(isBound)).toEqual([false, false, true, true]);
});

test('the keys of refused requests count towards the memory, and no more than 10,000 are kept', () => {
  const usage = new MemoryUsage();
  const ledger = new Ledger(() => 0, Number.POSITIVE_INFINITY, usage);
  for (let n = 0; n < 10_000; n++) bind(ledger, `key-${10_000 + n}`);
  const { bytes } = usage;
  expect(bytes).toBeGreaterThan(3_000_000);
  bind(ledger, 'key-20000');
  expect(usage.bytes).toBe(bytes);
});

test('of the records those are kept that are admitted, and one that is restored takes the place of its like', () => {
  const usage = new MemoryUsage();
  const ledger = new Ledger(() => 10, Number.POSITIVE_INFINITY, usage);
  const record = (key: string, data: number): AnsweredRecord => ({
    ...{ account: 'acme', method: 'POST', path: '/v2/email_messages', key, fingerprint: 'f' },
    createdAt: data,
    answer: { status: 202, text: JSON.stringify({ data }) },
  });
  ledger.restore(record('a', 1));
  const one = usage.bytes;
  ledger.restore(record('b', 2));
  ledger.restore(record('a', 3));
  expect(ledger.list()).toEqual([record('b', 2), record('a', 3)]);
  expect([one > 0, usage.bytes]).toEqual([true, 2 * one]);
  atOnce(ledger.retain(({ key }) => key === 'a'));
  expect([ledger.list(), usage.bytes]).toEqual([[record('a', 3)], one]);
});
