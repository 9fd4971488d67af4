import { createMock, type Mock } from 'telephony-contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ clock: '2027-01-01T08:00:00Z' });
});
beforeEach(() => mock.reset());
afterAll(() => mock.close());

const send = (message: object) =>
  fetch(`${mock.url}/email_messages`, {
    method: 'POST',
    headers: { Authorization: 'Bearer key_primary', 'Content-Type': 'application/json' },
    body: JSON.stringify({ from: 'shop@example.com', to: ['ada@example.com'], subject: 'Hello', ...message }),
  });

test('a scheduled message leaves when its time has come', async () => {
  const answer = await send({ text_body: 'Later', scheduled_at: '2027-01-02T08:00:00Z' });
  expect(answer.status).toBe(202);
  expect(await mock.outbox()).toEqual([]);

  await mock.clock.advance('PT24H');
  expect(await mock.outbox()).toMatchObject([{ Subject: 'Hello', To: [{ Address: 'ada@example.com' }] }]);
});

test('what the code under test asked for stands in the journal', async () => {
  await send({ to: [] });
  expect(await mock.requests()).toMatchObject([{ operation: 'createEmailMessage', response: { status: 422 } }]);
});
