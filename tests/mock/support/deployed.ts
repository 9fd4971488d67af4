import { writeFileSync } from 'node:fs';
import { createMock, type Mock } from '../../../mock/create-mock.ts';
import { makeTestPath } from '../../../spec/testing/test-path.ts';
import { test as base } from './test.ts';

/** Starts a mock that answers as the deployment whose file has these entries. */
export const test = base.extend<{ start: (entries: string) => Promise<Mock> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the wanted fixtures from the pattern
  start: async ({}, use) => {
    const mocks: Mock[] = [];
    await use(async (entries) => {
      const deployment = makeTestPath('staging.yaml');
      writeFileSync(deployment, `contract: 2.0.0\nsettled: by hand\n${entries}`);
      const mock = await createMock({ deployment });
      mocks.push(mock);
      return mock;
    });
    for (const mock of mocks) await mock.close();
  },
});

interface Call {
  method?: string;
  body?: unknown;
  key?: string;
  headers?: Record<string, string>;
}

export async function call(
  mock: Mock,
  path: string,
  { method = 'POST', body, key = 'key_primary', headers }: Call = {},
) {
  const text = typeof body === 'string' ? body : body === undefined ? null : JSON.stringify(body);
  const sent = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers };
  const answer = await mock.fetch(new Request(mock.url + path, { method, headers: sent, body: text }));
  // biome-ignore lint/suspicious/noExplicitAny: a deployment's answers have another form than the contract's
  return { status: answer.status, body: JSON.parse((await answer.text()) || 'null') as any };
}

export const mail = { from: 'sender@example.com', to: ['ann@example.com'], subject: 'Hello', text_body: 'Hi' };
export const send = (mock: Mock, changes: object = {}, more: Call = {}) =>
  call(mock, '/email_messages', { body: { ...mail, ...changes }, ...more });
export const reserve = (mock: Mock, ...numbers: unknown[]) =>
  call(mock, '/number_reservations', { body: { phone_numbers: numbers.map((phone_number) => ({ phone_number })) } });
export const update = (mock: Mock, body: unknown) =>
  call(mock, '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c', { method: 'PATCH', body });
export const list = (mock: Mock, path: string) => call(mock, path, { method: 'GET' });
