import { expect } from '@playwright/test';
import { test } from 'telephony-contract/playwright';

test('a double click sends one message', async ({ mock, request }) => {
  const send = () =>
    request.post(`${mock.url}/email_messages`, {
      headers: { Authorization: `Bearer ${mock.key}`, 'Idempotency-Key': 'click-1' },
      data: { from: 'shop@example.com', to: ['ada@example.com'], subject: 'Order', text_body: 'Thank you' },
    });
  const answers = await Promise.all([send(), send()]);
  expect(answers.map((answer) => answer.status()).sort()).toEqual(expect.arrayContaining([202]));
  expect(await mock.outbox()).toHaveLength(1);
});
