import { expect, test } from 'vitest';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { serverThat } from '../../suite/target/testing.ts';
import { headerOf } from '../../suite/wire/exchange.ts';
import { Counterpart } from './counterpart.ts';

type Answers = Parameters<typeof serverThat>[0];

const target = { baseUrl: 'http://target/v2', accounts: { primary: { apiKey: 'theirs' } } };

function seen(
  title: string,
  path: string,
  { body, ...more }: Partial<NotedExchange> & { body?: string } = {},
): NotedExchange {
  const url = `http://target/v2${path}`;
  const request = body === undefined ? { method: 'GET', url, headers: [] } : { method: 'POST', url, headers: [], body };
  return { case: title, rules: [], request, at: 0, status: 200, headers: [], text: '{}', broken: [], ...more };
}

/** What our mock is asked, and what comes of it, where it answers so and its journals are these. */
async function repeated(
  [exchanges, says]: Parameters<Counterpart['repeat']>,
  answers: Answers = () => undefined,
  journals: Record<string, object[]> = {},
) {
  const { origin, asked } = await serverThat((what, key) => {
    const [, partition] = /__admin\/requests\?partition=(.*)/.exec(what) ?? [];
    return partition ? { body: JSON.stringify({ requests: journals[partition] ?? [] }) } : answers(what, key);
  });
  const stop = async () => void asked.push('stop');
  const counterpart = new Counterpart({ origin, stop }, target);
  const result = counterpart.repeat(exchanges, says).finally(() => counterpart.stop());
  const [outcome] = await Promise.allSettled([result]);
  return { asked, pairs: outcome.status === 'fulfilled' ? outcome.value : [], outcome };
}

test('what cases asked in turns our mock is asked case by case, each in its order, and told so', async () => {
  const { asked, pairs } = await repeated([[seen('a', '/1'), seen('b', '/2'), seen('a', '/3'), seen('b', '/4')]]);
  expect(asked.filter((what) => what.includes('/v2/'))).toEqual(['/1', '/3', '/2', '/4'].map((at) => `GET /v2${at}`));
  expect(pairs.map((pair) => pair.seen.case)).toEqual(['a', 'a', 'b', 'b']);
  expect(asked.filter((what) => what.includes('deployment'))).toEqual([]);
});

test('a send that the target was at work on is asked under a new key while our mock is at work on the same, and no other', async () => {
  const conflict = (path: string, operation: NotedExchange['operation'], status = 409): NotedExchange => {
    const one = seen('a', path, { body: '{"a":"ä"}', status, operation });
    return { ...one, request: { ...one.request, headers: [['Idempotency-Key', 'old']] } };
  };
  let sends = 0;
  let release = () => {};
  const { asked, pairs } = await repeated(
    [
      [
        conflict('/email_messages', 'createEmailMessage'),
        conflict('/email_messages/1', 'createEmailMessage', 202),
        conflict('/email_messages/2', 'createEmailMessage'),
        conflict('/email_messages/3', 'createEmailMessage'),
        conflict('/other', 'createNumberReservation'),
      ],
      { choices: { keyHeader: 'X-Pass' } },
    ],
    (what) => {
      if (what.includes('/release')) release();
      if (what.endsWith('/2')) return { status: 409 };
      if (what.endsWith('/3')) return { status: 302 };
      if (!what.endsWith('/email_messages')) return undefined;
      sends += 1;
      if (sends === 2) return new Promise((resolve) => (release = () => resolve({})));
      return { status: sends === 1 ? 200 : 409 };
    },
  );
  expect(pairs.map(({ ours }) => ours.status)).toEqual([409, 200, 409, 302, 200]);
  const keys = new Set(asked.flatMap((what) => /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(what)?.[0] ?? []));
  const [key] = keys;
  expect(keys.size).toBe(1);
  const says = 'application/json {"choices":{"keyHeader":"X-Pass"},"unsettled":[]}';
  expect(asked.toSorted()).toEqual(
    [
      `PUT /__admin/deployment?partition=settled-1 ${says}`,
      `PUT /__admin/deployment?partition=default ${says}`,
      'POST /v2/email_messages old {"a":"ä"}',
      'POST /__admin/hold?partition=settled-1 application/json {}',
      `POST /v2/email_messages ${key} {"a":"ä"}`,
      `POST /v2/email_messages ${key} {"a":"ä"}`,
      'POST /__admin/release?partition=settled-1 application/json {}',
      'POST /v2/email_messages/1 old {"a":"ä"}',
      'POST /v2/email_messages/2 old {"a":"ä"}',
      'POST /v2/email_messages/3 old {"a":"ä"}',
      'POST /v2/other old {"a":"ä"}',
      'GET /__admin/requests?partition=settled-1',
      'GET /__admin/requests?partition=default',
      'stop',
    ].toSorted(),
  );
});

test('an answer comes with what decided it, also to a stranger, and its message in data, by whose id is asked what follows', async () => {
  const [theirs, own] = ['11111111-aaaa-4aaa-8aaa-aaaaaaaaaaaa', '22222222-bbbb-4bbb-8bbb-bbbbbbbbbbbb'];
  const { asked, pairs } = await repeated(
    [
      [
        seen('a', '/email_messages', {
          body: '{}',
          operation: 'createEmailMessage',
          text: JSON.stringify({ data: { id: theirs } }),
        }),
        seen('a', `/email_messages/${theirs}`),
        seen('a', '/x'),
      ],
    ],
    (what) => {
      if (what.startsWith('POST')) return { headers: { 'X-Request-Id': '1' }, body: `{"message":{"id":"${own}"}}` };
      return what.endsWith('/x')
        ? { status: 404, body: '{"a":"ä"}' }
        : { status: 401, headers: { 'X-Request-Id': '2' } };
    },
    {
      'settled-1': [{ id: '1', rules: ['EMAIL-SUBJ-3'], faults: ['length', 'other'] }],
      default: [{ id: '2', rules: ['AUTH-1'], faults: ['other'] }],
    },
  );
  expect(asked[1]).toBe(`GET /v2/email_messages/${own}`);
  expect(
    pairs.map(({ ours: { headers = [], status, text, rules, faults, fault } }) => ({
      id: headerOf(headers, 'x-request-id'),
      status,
      text,
      rules,
      faults,
      fault,
    })),
  ).toEqual([
    {
      status: 200,
      id: '1',
      text: `{"data":{"id":"${own}"}}`,
      rules: ['EMAIL-SUBJ-3'],
      faults: ['length', 'other'],
      fault: 'length',
    },
    { status: 401, id: '2', text: '{}', rules: ['AUTH-1'], faults: ['other'], fault: undefined },
    { status: 404, id: undefined, text: '{"a":"ä"}', rules: [], faults: undefined, fault: undefined },
  ]);
});

test('how long a list is is known of its own case alone, and which statuses runs have of all', async () => {
  const runs = {
    operation: 'listRecentAiMissionRuns',
    text: '{"data":[{"status":"running"}],"meta":{"total_results":1}}',
  } as const;
  const beyond = '/x?page[number]=2&page[size]=1';
  const { asked } = await repeated(
    [[seen('a', '/x', runs), seen('a', beyond), seen('b', beyond), seen('b', '/x?status=pending', runs)]],
    () => ({ body: '{"meta":{"total_results":5}}' }),
  );
  expect(asked.filter((what) => what.includes('/v2/'))).toEqual([
    'GET /v2/x',
    'GET /v2/x?page[number]=999999&page[size]=1',
    `GET /v2${beyond}`,
    'GET /v2/x?status=no_pending',
  ]);
});

test('statuses of runs are those of its deployment, and a run without one shows none', async () => {
  const runs = { operation: 'listRecentAiMissionRuns', text: '{"data":[{}],"meta":{"total_results":1}}' } as const;
  const { asked } = await repeated([
    [seen('a', '/x?status=pending', runs), seen('a', '/x?status=done', runs)],
    { answers: { listRecentAiMissionRuns: { members: { '/data/*/status': { words: { succeeded: 'done' } } } } } },
  ]);
  expect(asked.filter((what) => what.includes('/v2/'))).toEqual(['GET /v2/x?status=pending', 'GET /v2/x?status=done']);
});

test('what our mock refuses of its control is told, and what breaks a request ends it at the first try', async () => {
  const refused = await repeated([[seen('a', '/x')], {}], () => ({ status: 422, body: 'Nö.' }));
  expect(refused.outcome).toMatchObject({ reason: new Error('the mock refused /deployment?partition=settled-1: Nö.') });
  const broken = await repeated([[seen('a', '/x')]], () => 'broken');
  expect([broken.outcome.status, broken.asked]).toEqual(['rejected', ['GET /v2/x', 'stop']]);
});
