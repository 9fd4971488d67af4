import type { Entry } from 'har-format';
import { expect, test } from 'vitest';
import { fixturesDirectory } from '../../fixtures/seed.ts';
import { contractFile } from '../../spec/document.ts';
import { loadEdition, replay } from './replay.ts';

test('each call is answered at its recorded time, with ids that follow from its place', async () => {
  const headers = [
    { name: 'Authorization', value: 'Bearer key_primary' },
    { name: 'Content-Type', value: 'application/json' },
    // What is sent anew has a length of its own.
    { name: 'Content-Length', value: '99999999' },
  ];
  const mail = { from: 'a@example.com', to: ['b@example.com'], subject: 'Hello', text_body: 'Hi' };
  const recorded = ['6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c', '7f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c'] as const;
  const sent = (startedDateTime: string, id: string) => ({
    startedDateTime,
    request: {
      method: 'POST',
      url: 'https://recorded.example/v2/email_messages',
      headers,
      postData: { text: JSON.stringify(mail) },
    },
    response: { content: { text: JSON.stringify({ data: { id } }) } },
  });
  const read = (id: string) => ({
    startedDateTime: '2027-02-03T04:05:07.000Z',
    request: { method: 'GET', url: `https://recorded.example/v2/email_messages/${id}`, headers },
    response: {},
  });
  const calls = [
    sent('2027-01-01T00:00:00.000Z', recorded[0]),
    sent('2027-02-03T04:05:06.000Z', recorded[1]),
    read(recorded[1]),
    read(recorded[0]),
  ] as unknown as Entry[];
  const answers = await replay(loadEdition({ contract: contractFile, fixtures: fixturesDirectory }), calls);
  expect(Object.keys(answers[0]?.headers ?? {})).toEqual([
    'vary',
    'access-control-allow-credentials',
    'access-control-expose-headers',
    'content-type',
    'connection',
  ]);
  const first = { id: '00000001-0000-4000-8000-000000000001', created_at: '2027-01-01T00:00:00.000Z' };
  const second = { id: '00000002-0000-4000-8000-000000000001', created_at: '2027-02-03T04:05:06.000Z' };
  expect(answers).toMatchObject([
    { status: 202, body: { data: first } },
    { status: 202, body: { data: second } },
    { status: 200, body: { data: second } },
    { status: 200, body: { data: first } },
  ]);
});
