import { test as base, expect } from '@playwright/test';
import { createMock, type Mock } from 'telephony-contract';

/** One mock a worker; a partition of its own gives each test a copy of the state. */
const test = base.extend<{ name: string }, { mock: Mock }>({
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
  name: async ({}, use, { testId }) => use(testId),
});

test('a double click sends one message', async ({ mock, name, request }) => {
  const send = () =>
    request.post(`${mock.url}/email_messages`, {
      headers: { Authorization: `Bearer key_primary.${name}`, 'Idempotency-Key': 'click-1' },
      data: { from: 'shop@example.com', to: ['ada@example.com'], subject: 'Order', text_body: 'Thank you' },
    });
  const answers = await Promise.all([send(), send()]);
  expect(answers.map((answer) => answer.status()).sort()).toEqual(expect.arrayContaining([202]));
  expect(await mock.partition(name).outbox()).toHaveLength(1);
});
