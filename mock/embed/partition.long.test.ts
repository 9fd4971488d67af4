import { expect } from 'vitest';
import { test } from './vitest.ts';

const authorization = 'Bearer key_primary';
const path = '/v2/dir/document_types?page[size]=1';
const url = new URL(path, 'https://api.example.com');

for (const [label, ...call] of [
  ['a path', path, { headers: { authorization } }],
  ['an address of another host', url, { headers: { authorization } }],
  ['a request', new Request(url, { headers: { authorization } })],
  ['a request and other headers', new Request(url), { headers: { authorization } }],
] as const) {
  test(`the fetch of a partition accepts ${label}`, async ({ mock }) => {
    const answer = await mock.fetch(...(call as [string, RequestInit?]));
    expect(await answer.json()).toMatchObject({ meta: { page_size: 1 } });
    expect(await mock.requests()).toMatchObject([{ request: { url: path }, response: { status: 200 } }]);
  });
}

for (const [key, isOwn] of [
  ['Bearer key_primary', true],
  ['bearer   key_primary', true],
  ['Bearer key_primary.default', false],
  ['Basic key_primary', false],
] as const) {
  test(`the credentials "${key}" ${isOwn ? 'belong to the partition of the test' : 'are sent unchanged'}`, async ({
    mock,
  }) => {
    await mock.fetch(path, { headers: { authorization: key } });
    expect(await mock.requests()).toHaveLength(isOwn ? 1 : 0);
  });
}

test('the outbox of a partition has every mail, the newest first', async ({ mock }) => {
  const subjects = Array.from({ length: 60 }, (_, index) => `Mail ${index}`);
  const headers = { authorization, 'content-type': 'application/json' };
  for (const subject of subjects) {
    const body = JSON.stringify({ from: 'sender@example.com', to: ['ann@example.com'], subject, text_body: 'Hi' });
    await mock.fetch('/v2/email_messages', { method: 'POST', headers, body });
  }
  expect((await mock.outbox()).map(({ Subject }) => Subject)).toEqual(subjects.reverse());
});
