import { expect, onTestFinished, test } from 'vitest';
import type { Profile } from '../target/profile.ts';
import { resolveTarget } from '../target/target.ts';
import { serverThat } from '../target/testing.ts';
import { createHarness } from './harness.ts';

function harnessOf(profile: Profile, isMock: boolean, worker = 0) {
  const run = { id: 'abc', seed: 1 };
  const harness = createHarness(run, resolveTarget(profile, { isMock, clockOffsetMs: 0 }), worker);
  onTestFinished(() => harness.close());
  return harness;
}
const mock = (apiKey: string): Profile => ({ baseUrl: 'http://127.0.0.1:4010/v2', accounts: { primary: { apiKey } } });
const partitions = (apiKey: string, isMock: boolean) =>
  [0, 1].map((worker) => harnessOf(mock(apiKey), isMock, worker).partition);

test('each worker has a partition of the mock', () => {
  expect(new Set(partitions('key_primary', true)).size).toBe(2);
});

test('all workers share the partition that the key names', () => {
  expect(partitions('key_primary.mine', true)).toEqual(['mine', 'mine']);
});

test('the outbox is reached without the headers and the proxy of the target', async () => {
  const { origin } = await serverThat(() => ({ body: '{}' }));
  const { sideTransport } = harnessOf(
    {
      baseUrl: 'https://staging.example.com/v2',
      accounts: { primary: { apiKey: 'key' } },
      outbox: { mailpit: origin },
      http: { headers: { 'X-Gate': 'open' }, proxy: 'http://127.0.0.1:9' },
    },
    false,
  );
  const { status } = await sideTransport.send({ method: 'GET', url: `${origin}/api/v1/search`, headers: [] });
  expect(status).toBe(200);
});
