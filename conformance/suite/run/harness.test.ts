import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ownPath } from '../../../spec/testing/own-path.ts';
import { waitsOver } from '../../../spec/testing/waits.ts';
import type { Profile } from '../target/profile.ts';
import { type Facts, resolveTarget } from '../target/target.ts';
import { TargetTime } from '../target/time.ts';
import { createHarness, type Harness, paceFor, withClient } from './harness.ts';

const run = { id: 'abc', dir: 'unused', seed: 1, byCommand: false, keepsExchanges: false };

/** The partitions of the mock that two workers of a run have by such a key. */
function partitionsOf(apiKey: string, isMock = true): string[] {
  const profile = { baseUrl: 'http://127.0.0.1:4010/v2', accounts: { primary: { apiKey } } };
  const target = resolveTarget(profile, { isMock, clockOffsetMs: 0 });
  return [0, 1].map((worker) => {
    const harness = createHarness(run, target, worker);
    harness.close();
    return harness.partition;
  });
}

test('each worker of a run has a copy of the state to itself', () => {
  expect(partitionsOf('key_primary')).toEqual(['run-abc-0', 'run-abc-1']);
});

test('keys that name a partition have the workers share it, and a deployment has but one', () => {
  expect(partitionsOf('key_primary.mine')).toEqual(['mine', 'mine']);
  expect(partitionsOf('key', false)).toEqual(['default', 'default']);
});

/** A service that answers everything with a page, what it was asked for with which header of the profile, and a run there. */
async function withPages(
  facts: Partial<Facts>,
  more: (origin: string) => Partial<Profile>,
  use: (harness: Harness, origin: string, asked: unknown[], connections: () => Promise<number>) => Promise<void>,
): Promise<void> {
  const asked: unknown[] = [];
  const server = createServer(({ url, headers }, response) => {
    asked.push([url, headers['x-gate']]);
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not here');
  }).listen(0, '127.0.0.1');
  // It is not the service that lets go of a connection.
  server.keepAliveTimeout = 0;
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const profile: Profile = { baseUrl: `${origin}/v2`, accounts: { primary: { apiKey: 'key' } }, ...more(origin) };
  const target = resolveTarget(profile, { isMock: false, clockOffsetMs: 0, ...facts });
  const harness = createHarness(run, target, 0);
  const connections = () => new Promise<number>((done) => server.getConnections((_, count) => done(count)));
  await use(harness, origin, asked, connections);
  harness.close();
  server.closeAllConnections();
  server.close();
}

/** How often three sends of one kind, each with names of its own, are answered by the service: 404 as it says itself. */
async function answeredBy(facts: Partial<Facts>): Promise<string[]> {
  const came: string[] = [];
  await withPages(
    facts,
    () => ({}),
    async ({ transport, unique, target }) => {
      for (let time = 0; time < 3; time++) {
        const body = Buffer.from(JSON.stringify({ to: unique.address(), reference: unique.reference() }));
        const sent = transport.send({
          method: 'POST',
          url: `${target.baseUrl}/x`,
          headers: [],
          body,
          operation: 'create',
        });
        came.push(
          await sent.then(
            ({ status }) => `${status}`,
            ({ name }: Error) => name,
          ),
        );
      }
    },
  );
  return came;
}

test("a page in the place of JSON is a deployment's own once it has come three times to one kind of request", async () => {
  expect(await answeredBy({})).toEqual(['Disturbance', 'Disturbance', '404']);
});

test('a page is the answer of our mock, and of a target that has nothing but pages', async () => {
  for (const facts of [{ isMock: true }, { neverJson: true }] as const)
    expect(await answeredBy(facts)).toEqual(['404', '404', '404']);
});

test('the outbox is asked as it is reached itself, and not with what the target needs', async () => {
  const more = (origin: string) => ({
    baseUrl: 'https://staging.example.com/v2',
    outbox: { mailpit: origin },
    http: { headers: { 'X-Gate': 'open' }, proxy: 'http://127.0.0.1:9' },
  });
  await withPages({}, more, async ({ sideTransport }, origin, asked) => {
    await sideTransport.send({ method: 'GET', url: `${origin}/api/v1/search`, headers: [] });
    expect(asked).toEqual([['/api/v1/search', undefined]]);
  });
});

test('what is asked of a target waits for its turn in the pace of the run, and what is asked aside does not; neither leaves a connection behind', async () => {
  await withPages(
    {},
    () => ({}),
    async ({ target }, origin, asked, connections) => {
      const pace = { turn: vi.fn(async () => {}), limited: async () => {}, lost: async () => {} };
      const harness = createHarness(run, target, 0, pace);
      const request = { method: 'GET', url: `${origin}/v2/x`, headers: [] };
      await harness.sideTransport.send(request);
      expect(pace.turn).not.toHaveBeenCalled();
      await harness.transport.send(request);
      expect([pace.turn.mock.calls.length, asked.length]).toEqual([1, 2]);
      expect(await connections()).toBe(2);
      harness.close();
      await expect.poll(connections).toBe(0);
    },
  );
});

test('a target is asked outside of cases with what it needs, any answer is taken, and no connection stays', async () => {
  const more = () => ({ http: { headers: { 'X-Gate': 'open' } } });
  await withPages({}, more, async ({ target }, _origin, asked, connections) => {
    const { status } = await withClient(target, (api) => api.listRuns());
    expect([status, asked]).toEqual([404, [['/v2/ai/missions/runs', 'open']]]);
    await expect.poll(connections).toBe(0);
  });
});

test('requests go out at the rate of the profile, and at once where there is none', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const waits = waitsOver();
  const paced = async (isMock: boolean, limits: Profile['limits'] = {}) => {
    const profile = { baseUrl: 'http://a.example/v2', accounts: { primary: { apiKey: 'key' } }, limits };
    const pace = paceFor(resolveTarget(profile, { isMock, clockOffsetMs: 0 }));
    for (let turn = 0; turn < 3; turn++) await pace.turn();
    return waits.splice(0);
  };
  expect([await paced(false), await paced(true, { requestsPerSecond: 4 }), await paced(true)]).toEqual([
    [50, 100],
    [250, 500],
    [],
  ]);
});

test('what the cases of a worker share begins with nothing known of the target but how far its clock is ahead', () => {
  const ca = ownPath('ca.pem');
  writeFileSync(ca, 'a certificate');
  const accounts = { primary: { apiKey: 'key' } };
  const profile = { baseUrl: 'http://a.example/v2', accounts, limits: { timeoutMs: 7 }, http: { ca } };
  const target = resolveTarget(profile, { isMock: false, clockOffsetMs: 90_000 });
  const { transport: _transport, sideTransport, unique: _unique, close, ...shared } = createHarness(run, target, 3);
  close();
  expect(Reflect.get(sideTransport, 'options')).toEqual({ timeoutMs: 7, ca });
  expect(shared).toEqual({
    run,
    target,
    time: new TargetTime(90_000),
    partition: 'default',
    worker: 3,
    silent: new Map(),
    lateness: { longestMs: 0 },
    delivery: { slowestMs: 0, isDead: false },
    casesSoFar: 0,
  });
});

test('the names that a run makes are of its own, at the domain of the profile', () => {
  const harnessAt = (email: NonNullable<Profile['email']>) =>
    createHarness(
      run,
      resolveTarget(
        { baseUrl: 'http://a.example/v2', accounts: { primary: { apiKey: 'key' } }, email },
        { isMock: false, clockOffsetMs: 0 },
      ),
      3,
    );
  const addresses = [{ recipientDomain: 'mail.example.net' }, {}].map((email) => {
    const harness = harnessAt(email);
    harness.close();
    return harness.unique.address();
  });
  expect(addresses).toEqual(['to.conf-abc-3001@mail.example.net', 'to.conf-abc-3001@example.com']);
});
