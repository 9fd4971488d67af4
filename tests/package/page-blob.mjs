import assert from 'node:assert/strict';
import { test } from 'node:test';

test('the mock reads mail by the Blob of Node where jsdom has put its own', async () => {
  globalThis.Blob = class {};
  const { createMock } = await import('telephony-contract');
  const mock = await createMock();
  const body = JSON.stringify({
    from: 'a@example.com',
    to: ['b@example.com'],
    subject: 'Hello',
    text_body: 'Good morning',
  });
  const headers = { Authorization: 'Bearer key_primary', 'Content-Type': 'application/json' };
  assert.equal((await mock.fetch('/v2/email_messages', { method: 'POST', headers, body })).status, 202);
  assert.equal((await mock.outbox())[0].Text.trim(), 'Good morning');
  await mock.close();
});
