import { test as base, expect } from '@playwright/test';
import { createMock, type Mock } from 'telephony-contract';

/** One mock a worker; a key of its own gives each test a copy of the state. */
const test = base.extend<{ apiKey: string }, { mock: Mock }>({
  mock: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from the pattern
    async ({}, use) => {
      const mock = await createMock();
      await use(mock);
      await mock.close();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  apiKey: async ({}, use, { testId }) => use(`key_primary.${testId}`),
});

test('a double click sends one message', async ({ mock, apiKey, request }) => {
  const send = () =>
    request.post(`${mock.url}/email_messages`, {
      headers: { Authorization: `Bearer ${apiKey}`, 'Idempotency-Key': 'click-1' },
      data: { from: 'shop@example.com', to: ['ada@example.com'], subject: 'Order', text_body: 'Thank you' },
    });
  const answers = await Promise.all([send(), send()]);
  expect(answers.map((answer) => answer.status()).sort()).toEqual(expect.arrayContaining([202]));
  expect(await mock.outbox(apiKey.split('.')[1])).toHaveLength(1);
});
