import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadRegister } from '../../spec/register.ts';
import { settledAlike, settledOtherwise } from './legal/settled.ts';
import { TestClient } from './legal/testing.ts';
import { type LegalServer, startLegalServer } from './legal.ts';

let server: LegalServer;
let client: TestClient;

beforeAll(async () => {
  server = await startLegalServer();
  client = new TestClient(server.profile);
});
afterAll(() => server.close());

test('every assumption of the register is settled, and no source rule is', () => {
  const assumptions = [...loadRegister().values()].filter((rule) => rule.basis === 'assumption' && !rule.retired);
  const settled = [...Object.keys(settledOtherwise), ...Object.keys(settledAlike)];
  expect(settled.sort()).toEqual(assumptions.map(({ id }) => id as string).sort());
});

describe('authentication', () => {
  const routes = [
    ['PATCH', '/sim_card_data_usage_notifications/11aaaaaa-0000-4000-8000-000000000001', 401],
    ['POST', '/number_reservations', 403],
    ['GET', '/dir/document_types', 403],
    ['GET', '/ai/missions/runs', 403],
    ['POST', '/email_messages', 403],
    ['POST', '/emails', 403],
    ['GET', '/email_messages/11aaaaaa-0000-4000-8000-000000000001', 403],
  ] as const;
  for (const [method, path, status] of routes) {
    for (const wrong of ['Bearer wrong', 'Bearer', 'Basic legal-primary-key', 'legal-primary-key']) {
      test(`${method} ${path} refuses ${wrong}`, async () => {
        const headers = { Authorization: wrong };
        const body = method === 'GET' ? undefined : '{}';
        const received = await client.call(method, path, { headers, body });
        expect(received.status).toBe(status);
        expect(received.body.errors[0]).toMatchObject({ code: '10009', title: 'Authentication failed' });
      });
    }
  }
});

describe('notification', () => {
  const update = (body: unknown, id = client.profile.simNotification?.id) =>
    client.call('PATCH', `/sim_card_data_usage_notifications/${id}`, { body });

  test('a new threshold and card are shown, now and later', async () => {
    const sim_card_id = randomUUID();
    const changed = await update({ threshold: { amount: '7.5', unit: 'GB' }, sim_card_id });
    expect(changed).toMatchObject({
      status: 200,
      body: { data: { sim_card_id, threshold: { amount: '7.5', unit: 'GB' } } },
    });
    expect((await update({})).body.data.threshold).toEqual({ amount: '7.5', unit: 'GB' });
  });

  const wrong = [
    undefined,
    '[',
    '[]',
    { sim_card_id: 'x' },
    { sim_card_id: 7 },
    { threshold: '7' },
    { threshold: { amount: 7 } },
    { threshold: { amount: 'x' } },
    { threshold: { amount: '' } },
    { threshold: { unit: 'KB' } },
  ];
  for (const body of wrong) {
    test(`refused: ${JSON.stringify(body)}`, async () => expectRefused(await update(body)));
  }

  test('an id that is no UUID, or is not of the account, is refused', async () => {
    for (const id of ['x', '%zz', randomUUID(), client.profile.simNotification?.foreignId]) {
      expectRefused(await update({}, id));
    }
  });
});

describe('reservation', () => {
  const reserve = (body?: unknown) => client.call('POST', '/number_reservations', { body });
  const entries = (...numbers: string[]) => ({ phone_numbers: numbers.map((phone_number) => ({ phone_number })) });
  const [first = '', second = ''] = ['+14155551400', '+14155551401'];

  test('holds free numbers and says why another could not be held', async () => {
    const held = await reserve({ ...entries(first), customer_reference: 'A-1' });
    expect(held.body.data).toMatchObject({ record_type: 'number_reservation', customer_reference: 'A-1' });
    expect(held.body.data.phone_numbers[0]).toMatchObject({ phone_number: first, expired_at: expect.any(String) });
    const [busy, free] = (await reserve(entries(first, second))).body.data.phone_numbers;
    expect(busy).toMatchObject({ phone_number: first, errors: expect.stringMatching(/./) });
    expect(free).toMatchObject({ phone_number: second, errors: '' });
  });

  test('the minimal calls are accepted', async () => {
    for (const body of [undefined, {}, { customer_reference: 'A-2' }]) expect((await reserve(body)).status).toBe(201);
  });

  for (const body of [
    [],
    { customer_reference: 1 },
    { phone_numbers: {} },
    entries('0123'),
    { phone_numbers: ['x'] },
  ]) {
    test(`refused with 10007: ${JSON.stringify(body)}`, async () => {
      const received = await reserve(body);
      expectRefused(received);
      expect(received.body.errors[0].code).toBe('10007');
    });
  }
});

describe('lists', () => {
  for (const size of [1, 7, 1000]) {
    test(`a walk over the runs with ${size} a page meets each once`, async () => {
      const ids = await walk(client, '/ai/missions/runs', 'page[size]', size, 'run_id');
      expect(new Set(ids).size).toBe(60);
      expect(ids).toHaveLength(60);
    });
  }

  test('a walk over the document types meets each once, the known ones among them', async () => {
    const names = await walk(client, '/dir/document_types', 'page[size]', 4, 'short_name');
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['letter_of_authorization', 'business_registration']));
  });

  test('the filters take the list apart', async () => {
    const totals = ['waiting', 'active', 'done', 'broken'].map(async (status) => {
      const { meta, data } = (await client.call('GET', `/ai/missions/runs?status=${status}&page[size]=5`)).body;
      expect(data.map((run: { status: string }) => run.status)).toEqual(Array(5).fill(status));
      return meta.total_results;
    });
    expect(await Promise.all(totals)).toEqual([15, 15, 15, 15]);
  });

  for (const query of ['page[size]=1001', 'page[size]=x', 'page[size]=', 'page[number]=0', 'page[number]=1.5']) {
    test(`runs refuse ${query} with a detail`, async () => {
      const received = await client.call('GET', `/ai/missions/runs?${query}`);
      expectRefused(received);
      const [entry] = received.body.detail;
      expect(entry).toEqual({ loc: [expect.any(String)], msg: expect.any(String), type: expect.any(String) });
    });
  }
});

describe('email', () => {
  test('is delivered to everybody, blind copies included, as it was sent', async () => {
    const [cc, bcc] = [randomUUID(), randomUUID()].map((name) => `${name}@people.example`);
    const sent = client.mail({
      cc: [cc],
      bcc: [bcc],
      html_body: '<p>Hi</p>',
      from: { email: 'a@b.example', name: 'A' },
    });
    const created = await client.send({ ...sent, from_name: 'B', reply_to: { email: 'r@b.example', name: 'R' } });
    expect(created.status).toBe(201);
    expect(created.text).not.toContain('body');
    for (const address of [...sent.to, cc, bcc]) {
      const [mail] = await client.mailsTo(address ?? '');
      expect(mail).toMatchObject({
        subject: 'Hello',
        from: { name: 'B', address: 'a@b.example' },
        replyTo: [{ name: '', address: 'r@b.example' }],
      });
    }
    const { data } = (await client.call('GET', `/email_messages/${created.body.data.id}`)).body;
    expect(data).toMatchObject({ html_body: '<p>Hi</p>', text_body: 'Good morning' });
  });

  test('refuses an address that stands twice, whatever its letter case', async () => {
    const lists = [
      { to: ['a@p.example', 'A@P.example'] },
      { to: ['a@p.example'], cc: ['a@p.EXAMPLE'] },
      { to: ['a@p.example'], cc: ['b@p.example'], bcc: [{ email: 'B@p.example' }] },
    ];
    for (const recipients of lists) expectRefused(await client.send(client.mail(recipients)), 400);
  });

  const wrongTypes = [
    { to: 'a@p.example' },
    { cc: {} },
    { subject: 1 },
    { html_body: [] },
    { from: 1 },
    { reply_to: 1 },
    { headers: [] },
    { tags: 'x' },
    { metadata: 'x' },
    { ignore_suppression: 'true' },
    { reply_to_all: 'true' },
    { group_id: 'x' },
    { forward_of_message_id: 'x' },
    { in_reply_to_message_id: 'x' },
    { template_id: 1, subject: undefined, text_body: undefined },
    { subject: undefined },
    { headers: { References: '<x@y>' } },
  ];
  for (const changes of wrongTypes) {
    test(`refused: ${JSON.stringify(changes)}`, async () => {
      expectRefused(await client.send({ ...client.mail(), ...changes }));
    });
  }

  test('what is write-only is accepted and never shown, and custom headers arrive', async () => {
    const sent = client.mail({ headers: { 'X-Code': 'one' }, tags: ['secret-tag'], metadata: { a: 'secret-data' } });
    const created = await client.send(sent);
    const read = await client.call('GET', `/email_messages/${created.body.data.id}`);
    expect(created.text + read.text).not.toMatch(/X-Code|secret/);
    const [mail] = await client.mailsTo(sent.to[0] ?? '');
    expect(mail?.headers.find(({ key }) => key === 'x-code')?.value).toBe('one');
  });

  test('templates are rendered, and refused with 400 where they fail', async () => {
    const { rendered, withoutSubject, emptySubject, foreign } = client.profile.email?.templates ?? {};
    const template = (id?: string, more = {}) =>
      client.mail({ subject: undefined, text_body: undefined, template_id: id, ...more });
    for (const id of [withoutSubject?.id, emptySubject?.id, foreign?.id, randomUUID()]) {
      expectRefused(await client.send(template(id)), 400);
    }
    expectRefused(await client.send(template(rendered?.id, { subject: 'No' })));
    for (const [variables, subject] of [
      [rendered?.variables, rendered?.subject],
      [['who'], 'Good day,'],
    ]) {
      const sent = template(rendered?.id, { template_variables: variables });
      expect((await client.send(sent)).status).toBe(201);
      expect((await client.mailsTo(sent.to[0] ?? ''))[0]?.subject).toBe(subject);
    }
  });

  test('a time in the future keeps mail back, any other does not', async () => {
    const [tomorrow, yesterday] = [1, -1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    const arrives = async (times: object) => {
      const sent = client.mail(times);
      expect((await client.send(sent)).status).toBe(201);
      return (await client.countMails(sent.to[0] ?? '')) === 1;
    };
    expect(await arrives({ scheduled_at: tomorrow })).toBe(false);
    expect(await arrives({ send_at: tomorrow })).toBe(false);
    expect(await arrives({ scheduled_at: tomorrow, send_at: yesterday })).toBe(false);
    for (const time of [yesterday, 'soon', 7, {}, '2030-13-45T00:00:00Z']) {
      expect(await arrives({ scheduled_at: time })).toBe(true);
      expect(await arrives({ send_at: time })).toBe(true);
    }
  });

  test('a scheduled mail leaves when its time has come', async () => {
    let aheadMs = 0;
    const clocked = await startLegalServer({ clock: () => Date.now() + aheadMs });
    const caller = new TestClient(clocked.profile);
    const sent = caller.mail({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() });
    await caller.send(sent);
    expect(await caller.countMails(sent.to[0] ?? '')).toBe(0);
    aheadMs = 3_600_000;
    expect(await caller.mailsTo(sent.to[0] ?? '')).toHaveLength(1);
    await clocked.close();
  });

  test('suppressions hold, and the override needs its scope', async () => {
    const {
      hardBounce = '',
      spamComplaint = '',
      invalid = '',
      unsubscribe = '',
      group,
    } = client.profile.email?.suppressed ?? {};
    const all = [hardBounce, spamComplaint, invalid, unsubscribe, group?.address ?? ''];
    await client.send(client.mail({ to: all, group_id: group?.groupId }));
    for (const address of all) expect(await client.countMails(address)).toBe(0);
    const override = client.mail({ to: all, ignore_suppression: true });
    expectRefused(await client.send(override, { as: 'restricted' }));
    expect((await client.send({ ...override, ignore_suppression: false }, { as: 'restricted' })).status).toBe(201);
    // Beside others, the headers of a mail may name who does not get it.
    for (const address of all) expect((await client.send({ ...override, to: [address] })).status).toBe(201);
    const counts = await Promise.all(all.map((address) => client.countMails(address)));
    expect(counts).toEqual([0, 0, 0, 1, 1]);
  });
});

describe('threading', () => {
  /** Sends a message and gives its id and the mail. */
  const sendOne = async (changes: object = {}, alias = false) => {
    const sent = client.mail(changes);
    const { body } = await client.send(sent, { alias });
    const [mail] = await client.mailsTo(sent.to[0] ?? '');
    return { id: body.data.id as string, mail };
  };

  test('replies carry the ids of all their ancestors, on both routes and with reply-all', async () => {
    let last = await sendOne();
    const ancestors: (string | undefined)[] = [];
    expect([last.mail?.inReplyTo, last.mail?.references]).toEqual([undefined, undefined]);
    for (let depth = 1; depth <= 4; depth++) {
      ancestors.push(last.mail?.messageId);
      const parent = last.mail?.messageId;
      last = await sendOne({ in_reply_to_message_id: last.id, reply_to_all: depth === 2 }, depth === 3);
      expect(last.mail?.inReplyTo).toBe(parent);
      expect(last.mail?.references?.split(/\s+/)).toEqual(ancestors);
    }
  });

  test('a forward of any UUID starts a thread', async () => {
    const forward = await sendOne({ forward_of_message_id: randomUUID() });
    expect([forward.mail?.inReplyTo, forward.mail?.references]).toEqual([undefined, undefined]);
    const reply = await sendOne({ in_reply_to_message_id: forward.id });
    expect(reply.mail?.references).toBe(forward.mail?.messageId);
  });

  test('an unknown and a foreign parent are refused with 404 alike, and a reply is no forward', async () => {
    const foreign = (await client.send(client.mail(), { as: 'other' })).body.data.id;
    const answers = [foreign, randomUUID()].map(async (id) => {
      const { status, body } = await client.send(client.mail({ in_reply_to_message_id: id }));
      return JSON.stringify({ status, errors: body.errors }).replaceAll(id, 'ID');
    });
    const [first, second] = await Promise.all(answers);
    expect(first).toBe(second);
    expect(first).toContain('404');
    const both = client.mail({ in_reply_to_message_id: foreign, forward_of_message_id: foreign });
    expectRefused(await client.send(both), 422);
  });
});

for (const wire of ['assumed', 'other'] as const) {
  describe(`idempotency, ${wire} names`, () => {
    let client: TestClient;
    let server: LegalServer;
    beforeAll(async () => {
      server = await startLegalServer({ wire, envelope: wire === 'other' ? 'other' : 'data' });
      client = new TestClient(server.profile);
    });
    afterAll(() => server.close());

    test('a success is replayed, byte for byte and without a second mail', async () => {
      const [sent, key] = [client.mail(), randomUUID()];
      const answers = [await client.send(sent, { key }), await client.send(sent, { key })];
      answers.push(await client.send(sent, { key, alias: true }));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expectRefused(await client.send({ ...sent, subject: 'Other' }, { key }), 422);
      expect((await client.send(sent, { key })).text).toBe(answers[0]?.text);
      expect(await client.countMails(sent.to[0] ?? '')).toBe(1);
    });

    test('in parallel there is one message, and the rest is 409 or the same', async () => {
      // Whether requests meet is up to the machine, so they are sent until some have.
      for (let refused = 0; refused === 0; ) {
        const [sent, key] = [client.mail(), randomUUID()];
        const answers = await Promise.all(Array.from({ length: 8 }, () => client.send(sent, { key })));
        const successes = answers.filter(({ status }) => status === 201);
        refused = answers.filter(({ status }) => status === 409).length;
        expect(refused).toBe(8 - successes.length);
        expect(new Set(successes.map(({ text }) => text)).size).toBe(1);
        expect((await client.send(sent, { key })).text).toBe(successes[0]?.text);
        expect(await client.countMails(sent.to[0] ?? '')).toBe(1);
      }
    });

    test('a refusal is not replayed', async () => {
      const key = randomUUID();
      expectRefused(await client.send(client.mail({ subject: undefined }), { key }));
      expect((await client.send(client.mail(), { key })).status).toBe(201);
      const reply = client.mail({ in_reply_to_message_id: randomUUID() });
      const answers = [await client.send(reply, { key: `${key}-2` }), await client.send(reply, { key: `${key}-2` })];
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
      expect(answers[0]?.body.request_id).not.toBe(answers[1]?.body.request_id);
    });

    test('malformed keys are refused with 10015, the longest and shortest are not', async () => {
      const wrong = ['', ' ', '"a"', 'a.b', 'a b', 'a,b', '\u00e9', 'x'.repeat(256), ['a1', 'a1'], ['a1', 'a2']];
      for (const key of wrong) {
        const received = await client.send(client.mail(), { key });
        expectRefused(received, 400);
        expect(received.body.errors[0].code).toBe('10015');
      }
      for (const key of ['k', 'x'.repeat(255)]) expect((await client.send(client.mail(), { key })).status).toBe(201);
    });
  });
}

test('with other names, the lists walk as well', async () => {
  const other = await startLegalServer({ wire: 'other', outbox: false });
  const otherClient = new TestClient(other.profile);
  expect(other.profile.outbox).toBeUndefined();
  expect(await walk(otherClient, '/ai/missions/runs', 'per_page', 13, 'run_id')).toHaveLength(60);
  expect(await walk(otherClient, '/dir/document_types', 'page[size]', 8, 'short_name')).toHaveLength(31);
  await other.close();
});

test('what is no route is 404, and a body that is no JSON is refused', async () => {
  for (const [method, path] of [
    ['GET', '/nothing'],
    ['DELETE', '/emails'],
    ['GET', '//'],
  ] as const) {
    expect(await client.call(method, path)).toMatchObject({ status: 404, text: '' });
  }
  for (const path of ['/number_reservations', '/email_messages']) {
    expectRefused(await client.call('POST', path, { body: '{"a":' }));
    expectRefused(await client.call('POST', path, { body: 'a=b', headers: { 'Content-Type': 'text/plain' } }));
  }
});

function expectRefused(
  { status, body }: { status: number; body: { errors?: unknown[]; detail?: unknown[] } },
  as?: number,
) {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(Array.isArray(body.errors ?? body.detail)).toBe(true);
  if (as !== undefined) expect(status).toBe(as);
}

/** Reads all pages and gives one member of every item; the metadata has to be true on each page. */
async function walk(from: TestClient, path: string, sizeName: string, size: number, member: string) {
  const number = from.profile.wire?.pageNumber;
  const found: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, meta } = (await from.call('GET', `${path}?${number}=${page}&${sizeName}=${size}`)).body;
    found.push(...data.map((item: Record<string, string>) => item[member]));
    expect(meta).toMatchObject({ page_number: page, page_size: data.length });
    expect(data.length).toBeLessThanOrEqual(size);
    pages = meta.total_pages;
    if (page === pages) expect(found).toHaveLength(meta.total_results);
  }
  return found;
}
