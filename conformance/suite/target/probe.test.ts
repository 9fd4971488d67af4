import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { printedBy } from '../../../spec/testing/printed.ts';
import { waitsOver } from '../../../spec/testing/waits.ts';
import { Transport } from '../wire/transport.ts';
import { type Presence, Probe, presenceOf } from './probe.ts';
import { resolveTarget } from './target.ts';
import { serverThat } from './testing.ts';

const targetAt = (origin: string, http = {}) =>
  resolveTarget(
    { baseUrl: `${origin}/v2`, accounts: { primary: { apiKey: 'key' } }, http },
    { isMock: false, clockOffsetMs: 0 },
  );

const away = { status: 503 };
const limited = (seconds: string) => ({ status: 429, headers: { 'Retry-After': seconds } });
const presences: [how: string, presence: Presence, types: object | 'broken', runs: object | 'broken'][] = [
  ['answers one list, whatever it says', 'there', { status: 404 }, 'broken'],
  ['answers the other list alone', 'there', away, {}],
  ['limits the rate, and wants to be left alone for an hour', 'there', limited('3600'), 'broken'],
  ['limits the rate, and wants to be left alone for a minute', 'there', away, limited('60')],
  ['is away, as a gateway says', 'away', away, away],
  ['is away by one answer, and silent else', 'away', 'broken', away],
  ['breaks each connection', 'silent', 'broken', 'broken'],
];
for (const [how, presence, types, runs] of presences) {
  test(`a target is ${presence} that ${how}`, async () => {
    const waits = waitsOver();
    const { origin } = await serverThat((what) => (what.endsWith('/document_types') ? types : runs));
    expect([await presenceOf(targetAt(origin)), waits]).toEqual([presence, []]);
  });
}

test('whether a target is there is asked once of each list, with the key, over connections that are let go', async () => {
  const { origin, asked } = await serverThat(() => away);
  const close = vi.spyOn(Transport.prototype, 'close');
  onTestFinished(() => close.mockRestore());
  await presenceOf(targetAt(origin));
  expect(close).toHaveBeenCalledTimes(1);
  expect(asked.sort()).toEqual(['GET /v2/ai/missions/runs Bearer key', 'GET /v2/dir/document_types Bearer key']);
});

const proxies = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];
beforeEach(() => {
  for (const name of proxies) vi.stubEnv(name, undefined);
});

/** What is told of a target that wants to be left alone. */
async function told(httpAt: (origin: string) => object = () => ({})): Promise<string> {
  const { origin } = await serverThat(() => limited('3600'));
  const probe = new Probe(targetAt(origin, httpAt(origin)));
  const { name, message } = await probe.ask('GET', '/a').catch((error) => error);
  probe.close();
  return `${name}: ${message}`.replaceAll(origin, 'ORIGIN');
}

const line =
  "ConfigurationError: the target ORIGIN/v2 can't be tested: the target answered 429 and asks to wait for 3600 s";
const hint =
  ' (a proxy is named in the environment only: if the way leads through it, name it in http.proxy of the profile)';

test('what keeps a target from answering is told in a line, with no word on a proxy that there is not', async () => {
  expect(await told()).toBe(line);
});

test('a proxy of the profile is not looked for in the environment', async () => {
  vi.stubEnv('https_proxy', 'http://proxy.example');
  expect(await told((origin) => ({ proxy: origin }))).toBe(line);
});

for (const name of proxies) {
  test(`a proxy that the environment alone names may be what is missing: ${name}`, async () => {
    vi.stubEnv(name, 'http://proxy.example');
    expect(await told()).toBe(line + hint);
  });
}

test('a target that is away and asks for no wait is not waited for', async () => {
  const { origin, asked } = await serverThat(() => ({ ...away, headers: { 'Retry-After': '0' } }));
  const probe = new Probe(targetAt(origin));
  await expect(probe.ask('POST', '/a')).rejects.toThrow(/can't be tested: not the service's answer: 503 /);
  probe.close();
  expect(asked).toHaveLength(1);
});

test('a target that is away is waited for until it is back, and that is said once', async () => {
  const waits = waitsOver();
  const answers: object[] = [away, { ...away, headers: { 'Retry-After': '7' } }, away, {}];
  const { origin, asked } = await serverThat(() => answers.shift());
  const probe = new Probe(targetAt(origin));
  const { value, stdout } = await printedBy(() => probe.ask('POST', '/a'));
  probe.close();
  expect([value.status, asked.length, waits]).toEqual([200, 4, [5000, 7000, 5000]]);
  expect(stdout).toBe('the target answers 503: it is waited for, a minute at most\n');
});

test('a target that is away is waited for for a minute in all', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { origin, asked } = await serverThat(() => {
    vi.setSystemTime(Date.now() + 25_000);
    return asked.length > 5 ? {} : { ...away, headers: { 'Retry-After': '0.01' } };
  });
  const probe = new Probe(targetAt(origin));
  await printedBy(() =>
    expect(probe.ask('POST', '/a')).rejects.toThrow(/can't be tested: not the service's answer: 503 /),
  );
  probe.close();
  expect(asked).toHaveLength(3);
});

test('a request that writes has an empty object in JSON, a read has nothing, and a key is sent where one is given', async () => {
  const { origin, asked } = await serverThat(() => undefined);
  const probe = new Probe(targetAt(origin));
  await probe.ask('GET', '/a', 'key');
  await probe.ask('POST', '/b');
  await probe.ask('PATCH', '/c', 'key');
  probe.close();
  expect(asked).toEqual([
    'GET /v2/a Bearer key',
    'POST /v2/b application/json {}',
    'PATCH /v2/c Bearer key application/json {}',
  ]);
});
