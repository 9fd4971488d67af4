import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import type { Report } from '../../conformance/report/report.ts';
import { outputOf, reportIn, run, written } from '../conformance/support/suite.ts';
import { Api, email } from '../mock/support/api.ts';
import { exchange } from '../mock/support/http.ts';
import { type MockProcess, startMock } from '../mock/support/process.ts';
import { type RunningProxy, startProxy } from './nginx.ts';

const names = Array.from({ length: 30 }, (_, index) => `pr-${index}`);

let mocks: MockProcess[];
let proxy: RunningProxy;

test.beforeAll(async () => {
  mocks = await Promise.all([startMock(), startMock(), startMock()]);
  proxy = await startProxy(mocks.map(({ port }) => port));
});
test.afterAll(async () => {
  await proxy?.stop();
  await Promise.all(mocks?.map((mock) => mock.end()) ?? []);
});

test('each partition always meets the same mock, by its key and by ?partition=', async () => {
  const used = new Set<number>();
  for (const name of names) {
    const api = new Api(proxy.port, name);
    await api.accepted({ subject: 'first' });
    await api.accepted({ subject: 'second' });
    expect((await api.mails()).map(({ Subject }) => Subject)).toEqual(['second', 'first']);
    expect(await api.control('POST', '/clock', { advance: 'PT1H' })).toMatchObject({ status: 200 });

    const answered = await mocksThatSaw(name);
    expect(answered).toEqual([{ mock: expect.any(Number), requests: 2 }]);
    used.add(answered[0]?.mock ?? -1);
  }
  expect(used.size, 'mocks that have a share of the partitions').toBe(3);
});

test('a key without a suffix and a call without ?partition= meet the same mock', async () => {
  const headers = { Authorization: 'Bearer key_primary' };
  const { status } = await exchange(proxy.port, { path: '/v2/ai/missions/runs', headers });
  expect(status).toBe(200);
  const { body } = await exchange(proxy.port, { path: '/__admin/requests' });
  expect((body as { requests: unknown[] }).requests).toHaveLength(1);
  expect(await mocksThatSaw('default')).toHaveLength(1);
});

test('under /v2 the key alone names the partition, so that a retry meets the mock that knows it', async () => {
  const ids = new Set<unknown>();
  for (const name of ['default', ...names]) {
    const { status, body } = await exchange(proxy.port, {
      method: 'POST',
      path: `/v2/email_messages?partition=${name}`,
      headers: {
        Authorization: 'Bearer key_primary',
        'Content-Type': 'application/json',
        'Idempotency-Key': 'retried',
      },
      body: JSON.stringify(email()),
    });
    expect(status).toBe(202);
    ids.add((body as { data: { id: string } }).data.id);
  }
  expect(ids.size).toBe(1);
  expect(await mocksThatSaw('default')).toHaveLength(1);
});

test('elsewhere ?partition= alone names it, whatever key comes along', async () => {
  for (const name of names.map((one) => `${one}-asked`)) {
    await new Api(proxy.port, name).accepted();
    for (const suffix of ['', ...names.slice(0, 5).map((other) => `.${other}`)]) {
      const headers = { Authorization: `Bearer key_primary${suffix}` };
      const journal = await exchange(proxy.port, { path: `/__admin/requests?partition=${name}`, headers });
      expect(journal.body).toMatchObject({ requests: [{ operation: 'createEmailMessage' }] });
      const outbox = await exchange(proxy.port, { path: `/api/v1/messages?partition=${name}`, headers });
      expect(outbox.body).toMatchObject({ total: 1 });
    }
  }
});

test('an argument of another name names no partition', async () => {
  await new Api(proxy.port, 'default').accepted({ subject: 'argued' });
  for (const name of names) {
    for (const argument of ['Partition', 'a_partition', 'xpartition']) {
      const { body } = await exchange(proxy.port, { path: `/api/v1/messages?${argument}=${name}` });
      expect(body).toMatchObject({
        messages: expect.arrayContaining([expect.objectContaining({ Subject: 'argued' })]),
      });
    }
  }
});

test('when a mock is killed and replaced, the partitions of the others keep their state', async () => {
  const sent = new Map<string, { id: string; mock: number }>();
  for (const name of names.map((one) => `${one}-kept`)) {
    const { id } = await new Api(proxy.port, name).accepted();
    const [answered] = await mocksThatSaw(name);
    sent.set(name, { id, mock: answered?.mock ?? -1 });
  }
  const statuses = async (ofKilled: boolean) => {
    const asked = [...sent].filter(([, { mock }]) => (mock === 1) === ofKilled);
    const answers = await Promise.all(
      asked.map(([name, { id }]) => new Api(proxy.port, name).get(`/email_messages/${id}`)),
    );
    expect(answers.length).toBeGreaterThan(0);
    return [...new Set(answers.map(({ status }) => status))];
  };
  const [, killed] = mocks;
  expect([await statuses(true), await statuses(false)]).toEqual([[200], [200]]);

  await killed?.end('SIGKILL');
  expect([await statuses(true), await statuses(false)]).toEqual([[502], [200]]);
  const [name = ''] = [...sent].find(([, { mock }]) => mock === 1) ?? [];
  expect(await new Api(proxy.port, name).send()).toMatchObject({ status: 502, body: { errors: [{ code: '10007' }] } });

  mocks[1] = await startMock(['--port', String(killed?.port)], {});
  expect([await statuses(true), await statuses(false)]).toEqual([[404], [200]]);
  await new Api(proxy.port, name).accepted();
  expect(await mocksThatSaw(name)).toMatchObject([{ mock: 1 }]);
});

test('the conformance suite passes through the proxy, whole and in two shards that are merged', async () => {
  const target = profileOf(proxy.port);
  const judged = async (directory: string, ...args: string[]) => {
    const { code, stdout, stderr } = await run([...args, '--output', directory]);
    expect(code, `${stdout}${stderr}`).toBe(0);
  };
  const whole = outputOf('whole');
  await judged(whole, '--target', target);

  const shards = outputOf('shards');
  await judged(shards, '--target', target, '--shard', '1/2');
  await judged(shards, '--target', target, '--shard', '2/2');
  const merged = outputOf('merged');
  await judged(merged, '--merge', `${shards}/blob`);

  expect(outcomes(reportIn(merged))).toEqual(outcomes(reportIn(whole)));
});

/** The mocks in whose journal the partition has requests, each asked for itself. */
async function mocksThatSaw(partition: string): Promise<{ mock: number; requests: number }[]> {
  const journals = await Promise.all(
    mocks.map(({ port }) => exchange(port, { path: `/__admin/requests?partition=${partition}` })),
  );
  return journals
    .map(({ body }, mock) => ({ mock, requests: (body as { requests: unknown[] }).requests.length }))
    .filter(({ requests }) => requests > 0);
}

/** The mock's own profile at another port. */
function profileOf(port: number): string {
  const profile = readFileSync(new URL('../../conformance/targets/mock.yaml', import.meta.url), 'utf8');
  return written('scaled-out.yaml', { ...parse(profile.replaceAll(':4010', `:${port}`)), name: 'scaled-out' });
}

function outcomes({ rules }: Report): string[] {
  return rules.map(({ id, outcome }) => `${id} ${outcome}`).sort();
}
