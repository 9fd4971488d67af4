import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { gunzipSync } from 'node:zlib';
import { test as base, expect } from 'vitest';
import type { Conditions } from './conditions.ts';
import { type ConformingServer, servers } from './servers.ts';
import { type StandIn, startStandIn } from './stand-in.ts';

interface Given {
  /** Puts conditions before a mock of the test's own. */
  standIn(conditions: Conditions, seed?: number): Promise<StandIn>;
}

const test = base.extend<Given>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the wanted fixtures from the pattern
  standIn: async ({}, use) => {
    const started: { close(): Promise<void> }[] = [];
    await use(async (conditions, seed = 1) => {
      const server: ConformingServer = await servers.mock.start(conditions.aheadMs ?? 0);
      const standIn = await startStandIn(server, conditions, { seed });
      started.push(standIn, server);
      return standIn;
    });
    for (const one of started) await one.close();
  },
});

interface Answered {
  status: number;
  headers: IncomingMessage['headers'];
  rawHeaders: string[];
  body: Buffer;
}

interface Options {
  body?: object;
  agent?: Agent;
  ca?: string | undefined;
}

/** Asks with the primary key. Rejects with the code of the error when no answer comes. */
function ask({ profile }: StandIn, method: string, path: string, { body, agent, ca }: Options = {}): Promise<Answered> {
  const url = profile.baseUrl + path;
  const headers = { Authorization: `Bearer ${profile.accounts.primary.apiKey}`, 'Content-Type': 'application/json' };
  const options = { method, headers, ...(agent && { agent }), ...(ca && { ca }) };
  return new Promise((resolve, reject) => {
    const outgoing = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, options, async (incoming) => {
      const { statusCode: status = 0, headers, rawHeaders } = incoming;
      resolve({ status, headers, rawHeaders, body: Buffer.concat(await incoming.toArray()) });
    });
    outgoing.on('error', ({ code }: NodeJS.ErrnoException) => reject(new Error(code)));
    outgoing.end(body && JSON.stringify(body));
  });
}

const json = ({ body }: Answered) => JSON.parse(body.toString('utf8'));
const types = '/dir/document_types';
const runs = '/ai/missions/runs';
const notificationOf = ({ profile }: StandIn) => `/sim_card_data_usage_notifications/${profile.simNotification?.id}`;

/** What becomes of so many requests. */
async function outcomes(standIn: StandIn, count: number): Promise<(number | string)[]> {
  const found: (number | string)[] = [];
  for (let number = 0; number < count; number++) {
    found.push(
      await ask(standIn, 'GET', types).then(
        ({ status }) => status,
        ({ message }) => message,
      ),
    );
  }
  return found;
}

test('nobody finds a control plane', async ({ standIn }) => {
  const { profile } = await standIn({});
  expect((await fetch(new URL('/__admin/health', profile.baseUrl))).status).toBe(404);
});

test('a gateway breaks the same requests of two runs with one seed, and others with another', async ({ standIn }) => {
  const conditions = { gatewayErrors: 0.3 };
  const [one, same, other] = [await standIn(conditions), await standIn(conditions), await standIn(conditions, 2)];
  const first = await outcomes(one, 60);
  expect(new Set(first)).toEqual(new Set([200, 408, 499, 502, 503, 504, 520, 'ECONNRESET']));
  expect(await outcomes(same, 60)).toEqual(first);
  expect(await outcomes(other, 60)).not.toEqual(first);
});

test('a gateway breaks exchanges before the work was done and after it', async ({ standIn }) => {
  const given = await standIn({ gatewayErrors: 1 });
  const before = await given.threshold();
  const path = notificationOf(given);
  const seen = new Set<boolean>();
  for (let amount = 1; amount <= 20; amount++) {
    const body = { threshold: { amount: `${amount}.5`, unit: 'GB' } };
    await ask(given, 'PATCH', path, { body }).catch(() => {});
    seen.add((await given.threshold()).amount === amount + 0.5);
  }
  expect(before).not.toEqual(await given.threshold());
  expect(seen).toEqual(new Set([true, false]));
});

test('a POST without a key that comes again after a mishap is counted', async ({ standIn }) => {
  const given = await standIn({ gatewayErrors: 1 });
  const body = { phone_numbers: [{ phone_number: '+13125550101' }] };
  for (let time = 0; time < 12; time++) await ask(given, 'POST', '/number_reservations', { body }).catch(() => {});
  expect(given.counts.get('POST without a key sent again')).toBeGreaterThan(0);
});

/** How often is looked for what takes seconds. */
const seldom = { interval: 500 };

test('a replica shows what was there before, and later what was written', async ({ standIn }) => {
  const given = await standIn({ replicaBehindMs: 4000 });
  const path = notificationOf(given);
  const read = async () => json(await ask(given, 'PATCH', path, { body: {} })).data.threshold.amount;
  const before = await read();
  await ask(given, 'PATCH', path, { body: { threshold: { amount: '77.5', unit: 'GB' } } });
  expect(new Set(await Promise.all(Array.from({ length: 20 }, read)))).toEqual(new Set([before, '77.5']));
  await expect
    .poll(async () => new Set(await Promise.all(Array.from({ length: 20 }, read))), seldom)
    .toEqual(new Set(['77.5']));
});

test('a replica does not know a new message yet, as a parent neither', async ({ standIn }) => {
  const given = await standIn({ replicaBehindMs: 4000 });
  const mail = { from: 'sender@example.com', to: ['a@example.com'], subject: 'S', text_body: 'T', sandbox_mode: true };
  const { id } = json(await ask(given, 'POST', '/email_messages', { body: mail })).data;
  const read = async () => (await ask(given, 'GET', `/email_messages/${id}`)).status;
  const reply = { ...mail, in_reply_to_message_id: id };
  const answer = async () => (await ask(given, 'POST', '/email_messages', { body: reply })).status;
  const statuses = async (look: () => Promise<number>) => new Set(await Promise.all(Array.from({ length: 20 }, look)));
  const [reads, answers] = await Promise.all([statuses(read), statuses(answer)]);
  expect(reads).toEqual(new Set([200, 404]));
  expect(answers).toEqual(new Set([202, 404]));
  await expect.poll(() => statuses(read), seldom).toEqual(new Set([200]));
});

test('more requests in a second than the limit are refused with Retry-After', async ({ standIn }) => {
  const given = await standIn({ requestsPerSecond: 3 });
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(given, 'GET', types)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
  expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toBe('1');
});

test('mail is seen when its delay is over', async ({ standIn }) => {
  const given = await standIn({ mailLateMs: 4000 });
  const to = `${randomUUID()}@example.com`;
  const body = { from: 'sender@example.com', to: [to], subject: 'S', text_body: 'T' };
  await ask(given, 'POST', '/email_messages', { body });
  const url = `${given.profile.outbox?.mailpit}/api/v1/search?query=${encodeURIComponent(`to:"${to}"`)}`;
  const count = async () => ((await (await fetch(url)).json()) as { messages: [] }).messages.length;
  expect(await count()).toBe(0);
  await expect.poll(count, seldom).toBe(1);
});

test('the certificate is trusted by who knows the CA', async ({ standIn }) => {
  const given = await standIn({ privateCa: true });
  await expect(ask(given, 'GET', types)).rejects.toThrow(/SELF_SIGNED|UNABLE_TO_VERIFY/);
  expect((await ask(given, 'GET', types, { ca: given.ca })).status).toBe(200);
});

test('a connection is closed after so many requests', async ({ standIn }) => {
  const given = await standIn({ requestsPerConnection: 2 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const one = () =>
    ask(given, 'GET', types, { agent }).then(
      ({ status }) => status,
      ({ message }) => message,
    );
  expect([await one(), await one(), await one(), await one()]).toEqual([200, 200, 'ECONNRESET', 200]);
  agent.destroy();
});

test('bodies are compressed and header names in another letter case', async ({ standIn }) => {
  const given = await standIn({ rewrittenHeaders: true });
  const answer = await ask(given, 'GET', types);
  expect(answer.headers['content-encoding']).toBe('GZIP');
  const names = answer.rawHeaders.filter((_, index) => index % 2 === 0);
  expect(names.some((name) => name === name.toUpperCase())).toBe(true);
  expect(names.some((name) => name === name.toLowerCase())).toBe(true);
  expect(json({ ...answer, body: gunzipSync(answer.body) }).data.length).toBeGreaterThan(0);
});

test('the clock is ahead in headers and bodies alike', async ({ standIn }) => {
  const given = await standIn({ aheadMs: 90_000 });
  const answer = await ask(given, 'POST', '/number_reservations', { body: {} });
  for (const time of [answer.headers.date, json(answer).data.created_at]) {
    expect(Math.abs(Date.parse(time) - Date.now() - 90_000)).toBeLessThan(10_000);
  }
});

test('runs begin all the time, and a page beyond the old end is there', async ({ standIn }) => {
  const given = await standIn({ newRuns: { perSecond: 20 } });
  const page = async (query: string) => json(await ask(given, 'GET', `${runs}?${query}`));
  const { meta: before, data } = await page('page[size]=1');
  await expect
    .poll(async () => (await page('page[size]=1')).meta.total_results)
    .toBeGreaterThan(before.total_results + 2);
  const { meta, data: later } = await page(`page[size]=1&page[number]=${before.total_results + 1}`);
  expect(meta).toMatchObject({ page_number: before.total_results + 1, page_size: 1 });
  expect(later).toHaveLength(1);
  const ids = new Set<string>();
  for (let number = 1; number <= 3; number++) {
    const { data } = await page(`page[size]=1000&page[number]=${number}`);
    for (const { run_id } of data) ids.add(run_id);
  }
  expect(ids.size).toBeGreaterThan(before.total_results);
  // Times of runs have whole seconds.
  await expect.poll(async () => (await page('page[size]=1')).data[0].started_at > data[0].started_at).toBe(true);
  const wrong = ['page[size]=x', 'page[number]=x', 'page[number]=0', 'page[number]=1.5'];
  const answers = await Promise.all(wrong.map((query) => ask(given, 'GET', `${runs}?${query}`)));
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
});

test('of recent runs the oldest leaves for each that begins', async ({ standIn }) => {
  const given = await standIn({ newRuns: { perSecond: 20, oldestLeave: true } });
  const all = async () => json(await ask(given, 'GET', `${runs}?page[size]=1000`));
  const { meta, data } = await all();
  await expect.poll(async () => (await all()).data[2].run_id).not.toBe(data[2].run_id);
  const later = await all();
  expect(later.meta.total_results).toBe(meta.total_results);
  expect(later.data.at(-1).run_id).not.toBe(data.at(-1).run_id);
});

test('numbers of yesterday are held, and the others are free', async ({ standIn }) => {
  const given = await standIn({ numbers: { named: 4, held: 2 } });
  const phone_numbers = given.profile.reservation?.phoneNumbers.map((phone_number) => ({ phone_number }));
  const { data } = json(await ask(given, 'POST', '/number_reservations', { body: { phone_numbers } }));
  const statuses = data.phone_numbers.map(({ status }: { status: string }) => status);
  expect(statuses).toEqual(['pending', 'failure', 'pending', 'failure']);
});

test('a target that goes away refuses connections, and comes back', async ({ standIn }) => {
  const given = await standIn({ outage: { afterRequests: 2, how: 'gone', forMs: 3000 } });
  expect(await outcomes(given, 4)).toEqual([200, 200, 'ECONNRESET', 'ECONNREFUSED']);
  await expect.poll(() => outcomes(given, 1)).toEqual([200]);
});

test('a target that falls silent takes requests and does not answer them', async ({ standIn }) => {
  const given = await standIn({ outage: { afterRequests: 1, how: 'silent' } });
  expect((await ask(given, 'GET', types)).status).toBe(200);
  const second = ask(given, 'GET', types).catch(({ message }) => message);
  await expect.poll(() => given.counts.get('not answered, as the target is silent')).toBe(1);
  expect(await Promise.race([second, 'no answer'])).toBe('no answer');
});
