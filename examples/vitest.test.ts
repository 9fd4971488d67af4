import { test } from 'telephony-contract/vitest';
import { expect } from 'vitest';

const send = ({ url, key }: { url: string; key: string }, message: object) =>
  fetch(`${url}/email_messages`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ from: 'shop@example.com', to: ['ada@example.com'], subject: 'Hello', ...message }),
  });

test('a scheduled message leaves when its time has come', async ({ mock }) => {
  const tomorrow = new Date((await mock.clock.now()).getTime() + 86_400_000).toISOString();
  const answer = await send(mock, { text_body: 'Later', scheduled_at: tomorrow });
  expect(answer.status).toBe(202);
  expect(await mock.outbox()).toEqual([]);

  await mock.clock.advance('PT24H');
  expect(await mock.outbox()).toMatchObject([{ Subject: 'Hello', To: [{ Address: 'ada@example.com' }] }]);
});

test('the journal has the request of the code under test', async ({ mock }) => {
  await send(mock, { to: [] });
  expect(await mock.requests()).toMatchObject([{ operation: 'createEmailMessage', response: { status: 422 } }]);
});
