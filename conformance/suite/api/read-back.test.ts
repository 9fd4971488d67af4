import { expect, test } from 'vitest';
import type { OperationId } from '../../../spec/types.ts';
import { Answer } from '../wire/answer.ts';
import { ReadBack } from './read-back.ts';

const base = 'https://staging.example.com/v2';
function answerTo(
  operation: OperationId,
  path: string,
  body: object | undefined,
  status: number,
  shown: object,
): Answer {
  const request = { method: 'PATCH', url: base + path, headers: [], ...(body && { body: JSON.stringify(body) }) };
  return new Answer({ operation, status, headers: [], text: JSON.stringify(shown), request });
}
const update = (body: object, amount: string, status = 200) =>
  answerTo('updateSimCardDataUsageNotification', '/sim_card_data_usage_notifications/n1', body, status, {
    data: { threshold: { amount, unit: 'GB' } },
  });
const read = (amount: string) => update({}, amount);
const write = (amount: string) => update({ threshold: { amount, unit: 'GB' } }, amount);
const refusedWrite = update({ threshold: { amount: 'x' } }, '7', 422);
const amountIn = ({ body }: Answer) => (body as { data: { threshold: { amount: string } } }).data.threshold.amount;

const created = (id: string, status = 202) =>
  answerTo('createEmail', '/emails', {}, status, { data: { id, status: 'queued' } });
const getMessage = (id: string, status: number) =>
  answerTo('getEmailMessage', `/email_messages/${id}?a=b`, undefined, status, {});
const reply = (id: string, status: number) =>
  answerTo('createEmailMessage', '/email_messages', { in_reply_to_message_id: id }, status, { data: { id: 'm9' } });

/** Repeats a request: gives these answers in turn, the last one for good. */
function replies(...answers: Answer[]): () => Promise<Answer> {
  let next = 0;
  return async () => answers[Math.min(next++, answers.length - 1)] as Answer;
}
const never = () => Promise.reject(new Error('the request was repeated'));

/** Reads of one case, with its own clock: time passes only while it waits. */
function readBackOf(waitMs = 2000, lateness = { longestMs: 0 }) {
  let time = 1_000_000;
  let waited = 0;
  const sleep = async (ms: number) => {
    time += ms;
    waited += ms;
  };
  const readBack = new ReadBack(waitMs, lateness, undefined, { now: () => time, sleep });
  const settled = (answer: Answer, again: () => Promise<Answer> = never, account = 'primary') =>
    readBack.settled(account, answer, again);
  const pass = (ms: number) => {
    time += ms;
  };
  return { readBack, settled, waited: () => waited, pass, lateness };
}

test('a read is repeated until it shows the update', async () => {
  const { settled, readBack, lateness } = readBackOf();
  await settled(write('7.50'));
  expect(amountIn(await settled(read('3'), replies(read('3'), read('7.5'))))).toBe('7.5');
  expect(readBack.lateMs).toBeGreaterThan(0);
  expect(lateness.longestMs).toBe(readBack.lateMs);
});

test('a read that does not show the update in time is given as it is, and known from then on', async () => {
  const { settled, waited } = readBackOf(50);
  await settled(write('7'));
  expect(amountIn(await settled(read('3'), replies(read('3'))))).toBe('3');
  expect(waited()).toBeGreaterThanOrEqual(50);
  expect(amountIn(await settled(read('3')))).toBe('3');
});

test('a refused read is given as it came', async () => {
  const { settled } = readBackOf();
  await settled(write('7'));
  expect((await settled(update({}, '3', 422))).status).toBe(422);
});

test('no read is repeated where the profile grants no wait', async () => {
  const { settled } = readBackOf(0);
  await settled(write('7'));
  expect(amountIn(await settled(read('3')))).toBe('3');
});

test('no read is repeated where other cases write the notification', async () => {
  const { settled, readBack } = readBackOf();
  readBack.areNotificationsShared = true;
  await settled(write('7'));
  expect(amountIn(await settled(read('3')))).toBe('3');
});

test('a change by a refused update is read when the slowest replica would show it', async () => {
  const { settled, waited } = readBackOf(1000, { longestMs: 20 });
  await settled(write('7'));
  await settled(refusedWrite);
  expect(amountIn(await settled(read('7'), replies(read('9'))))).toBe('9');
  expect(waited()).toBeGreaterThanOrEqual(40);
});

const messageReads = { read: getMessage, reply };
for (const [what, answer] of Object.entries(messageReads)) {
  test(`a ${what} of a message that was just created is repeated until it is found`, async () => {
    const { settled } = readBackOf();
    await settled(created('m1'));
    expect((await settled(answer('m1', 404), replies(answer('m1', 404), answer('m1', 200)))).status).toBe(200);
  });

  test(`a ${what} of a message by another account is not repeated`, async () => {
    const { settled } = readBackOf();
    await settled(created('m1'));
    expect((await settled(answer('m1', 404), never, 'other')).status).toBe(404);
  });
}

test('another account reads a message when it would show, by the longest delay so far', async () => {
  const { settled, waited } = readBackOf(5000, { longestMs: 300 });
  await settled(created('m1'));
  expect((await settled(getMessage('m1', 404), replies(getMessage('m1', 200)), 'other')).status).toBe(200);
  expect(waited()).toBe(600);
});

test('a message that was refused or only read is not waited for', async () => {
  const { settled } = readBackOf();
  await settled(created('m2', 422));
  await settled(getMessage('m3', 200));
  for (const id of ['m2', 'm3']) expect((await settled(getMessage(id, 404))).status, id).toBe(404);
});

test('a kind of read that was not found in the whole time is given less in the same case', async () => {
  const { settled, waited } = readBackOf(1000);
  await settled(created('m1'));
  const timeOf = async (answer: Answer) => {
    const before = waited();
    await settled(answer, replies(answer));
    return waited() - before;
  };
  const first = await timeOf(getMessage('m1', 404));
  expect(first).toBeGreaterThanOrEqual(1000);
  expect(await timeOf(getMessage('m1', 404))).toBeLessThan(first / 2);
  expect(await timeOf(reply('m1', 404))).toBe(first);
});
