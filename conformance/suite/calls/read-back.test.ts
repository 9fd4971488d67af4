import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownPath } from '../../../spec/testing/own-path.ts';
import type { OperationId } from '../../../spec/types.ts';
import { Answer } from '../wire/answer.ts';
import { ReadBack } from './read-back.ts';

const path = 'https://staging.example.com/v2/sim_card_data_usage_notifications/n1';

function answerTo(
  operation: OperationId,
  url: string,
  sent: object | undefined,
  status: number,
  shown: object,
): Answer {
  const body = sent && { body: JSON.stringify(sent) };
  const request = { method: 'PATCH', url, headers: [], ...body };
  return new Answer({ operation, status, headers: [], text: JSON.stringify(shown), request });
}

const update = (sent: object, amount: string, status = 200) =>
  answerTo('updateSimCardDataUsageNotification', path, sent, status, { data: { threshold: { amount, unit: 'GB' } } });
const read = (amount: string) => update({}, amount);
const write = (amount: string) => update({ threshold: { amount, unit: 'GB' } }, amount);

/** Asks again, and is given one of these after the other, the last one for ever. */
function replies(...answers: Answer[]): () => Promise<Answer> {
  let next = 0;
  return async () => answers[Math.min(next++, answers.length - 1)] as Answer;
}

const amountIn = ({ body }: Answer) => (body as { data: { threshold: { amount: string } } }).data.threshold.amount;
const never = () => Promise.reject(new Error('nobody was to ask again'));

/** What reads back on a clock of its own, on which time passes only where somebody waits. */
function making(waitMs = 2000, longestMs = 0, lateness = { longestMs }): ReadBack {
  let time = 1_000_000;
  const sleep = async (ms: number) => {
    time += ms;
  };
  return new ReadBack(waitMs, lateness, undefined, { now: () => time, sleep });
}

test('an update that does not show yet is read again until it does, and how late it was is known', async () => {
  const readBack = making();
  await readBack.settled('primary', write('7.50'), never);
  const settled = await readBack.settled('primary', read('3'), replies(read('3'), read('7.5')));
  expect(amountIn(settled)).toBe('7.5');
  expect(readBack.lateMs).toBeGreaterThan(0);
});

test('an update that never shows is given as it is read when time is over', async () => {
  const readBack = making(50);
  await readBack.settled('primary', write('7'), never);
  expect(amountIn(await readBack.settled('primary', read('3'), replies(read('3'))))).toBe('3');
  // From then on that is what there is.
  expect(amountIn(await readBack.settled('primary', read('3'), never))).toBe('3');
});

test('a reading that is refused is taken as it comes', async () => {
  const readBack = making();
  await readBack.settled('primary', write('7'), never);
  expect((await readBack.settled('primary', update({}, '3', 422), never)).status).toBe(422);
});

test('what a refused update has changed all the same is not hidden by a replica that is behind', async () => {
  const readBack = making(100, 20);
  await readBack.settled('primary', write('7'), never);
  await readBack.settled('primary', update({ threshold: { amount: 'x' } }, '7', 422), never);
  expect(amountIn(await readBack.settled('primary', read('7'), replies(read('9'))))).toBe('9');
});

test('after a refused update has had its look, what is there is known, and nothing has touched it', async () => {
  const { readBack } = timed(1000, 20);
  await readBack.settled('primary', write('7'), never);
  await readBack.settled('primary', update({ threshold: { amount: 'x' } }, '7', 422), never);
  const both = { data: { threshold: { amount: '7', unit: 'GB' }, sim_card_id: 'c1' } };
  const shown = answerTo('updateSimCardDataUsageNotification', path, {}, 200, both);
  await readBack.settled('primary', shown, replies(shown));
  expect(readBack.notifications.get('n1')).toEqual({
    expected: { amount: '7', unit: 'GB', sim_card_id: 'c1' },
    at: 0,
    isTouched: false,
  });
});

test('what a refused update has changed is looked for again where what was written before showed late', async () => {
  const { readBack, waits } = timed(1000, 20);
  await readBack.settled('primary', write('7'), never);
  await readBack.settled('primary', update({ threshold: { amount: 'x' } }, '7', 422), never);
  const settled = await readBack.settled('primary', read('3'), replies(read('3'), read('3'), read('7'), read('9')));
  // At first it is waited for 40 ms; then 20 and 40 more until it shows, so that an unwanted change would after 200.
  expect([waits.slice(0, 4), amountIn(settled)]).toEqual([[40, 20, 40, 100], '9']);
});

test('how late something was that was only read before counts from when it was asked for', async () => {
  const { readBack, pass } = timed(1000);
  await readBack.settled('primary', read('7'), never);
  pass(5000);
  await readBack.settled('primary', read('3'), replies(read('7')));
  expect(readBack.lateMs).toBe(20);
});

test('a target of which no wait is granted is taken at its word', async () => {
  const readBack = making(0);
  await readBack.settled('primary', write('7'), never);
  expect(amountIn(await readBack.settled('primary', read('3'), never))).toBe('3');
});

test('what others write meanwhile is no late read of a case that shares the notifications', async () => {
  const readBack = making();
  readBack.areNotificationsShared = true;
  await readBack.settled('primary', read('7'), never);
  expect(amountIn(await readBack.settled('primary', read('3'), never))).toBe('3');
  expect(readBack.lateMs).toBe(0);
});

test('what one case has written the next one knows, in whichever process', async () => {
  const [first, second] = [making(), making()];
  await first.settled('primary', write('7'), never);
  const outputDir = ownPath();
  mkdirSync(outputDir, { recursive: true });
  first.notifications.leave(outputDir);
  second.notifications.takeOver(outputDir);
  expect(amountIn(await second.settled('primary', read('3'), replies(read('7'))))).toBe('7');
});

const made = answerTo('createEmail', 'https://staging.example.com/v2/emails', {}, 202, {
  data: { id: 'm1', status: 'queued' },
});
const messages = 'https://staging.example.com/v2/email_messages';
const reads = {
  'message with a query': (status: number) =>
    answerTo('getEmailMessage', `${messages}/m1?a=b/c`, undefined, status, {}),
  message: (status: number) => answerTo('getEmailMessage', `${messages}/m1`, undefined, status, {}),
  reply: (status: number) => answerTo('createEmailMessage', messages, { in_reply_to_message_id: 'm1' }, status, {}),
};

for (const [what, answered] of Object.entries(reads)) {
  test(`a message that was just made is found later: ${what}`, async () => {
    const readBack = making();
    await readBack.settled('primary', made, never);
    expect((await readBack.settled('primary', answered(403), never)).status).toBe(403);
    expect((await readBack.settled('primary', answered(404), replies(answered(404), answered(200)))).status).toBe(200);
  });

  test(`a message of another account stays unknown without a wait: ${what}`, async () => {
    const readBack = making();
    await readBack.settled('primary', made, never);
    expect((await readBack.settled('other', answered(404), never)).status).toBe(404);
  });
}

test('a message whose send was accepted only when it was asked again is waited for as well', async () => {
  const readBack = making();
  await readBack.settled('primary', made, never);
  const late = answerTo('createEmailMessage', messages, { in_reply_to_message_id: 'm1' }, 202, {
    data: { id: 'm2', status: 'queued' },
  });
  await readBack.settled('primary', reads.reply(404), replies(late));
  const [none, found] = [404, 200].map((status) =>
    answerTo('getEmailMessage', `${messages}/m2`, undefined, status, {}),
  ) as [Answer, Answer];
  expect((await readBack.settled('primary', none, replies(none, found))).status).toBe(200);
});

test('a case waits its whole time, though a case before it has waited in vain', async () => {
  const lateness = { longestMs: 0 };
  const [first, second] = [making(500, 0, lateness), making(500, 0, lateness)];
  for (const readBack of [first, second]) await readBack.settled('primary', made, never);
  const [none, found] = [404, 200].map((status) => reads.message(status)) as [Answer, Answer];
  expect((await first.settled('primary', none, replies(none))).status).toBe(404);
  expect((await second.settled('primary', none, replies(none, none, none, none, found))).status).toBe(200);
});

/** On a clock of its own: what is written at noon, and when something is asked again or only waited for. */
function timed(waitMs: number, longestMs = 0) {
  let time = 1_000_000;
  const waits: number[] = [];
  const sleep = async (ms: number) => {
    waits.push(ms);
    time += ms;
  };
  const lateness = { longestMs };
  const pass = (ms: number) => {
    time += ms;
  };
  return { readBack: new ReadBack(waitMs, lateness, undefined, { now: () => time, sleep }), waits, lateness, pass };
}

test('what does not show is asked for ever more slowly, and how late it was counts from the time that it was written', async () => {
  const { readBack, waits, lateness, pass } = timed(5000);
  await readBack.settled('primary', write('7'), never);
  pass(100);
  const late = Array.from({ length: 7 }, () => read('3'));
  await readBack.settled('primary', read('3'), replies(...late, read('7')));
  expect(waits).toEqual([20, 40, 80, 160, 320, 500, 500, 500]);
  expect([readBack.lateMs, lateness]).toEqual([2220, { longestMs: 2220 }]);
  await readBack.settled('primary', write('8'), never);
  await readBack.settled('primary', read('7'), replies(read('8')));
  expect([readBack.lateMs, lateness]).toEqual([2220, { longestMs: 2220 }]);
});

test('what has not shown in the whole time is given a tenth of it from then on, in the same case', async () => {
  const { readBack, waits } = timed(1000);
  await readBack.settled('primary', made, never);
  const none = reads.message(404);
  const waited = async (answer: Answer) => {
    await readBack.settled('primary', answer, replies(answer));
    return waits.splice(0);
  };
  expect(await waited(none)).toEqual([20, 40, 80, 160, 320, 500]);
  expect(await waited(none)).toEqual([20, 40, 80]);
  // Another kind of read has the whole time.
  expect(await waited(reads.reply(404))).toEqual([20, 40, 80, 160, 320, 500]);
  // So has a message of another status.
  const other = { data: { id: 'm2', status: 'sandboxed' } };
  await readBack.settled('primary', answerTo('createEmailMessage', messages, {}, 202, other), never);
  const unread = answerTo('getEmailMessage', `${messages}/m2`, undefined, 404, {});
  expect(await waited(unread)).toEqual([20, 40, 80, 160, 320, 500]);
});

test('what has not shown is given twice as long as anything was late at least', async () => {
  const { readBack, waits } = timed(1000, 150);
  await readBack.settled('primary', made, never);
  const none = reads.message(404);
  await readBack.settled('primary', none, replies(none));
  waits.length = 0;
  await readBack.settled('primary', none, replies(none));
  expect(waits).toEqual([20, 40, 80, 160]);
});

test('what another account must not see is looked at when it would show, by twice the longest that anything was late', async () => {
  const { readBack, waits, pass } = timed(5000, 300);
  await readBack.settled('primary', made, never);
  expect((await readBack.settled('other', reads.message(403), never)).status).toBe(403);
  pass(200);
  const asked = await readBack.settled('other', reads.message(404), replies(reads.message(200)));
  expect([asked.status, waits]).toEqual([200, [400]]);
  expect((await readBack.settled('other', reads.message(404), never)).status).toBe(404);
});

test('a message is waited for by the time of its creation, which no replay of it moves, and by no refusal', async () => {
  const { readBack, pass, waits } = timed(1000, 300);
  await readBack.settled('primary', made, never);
  pass(600);
  await readBack.settled('other', made, never);
  expect((await readBack.settled('other', reads.message(404), never)).status).toBe(404);
  const refused = answerTo('createEmail', 'https://staging.example.com/v2/emails', {}, 422, { data: { id: 'm2' } });
  await readBack.settled('primary', refused, never);
  // One that was read once is none that may be late.
  const found = answerTo('getEmailMessage', `${messages}/m3`, undefined, 200, { data: { id: 'm3', status: 'sent' } });
  await readBack.settled('primary', found, never);
  for (const id of ['m2', 'm3']) {
    const unknown = answerTo('getEmailMessage', `${messages}/${id}`, undefined, 404, {});
    expect((await readBack.settled('primary', unknown, never)).status, id).toBe(404);
  }
  expect(waits).toEqual([]);
});
