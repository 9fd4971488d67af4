import { expect } from '@playwright/test';
import { testWith } from './playwright.ts';

const test = testWith({ clock: '2030-01-01T00:00:00Z' });
const names = new Set<string>();
const body = JSON.stringify({ from: 'sender@example.com', to: ['ann@example.com'], subject: 'Hi', text_body: 'Hi' });

for (const which of ['first', 'second']) {
  test(`the ${which} test has its own partition`, async ({ mock }) => {
    const [, name = ''] = /^key_primary\.(.+)$/.exec(mock.key) ?? [];
    expect(names.has(name)).toBe(false);
    names.add(name);
    const headers = { authorization: `Bearer ${mock.key}`, 'content-type': 'application/json' };
    expect(await mock.outbox()).toEqual([]);
    expect((await fetch(`${mock.url}/email_messages`, { method: 'POST', headers, body })).status).toBe(202);
    expect(await mock.outbox()).toMatchObject([{ Subject: 'Hi' }]);
    expect(await mock.requests()).toHaveLength(1);
  });
}

test('the tests of a worker share one mock', async ({ mock, sharedMock }) => {
  expect(mock.url).toBe(sharedMock.url);
  expect((await sharedMock.fetch('/v2/dir/document_types')).status).toBe(401);
});

test('the mock has the options of the test', async ({ mock }) => {
  expect((await mock.clock.now()).getUTCFullYear()).toBe(2030);
});
