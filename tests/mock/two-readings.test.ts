import { gzipSync } from 'node:zlib';
import { setupServer } from 'msw/node';
import { createMock, type Mock } from '../../mock/create-mock.ts';
import { handlers } from '../../mock/embed/msw.ts';
import { email, refusal } from './support/api.ts';
import { expect, test } from './support/test.ts';

const json = 'application/json';
const [own, foreign] = ['Bearer key_primary', 'Bearer key_other'];

for (const coding of ['identity', 'Identity', 'identity, identity', '', ', ']) {
  test(`a body under the coding ${JSON.stringify(coding)} is read unchanged`, async ({ api }) => {
    const headers = { 'Content-Encoding': coding };
    expect((await api.call('POST', '/number_reservations', { body: {}, headers })).status).toBe(200);
  });
}

for (const types of [
  [json, json],
  [json, 'Application/JSON'],
  [`${json}; charset=utf-8`, `${json};charset="UTF-8"`],
  [`${json}, ${json}`],
  [`${json}; profile="a,b"`],
]) {
  test(`equal content types are one: ${types.join(' and ')}`, async ({ api }) => {
    const headers = { 'Content-Type': types };
    expect((await api.call('POST', '/number_reservations', { body: {}, headers })).status).toBe(200);
  });
}

for (const types of [[json, `${json}; charset=latin1`], [`${json}; charset=utf-8, text/plain`], [json, '']]) {
  test(`content types that differ in any part are two: ${types.join(' and ')}`, async ({ api }) => {
    const headers = { 'Content-Type': types };
    expect(await api.call('POST', '/number_reservations', { body: {}, headers })).toMatchObject(refusal(415, '10007'));
  });
}

for (const [first, second] of [
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδος', 'οδοσ'],
  ['straße', 'STRASSE'],
] as const) {
  test(`${first} and ${second} are one recipient`, async ({ api }) => {
    const lists = { to: [`${first}@example.gr`], cc: [`${second}@example.gr`] };
    expect(await api.send(lists)).toMatchObject(refusal(400, '10015', { pointer: '/cc/0' }));
    expect(await api.send({ to: Object.values(lists).flat() })).toMatchObject(refusal(400, '10015'));
  });
}

test('letters that case folding distinguishes are two recipients', async ({ api }) => {
  expect((await api.send({ to: ['ı@example.com', 'i@example.com', 'ä@example.com', 'a@example.com'] })).status).toBe(
    202,
  );
});

test('a suppressed address is suppressed in every letter case', async () => {
  const suppressed = { account: 'acme', address: 'ΟΔΟΣ@example.gr', reason: 'hard_bounce' as const };
  await using mock = await createMock({ seed: { suppressions: [suppressed] } });
  const body = JSON.stringify(email({ to: ['οδοσ@example.gr'] }));
  const headers = { Authorization: own, 'Content-Type': json };
  const answer = await mock.fetch('/v2/email_messages', { method: 'POST', headers, body });
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('recipient_suppressed')]);
});

/** Requests that `fetch` can carry, with the status that each has over HTTP. */
const embedded: Record<string, [status: number, headers: [string, string][], body?: Buffer]> = {
  'a compressed body': [415, [['Content-Encoding', 'gzip']], gzipSync('{}')],
  'plain JSON under a coding': [415, [['Content-Encoding', 'x-unknown']]],
  'two Authorization headers': [401, [['Authorization', foreign]]],
  'two equal Authorization headers': [401, [['Authorization', own]]],
  'two different content types': [415, [['Content-Type', 'text/plain']]],
  'two equal content types': [200, [['Content-Type', json]]],
};

for (const [label, [status, more, body = Buffer.from('{}')]] of Object.entries(embedded)) {
  test(`the embedded mock answers ${label} as over HTTP`, async ({ onTestFinished }) => {
    await using mock: Mock = await createMock();
    const base = 'https://api.example.com/v2';
    const intercepted = setupServer(...handlers(mock, base));
    const headers: [string, string][] = [['Authorization', own], ['Content-Type', json], ...more];
    const send = { method: 'POST', headers, body };
    const overHttp = await fetch(`${mock.url}/number_reservations`, send);
    const inProcess = await mock.fetch('/v2/number_reservations', send);
    intercepted.listen();
    onTestFinished(() => intercepted.close());
    const byMsw = await fetch(`${base}/number_reservations`, send);
    expect([overHttp.status, inProcess.status, byMsw.status]).toEqual([status, status, status]);
  });
}
