import { expect, test } from 'vitest';
import { type AnyAnswer, answer } from '../contract/answer.ts';
import { captureErrorLines, runOnce } from '../testing.ts';
import { type KeyedRequest, Ledger, type LedgerRecord } from './ledger.ts';

const LIMIT = 100;
const DAY = 24 * 60 * 60 * 1000;

function makeKeyed(changes: Partial<KeyedRequest> & { text?: string } = {}): KeyedRequest {
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
  const send = (changes: Parameters<typeof makeKeyed>[0] = {}, limit = LIMIT) =>
    runOnce(ledger, makeKeyed(changes), limit, work);
  return { state, ledger, work, send };
}

const codeOf = ({ body }: AnyAnswer) => (body as { errors: { code: string }[] }).errors[0]?.code;

/** Claims a key and fails the test where that is refused. */
function claim(ledger: Ledger, changes: Parameters<typeof makeKeyed>[0] = {}, limit = LIMIT) {
  const claimed = ledger.claim(makeKeyed(changes), limit);
  if ('answer' in claimed) throw new Error('the key was refused');
  return claimed.claim;
}

test('the 24 hours begin with the answer, not with the request', async () => {
  const { ledger, send, work, state } = setUp();
  await runOnce(ledger, makeKeyed(), LIMIT, async () => {
    state.now = 5_000;
    return work();
  });
  state.now = DAY + 4_999;
  expect((await send()).body).toEqual({ data: 1 });
});

for (const text of ['{}', '{"a":1}']) {
  test(`a key in progress is refused with the body ${text}, even after 24 hours`, async () => {
    const { ledger, state, send } = setUp();
    const begun = claim(ledger);
    state.now = 2 * DAY;
    const refused = await send({ text });
    expect([refused.status, codeOf(refused)]).toEqual([409, '10036']);
    expect(refused.rules).toEqual(['EMAIL-IDEM-8', 'EMAIL-IDEM-10', 'EMAIL-IDEM-27']);
    ledger.release(begun);
    expect((await send({ text })).status).toBe(202);
  });
}

test('answers up to status 299 are recorded', () => {
  const { ledger } = setUp();
  for (const status of [299, 300]) {
    const claimed = claim(ledger, { keys: [`${status}`] });
    ledger.settle(claimed, { status, body: {}, rules: [] });
    ledger.release(claimed);
  }
  expect(ledger.list().map(({ key }) => key)).toEqual(['299']);
});

test('records in progress are listed after the answered ones', async () => {
  const { ledger, send } = setUp();
  claim(ledger, { keys: ['begun'] });
  await send({ keys: ['done'] });
  expect(ledger.list().map(({ key, answer: known }) => [key, known?.status])).toEqual([
    ['done', 202],
    ['begun', undefined],
  ]);
});

test('a replayed answer has a note about the first use of its key', async () => {
  const { send, state } = setUp();
  state.now = 1_000;
  await send();
  const replayed = await send();
  expect(replayed.rules).toEqual(['EMAIL-IDEM-13', 'EMAIL-IDEM-18', 'EMAIL-IDEM-20']);
  expect(replayed.journal?.notes).toEqual([expect.stringContaining('1970-01-01T00:00:01.000Z')]);
});

test('a request in progress takes room in the ledger until it ends without a success', async () => {
  const { ledger, send } = setUp();
  const begun = claim(ledger, {}, 1);
  await captureErrorLines(async () => expect((await send({ keys: ['key-2'] }, 1)).status).toBe(503));
  ledger.release(begun);
  expect((await send({ keys: ['key-2'] }, 1)).status).toBe(202);
});

test('a restored record replaces the one with its key and is replayed', async () => {
  const { ledger, send } = setUp();
  await send();
  const [first] = ledger.list() as [LedgerRecord];
  ledger.restore({ ...first, answer: { status: 202, body: { data: 'restored' } } });
  expect((await send()).body).toEqual({ data: 'restored' });
  expect(ledger.list()).toHaveLength(1);
});
