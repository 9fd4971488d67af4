import { expect, test } from 'vitest';
import { Answer } from '../wire/answer.ts';
import { Waiting } from './waiting.ts';

const answerOf = (status: number) =>
  new Answer({
    operation: 'getEmailMessage',
    status,
    headers: [],
    text: '',
    request: { method: 'GET', url: '/', headers: [] },
  });
/** Answers with these statuses, one after the other, then with the last one. */
const replies =
  (...statuses: number[]) =>
  async () =>
    answerOf((statuses.length > 1 ? statuses.shift() : statuses[0]) as number);

test('a message that shows late is read until it shows, and the delay is noted', async () => {
  const lateness = { longestMs: 0 };
  const waiting = new Waiting(600_000, lateness);
  expect((await waiting.eventually(replies(404, 404, 200))).status).toBe(200);
  expect(waiting.lateMs).toBeGreaterThan(0);
  expect(lateness.longestMs).toBe(waiting.lateMs);
});

test('the last answer counts where nothing shows in time', async () => {
  const waiting = new Waiting(0, { longestMs: 0 });
  expect((await waiting.eventually(replies(404, 200))).status).toBe(404);
  expect(waiting.lateMs).toBe(0);
});
