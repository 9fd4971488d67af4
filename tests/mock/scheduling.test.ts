import { randomUUID } from 'node:crypto';
import { expect, test } from './support/test.ts';

const future = '2040-06-01T10:00:00Z';

test('a message for later is scheduled, waits, and leaves when the clock passes its time', async ({ api }) => {
  const data = await api.accepted({ scheduled_at: future });
  expect(data).toMatchObject({ status: 'scheduled', scheduled_at: future });
  await api.control('POST', '/clock', { now: '2040-06-01T09:59:00Z' });
  expect(await api.mails()).toEqual([]);
  expect((await api.get(`/email_messages/${data.id}`)).body).toMatchObject({ data: { status: 'scheduled' } });
  await api.advance('PT1M');
  expect(await api.mails()).toHaveLength(1);
  expect((await api.get(`/email_messages/${data.id}`)).body).toMatchObject({
    data: { status: 'sent', scheduled_at: future },
  });
});

test('a mail carries the time for which it was scheduled as its date', async ({ api }) => {
  await api.accepted({ scheduled_at: future });
  await api.control('POST', '/clock', { now: '2041-01-01T00:00:00Z' });
  expect((await api.mailHeaders()).Date?.[0]).toMatch(/^Fri, 0?1 Jun 2040 10:00:00 (\+0000|GMT)$/);
});

test('scheduled mail leaves in the order of its times', async ({ api }) => {
  for (const [subject, hour] of [
    ['late', 12],
    ['early', 10],
    ['middle', 11],
  ] as const) {
    await api.accepted({ subject, scheduled_at: `2040-06-01T${hour}:00:00Z` });
  }
  await api.control('POST', '/clock', { now: '2041-01-01T00:00:00Z' });
  expect((await api.mails()).map(({ Subject }) => Subject)).toEqual(['late', 'middle', 'early']);
});

test('send_at is an alias, and scheduled_at wins over it', async ({ api }) => {
  expect(await api.accepted({ send_at: future })).toMatchObject({ status: 'scheduled', scheduled_at: future });
  const both = { scheduled_at: future, send_at: '2050-01-01T00:00:00Z' };
  expect(await api.accepted(both)).toMatchObject({ status: 'scheduled', scheduled_at: future });
});

for (const scheduled_at of [
  '2001-01-01T00:00:00Z',
  '2040-06-01T10:00:00',
  '2040-02-30T10:00:00Z',
  '+010000-01-01T00:00:00Z',
  'tomorrow',
  '',
  2_222_222_222,
  true,
  {},
  [],
]) {
  test(`a time that is past or invalid is ignored and the mail leaves at once: ${JSON.stringify(scheduled_at)}`, async ({
    api,
  }) => {
    const data = await api.accepted({ scheduled_at, send_at: future });
    expect(data.status).toBe('queued');
    expect(data).not.toHaveProperty('scheduled_at');
    expect(await api.mails()).toHaveLength(1);
  });
}

for (const scheduled_at of [
  '2040-06-01T24:00:00Z',
  '2040-06-01T10:00:00.1234567Z',
  '2040-W23-5T10:00Z',
  '9999-12-31T23:59:59Z',
]) {
  test(`an unusual future time is stored: ${scheduled_at}`, async ({ api }) => {
    const data = await api.accepted({ scheduled_at });
    expect(data.status).toBe('scheduled');
    expect(data.scheduled_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  });
}

test('all due mail has left once a clock was moved or a state filled in', async ({ api }) => {
  await api.accepted({ scheduled_at: '2040-01-01T00:00:00Z' });
  const { messages } = (await api.control('GET', '/state?only=messages')).body as { messages: object[] };
  const many = Array.from({ length: 1_000 }, () => ({ ...messages[0], id: randomUUID() }));
  const left = async () => ((await api.outbox('GET', '/messages?limit=1')).body as { total: number }).total;
  const fill = (now: string) => api.control('PUT', '/state', { now, messages: many });
  expect([(await fill('2030-01-01T00:00:00Z')).status, await left()]).toEqual([200, 0]);
  expect([(await api.control('POST', '/clock', { now: '2041-01-01T00:00:00Z' })).status, await left()]).toEqual([
    200, 1_000,
  ]);
  expect([(await fill('2041-01-01T00:00:00Z')).status, await left()]).toEqual([200, 1_000]);
});

for (const time of [
  '2099T00:00:00Z',
  '2099-01T00:00:00Z',
  '2099-W01T00:00:00Z',
  '2099-04-31T00:00:00Z',
  '2099-02-29T00:00:00Z',
  '2099-366T00:00:00Z',
  '20990101T00:00:00Z',
  '2099-01-01T00:00:00+0100',
  '2099-01-01T24:00:01Z',
  '2099-01-01T12:00:60Z',
  '2099-01-01T00:00:00-00:00',
  '2099-01-01T00:00:00+24:00',
  '2099-01-01 00:00:00Z',
  ' 2099-01-01T00:00:00Z',
])
  test(`a message whose time is not ISO 8601 is sent at once: "${time}"`, async ({ api }) => {
    expect(await api.accepted({ scheduled_at: time })).toMatchObject({ status: 'queued' });
    expect(await api.mails()).toHaveLength(1);
  });

for (const [time, due] of [
  ['2099-001T00:00Z', '2099-01-01T00:00:00.000Z'],
  ['2099-W02-1T00Z', '2099-01-05T00:00:00.000Z'],
  ['20990101T000000+0100', '2098-12-31T23:00:00.000Z'],
  ['2099-12-31T24:00:00Z', '2100-01-01T00:00:00.000Z'],
  ['2099-12-31T23:59:60Z', '2100-01-01T00:00:00.000Z'],
  ['2099-01-01T00:00:00,5Z', '2099-01-01T00:00:00.500Z'],
  ['2099-01-01T12.5Z', '2099-01-01T12:30:00.000Z'],
  ['2099-01-01t00:00:00z', '2099-01-01T00:00:00.000Z'],
  ['2099-01-01T00:00:00+00', '2099-01-01T00:00:00.000Z'],
  ['2096-02-29T00:00:00Z', '2096-02-29T00:00:00Z'],
] as const)
  test(`a message is scheduled by any ISO 8601 time: ${time}`, async ({ api }) => {
    expect(await api.accepted({ scheduled_at: time })).toMatchObject({ status: 'scheduled', scheduled_at: due });
    expect(await api.mails()).toEqual([]);
  });
