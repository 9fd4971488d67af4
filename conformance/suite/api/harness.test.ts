import { expect, onTestFinished, test } from 'vitest';
import type { Profile } from '../target/profile.ts';
import { resolveTarget } from '../target/target.ts';
import { serve } from '../target/testing.ts';
import { Harness } from './harness.ts';

function harnessOf(profile: Profile, isMock: boolean) {
  const run = { id: 'abc', seed: 1 };
  const harness = new Harness(run, resolveTarget(profile, { isMock, clockOffsetMs: 0 }));
  onTestFinished(() => harness.close());
  return harness;
}
const mock = (apiKey: string): Profile => ({ baseUrl: 'http://127.0.0.1:4010/v2', accounts: { primary: { apiKey } } });

test('a run has a partition of the mock, unless its key names one', () => {
  expect(harnessOf(mock('key_primary'), true).partition).toContain('abc');
  expect(harnessOf(mock('key_primary.mine'), true).partition).toBe('mine');
});

test('the outbox is reached without the headers and the proxy of the target', async () => {
  const { origin } = await serve(() => ({ body: '{}' }));
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
