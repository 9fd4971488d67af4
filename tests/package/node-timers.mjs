import assert from 'node:assert/strict';
import { mock as nodeMock, test } from 'node:test';
import { createMock } from 'telephony-contract';

test('the mock is created, answers and closes under the timers of node:test', async () => {
  nodeMock.timers.enable();
  const mock = await createMock();
  const headers = { Authorization: 'Bearer key_primary' };
  assert.equal((await fetch(`${mock.url}/dir/document_types`, { headers })).status, 200);
  assert.equal((await mock.fetch('/v2/dir/document_types', { headers })).status, 200);
  assert.ok((await mock.clock.now()).getTime() > 0);
  await mock.close();
  nodeMock.timers.reset();
});
