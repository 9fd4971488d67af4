import { setupServer } from 'msw/node';
import { createMock, type Mock } from 'telephony-contract';
import { handlers } from 'telephony-contract/msw';
import { afterAll, beforeAll, expect, test } from 'vitest';

const api = 'https://api.example.com/v2';
let mock: Mock;
const server = setupServer();

beforeAll(async () => {
  mock = await createMock();
  server.use(...handlers(mock, api));
  server.listen();
});
afterAll(async () => {
  server.close();
  await mock.close();
});

test('code that calls the real address is answered by the mock', async () => {
  const answer = await fetch(`${api}/number_reservations`, {
    method: 'POST',
    headers: { Authorization: 'Bearer key_primary', 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone_numbers: [{ phone_number: '+13125550101' }] }),
  });
  expect(await answer.json()).toMatchObject({ data: { status: 'pending' } });
});

test('code under test sees an answer get lost, and its retry finds the message', async () => {
  const json = { 'Content-Type': 'application/json' };
  await mock.scenarios.add({ operation: 'createEmailMessage', times: 1, drop: true });
  const send = () =>
    fetch(`${api}/email_messages`, {
      method: 'POST',
      headers: { ...json, Authorization: 'Bearer key_primary', 'Idempotency-Key': 'order-1' },
      body: JSON.stringify({
        from: 'shop@example.com',
        to: ['ada@example.com'],
        subject: 'Order',
        text_body: 'Thanks',
      }),
    });

  await expect(send()).rejects.toThrow(TypeError);
  expect((await send()).status).toBe(202);
  expect(await mock.outbox()).toHaveLength(1);
});
