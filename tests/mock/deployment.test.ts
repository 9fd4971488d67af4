import { writeFileSync } from 'node:fs';
import { createMock, type Mock } from '../../mock/create-mock.ts';
import { ownPath } from '../../spec/testing/own-path.ts';
import { test as base, expect } from './support/test.ts';

/** A mock that answers as the deployment whose file says this. */
const test = base.extend<{ start: (says: string) => Promise<Mock> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the wanted fixtures from the pattern
  start: async ({}, use) => {
    const mocks: Mock[] = [];
    await use(async (says) => {
      const deployment = ownPath('staging.yaml');
      writeFileSync(deployment, `contract: 2.0.0\nsettled: 2026-11-22, staging\n${says}`);
      const mock = await createMock({ deployment });
      mocks.push(mock);
      return mock;
    });
    for (const mock of mocks) await mock.close();
  },
});

/** The message that an accepted send is answered with. */
async function sent(mock: Mock, changes: object = {}): Promise<Record<string, unknown>> {
  const answer = await ask(mock, '/email_messages', { body: { ...mail, ...changes } });
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
}

const mail = { from: 'sender@example.com', to: ['ann@example.com'], subject: 'Hello', text_body: 'Hi' };

const notification = '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';

function ask(mock: Mock, path: string, { method = 'POST', body, key = 'key_primary' }: Record<string, unknown> = {}) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const text = body === undefined ? null : JSON.stringify(body);
  return mock.fetch(new Request(mock.url + path, { method: String(method), headers, body: text }));
}

test('a refusal is told as the first of its rules says that the file has', async ({ start }) => {
  const mock = await start(`refusals:
  EMAIL-SUBJ-3: { status: 422, code: '20424', title: No subject, detail: false, pointer: none, meta: { help: here } }
  ERR-10: { status: 400, pointer: top, on: { createNumberReservation: { status: 409 } } }
`);
  const missing = await ask(mock, '/email_messages', { body: { ...mail, subject: undefined } });
  expect([missing.status, await missing.json()]).toEqual([
    422,
    { errors: [{ code: '20424', title: 'No subject', meta: { help: 'here' } }] },
  ]);
  const wrong = await ask(mock, '/email_messages', { body: { ...mail, to: ['nobody'] } });
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { errors: [{ source: { pointer: '/to' } }] }]);
  const reservation = await ask(mock, '/number_reservations', { body: { phone_numbers: [{ phone_number: 1 }] } });
  expect(reservation.status).toBe(409);
});

test('what the source says of a refusal stays, whatever a general rule is told as', async ({ start }) => {
  const mock = await start("refusals: { EMAIL-RCPT-6: { status: 422, code: '20400' } }");
  const twice = await ask(mock, '/email_messages', { body: { ...mail, cc: mail.to } });
  expect([twice.status, await twice.json()]).toMatchObject([400, { errors: [{ code: '20400' }] }]);
});

test('a fault that several errors tell is told by all of them, each in its place among those of other faults', async ({
  start,
}) => {
  const mock = await start(`choices: { faultsTold: all }
refusals:
  ERR-10: { pointer: parent, meta: { kind: text }, also: [{ pointer: exact, meta: { kind: address } }] }
`);
  const wrong = await ask(mock, '/email_messages', { body: { ...mail, to: ['nobody'], subject: 5 } });
  const { errors } = (await wrong.json()) as { errors: { source: object; meta?: { kind: string } }[] };
  expect(errors.map(({ source, meta }) => ({ ...source, ...meta }))).toEqual([
    { pointer: '/to', kind: 'text' },
    { pointer: '/to/0', kind: 'address' },
    { pointer: '', kind: 'text' },
    { pointer: '/subject', kind: 'address' },
  ]);
});

test('an error that tells a fault again may lack the detail that the source wants of the one before', async ({
  start,
}) => {
  const mock = await start('refusals: { AUTH-3: { also: [{ detail: false }] } }');
  const stranger = await ask(mock, '/dir/document_types', { method: 'GET', key: 'nobody' });
  const { errors } = (await stranger.json()) as { errors: { code: string; detail?: string }[] };
  expect(errors.map(({ code, detail }) => [code, typeof detail])).toEqual([
    ['10009', 'string'],
    ['10009', 'undefined'],
  ]);
});

test('an empty subject is told beside other faults where all are told', async ({ start }) => {
  const mock = await start('choices: { faultsTold: all }');
  const wrong = await ask(mock, '/email_messages', { body: { ...mail, from: 'no', subject: '' } });
  const { errors } = (await wrong.json()) as { errors: { source: { pointer: string } }[] };
  expect(errors.map(({ source }) => source.pointer).sort()).toEqual(['/from', '/subject']);
});

test('a message for nobody is told beside other faults where its recipients may stand in any list', async ({
  start,
}) => {
  const mock = await start('choices: { faultsTold: all, recipients: anyList }');
  const wrong = ask(mock, '/email_messages', { body: { text_body: 'For nobody' } });
  expect(await placesOf(wrong)).toEqual(['/from', '/to', '/subject']);
});

/** The places that the refusal of a request names. */
async function placesOf(asked: Promise<Response>): Promise<(string | undefined)[]> {
  const { errors } = (await (await asked).json()) as { errors: { source?: { pointer: string } }[] };
  return errors.map(({ source }) => source?.pointer);
}

test('missing credentials may be told otherwise than wrong ones', async ({ start }) => {
  const mock = await start('refusals: { AUTH-5: { of: { missing: { status: 403 } } } }');
  const told = async (headers: Record<string, string>) =>
    (await mock.fetch(new Request(`${mock.url}/dir/document_types`, { headers }))).status;
  expect(await told({})).toBe(403);
  expect(await told({ Authorization: 'Basic dTpw' })).toBe(401);
  expect(await told({ Authorization: 'Bearer nobody' })).toBe(401);
});

test('each fault in one address is told', async ({ start }) => {
  const mock = await start('choices: { faultsTold: all }');
  const told = (from: object) => placesOf(ask(mock, '/email_messages', { body: { ...mail, from } }));
  expect(await told({ email: 'x', name: 5 })).toEqual(['/from/email', '/from/name']);
  expect(await told({ name: 5 })).toEqual(['/from/email', '/from/name']);
  expect(await told({ email: 5 })).toEqual(['/from/email']);
});

test('each address that is named again is told', async ({ start }) => {
  const wrong = {
    ...mail,
    to: ['ada@example.com', 'bob@example.com'],
    cc: ['ADA@example.com'],
    bcc: ['bob@example.com'],
  };
  const told = async (choice: string) =>
    placesOf(ask(await start(`choices: { faultsTold: ${choice} }`), '/email_messages', { body: wrong }));
  expect(await told('all')).toEqual(['/cc/0', '/bcc/0']);
  expect(await told('membersFirst')).toEqual(['/cc/0']);
  expect(await told('first')).toEqual(['/cc/0']);
});

test('each read-only member of an update is told, beside what is wrong with others', async ({ start }) => {
  const mock = await start('choices: { faultsTold: all, readOnlyMembers: refused }');
  const update = (body: object) => placesOf(ask(mock, notification, { method: 'PATCH', body }));
  expect(await update({ record_type: 'x', id: 'x' })).toEqual(['/id', '/record_type']);
  expect(await update({ id: 'x', threshold: { unit: 'TB' } })).toEqual(['/threshold/unit', '/id']);
});

test('each number of a reservation that is refused is told', async ({ start }) => {
  const mock = await start('choices: { faultsTold: all, unavailableNumber: refused }');
  const reserve = (...numbers: string[]) =>
    placesOf(
      ask(mock, '/number_reservations', { body: { phone_numbers: numbers.map((phone_number) => ({ phone_number })) } }),
    );
  const [one, other] = ['+13125550101', '+13125550102'];
  const places = ['/phone_numbers/2/phone_number', '/phone_numbers/3/phone_number'];
  expect(await reserve(one, other, one, other)).toEqual(places);
  expect(await reserve(one, other, '+447700900001', '+447700900002')).toEqual(places);
});

test('duplicates of two kinds are told as one where the rule about all of them says so', async ({ start }) => {
  const [one, other] = ['ada@example.com', 'bob@example.com'];
  const told = async (says: string) =>
    placesOf(
      ask(await start(`choices: { faultsTold: all }\nrefusals: { ${says} }`), '/email_messages', {
        body: { ...mail, to: [one, one], cc: [other], bcc: [other] },
      }),
    );
  expect(await told('EMAIL-RCPT-6: {}')).toEqual(['/to/1', '/bcc/0']);
  expect(await told('EMAIL-RCPT-6: { once: true }')).toEqual(['/to/1']);
});

test('a parameter is named as the deployment does, also where the contract names none', async ({ start }) => {
  const mock = await start("refusals: { ERR-12: { parameter: '/query/{name}' }, EMAIL-GET-6: { parameter: id } }");
  const sourceOf = async (path: string) => {
    const { errors } = (await (await ask(mock, path, { method: 'GET' })).json()) as { errors: { source?: object }[] };
    return errors[0]?.source;
  };
  expect(await sourceOf('/dir/document_types?page%5Bsize%5D=0')).toEqual({ pointer: '/query/page[size]' });
  expect(await sourceOf('/email_messages/12')).toEqual({ parameter: 'id' });
});

test('attachments for no known place are refused, whatever else attachments may be', async ({ start }) => {
  const mock = await start('choices: { dispositions: refused, attachments: nothing, emailNull: absent }');
  const placesFor = (attachments: unknown[]) => ask(mock, '/email_messages', { body: { ...mail, attachments } });
  expect(await placesOf(placesFor(['x', null, { disposition: 'inline' }, { disposition: 'elsewhere' }]))).toEqual([
    '/attachments/3/disposition',
  ]);
  expect((await placesFor(['x', null, {}])).status).toBe(202);
});

test('custom headers that are refused are told in the order of the body, for whichever reason', async ({ start }) => {
  const headers = { 'a b': 'x', 'X-Lines': 'one\ntwo', References: 'x' };
  const told = async (says: string) =>
    placesOf(
      ask(await start(`choices: { reservedHeaders: refused, ${says}`), '/email_messages', {
        body: { ...mail, headers },
      }),
    );
  const all = ['/headers/a b', '/headers/X-Lines', '/headers/References'];
  expect(await told('faultsTold: all }')).toEqual(all);
  expect(await told('faultsTold: membersFirst }\nerrorOrder: [/headers, /to]')).toEqual(all);
  expect(await told('faultsTold: all }\nrefusals: { EMAIL-HDR-5: { once: true } }')).toEqual(all.slice(0, 2));
});

test('faults of single members are told before what several say together', async ({ start }) => {
  const mock = await start('choices: { faultsTold: membersFirst, reservedHeaders: refused }');
  const wrong = { ...mail, cc: mail.to, headers: { To: 'x', Cc: 'x' } };
  expect(await placesOf(ask(mock, '/email_messages', { body: wrong }))).toEqual(['/headers/To', '/headers/Cc']);
});

test('a place that is at fault for one reason is not told for another', async ({ start }) => {
  const mock = await start('choices: { faultsTold: all }');
  const update = { method: 'PATCH', body: { threshold: { amount: '1', unit: 5 } } };
  expect(await placesOf(ask(mock, notification, update))).toEqual(['/threshold/unit']);
  const wrong = { ...mail, subject: 5, template_id: '00000000-0000-4000-8000-000000000000' };
  expect(await placesOf(ask(mock, '/email_messages', { body: wrong }))).toEqual(['/subject', '/text_body']);
});

test('a success has the status and the members of the deployment', async ({ start }) => {
  const mock = await start(`answers:
  createEmailMessage:
    status: 201
    members:
      /data/events: absent
      /data/template_id: { null: absent }
      /data/bcc: { empty: absent }
      /data/from: { address: text }
      /data/to/*: { address: text }
      /data/created_at: { time: .000000+02:00 }
      /data/status: { words: { queued: accepted } }
      /data/sandbox: { missing: false }
      /data/region: { missing: us }
`);
  const sent = await ask(mock, '/email_messages', { body: mail });
  const { data } = (await sent.json()) as { data: Record<string, unknown> };
  expect(sent.status).toBe(201);
  expect(data).toMatchObject({ from: mail.from, to: mail.to, status: 'accepted', sandbox: false, region: 'us' });
  expect(data.created_at).toMatch(/\.\d{6}\+02:00$/);
  for (const name of ['events', 'template_id', 'bcc']) expect(data).not.toHaveProperty(name);
});

test('a member has the name of the deployment', async ({ start }) => {
  const mock = await start(`answers:
  createEmailMessage:
    members:
      /data/from/name: absent
      /data/from/display: { like: name, missing: null }
`);
  const shown = async (from: unknown) => {
    const sent = await ask(mock, '/email_messages', { body: { ...mail, from } });
    return ((await sent.json()) as { data: { from: unknown } }).data.from;
  };
  expect(await shown({ email: 'support@example.com', name: 'Ada' })).toEqual({
    email: 'support@example.com',
    display: 'Ada',
  });
  expect(await shown('support@example.com')).toEqual({ email: 'support@example.com', display: null });
});

test('a member is as long as the list beside it, which may be left out', async ({ start }) => {
  const mock = await start(`answers:
  createNumberReservation: { members: { /data/count: { length: phone_numbers }, /data/phone_numbers: { empty: absent } } }
`);
  const shown = async (...numbers: string[]) => {
    const body = { phone_numbers: numbers.map((phone_number) => ({ phone_number })) };
    const { data } = (await (await ask(mock, '/number_reservations', { body })).json()) as { data: Shown };
    return [data.count, data.phone_numbers?.length];
  };
  type Shown = { count: number; phone_numbers?: unknown[] };
  expect(await shown('+13125550108', '+13125550109')).toEqual([2, 2]);
  expect(await shown()).toEqual([0, undefined]);
});

test('a member is as long as several lists together, and another is null with a member beside it', async ({
  start,
}) => {
  const mock = await start(`answers:
  createEmailMessage: { members: { /data/count: { length: [to, cc, bcc] }, /data/more: { nullWith: reply_to, missing: 5 } } }
`);
  const [cc, bcc] = [['b@example.com'], ['c@example.com', 'd@example.com']];
  expect(await sent(mock, { cc, bcc, reply_to: 'e@example.com' })).toMatchObject({ count: 4, more: 5 });
  expect(await sent(mock, {})).toMatchObject({ count: 1, more: null });
});

test('an empty list is left out where the request does not have it', async ({ start }) => {
  const mock = await start('answers: { createEmailMessage: { members: { /data/cc: { empty: unasked } } } }');
  const shown = async (changes: object) => (await sent(mock, changes)).cc;
  expect([await shown({ cc: [] }), await shown({})]).toEqual([[], undefined]);
});

test('an unknown path is answered without a body where the deployment does so', async ({ start }) => {
  const mock = await start('refusals: { HTTP-7: { body: none } }');
  const missing = await ask(mock, '/nothing', { method: 'GET' });
  expect([missing.status, await missing.text()]).toEqual([404, '']);
});

test('a member that some runs lack is there in the others, and in the same ones each time', async ({ start }) => {
  const mock = await start(
    'answers: { listRecentAiMissionRuns: { members: { /data/*/mission_id: { some: absent }, /data/*/updated_at: { some: "null" } } } }',
  );
  const runs = async () => {
    const answer = await ask(mock, '/ai/missions/runs', { method: 'GET' });
    return ((await answer.json()) as { data: Record<string, unknown>[] }).data;
  };
  const once = await runs();
  expect(new Set(once.map((run) => 'mission_id' in run)).size).toBe(2);
  expect(new Set(once.map((run) => run.updated_at === null)).size).toBe(2);
  expect(await runs()).toEqual(once);
});

test('a title that belongs to a code which the source forbids is not told', async ({ start }) => {
  const mock = await start("refusals: { ERR-1: { code: '20001', title: Not possible } }");
  const wrong = await ask(mock, '/number_reservations', { body: { customer_reference: 5 } });
  expect(await wrong.json()).toMatchObject({ errors: [{ code: '10007', title: 'Unexpected error' }] });
});

test('a refusal is told as its kind of fault is, wherever it is, and at an unknown place as all such are', async ({
  start,
}) => {
  const mock = await start(`choices: { updateUnknownMembers: refused }
titles: { '1': Wrong type, '2': Wrong value }
refusals:
  ERR-1: { code: '2', of: { type: { status: 400, code: '1' } }, at: { '*': { code: '3', title: Unknown } } }
`);
  const told = async (body: object) => {
    const answer = await ask(mock, notification, { method: 'PATCH', body });
    const { errors } = (await answer.json()) as { errors: { code: string; title: string }[] };
    return [answer.status, errors[0]?.code, errors[0]?.title];
  };
  expect(await told({ threshold: 7 })).toEqual([400, '1', 'Wrong type']);
  expect(await told({ sim_card_id: 'none' })).toEqual([422, '2', 'Wrong value']);
  expect(await told({ colour: 'red' })).toEqual([422, '3', 'Unknown']);
});

test('each of several errors is told as its own kind of fault and place is', async ({ start }) => {
  const mock = await start(`
refusals:
  ERR-1: { code: '2', of: { type: { code: '1' } }, at: { /tags: { code: '3' } } }
choices: { faultsTold: all }
`);
  const wrong = { from: 'a@example.com', to: [], subject: 'Hello', text_body: 5, tags: 'none' };
  const answer = await ask(mock, '/email_messages', { body: wrong });
  const { errors } = (await answer.json()) as { errors: { code: string }[] };
  expect(errors.map(({ code }) => code).sort()).toEqual(['1', '2', '3']);
});

test('a success has another status in some situations', async ({ start }) => {
  const mock = await start('answers: { createEmailMessage: { status: 201, where: { sandbox: 200 } } }');
  const status = async (changes: object) =>
    (await ask(mock, '/email_messages', { body: { ...mail, ...changes } })).status;
  expect([await status({}), await status({ sandbox_mode: true })]).toEqual([201, 200]);
});

test('links lead to the mock, and to the pages of the list that was asked for', async ({ start }) => {
  const mock = await start(`answers:
  listRecentAiMissionRuns: { members: { /links: { missing: { next: '{origin}{path}?{query}&page[number]={next}', first: '{path}?page%5Bnumber%5D=1&{others}' } } } }
  createEmailMessage: { members: { /data/url: { missing: '{path}/{id}' } } }
`);
  const path = '/ai/missions/runs?status=failed&page%5Bsize%5D=1';
  const answer = await fetch(mock.url + path, { headers: { Authorization: 'Bearer key_primary' } });
  const { links } = (await answer.json()) as { links: { next: string; first: string } };
  const next = new URL(links.next);
  expect(next.origin).toBe(new URL(mock.url).origin);
  expect([...next.searchParams]).toEqual([
    ['status', 'failed'],
    ['page[size]', '1'],
    ['page[number]', '2'],
  ]);
  expect(links.first).toBe('/v2/ai/missions/runs?page%5Bnumber%5D=1&status=failed&page%5Bsize%5D=1');
  const { id, url } = await sent(mock);
  expect(url).toBe(`/v2/email_messages/${id}`);
});

test('what no situation says of suppressed recipients is told as the status says', async ({ start }) => {
  const mock = await start(`answers:
  createEmailMessage: { members: { /data/tried: { missing: true, where: { queued: false } } } }
`);
  const { tried } = await sent(mock, { to: ['ann@example.com', 'bounced@example.com'] });
  expect(tried).toBe(false);
});

test('Location is told beside the usual status, and in the situations that are named', async ({ start }) => {
  const mock = await start(`answers:
  createEmailMessage: { status: 201, where: { sandbox: 200, scheduled: 202 }, location: '/mail/{id}', locatedIn: [scheduled] }
`);
  const locationOf = async (changes: object) =>
    (await ask(mock, '/email_messages', { body: { ...mail, ...changes } })).headers.get('location');
  expect(await locationOf({})).toMatch(/^\/mail\/./);
  expect(await locationOf({ sandbox_mode: true })).toBeNull();
  expect(await locationOf({ scheduled_at: '2098-01-31T23:30:00Z' })).toMatch(/^\/mail\/./);
});

test('Location leads to the mock where a deployment tells it with its origin', async ({ start }) => {
  const mock = await start("answers: { createEmailMessage: { location: '{origin}/mail/{id}' } }\n");
  const { headers } = await ask(mock, '/email_messages', { body: mail });
  expect(headers.get('location')).toMatch(/^http:\/\/[^/]+\/mail\/./);
});

test('what is wrong outside a body that is read as it comes is told before what is wrong in it', async ({ start }) => {
  const mock = await start('choices: { faultsTold: byStage, firstWrongType: sent }');
  const told = (id: string) =>
    placesOf(
      ask(mock, `/sim_card_data_usage_notifications/${id}`, {
        method: 'PATCH',
        body: { threshold: { unit: 5 }, sim_card_id: 7 },
      }),
    );
  expect(await told('42')).toEqual([undefined]);
  expect(await told(notification.split('/').at(-1) as string)).toEqual(['/threshold/unit']);
});

test('of the faults in one list the first alone is told, beside those in no list', async ({ start }) => {
  const mock = await start('choices: { faultsTold: all, listFaults: first }');
  const wrong = { ...mail, from: 'no', to: ['no', 'nor'], cc: [mail.to[0], 'no', 'nor'], subject: 5 };
  expect(await placesOf(ask(mock, '/email_messages', { body: wrong }))).toEqual([
    '/from',
    '/to/0',
    '/cc/1',
    '/subject',
  ]);
  const pages = await ask(mock, '/dir/document_types?page[size]=0&page[number]=0', { method: 'GET' });
  expect(((await pages.json()) as { errors: object[] }).errors).toHaveLength(2);
});

test('a fault of the first stage, as its status shows, is told alone', async ({ start }) => {
  const mock = await start(`choices: { faultsTold: byStage }
refusals:
  ERR-1: { code: '2', of: { type: { status: 400, code: '1' } }, at: { /sim_card_id: { status: 400, code: '1' } } }
`);
  const wrong = { sim_card_id: 'none', threshold: { amount: 'few', unit: 'TB' } };
  const answer = await ask(mock, notification, { method: 'PATCH', body: wrong });
  const { errors } = (await answer.json()) as { errors: { code: string }[] };
  expect([answer.status, errors.map(({ code }) => code)]).toEqual([400, ['1']]);
});

test('a fault that is told as wrong types are is found while reading, where others are told otherwise', async ({
  start,
}) => {
  const mock = await start(`choices: { faultsTold: byStage }
refusals:
  ERR-10: { code: '2', of: { type: { code: '1' } }, at: { /group_id: { code: '1' } } }
  RUN-24: { of: { type: { type: conversion } } }
`);
  const codesOf = async (body: object) => {
    const answer = await ask(mock, '/email_messages', { body: { ...mail, ...body } });
    return ((await answer.json()) as { errors: { code: string }[] }).errors.map(({ code }) => code);
  };
  expect(await codesOf({ reply_to: 'no', group_id: 'no' })).toEqual(['1']);
  expect(await codesOf({ reply_to: 'no', to: ['no'] })).toEqual(['2', '2']);
});

test('an operation tells wrong types alone, or beside others, where a deployment says so of it', async ({ start }) => {
  const toldBy = async (choice: string, staged: boolean) => {
    const mock = await start(`choices: { faultsTold: ${choice}, missingNumber: refused }
refusals:
  ERR-1: { on: { createEmailMessage: { staged: ${staged} } } }
  RUN-23: { on: { listRecentAiMissionRuns: { staged: ${staged} } } }
`);
    const faultsIn = async (path: string, asked: Record<string, unknown>) => {
      const { errors, detail } = (await (await ask(mock, path, asked)).json()) as Record<string, unknown[] | undefined>;
      return (errors ?? detail)?.length;
    };
    return Promise.all([
      faultsIn('/email_messages', { body: { ...mail, from: '', to: 'no' } }),
      faultsIn('/emails', { body: { ...mail, from: '', to: 'no' } }),
      faultsIn('/ai/missions/runs?page[size]=few&page[number]=0', { method: 'GET' }),
      faultsIn('/number_reservations', { body: { customer_reference: 7, phone_numbers: [{}] } }),
    ]);
  };
  expect(await toldBy('byStage', false)).toEqual([2, 2, 2, 1]);
  expect(await toldBy('all', true)).toEqual([1, 1, 1, 2]);
});

test('values are told otherwise than wrong types where either rule of their places says so', async ({ start }) => {
  const mock = await start(`choices: { faultsTold: byStage }
refusals:
  ERR-10: { code: '1' }
  ERR-11: { code: '1', of: { value: { code: '2' } } }
  SIM-20: { code: '1' }
  SIM-21: { code: '1' }
`);
  const wrong = { sim_card_id: 'none', threshold: { unit: 'TB' } };
  const answer = await ask(mock, notification, { method: 'PATCH', body: wrong });
  expect(((await answer.json()) as { errors: unknown[] }).errors).toHaveLength(1);
});

test('several faults of one rule are told as one where a deployment does so', async ({ start }) => {
  const mock = await start(`choices: { faultsTold: all }
refusals: { EMAIL-TMPL-2: { once: true, pointer: none } }
`);
  const wrong = { ...mail, from: 'no', template_id: '00000000-0000-4000-8000-000000000000' };
  const answer = await ask(mock, '/email_messages', { body: wrong });
  const { errors } = (await answer.json()) as { errors: { source?: object }[] };
  expect(errors.map(({ source }) => source)).toEqual([{ pointer: '/from' }, undefined]);
});

test('the journal says the kind of each fault in the order in which they are told', async ({ start }) => {
  const mock = await start('choices: { faultsTold: all }\nerrorOrder: [/cc, /to, /from, /subject]');
  await ask(mock, '/email_messages', { body: { to: 5, cc: ['no'], text_body: 'Hi' } });
  const journal = await mock.fetch(`${new URL(mock.url).origin}/__admin/requests`);
  const { requests } = (await journal.json()) as { requests: { faults?: string[] }[] };
  expect(requests[0]?.faults).toEqual(['value', 'type', 'missing', 'missing']);
});

test('a value of a wrong type is one fault, whatever else is said of it', async ({ start }) => {
  const mock = await start('choices: { faultsTold: all }');
  const body = { threshold: { amount: 'ten', unit: 5 } };
  const answer = await ask(mock, notification, { method: 'PATCH', body });
  const { errors } = (await answer.json()) as { errors: { source?: object }[] };
  expect(errors.map(({ source }) => source)).toEqual([
    { pointer: '/threshold/amount' },
    { pointer: '/threshold/unit' },
  ]);
});

test('what was sent is repeated by the error about it, where a deployment does so', async ({ start }) => {
  const mock = await start(`refusals:
  ERR-1: { members: { /errors/*/value: { missing: '{value}' } } }
  RUN-23: { members: { /detail/*/input: { missing: '{value}' } } }
`);
  const said = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).json();
  expect(await said(mock, '/ai/missions/runs?page[size]=ten', { method: 'GET' })).toMatchObject({
    detail: [{ input: 'ten' }],
  });
  const odd = { toString: 7 };
  expect(await said(mock, '/email_messages', { body: { ...mail, to: [{ email: odd }] } })).toMatchObject({
    errors: [{ value: odd }],
  });
});

test('a large value is repeated as long as there is room', async ({ start }) => {
  const mock = await start(
    "refusals: { ERR-1: { members: { /errors/*/x: { missing: '{value}' }, /errors/*/y: { missing: '{value}' } } } }\n",
  );
  const from = 'x'.repeat(4_500_000);
  const answer = await ask(mock, '/email_messages', { body: { ...mail, from } });
  const [error] = ((await answer.json()) as { errors: object[] }).errors;
  expect(error).toHaveProperty('x', from);
  expect(error).not.toHaveProperty('y');
});

test('what was sent is shown again as long as there is room', async ({ start }) => {
  const shown = '{ missing: null, where: { asked: example } }';
  const mock = await start(
    `answers: { createEmailMessage: { members: { /data/group: ${shown}, /group: ${shown} } } }\n`,
  );
  const group = 'x'.repeat(4_500_000);
  const answer = await ask(mock, '/email_messages', { body: { ...mail, group } });
  const body = (await answer.json()) as { data: object };
  expect(body.data).toHaveProperty('group', group);
  expect(body).not.toHaveProperty('group');
});

test('a request is told a hundred errors at most, those that tell one fault together included', async ({ start }) => {
  const mock = await start('choices: { faultsTold: all }\nrefusals: { ERR-1: { also: [{}, {}, {}, {}] } }\n');
  const places = await placesOf(
    ask(mock, '/email_messages', { body: { ...mail, to: Array.from({ length: 40 }, () => 1) } }),
  );
  expect(places).toHaveLength(100);
});

test('a page that is asked for again is told as it was', async ({ start }) => {
  const mock = await start('answers: { listRecentAiMissionRuns: { members: { /data/*/x: { missing: 1 } } } }\n');
  const [first, second] = [
    await ask(mock, '/ai/missions/runs', { method: 'GET' }),
    await ask(mock, '/ai/missions/runs', { method: 'GET' }),
  ];
  expect(await second.json()).toEqual(await first.json());
});

test('an alias that a deployment does not have is answered as its unknown paths are', async ({ start }) => {
  const choices = '{ aliasReading: unknown, optionsMethod: answered200 }';
  const mock = await start(`refusals: { HTTP-7: { body: none } }\nchoices: ${choices}\n`);
  for (const method of ['GET', 'PUT', 'OPTIONS']) {
    const answer = await ask(mock, '/emails/none', { method });
    expect([answer.status, await answer.text()], method).toEqual([404, '']);
  }
});

test('a member may be called as what every object has', async ({ start }) => {
  const mock = await start('answers: { createEmailMessage: { members: { /data/toString: { missing: 1 } } } }\n');
  const answer = await ask(mock, '/email_messages', { body: mail });
  expect(await answer.json()).toMatchObject({ data: { toString: 1 } });
});

test('a subject that is no text is told as such, where blank ones are refused too', async ({ start }) => {
  const mock = await start('choices: { emptySubject: refusedBlank, faultsTold: all }\n');
  const answer = await ask(mock, '/email_messages', { body: { ...mail, subject: 5 } });
  expect(await answer.json()).toMatchObject({ errors: [{ source: { pointer: '/subject' } }] });
});

test('an unknown status is refused together with pages that are out of bounds', async ({ start }) => {
  const told = async (choices: string) => {
    const mock = await start(`choices: { unknownStatus: refused, ${choices} }
refusals: { RUN-15: { type: enum }, RUN-23: { type: range, of: { type: { type: enum } } } }
`);
    const answer = await ask(mock, '/ai/missions/runs?page[number]=0&status=none', { method: 'GET' });
    return ((await answer.json()) as { detail: { loc: string[] }[] }).detail.map(({ loc }) => loc.at(-1));
  };
  expect(await told('faultsTold: all')).toEqual(['status', 'page[number]']);
  expect(await told('faultsTold: byStage')).toEqual(['status']);
});

test('a fault of a query of mission runs may be told in several entries', async ({ start }) => {
  const mock = await start('refusals: { RUN-20: { loc: [query, page, size], type: max, also: [{ type: isInt }] } }');
  const answer = await ask(mock, '/ai/missions/runs?page[size]=5000', { method: 'GET' });
  const loc = ['query', 'page', 'size'];
  expect(await answer.json()).toMatchObject({
    detail: [
      { loc, type: 'max' },
      { loc, type: 'isInt' },
    ],
  });
});

test('times have their digits, or none in a whole second, where a deployment writes them so', async ({ start }) => {
  const mock = await start(`answers:
  createEmailMessage: { members: { /data/scheduled_at: { time: '[.000000]Z' } } }
`);
  const shown = async (time: string) => (await sent(mock, { scheduled_at: time })).scheduled_at;
  expect(await shown('2046-05-01T08:00:00+02:00')).toBe('2046-05-01T06:00:00Z');
  expect(await shown('2046-05-01T08:00:00.5Z')).toBe('2046-05-01T08:00:00.500000Z');
});

test('suppressed recipients are told in a list of the deployment', async ({ start }) => {
  const mock = await start(`answers:
  createEmailMessage:
    members:
      /suppressed: absent
      /data/dropped: { list: /suppressed, items: { email: to, why: reason }, words: { hard_bounce: bounced }, missing: [] }
`);
  const dropped = async (to: string[]) => {
    const answer = await ask(mock, '/email_messages', { body: { ...mail, to } });
    return ((await answer.json()) as { data: object }).data;
  };
  expect(await dropped(['ann@example.com'])).toMatchObject({ dropped: [] });
  expect(await dropped(['ann@example.com', 'bounced@example.com'])).toMatchObject({
    dropped: [{ email: 'bounced@example.com', why: 'bounced' }],
  });
});

test('entries of a list that is made of suppressed recipients show what the request says of them, in a refusal as well', async ({
  start,
}) => {
  const group = 'c5555555-5555-4555-8555-555555555555';
  const mock = await start(`answers:
  createEmailMessage:
    members:
      /dropped: { list: /suppressed, items: { email: to } }
      /dropped/*/group_id: { missing: null, where: { asked: ${group} } }
refusals:
  EMAIL-SUPP-13:
    members:
      /suppressed: absent
      /dropped: { list: /suppressed, items: { email: to } }
      /dropped/*/group_id: { missing: null, where: { asked: ${group} } }
`);
  const dropped = async (changes: object) => {
    const answer = await ask(mock, '/email_messages', { body: { ...mail, ...changes } });
    return ((await answer.json()) as { dropped: object[] }).dropped;
  };
  const [bounced, grouped] = ['bounced@example.com', 'grouped@example.com'];
  expect(await dropped({ to: ['ann@example.com', bounced] })).toEqual([{ email: bounced, group_id: null }]);
  expect(await dropped({ to: [grouped], group_id: group })).toEqual([{ email: grouped, group_id: group }]);
  expect(await dropped({ to: [bounced], cc: ['complained@example.com'] })).toHaveLength(2);
});

test('what was sent, and who was suppressed, is told again when a message is read', async ({ start }) => {
  const forms = `{ members: {
    /data/in_reply_to_message_id: { missing: null, where: { asked: example } },
    /data/group_id: { missing: null, where: { asked: example } },
    /data/dropped: { list: /suppressed, items: { email: to }, missing: [] } } }`;
  const mock = await start(`answers: { createEmailMessage: ${forms}, getEmailMessage: ${forms} }`);
  const readBack = async (changes: object) => {
    const { id, ...made } = await sent(mock, changes);
    const answer = await ask(mock, `/email_messages/${id}`, { method: 'GET' });
    const { data } = (await answer.json()) as { data: object };
    expect(data).toMatchObject({ id, dropped: made.dropped as object });
    return { id, data };
  };
  const { id, data } = await readBack({});
  expect(data).toMatchObject({ in_reply_to_message_id: null, group_id: null, dropped: [] });
  const group_id = 'C5555555-5555-4555-8555-555555555555';
  const to = ['ann@example.com', 'bounced@example.com'];
  expect((await readBack({ in_reply_to_message_id: id, group_id, to })).data).toMatchObject({
    in_reply_to_message_id: id,
    group_id,
    dropped: [{ email: 'bounced@example.com' }],
  });
});

test('suppressed recipients are told in a list within the meta of the refusal', async ({ start }) => {
  const mock = await start(`refusals:
  EMAIL-SUPP-13:
    meta: { type: invalid, dropped: [{ email: example@example.com }] }
    members:
      /suppressed: absent
      /errors/*/meta/dropped: { list: /suppressed, items: { email: to } }
`);
  const [bounced, complained] = ['bounced@example.com', 'complained@example.com'];
  const answer = await ask(mock, '/email_messages', { body: { ...mail, to: [bounced], cc: [complained] } });
  const { errors } = (await answer.json()) as { errors: { meta: object }[] };
  expect(errors[0]?.meta).toEqual({ type: 'invalid', dropped: [{ email: bounced }, { email: complained }] });
});

test('a list of ours that is empty has the entries of the deployment, and its own object says again what was asked', async ({
  start,
}) => {
  const mock = await start(`answers:
  createEmailMessage:
    members:
      /data/events: { missing: [{ event: queued }], where: { sandbox: [] } }
      /data/tracking: { missing: { opens: true, clicks: true } }
      /data/tracking/opens: { missing: true, where: { asked: false } }
`);
  expect(await sent(mock, {})).toMatchObject({
    events: [{ event: 'queued' }],
    tracking: { opens: true, clicks: true },
  });
  expect(await sent(mock, { sandbox_mode: true, tracking: { opens: false } })).toMatchObject({
    events: [],
    tracking: { opens: false, clicks: true },
  });
});

test('a link may repeat what was asked for, letter by letter', async ({ start }) => {
  const mock = await start(
    "answers: { listDirDocumentTypes: { members: { /links: { missing: { self: '{origin}{url}' } } } } }",
  );
  const answer = await ask(mock, '/dir/document_types?page[size]=%32&x', { method: 'GET' });
  const { links } = (await answer.json()) as { links: { self: string } };
  expect(links.self).toMatch(/^http.*\/v2\/dir\/document_types\?page\[size\]=%32&x$/);
});

test('suppressed recipients are told in a list within an object of the deployment, whatever its example is', async ({
  start,
}) => {
  const mock = await start(`answers:
  createEmailMessage:
    members:
      /meta: { where: { suppressed: { dropped: [{ email: example@example.com }] } } }
      /meta/dropped: { list: /suppressed, items: { email: to } }
`);
  const to = ['ann@example.com', 'bounced@example.com'];
  const answer = await ask(mock, '/email_messages', { body: { ...mail, to } });
  expect(await answer.json()).toMatchObject({ meta: { dropped: [{ email: 'bounced@example.com' }] } });
});

test('times without noughts at their ends have as many digits as a deployment has', async ({ start }) => {
  const mock = await start(
    "answers: { createEmailMessage: { members: { /data/scheduled_at: { time: '.######Z' }, /data/created_at: { time: '.######Z' } } } }",
  );
  const answer = await ask(mock, '/email_messages', { body: { ...mail, send_at: '2098-01-31T23:30:00-05:00' } });
  const { data } = (await answer.json()) as { data: Record<string, string> };
  expect(data.scheduled_at).toBe('2098-02-01T04:30:00Z');
  expect(data.created_at).toMatch(/:\d{2}(\.\d*[1-9])?Z$/);
});

test('a time that was asked for stays that time, whatever digits the times of a deployment have', async ({ start }) => {
  const mock = await start(
    "answers: { createEmailMessage: { members: { /data/scheduled_at: { time: '.######Z' } } } }",
  );
  const shown = async (time: string) => (await sent(mock, { scheduled_at: time })).scheduled_at;
  expect(await shown('2098-01-01T10:00:00.5Z')).toBe('2098-01-01T10:00:00.5Z');
  expect(await shown('2098-01-01T10:00:00.123456+02:00')).toBe('2098-01-01T08:00:00.123456Z');
});

test('a time is shown as it was asked for, on reading too, where the deployment does so', async ({ start }) => {
  const members = '{ members: { /data/scheduled_at: { time: sent } } }';
  const mock = await start(`answers: { createEmailMessage: ${members}, getEmailMessage: ${members} }`);
  const time = '2098-01-01T10:00:00+02:00';
  const message = await sent(mock, { send_at: time });
  const read = await ask(mock, `/email_messages/${message.id}`, { method: 'GET' });
  expect([message.scheduled_at, await read.json()]).toMatchObject([time, { data: { scheduled_at: time } }]);
});

test('members of entries are left out where the entries of the request do not have them, on reading too', async ({
  start,
}) => {
  const members =
    '{ members: { /data/attachments/*/disposition: { unasked: absent }, /data/attachments/*/filename: { unasked: absent } } }';
  const mock = await start(`answers: { createEmailMessage: ${members}, getEmailMessage: ${members} }`);
  const file = { content: 'aGk=', content_type: 'text/plain' };
  const attachments = [file, { ...file, disposition: 'inline' }, { ...file, filename: 'a.txt' }];
  const message = await sent(mock, { attachments });
  const read = await ask(mock, `/email_messages/${message.id}`, { method: 'GET' });
  const { data } = (await read.json()) as { data: typeof message };
  for (const one of [message, data])
    expect((one.attachments as object[]).map((entry) => Object.keys(entry))).toEqual([
      ['content_type', 'content_id', 'size_bytes'],
      ['content_type', 'disposition', 'content_id', 'size_bytes'],
      ['filename', 'content_type', 'content_id', 'size_bytes'],
    ]);
});

test('runs of several of our statuses may have one word, and are found under it', async ({ start }) => {
  const mock = await start(
    'answers: { listRecentAiMissionRuns: { members: { /data/*/status: { words: { paused: running, pending: running } } } } }',
  );
  const total = async (query: string) => {
    const answer = await ask(mock, `/ai/missions/runs${query}`, { method: 'GET' });
    const { data, meta } = (await answer.json()) as { data: { status: string }[]; meta: { total_results: number } };
    return [meta.total_results, new Set(data.map(({ status }) => status)).has('paused')] as const;
  };
  const [all, hasPaused] = await total('?page[size]=1000');
  const [running] = await total('?page[size]=1000&status=running');
  const others = ['succeeded', 'failed', 'cancelled'].map((word) => total(`?status=${word}`));
  const rest = (await Promise.all(others)).reduce((sum, [count]) => sum + count, 0);
  expect([hasPaused, running]).toEqual([false, all - rest]);
});

test('the code of the generic fallback keeps its title', async ({ start }) => {
  const mock = await start('refusals: { ERR-1: { title: Not possible } }');
  const wrong = await ask(mock, '/number_reservations', { body: { customer_reference: 7 } });
  expect(await wrong.json()).toMatchObject({ errors: [{ code: '10007', title: 'Unexpected error' }] });
});

test('a null that the deployment refuses is none that counts as absent', async ({ start }) => {
  const mock = await start('choices: { emailNull: absent, nullReplyAll: refused }');
  const status = async (changes: object) =>
    (await ask(mock, '/email_messages', { body: { ...mail, ...changes } })).status;
  expect([await status({ tags: null }), await status({ reply_to_all: null })]).toEqual([202, 422]);
});

test('a refused query names its parameter as the deployment does', async ({ start }) => {
  const mock = await start("refusals: { RUN-25: { at: { 'page[size]': { loc: [pageSize] } } } }");
  const refused = await ask(mock, '/ai/missions/runs?page[size]=x', { method: 'GET' });
  expect(await refused.json()).toMatchObject({ detail: [{ loc: ['pageSize'] }] });
});

test('an added member is there where the deployment has it, and repeats what was asked for', async ({ start }) => {
  const mock = await start(`answers:
  createEmailMessage:
    members:
      /data/group: { missing: null, where: { asked: example } }
      /data/dropped: { where: { suppressed: [example] } }
`);
  const shown = async (changes: object) => {
    const sent = await ask(mock, '/email_messages', { body: { ...mail, ...changes } });
    const { group, dropped } = ((await sent.json()) as { data: Record<string, unknown> }).data;
    return { group, dropped };
  };
  expect(await shown({})).toEqual({ group: null });
  expect(await shown({ group: 'a team' })).toEqual({ group: 'a team' });
  expect(await shown({ cc: ['bounced@example.com'] })).toEqual({ group: null, dropped: ['example'] });
});

test('document types are those of the deployment', async ({ start }) => {
  const mock = await start(`documentTypes:
  - { short_name: letter_of_authorization, description: A letter }
  - { short_name: business_registration }
`);
  const listed = await ask(mock, '/dir/document_types', { method: 'GET' });
  expect(await listed.json()).toMatchObject({
    data: [{ short_name: 'letter_of_authorization', description: 'A letter' }, { short_name: 'business_registration' }],
    meta: { total_results: 2 },
  });
});

test('runs show the statuses of the deployment, and are found by them', async ({ start }) => {
  const words = '{ words: { succeeded: done } }';
  const mock = await start(`answers: { listRecentAiMissionRuns: { members: { /data/*/status: ${words} } } }`);
  const found = async (status: string) => {
    const page = await ask(mock, `/ai/missions/runs?status=${status}`, { method: 'GET' });
    const { data } = (await page.json()) as { data: { status: string }[] };
    return [...new Set(data.map((run) => run.status))];
  };
  expect([await found('done'), await found('failed'), await found('succeeded')]).toEqual([['done'], ['failed'], []]);
});

test('a member of all refusals may repeat their status', async ({ start }) => {
  const mock = await start('refusals: { ERR-1: { members: { /errors/*/status: { status: text } } } }');
  const missing = await ask(mock, '/nothing', { method: 'GET' });
  const wrong = await ask(mock, '/email_messages', { body: { ...mail, to: ['nobody'] } });
  expect([await missing.json(), await wrong.json()]).toMatchObject([
    { errors: [{ status: '404' }] },
    { errors: [{ status: '422' }] },
  ]);
});

test('where the body is looked at first, a repeated address comes before a reused key', async ({ start }) => {
  const mock = await start('choices: { keyAndBody: bodyFirst }');
  const headers = {
    Authorization: 'Bearer key_primary',
    'Content-Type': 'application/json',
    'Idempotency-Key': 'no key',
  };
  const body = JSON.stringify({ ...mail, cc: mail.to });
  const twice = await mock.fetch(new Request(`${mock.url}/email_messages`, { method: 'POST', headers, body }));
  expect(await twice.json()).toMatchObject({ errors: [{ source: { pointer: '/cc/0' } }] });
});

test('a refusal whose list of errors is empty is told so in the journal', async ({ start }) => {
  const mock = await start('refusals: { HTTP-7: { body: empty }, RUN-23: { body: empty } }');
  const told = async (path: string) => (await ask(mock, path, { method: 'GET' })).json();
  expect(await told('/nowhere')).toEqual({ errors: [] });
  expect(await told('/ai/missions/runs?page[size]=few')).toEqual({ detail: [] });
  const requests = await mock.requests();
  expect(requests.map(({ chosen }) => chosen)).toEqual([['body empty'], ['body empty']]);
});

test('what a file says it breaks of the source is told so, and nothing else', async ({ start }) => {
  const mock = await start(`refusals:
  EMAIL-RCPT-6: { breaks: [EMAIL-RCPT-2], status: 422, code: '20400' }
  AUTH-3: { breaks: [AUTH-3], status: 403 }
`);
  const twice = await ask(mock, '/email_messages', { body: { ...mail, cc: mail.to } });
  expect([twice.status, await twice.json()]).toMatchObject([422, { errors: [{ code: '20400' }] }]);
  expect((await ask(mock, '/dir/document_types', { method: 'GET', key: 'nobody' })).status).toBe(403);
});

test('a member beside the errors is their status as a number', async ({ start }) => {
  const mock = await start('refusals: { ERR-1: { members: { /status: { status: number } } } }');
  expect(await (await ask(mock, '/nothing', { method: 'GET' })).json()).toMatchObject({ status: 404 });
});

test('a refusal does not name its parameter, or names it alone, where the deployment does so', async ({ start }) => {
  const mock = await start('refusals: { ERR-12: { parameter: none }, RUN-23: { loc: name } }');
  const read = async (path: string) => (await ask(mock, path, { method: 'GET' })).json();
  const { errors } = (await read('/dir/document_types?page[size]=0')) as { errors: object[] };
  expect(errors[0]).not.toHaveProperty('source');
  expect(await read('/ai/missions/runs?page[size]=few')).toMatchObject({ detail: [{ loc: ['page[size]'] }] });
});

test('a link is another one in some situations, and stands beside members of every other form', async ({ start }) => {
  const mock = await start(`answers:
  createEmailMessage:
    members:
      /data/events: absent
      /data/created_at: { time: Z }
      /data/region: { missing: us }
      /data/url: { missing: '{path}/{id}', where: { sandbox: '/tried/{id}' } }
`);
  for (const [sandbox_mode, path] of [
    [false, '/v2/email_messages'],
    [true, '/tried'],
  ]) {
    const message = await sent(mock, { sandbox_mode });
    expect(message).toMatchObject({ url: `${path}/${message.id}`, region: 'us' });
    expect(message).not.toHaveProperty('events');
    expect(message.created_at).toMatch(/:\d\dZ$/);
  }
});

test('a replay is told like the first answer', async ({ start }) => {
  const mock = await start('answers: { createEmailMessage: { status: 201, members: { /data/events: absent } } }');
  const headers = { Authorization: 'Bearer key_primary', 'Content-Type': 'application/json', 'Idempotency-Key': 'k' };
  const send = () =>
    mock.fetch(new Request(`${mock.url}/email_messages`, { method: 'POST', headers, body: JSON.stringify(mail) }));
  const [first, again] = [await send(), await send()];
  expect([again.status, await again.text()]).toEqual([201, await first.text()]);
});

test('the journal tells what the deployment made of an answer', async ({ start }) => {
  const mock = await start('answers: { createEmailMessage: { status: 201 } }');
  await ask(mock, '/email_messages', { body: mail });
  expect(await mock.requests()).toMatchObject([{ chosen: ['status 201'] }]);
});

test('choices about what comes before a partition are made at the start', async ({ start }) => {
  const mock = await start('choices: { emailPath: /mail/messages, bodyLimit: 1000, wwwAuthenticate: absent }');
  expect((await ask(mock, '/mail/messages', { body: mail })).status).toBe(202);
  expect((await ask(mock, '/email_messages', { body: mail })).status).toBe(404);
  expect((await ask(mock, '/mail/messages', { body: { ...mail, text_body: 'x'.repeat(1000) } })).status).toBe(413);
  const stranger = await ask(mock, '/dir/document_types', { method: 'GET', key: 'nobody' });
  expect([stranger.status, stranger.headers.has('www-authenticate')]).toEqual([401, false]);
});

test('where credentials are looked at before the path, an unknown path or a wrong method is refused for want of them', async ({
  start,
}) => {
  const statuses = async (mock: Mock) => {
    const call = (path: string, headers = {}) => mock.fetch(`${mock.url}${path}`, { method: 'DELETE', headers });
    const known = { Authorization: 'Bearer key_primary' };
    const answers = [call('/nothing'), call('/dir/document_types'), call('/nothing', known), call('/emails', known)];
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  expect(await statuses(await start('choices: { credentialsAndPath: credentialsFirst }'))).toEqual([
    401, 401, 404, 405,
  ]);
  expect(await statuses(await start('choices: { credentialsAndPath: pathFirst }'))).toEqual([404, 405, 404, 405]);
});

test('where a body is read before the credentials, an unreadable one is refused for itself, whoever sends it', async ({
  start,
}) => {
  const statuses = async (mock: Mock) => {
    const call = (type: string, body: string) =>
      mock.fetch(`${mock.url}/number_reservations`, { method: 'POST', headers: { 'Content-Type': type }, body });
    const calls = [
      ['application/json', '{"phone'],
      ['application/json', '{}'],
      ['text/plain', '{"phone'],
      ['nonsense', '{}'],
    ] as const;
    return Promise.all(calls.map(async ([type, body]) => (await call(type, body)).status));
  };
  expect(await statuses(await start('choices: { credentialsAndReading: readingFirst }'))).toEqual([400, 401, 401, 401]);
  expect(await statuses(await start('choices: { credentialsAndReading: credentialsFirst }'))).toEqual([
    401, 401, 401, 401,
  ]);
});

test('where a key is looked at before the credentials, one that is none is refused for itself, whoever sends it', async ({
  start,
}) => {
  const statuses = async (mock: Mock) => {
    const call = (path: string, key: string) =>
      mock.fetch(`${mock.url}${path}`, { method: 'POST', headers: { 'Idempotency-Key': key } });
    const calls = [call('/emails', 'a.b'), call('/emails', 'a-b'), call('/number_reservations', 'a.b')];
    return (await Promise.all(calls)).map(({ status }) => status);
  };
  expect(await statuses(await start('choices: { credentialsAndKey: keyFirst }'))).toEqual([400, 401, 401]);
  expect(await statuses(await start('choices: { credentialsAndKey: credentialsFirst }'))).toEqual([401, 401, 401]);
});

test('where key and body are looked at before the credentials, the key comes first', async ({ start }) => {
  const mock = await start('choices: { credentialsAndKey: keyFirst, credentialsAndReading: readingFirst }');
  const told = async (key: string) => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
    const answer = await mock.fetch(`${mock.url}/emails`, { method: 'POST', headers, body: '{"to' });
    const { errors } = (await answer.json()) as { errors: { detail: string }[] };
    return errors.map(({ detail }) => detail);
  };
  expect(await told('a.b')).toEqual([expect.stringContaining('Idempotency-Key')]);
  expect(await told('a-b')).toEqual([expect.stringContaining('JSON')]);
});

test('a slash at the end is read as the deployment says in the default partition too', async ({ start }) => {
  const mock = await start('choices: { trailingSlash: same }');
  expect((await ask(mock, '/dir/document_types/', { method: 'GET' })).status).toBe(200);
});

test('what the journal notes on a request is said as long as the partition answers as it did then', async ({ api }) => {
  await api.send({ subjct: 'Hello' });
  const notes = async () => {
    const { body } = await api.control('GET', '/requests');
    return (body as { requests: { notes: string[] }[] }).requests[0]?.notes.length;
  };
  const before = await notes();
  await api.control('PUT', '/deployment', { contract: '2.0.0', settled: 'x', choices: { holdMinutes: 5 } });
  expect([before, await notes()]).toEqual([1, 0]);
});

test('a partition answers as another deployment, and as at the start again', async ({ api }) => {
  const says = { contract: '2.0.0', settled: '2026-11-22, staging', answers: { createEmailMessage: { status: 201 } } };
  const told = {
    answersAs: 'Answers as settled 2026-11-22, staging: 1 entry',
    deployment: { ...says, refusals: {}, choices: {}, unsettled: [], otherwise: [] },
  };
  expect((await api.control('PUT', '/deployment', says)).body).toEqual(told);
  expect((await api.control('GET', '/deployment')).body).toEqual(told);
  const declared = async () => {
    const { body } = await api.control('GET', '/openapi.json');
    const { paths } = body as { paths: Record<string, { post: { responses: Record<string, object> } }> };
    return Object.keys(paths['/email_messages']?.post.responses ?? {})[0];
  };
  expect([(await api.send()).status, await declared()]).toEqual([201, '201']);
  expect((await api.control('DELETE', '/deployment')).body).toEqual({ answersAs: null, deployment: null });
  expect([(await api.send()).status, await declared()]).toEqual([202, '202']);
});

for (const [what, bodyLimit, status] of [
  ['that leaves a choice of the start out keeps it', undefined, 200],
  ['that says it as the mock was started is taken', 1000, 200],
  ['that says it otherwise is refused', 2000, 422],
] as const) {
  test(`a partition's deployment ${what}`, async ({ start }) => {
    const ofStart = { bodyLimit: 1000, holdMinutes: 5, faultsTold: 'all' };
    const mock = await start(`choices: ${JSON.stringify(ofStart)}`);
    const says = {
      contract: '2.0.0',
      settled: 'x',
      choices: { holdMinutes: 10, ...(bodyLimit && { bodyLimit }) },
    };
    const call = (method: string, body?: string) =>
      mock.fetch('/__admin/deployment?partition=me', {
        method,
        headers: { 'Content-Type': 'application/json' },
        ...(body && { body }),
      });
    const choicesIn = async (answer: Response) =>
      ((await answer.json()) as { deployment: { choices: object } }).deployment.choices;
    const answer = await call('PUT', JSON.stringify(says));
    expect(answer.status).toBe(status);
    if (status === 200) expect(await choicesIn(answer)).toEqual({ bodyLimit: 1000, holdMinutes: 10 });
    expect(await choicesIn(await call('DELETE'))).toEqual(ofStart);
  });
}

const refused: [string, object, detail: string, pointer: string][] = [
  [
    'of another contract',
    { contract: '1.0.0' },
    'was settled with contract 1.0.0, and this is 2.0.0: settle it anew, or change it by hand.',
    '/contract',
  ],
  [
    'with a choice that there is not',
    { choices: { colour: 'red' } },
    'colour is no choice; the rules in spec/rules.yaml have them, as `choices`.',
    '/choices/colour',
  ],
  [
    'that breaks the source',
    { refusals: { 'EMAIL-RCPT-2': { status: 422 } } },
    'status must be 400 (EMAIL-RCPT-2, source).',
    '/refusals/EMAIL-RCPT-2',
  ],
  [
    'without a document type that the source names',
    { documentTypes: [{ short_name: 'letter_of_authorization' }] },
    'business_registration must be listed (DIR-4, source).',
    '/documentTypes',
  ],
  [
    'with a choice of the start',
    { choices: { emailPath: '/mail' } },
    'emailPath is for all partitions: start the mock with --deployment.',
    '/choices/emailPath',
  ],
];

for (const [what, changes, detail, pointer] of refused) {
  test(`a deployment ${what} is refused`, async ({ api }) => {
    const { status, body } = await api.control('PUT', '/deployment', { contract: '2.0.0', settled: 'x', ...changes });
    const error = { code: '10015', title: 'Invalid request', detail, source: { pointer } };
    expect([status, body]).toEqual([422, { errors: [error] }]);
  });
}

test('all that is wrong with a deployment is told', async ({ api }) => {
  const placesIn = async (changes: object) => {
    const { body } = await api.control('PUT', '/deployment', { contract: '2.0.0', settled: 'x', ...changes });
    return (body as { errors: { source: { pointer: string } }[] }).errors.map(({ source }) => source.pointer);
  };
  const colours = { colour: 'red', shade: 'dark' };
  expect(await placesIn({ ...colours, titles: [] })).toEqual(['/colour', '/shade', '/titles']);
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x${at}`, 1]));
  expect(await placesIn({ choices: many })).toHaveLength(50);
  expect(await placesIn({ contract: '1.0.0', choices: colours })).toEqual([
    '/contract',
    '/choices/colour',
    '/choices/shade',
  ]);
  expect(await placesIn({ choices: { emailPath: '/mail', bodyLimit: 1000 } })).toEqual([
    '/choices/emailPath',
    '/choices/bodyLimit',
  ]);
});

test('errors come in the order of the deployment', async ({ start }) => {
  const mock = await start('errorOrder: [/to, /from, "page[size]", "page[number]"]\nchoices: { faultsTold: all }');
  const wrong = await ask(mock, '/email_messages', { body: { ...mail, from: 'no', to: ['no'] } });
  expect(await wrong.json()).toMatchObject({
    errors: [{ source: { pointer: '/to/0' } }, { source: { pointer: '/from' } }],
  });
  const pages = await ask(mock, '/ai/missions/runs?page[number]=0&page[size]=0', { method: 'GET' });
  expect(await pages.json()).toMatchObject({
    detail: [{ loc: ['query', 'page[size]'] }, { loc: ['query', 'page[number]'] }],
  });
});

test('errors come in the order of their names, those of what members say together too', async ({ start }) => {
  const mock = await start('errorOrder: byName\nchoices: { faultsTold: all }');
  const pointersOf = async (body: object) => {
    const answer = await ask(mock, '/email_messages', { body });
    const { errors } = (await answer.json()) as { errors: { source: { pointer: string } }[] };
    return errors.map(({ source }) => source.pointer);
  };
  const { subject: _, ...others } = mail;
  expect(await pointersOf({ ...others, to: [], cc: [{ email: 'no' }] })).toEqual(['/cc/0/email', '/subject', '/to']);
  const template_id = '00000000-0000-4000-8000-000000000000';
  expect(await pointersOf({ ...mail, template_id, html_body: 'Hi' })).toEqual([
    '/html_body',
    '/subject',
    '/template_id',
    '/text_body',
  ]);
});

test('the first of several faults is the first in the order of the deployment', async ({ start }) => {
  const mock = await start('errorOrder: [/to, /from]');
  const wrong = await ask(mock, '/email_messages', { body: { ...mail, from: 'no', to: ['no'] } });
  expect(await wrong.json()).toMatchObject({ errors: [{ source: { pointer: '/to/0' } }] });
});

test('errors in members that the order does not name come last, in our order', async ({ start }) => {
  const mock = await start(`errorOrder: [/from]
choices: { faultsTold: all }
refusals: { EMAIL-SUBJ-3: { pointer: none } }`);
  const wrong = { ...mail, to: ['no'], cc: ['no'], from: 'no', subject: undefined };
  expect(await placesOf(ask(mock, '/email_messages', { body: wrong }))).toEqual(['/from', '/to/0', '/cc/0', undefined]);
});

for (const [body, member] of [
  [{ detail: 'Not Found' }, '/detail: { missing: Not Found }'],
  [{ errors: { detail: 'Not Found' } }, '/errors: { missing: { detail: Not Found } }'],
] as const) {
  test(`an unknown path is answered with ${JSON.stringify(body)} where the deployment does so`, async ({ start }) => {
    const mock = await start(`refusals: { HTTP-7: { body: other, members: { ${member} } } }`);
    const answer = await ask(mock, '/nowhere', { method: 'GET' });
    expect([answer.status, await answer.json()]).toEqual([404, body]);
  });
}

test('an unknown path is answered with a text that repeats it where the deployment does so', async ({ start }) => {
  const mock = await start("refusals: { HTTP-7: { body: text, text: 'Cannot {method} {path}' } }");
  const answer = await ask(mock, '/nowhere?a=1', { method: 'PUT' });
  const told = [answer.status, answer.headers.get('content-type'), await answer.text()];
  expect(told).toEqual([404, 'text/plain; charset=utf-8', 'Cannot PUT /v2/nowhere']);
});

test('a wrong method is answered with a page in which the request is escaped where the deployment does so', async ({
  start,
}) => {
  const mock = await start(
    "refusals: { HTTP-8: { body: text, contentType: text/html, text: '<p>No {method} {url}</p>' } }",
  );
  const answer = await ask(mock, '/email_messages?a=1&b=2', { method: 'DELETE' });
  expect([answer.headers.get('content-type'), answer.headers.get('allow'), await answer.text()]).toEqual([
    'text/html',
    'POST',
    '<p>No DELETE /v2/email_messages?a=1&amp;b=2</p>',
  ]);
});

test('an alias that can not be read is answered with the text of an unknown path', async ({ start }) => {
  const mock = await start(
    'choices: { aliasReading: unknown }\nrefusals: { HTTP-7: { body: text, text: 404 page not found } }',
  );
  const answer = await ask(mock, '/emails/00000000-0000-4000-8000-000000000000', { method: 'GET' });
  expect([answer.status, await answer.text()]).toEqual([404, '404 page not found']);
});

test('a method that a path does not have is refused as the operation of the path says', async ({ start }) => {
  const mock = await start(
    "refusals: { HTTP-8: { code: '10405', on: { createNumberReservation: { code: '10007' } } } }",
  );
  const codeAt = async (path: string) =>
    ((await (await ask(mock, path, { method: 'DELETE' })).json()) as { errors: { code: string }[] }).errors[0]?.code;
  expect([await codeAt('/number_reservations'), await codeAt('/email_messages')]).toEqual(['10007', '10405']);
});

test('a method that the path of reservations does not have is refused with the code of a deployment', async ({
  start,
}) => {
  const mock = await start("refusals: { HTTP-8: { code: '10405' } }");
  const answer = await ask(mock, '/number_reservations', { method: 'DELETE' });
  expect(await answer.json()).toMatchObject({ errors: [{ code: '10405' }] });
});

test('a refusal may have no meta where others have one', async ({ start }) => {
  const mock = await start('refusals: { ERR-1: { meta: { kind: value } }, SIM-24: { meta: none } }');
  const unknown = await ask(mock, '/sim_card_data_usage_notifications/00000000-0000-4000-8000-000000000000', {
    method: 'PATCH',
    body: {},
  });
  expect(((await unknown.json()) as { errors: object[] }).errors[0]).not.toHaveProperty('meta');
});

test('a text repeats the id of the message that it stands in, when that is read too', async ({ start }) => {
  const mock = await start(`answers:
  createEmailMessage: { members: { /data/message_id: { missing: '<{id}@mail.example>' } } }
  getEmailMessage: { members: { /data/message_id: { missing: '<{id}@mail.example>' } } }
`);
  const { id, message_id } = await sent(mock);
  const read = (await (await ask(mock, `/email_messages/${id}`, { method: 'GET' })).json()) as Record<string, unknown>;
  expect(message_id).toBe(`<${id}@mail.example>`);
  expect(read).toMatchObject({ data: { message_id } });
});

test('members beside the errors repeat what was asked for, and say the time of the partition', async ({ start }) => {
  const mock = await start(`refusals:
  ERR-1:
    members: { /path: { missing: '{url}' }, /self: { missing: ['{origin}{path}'] }, /at: { missing: '{now}', time: Z } }
`);
  await mock.clock.advance('P400D');
  const nowhere = await ask(mock, '/nowhere?x=1', { method: 'GET' });
  expect(await nowhere.json()).toMatchObject({
    path: '/v2/nowhere?x=1',
    self: [expect.stringMatching(/^http:.*\/v2\/nowhere$/)],
  });
  const wrong = await ask(mock, '/number_reservations?x=1', { body: [] });
  expect(await wrong.json()).toMatchObject({ path: '/v2/number_reservations?x=1' });
  const { at } = (await (await ask(mock, '/nowhere')).json()) as { at: string };
  expect(at).toMatch(/T\d\d:\d\d:\d\dZ$/);
  expect(Date.parse(at)).toBeGreaterThan(Date.now() + 399 * 86_400_000);
});

test('a meta names the place as a path of properties', async ({ start }) => {
  const mock = await start("refusals: { ERR-1: { meta: { field: '{place}' } } }");
  const wrong = await ask(mock, '/email_messages', { body: { ...mail, to: [{ email: 'no' }] } });
  expect(await wrong.json()).toMatchObject({ errors: [{ meta: { field: 'to[0].email' } }] });
});

test('a pointer leads to the address of a recipient that is an object', async ({ start }) => {
  const mock = await start('refusals: { EMAIL-RCPT-6: { pointer: address } }');
  const errors = async (cc: unknown) =>
    (await (await ask(mock, '/email_messages', { body: { ...mail, cc: [cc] } })).json()) as object;
  const [twice] = mail.to;
  expect(await errors({ email: twice })).toMatchObject({ errors: [{ source: { pointer: '/cc/0/email' } }] });
  expect(await errors(twice)).toMatchObject({ errors: [{ source: { pointer: '/cc/0' } }] });
});

test('the domains of addresses are shown in small letters where a deployment does so', async ({ start }) => {
  const mock = await start("answers: { createEmailMessage: { members: { '/data/to/*/email': { case: domain } } } }");
  expect(await sent(mock, { to: ['Grace@Example.COM'] })).toMatchObject({ to: [{ email: 'Grace@example.com' }] });
});

test('each error has the members of its own kind', async ({ start }) => {
  const mock = await start(`refusals:
  RUN-19: { members: { '/detail/*/ctx': { missing: { ge: 1 } } } }
  RUN-20: { members: { '/detail/*/ctx': { missing: { le: 1000 } } } }
choices: { faultsTold: all }
`);
  const pages = await ask(mock, '/ai/missions/runs?page[number]=0&page[size]=5000', { method: 'GET' });
  const { detail } = (await pages.json()) as { detail: { loc: string[]; ctx?: object }[] };
  const sizes = detail.find(({ loc }) => loc.includes('page[size]'));
  const numbers = detail.find(({ loc }) => loc.includes('page[number]'));
  expect(sizes?.ctx).toEqual({ le: 1000 });
  expect(numbers?.ctx).not.toEqual({ le: 1000 });
});

test('pointers stand in a form of the deployment', async ({ start }) => {
  const mock = await start(`choices: { faultsTold: all }
refusals:
  ERR-1: { pointer: '/data{exact}' }
  ERR-11: { at: { /to/*: { pointer: '{exact}/email' }, /cc/*: { pointer: '/{place}' } } }
`);
  const wrong = { ...mail, from: 'no', to: [mail.to[0], 'no'], cc: ['no'] };
  const places = await placesOf(ask(mock, '/email_messages', { body: wrong }));
  expect(places).toEqual(['/data/from', '/to/1/email', '/cc[0]']);
});

test('one operation tells one fault where others tell each', async ({ start }) => {
  const mock = await start(`choices: { faultsTold: all }
refusals: { ERR-1: { on: { createNumberReservation: { once: true } } } }
`);
  const reservation = { customer_reference: 7, phone_numbers: [{}, { phone_number: 'no' }] };
  expect(await placesOf(ask(mock, '/number_reservations', { body: reservation }))).toEqual(['/customer_reference']);
  expect(await placesOf(ask(mock, '/email_messages', { body: { ...mail, from: 5, to: 5 } }))).toEqual(['/from', '/to']);
});

test('suppressed recipients are told alike beside a message and beside errors', async ({ start }) => {
  const mock = await start(`answers: { createEmailMessage: { members: {
  /suppressed/*/scope: { words: { account: global } }, /suppressed/*/override_allowed: absent } } }
`);
  const to = 'bounced@example.com';
  for (const others of [[], mail.to]) {
    const answer = await ask(mock, '/email_messages', { body: { ...mail, to: [to, ...others] } });
    expect(await answer.json()).toMatchObject({ suppressed: [{ to, reason: 'hard_bounce', scope: 'global' }] });
  }
});

test('where numbers are held together or not at all, a held one says that, and a free one why it is not', async ({
  start,
}) => {
  const mock = await start('choices: { besideUnavailable: failure }');
  const reasons = async (...numbers: string[]) => {
    const body = { phone_numbers: numbers.map((phone_number) => ({ phone_number })) };
    const answer = await ask(mock, '/number_reservations', { body });
    const { data } = (await answer.json()) as { data: { phone_numbers: { errors: string }[] } };
    return data.phone_numbers.map(({ errors }) => errors);
  };
  const [taken, free] = ['+13125550100', '+13125550101'];
  expect(await reasons(taken)).toEqual(['']);
  expect(await reasons(free, taken)).toEqual([
    'Another number of the request could not be held.',
    `The number ${taken} is already held.`,
  ]);
});
