import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

test('the mock sends lists and reads mail by the globals of Node where jsdom has put its own', async (context) => {
  Object.assign(globalThis, { Blob: class {}, ...runInNewContext('({ ArrayBuffer, Uint8Array })') });
  const { createMock } = await import('telephony-contract');
  const mock = await createMock();
  context.after(() => mock.close());
  const body = JSON.stringify({
    from: 'a@example.com',
    to: ['b@example.com'],
    subject: 'Hello',
    text_body: 'Good morning',
  });
  const headers = { Authorization: 'Bearer key_primary', 'Content-Type': 'application/json' };
  assert.equal((await mock.fetch('/v2/email_messages', { method: 'POST', headers, body })).status, 202);
  assert.equal((await (await mock.fetch('/v2/ai/missions/runs?page[size]=1', { headers })).json()).meta.page_size, 1);
  assert.equal((await mock.outbox())[0].Text.trim(), 'Good morning');
});
