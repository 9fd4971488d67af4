import { expect, onTestFinished, test, vi } from 'vitest';
import { captureOutput } from '../../../spec/testing/capture-output.ts';
import { skipWaits } from '../../../spec/testing/waits.ts';
import { checkPresence, type Presence, probeTarget } from './preflight.ts';
import { resolveTarget } from './target.ts';
import { serve } from './testing.ts';

const targetAt = (origin: string) =>
  resolveTarget(
    { baseUrl: `${origin}/v2`, accounts: { primary: { apiKey: 'key' } } },
    { isMock: false, clockOffsetMs: 0 },
  );
const away = { status: 503 };
type Reply = object | 'broken';

const presences: [how: string, presence: Presence, types: Reply, runs: Reply][] = [
  ['answers one list', 'there', { status: 404 }, 'broken'],
  ['limits the rate', 'there', away, { status: 429, headers: { 'Retry-After': '3600' } }],
  ['is away by one answer', 'away', 'broken', away],
  ['breaks each connection', 'silent', 'broken', 'broken'],
];
for (const [how, presence, types, runs] of presences) {
  test(`a target that ${how} is ${presence}`, async () => {
    const { origin } = await serve((call) => (call.endsWith('/document_types') ? types : runs));
    expect(await checkPresence(targetAt(origin))).toBe(presence);
  });
}

const ask = (origin: string) => probeTarget(targetAt(origin), (send) => send('POST', '/a'));

test('a target during its deployment has the time of Retry-After, or five seconds', async () => {
  const waits = skipWaits();
  const replies: object[] = [away, { ...away, headers: { 'Retry-After': '7' } }, {}];
  const { origin } = await serve(() => replies.shift());
  const { value } = await captureOutput(() => ask(origin));
  expect([value.status, waits]).toEqual([200, [5000, 7000]]);
});

test('a deployment of more than a minute makes a target unavailable', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  skipWaits();
  const { origin } = await serve(() => {
    vi.setSystemTime(Date.now() + 25_000);
    return away;
  });
  await captureOutput(() => expect(ask(origin)).rejects.toMatchObject({ name: 'ConfigurationError' }));
});
