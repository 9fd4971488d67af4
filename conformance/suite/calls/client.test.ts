import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import type { Profile } from '../target/profile.ts';
import { resolveTarget, transportTo } from '../target/target.ts';
import type { Answer } from '../wire/answer.ts';
import { Disturbance } from '../wire/disturbance.ts';
import type { SafeRequest, Transport } from '../wire/transport.ts';
import { Client, written } from './client.ts';
import { ReadBack } from './read-back.ts';

/** Has a client call a server that does this with each request. */
async function against(
  listener: http.RequestListener,
  use: (api: Client, disturbed: Promise<void>) => Promise<void>,
  { timeoutMs = 60_000, waitMs = 0 } = {},
) {
  const server = http.createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const target = resolveTarget(
    {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
      accounts: { primary: { apiKey: 'key' }, restricted: { apiKey: 'restricted-key' } },
      allow: ['read', 'write', 'send'],
      limits: { timeoutMs },
    },
    { isMock: false, clockOffsetMs: 0 },
  );
  const transport = transportTo(target);
  let told = () => {};
  const disturbed = new Promise<void>((resolve) => {
    told = resolve;
  });
  const observer = { answered: () => {}, disturbed: () => told() };
  const readBack = new ReadBack(waitMs, { longestMs: 0 });
  await use(new Client({ target, transport, observer, partition: () => '', silent: new Map(), readBack }), disturbed);
  transport.close();
  server.closeAllConnections();
  server.close();
}

test('an exchange that is broken before anybody waits for its answer is told to who waits later', async () => {
  const breaking: http.RequestListener = (request) => void request.socket.resetAndDestroy();
  await against(breaking, async (api, disturbed) => {
    const sent = api.sendEmail({});
    await disturbed;
    // By the next turn of the event loop Node calls a failure unhandled that nobody has asked for, which would end the run.
    await new Promise((resolve) => setImmediate(resolve));
    await expect(sent).rejects.toMatchObject({ name: 'Disturbance' });
  });
});

test('an operation that does not answer three times in a row is not asked for a while, and many at once are one time', async () => {
  const silent: http.RequestListener = () => {};
  await against(
    silent,
    async (api) => {
      for (let time = 0; time < 3; time++) {
        const sends = [api.sendEmail({}), api.sendEmail({}), api.sendEmail({})];
        for (const sent of sends) await expect(sent).rejects.toThrow('did not answer within 50 ms');
      }
      await expect(api.sendEmail({})).rejects.toThrow('createEmailMessage did not answer 3 times in a row');
    },
    { timeoutMs: 50 },
  );
});

test('a send without a key is not sent again by who does the same once more, as nobody knows whether it had its effect', async () => {
  let received = 0;
  const breaking: http.RequestListener = (request) => {
    received += 1;
    request.socket.resetAndDestroy();
  };
  await against(breaking, async (api) => {
    for (const subject of ['first', 'first', 'second']) {
      await expect(api.sendEmail({ to: ['ada@example.com'], subject })).rejects.toMatchObject({ name: 'Disturbance' });
    }
  });
  expect(received).toBe(2);
});

test('a notification whose update with {} is refused is read by an update to what is known of it', async () => {
  const asked: object[] = [];
  const careful: http.RequestListener = async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    asked.push(body);
    response.statusCode = Object.keys(body).length === 0 ? 422 : 200;
    response.setHeader('Content-Type', 'application/json').end('{"data":{"sim_card_id":"c1"}}');
  };
  await against(careful, async (api) => {
    expect((await api.readNotification('n1')).status).toBe(422);
    await api.updateNotification('n1', { threshold: { amount: '7', unit: 'MB' } });
    expect((await api.readNotification('n1')).status).toBe(200);
  });
  expect(asked).toEqual([{}, { threshold: { amount: '7', unit: 'MB' } }, {}, { sim_card_id: 'c1' }]);
});

test('a notification that may not be updated is not asked for again', async () => {
  const bodies: string[] = [];
  const forbidden: http.RequestListener = async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()).toString());
    const status = bodies.length === 1 ? 200 : 403;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"data":{"sim_card_id":"c1"}}');
  };
  await against(forbidden, async (api) => {
    await api.updateNotification('n1', { threshold: { amount: '7', unit: 'MB' } });
    expect((await api.readNotification('n1')).status).toBe(403);
  });
  expect(bodies.slice(1)).toEqual(['{}']);
});

test('what one key of an account made is waited for by its other key', async () => {
  let reads = 0;
  const late: http.RequestListener = ({ method }, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (method === 'POST') return void response.writeHead(202).end('{"data":{"id":"m1","status":"queued"}}');
    reads += 1;
    if (reads < 3) return void response.writeHead(404).end('{"errors":[]}');
    response.end('{"data":{"id":"m1","status":"queued"}}');
  };
  for (const [made, read] of [['primary', 'restricted'] as const, ['restricted', 'primary'] as const]) {
    reads = 0;
    await against(
      late,
      async (api) => {
        await api.as(made).sendEmail({});
        expect((await api.as(read).getEmail('m1')).status).toBe(200);
      },
      { waitMs: 5_000 },
    );
  }
});

const staging: Profile = {
  baseUrl: 'https://staging.example.com/v2',
  accounts: { primary: { apiKey: 'key-of-primary' }, restricted: { apiKey: 'key-of-restricted' } },
  allow: ['read', 'write', 'send'],
};

/** A client whose requests come to this instead of the wire, with what was sent and what its observer was told. */
function noting(more: Partial<Profile> = {}, answer: (request: SafeRequest) => string = () => '{}', status = 200) {
  const target = resolveTarget({ ...staging, ...more }, { isMock: false, clockOffsetMs: 0 });
  const [sent, told] = [[] as SafeRequest[], [] as unknown[]];
  const send = async (request: SafeRequest) => {
    sent.push(request);
    const body = Buffer.from(answer(request));
    return { status, headers: [['X-Echo', 'of key-of-primary']], body, sentAt: '2026-11-22T12:00:00Z', tookMs: 7 };
  };
  const observer = {
    answered: (answered: Answer, mismatches: unknown[]) => told.push([answered.status, mismatches.length > 0]),
    disturbed: (disturbance: Disturbance, request: unknown) => told.push([disturbance.message, request]),
  };
  const transport = { send } as unknown as Transport;
  const sending = ({ method, path }: { method: string; path: string }) => told.push(`${method} ${path}`);
  const api = new Client({ target, transport, observer, partition: () => '', silent: new Map(), sending });
  return { api, sent, told };
}

const own: Partial<Profile> = {
  wire: {
    emailPath: '/mails',
    idempotencyHeader: 'X-Key',
    pageNumber: 'page',
    documentTypesPageNumber: 'p',
    pageSize: 'n',
  },
};
type Line = readonly [name: string, value: string];
const json: Line = ['Content-Type', 'application/json'];
const asPrimary: Line = ['Authorization', 'Bearer key-of-primary'];
const calls: [
  what: string,
  call: (api: Client) => Promise<unknown>,
  asked: string,
  headers: readonly Line[],
  operation: string | undefined,
  profile?: Partial<Profile>,
][] = [
  [
    'a page of runs, its other parameters encoded, those without a value left out',
    (api) =>
      api.listRuns(
        { size: 0, 'filter[a]': 'b ü', 'filter[b]': '', none: undefined, number: 3 },
        { rawQuery: 'page[size]=9' },
      ),
    'GET /ai/missions/runs?page%5Bsize%5D=0&filter%5Ba%5D=b%20%C3%BC&filter%5Bb%5D=&page%5Bnumber%5D=3&page[size]=9',
    [asPrimary],
    'listRecentAiMissionRuns',
  ],
  [
    'runs under the names of the profile',
    (api) => api.listRuns({ number: 1, size: 2 }),
    'GET /ai/missions/runs?page=1&n=2',
    [asPrimary],
    'listRecentAiMissionRuns',
    own,
  ],
  [
    'document types, whose page size has its name from the source',
    (api) => api.listDocumentTypes({ size: 2, number: 1 }),
    'GET /dir/document_types?p=1&page%5Bsize%5D=2',
    [asPrimary],
    'listDirDocumentTypes',
    own,
  ],
  [
    'document types alone',
    (api) => api.listDocumentTypes({}, { rawQuery: 'a=b' }),
    'GET /dir/document_types?a=b',
    [asPrimary],
    'listDirDocumentTypes',
  ],
  [
    'runs alone',
    (api) => api.listRuns({}, { rawQuery: 'a=b' }),
    'GET /ai/missions/runs?a=b',
    [asPrimary],
    'listRecentAiMissionRuns',
  ],
  [
    'runs with nothing appended',
    (api) => api.listRuns({}, { rawQuery: '' }),
    'GET /ai/missions/runs',
    [asPrimary],
    'listRecentAiMissionRuns',
  ],
  [
    'a send, its key after what the case adds',
    (api) => api.sendEmail({ a: 1 }, { key: 'k', headers: [['X-A', '1']] }),
    'POST /email_messages {"a":1} again',
    [asPrimary, json, ['X-A', '1'], ['Idempotency-Key', 'k']],
    'createEmailMessage',
  ],
  [
    'a send with an empty key',
    (api) => api.sendEmail({}, { key: '' }),
    'POST /email_messages {} again',
    [asPrimary, json, ['Idempotency-Key', '']],
    'createEmailMessage',
  ],
  [
    'a send by the legacy route',
    (api) => api.sendEmail({}, { alias: true, once: true }),
    'POST /emails {} once',
    [asPrimary, json],
    'createEmail',
  ],
  [
    'a send under the names of the profile',
    (api) => api.sendEmail({}, { key: 'k', rawQuery: 'a=b' }),
    'POST /mails?a=b {} again',
    [asPrimary, json, ['X-Key', 'k']],
    'createEmailMessage',
    own,
  ],
  [
    'a send under the assumed name, which is none of the target',
    (api) => api.raw({ method: 'POST', path: '/email_messages?a=b', body: '{}' }),
    'POST /email_messages?a=b {}',
    [asPrimary],
    undefined,
    own,
  ],
  [
    'a send by the legacy route, where the target has a name of its own for the other',
    (api) => api.sendEmail({}, { alias: true }),
    'POST /emails {}',
    [asPrimary, json],
    'createEmail',
    own,
  ],
  [
    'a reservation at a target that has another name for sends',
    (api) => api.createReservation({}),
    'POST /number_reservations {}',
    [asPrimary, json],
    'createNumberReservation',
    own,
  ],
  [
    'a send under the assumed name at a target that sends by the legacy route alone',
    (api) => api.raw({ method: 'POST', path: '/email_messages' }),
    'POST /email_messages',
    [asPrimary],
    'createEmailMessage',
    { wire: { emailPath: '/emails' } },
  ],
  [
    'a send at a target that sends by the legacy route alone',
    (api) => api.sendEmail({}),
    'POST /emails {}',
    [asPrimary, json],
    'createEmail',
    { wire: { emailPath: '/emails' } },
  ],
  [
    'a message under its own id',
    (api) => api.getEmail('m 1', { rawQuery: 'a=b' }),
    'GET /email_messages/m%201?a=b',
    [asPrimary],
    'getEmailMessage',
    own,
  ],
  [
    'a message by the legacy route',
    (api) => api.getEmail('m&1', { alias: true }),
    'GET /emails/m%261',
    [asPrimary],
    'getEmail',
  ],
  [
    'an update by another account',
    (api) => api.as('restricted').updateNotification('n&1', { b: 2 }, { rawQuery: 'a=b' }),
    'PATCH /sim_card_data_usage_notifications/n%261?a=b {"b":2} again',
    [['Authorization', 'Bearer key-of-restricted'], json],
    'updateSimCardDataUsageNotification',
  ],
  [
    'an update without body by nobody',
    (api) => api.as('nobody').updateNotification('n1'),
    'PATCH /sim_card_data_usage_notifications/n1 again',
    [],
    'updateSimCardDataUsageNotification',
  ],
  [
    'a reservation under a content type and credentials of its own',
    (api) => api.createReservation({}, { authorization: 'Basic x', headers: [['content-type', 'text/plain']] }),
    'POST /number_reservations {}',
    [
      ['Authorization', 'Basic x'],
      ['content-type', 'text/plain'],
    ],
    'createNumberReservation',
  ],
  [
    'a text under no content type, without credentials',
    (api) => api.createReservation(written('{', false), { authorization: false }),
    'POST /number_reservations {',
    [],
    'createNumberReservation',
  ],
  [
    'a text under a content type',
    (api) => api.createReservation(written('a', 'text/csv')),
    'POST /number_reservations a',
    [asPrimary, ['Content-Type', 'text/csv']],
    'createNumberReservation',
  ],
  [
    'a body that is null',
    (api) => api.createReservation(null),
    'POST /number_reservations null',
    [asPrimary, json],
    'createNumberReservation',
  ],
  [
    'credentials and a content type that are empty, which are sent as they are',
    (api) => api.createReservation({}, { authorization: '', headers: [['Content-Type', '']] }),
    'POST /number_reservations {}',
    [
      ['Authorization', ''],
      ['Content-Type', ''],
    ],
    'createNumberReservation',
  ],
];
for (const [what, call, asked, headers, operation, profile] of calls) {
  test(`what is sent: ${what}`, async () => {
    const { api, sent } = noting(profile);
    await call(api);
    expect(
      sent.map(({ method, url, body, isRepeatable, once, ...rest }) => {
        const parts = [method, url.replace(staging.baseUrl, ''), body?.toString()];
        const manner = [method !== 'GET' && isRepeatable && 'again', once && 'once'];
        return { asked: [...parts, ...manner].filter(Boolean).join(' '), ...rest };
      }),
    ).toEqual([
      {
        asked,
        headers: [['Accept', 'application/json'], ['User-Agent', 'telephony-conformance'], ...headers],
        operation,
      },
    ]);
  });
}

test('an empty text is a body', async () => {
  const { api, sent } = noting();
  const { request } = await api.createReservation(written(''));
  expect([sent[0]?.body, request.body]).toEqual([Buffer.from(''), '']);
});

test('what is shown of an exchange has no credentials: not those of the caller, of another account, or of the way there', async () => {
  const { api } = noting({ http: { headers: { 'X-Pass': 'gate-word' } } }, () => 'Grüße key-of-restricted gate-word');
  const { request, headers, text, sentAt, tookMs } = await api
    .as('restricted')
    .sendEmail({ subject: 'Grüße key-of-primary' }, { rawQuery: 'a=gate-word' });
  expect({ request, headers, text, sentAt, tookMs }).toEqual({
    request: {
      method: 'POST',
      url: 'https://staging.example.com/v2/email_messages?a=$HEADER_X_PASS',
      headers: [
        ['Accept', 'application/json'],
        ['User-Agent', 'telephony-conformance'],
        ['Authorization', 'Bearer $RESTRICTED_API_KEY'],
        ['Content-Type', 'application/json'],
        ['X-Pass', '$HEADER_X_PASS'],
      ],
      body: '{"subject":"Grüße $API_KEY"}',
    },
    headers: [['X-Echo', 'of $API_KEY']],
    text: 'Grüße $RESTRICTED_API_KEY $HEADER_X_PASS',
    sentAt: '2026-11-22T12:00:00Z',
    tookMs: 7,
  });
});

test('a key too short to be looked for in texts is shown as a variable where it is the credential', async () => {
  const { api } = noting({ accounts: { primary: { apiKey: 'k' } } });
  const { headers } = (
    await api.listRuns(
      {},
      {
        headers: [
          ['X-Asked', 'k'],
          ['authorization', 'k, k'],
        ],
      },
    )
  ).request;
  expect(headers.slice(2)).toEqual([
    ['Authorization', 'Bearer $API_KEY'],
    ['X-Asked', 'k'],
    ['authorization', '$API_KEY, $API_KEY'],
  ]);
});

const write = 'the profile lacks: allow: [read, write]';
const send = 'the profile lacks: allow: [read, write, send] and email: { from: ADDRESS, recipientDomain: DOMAIN }';
const guarded: [
  what: string,
  allow: NonNullable<Profile['allow']>,
  call: (api: Client) => Promise<unknown>,
  lacking?: string,
][] = [
  ['an update', ['read'], (api) => api.updateNotification('n1', {}), write],
  ['an update with which nothing is sent', ['read', 'send'], (api) => api.updateNotification('n1'), write],
  ['a reservation', ['read', 'send'], (api) => api.createReservation({}), write],
  ['a send', ['read', 'write'], (api) => api.sendEmail({}), send],
  ['a send by the legacy route', ['read', 'write'], (api) => api.sendEmail({}, { alias: true }), send],
  ['a send under the assumed name', ['write'], (api) => api.raw({ method: 'POST', path: '/email_messages' }), send],
  ['another method of the route of sends', ['write'], (api) => api.raw({ method: 'DELETE', path: '/mails/m1' }), send],
  ['a method that nobody knows', ['read'], (api) => api.raw({ method: 'GETS', path: '/x' }), write],
  ['another one that nobody knows', ['read'], (api) => api.raw({ method: 'FORGET', path: '/x' }), write],
  ['what is allowed', ['write'], (api) => api.updateNotification('n1', {})],
  ['a send that is allowed', ['send'], (api) => api.sendEmail({})],
  ['what has no effect', ['read'], (api) => api.sendEmail({}, { harmless: true })],
  ['what nobody sends', ['read'], (api) => api.as('nobody').sendEmail({})],
  ['what carries no credentials', ['read'], (api) => api.createReservation({}, { authorization: false })],
  ['what carries wrong ones', ['read'], (api) => api.createReservation({}, { authorization: 'Bearer x' })],
  ...['GET', 'HEAD', 'OPTIONS'].map(
    (method) => [`a ${method}`, ['read'], (api: Client) => api.raw({ method, path: '/x' })] as (typeof guarded)[number],
  ),
];
for (const [what, allow, call, lacking] of guarded) {
  test(`with ${allow.join(' and ')} allowed, it is ${lacking ? 'not ' : ''}sent: ${what}`, async () => {
    const { api, sent } = noting({ ...own, allow });
    const found = await call(api).then(
      () => undefined,
      ({ outcome, message }) => [outcome, message],
    );
    expect([found, sent.length]).toEqual(lacking ? [['blocked', lacking], 0] : [undefined, 1]);
  });
}

test('what can not be asked ends the case: by an account that the profile does not name, or for no id', async () => {
  const { api, sent } = noting();
  await expect(api.as('other').listRuns()).rejects.toThrow('the profile lacks: accounts: { other: ');
  for (const id of [undefined, 7] as unknown as string[])
    expect(() => api.getEmail(id), String(id)).toThrow('there is no id to read a message by');
  expect(sent).toEqual([]);
});

const lost = () => {
  throw new Disturbance('the connection broke');
};
const to = ['ada@example.com'];
const reserved = (phone_number: string) => (api: Client) =>
  api.createReservation({ phone_numbers: [{ phone_number }] });
const twice: [what: string, call: (api: Client) => Promise<unknown>, times: 1 | 2, answer?: () => never][] = [
  ['a send to somebody', (api) => api.sendEmail({ to }), 1],
  ['a send to somebody in copy', (api) => api.sendEmail({ cc: to }), 1],
  ['a send to somebody in blind copy', (api) => api.sendEmail({ bcc: to, sandbox_mode: false }), 1],
  ['a send in the sandbox', (api) => api.sendEmail({ to, sandbox_mode: true }), 2],
  ['a send to nobody', (api) => api.sendEmail({ subject: 'x' }), 2],
  ['a send with a key', (api) => api.sendEmail({ to }, { key: 'k' }), 2],
  ['a reservation of a number', reserved('+447700900001'), 1],
  ['a reservation of no number', reserved('07700900001'), 2],
  ['a reservation of the shortest number', reserved('+1234567'), 1],
  ['a reservation of what is too short for one', reserved('+123456'), 2],
  ['a reservation of the longest number', reserved('+123456789012345'), 1],
  ['a reservation of what is too long for one', reserved('+1234567890123456'), 2],
  ['a reservation of what has a zero for the country', reserved('+0447700900001'), 2],
  ['a reservation of no list', (api) => api.createReservation({ phone_numbers: '+447700900001' }), 2],
  ['what is no JSON', (api) => api.createReservation(written('{')), 2],
  [
    'a send of which no byte has left',
    (api) => api.sendEmail({ to }),
    2,
    () => {
      throw new Disturbance('no connection', { neverSent: true });
    },
  ],
];
for (const [what, call, times, answer = lost] of twice) {
  test(`without an answer it goes out ${times === 1 ? 'once' : 'again'}: ${what}`, async () => {
    const { api, sent, told } = noting({}, answer);
    for (const client of [api, api.as('primary')]) await expect(call(client)).rejects.toThrow(Disturbance);
    expect([sent.length, told.filter((one) => typeof one === 'string').length]).toEqual([times, times]);
  });
}

test('each request is told before it leaves, and its answer with what breaks the contract in it', async () => {
  const { api, told } = noting({ allow: ['read'] });
  await api.listRuns();
  await api.updateNotification('n1', {}).catch(() => {});
  await api.raw({ method: 'GET', path: '/no/such/path' });
  expect(told).toEqual(['GET /ai/missions/runs', [200, true], 'GET /no/such/path', [200, false]]);
  const refusing = noting({}, () => '{}', 422);
  await refusing.api.listRuns();
  expect(refusing.told).toEqual(['GET /ai/missions/runs', [422, true]]);
});

test('a send of another account, or by another route, is another one', async () => {
  const { api, sent } = noting({}, lost);
  for (const client of [api, api.as('restricted')]) await expect(client.sendEmail({ to })).rejects.toThrow(Disturbance);
  await expect(api.sendEmail({ to }, { alias: true })).rejects.toThrow(Disturbance);
  expect(sent).toHaveLength(3);
});

test('what breaks in the suite itself is told to nobody who observes, and keeps nothing from being sent', async () => {
  const { api, sent, told } = noting({}, () => {
    throw new Error('a bug');
  });
  for (let time = 0; time < 4; time++) await expect(api.sendEmail({ to })).rejects.toThrow('a bug');
  expect([sent.length, told]).toEqual([4, Array.from({ length: 4 }, () => 'POST /email_messages')]);
});

test('a turn is waited for of as many requests as are to be sent together', async () => {
  const asked: unknown[] = [];
  const transport = { turn: async (requests: number) => void asked.push(requests) } as unknown as Transport;
  const target = resolveTarget(staging, { isMock: false, clockOffsetMs: 0 });
  const observer = { answered: () => {}, disturbed: () => {} };
  await new Client({ target, transport, observer, partition: () => '', silent: new Map() }).turn(3);
  expect(asked).toEqual([3]);
});

test('what was not answered is shown to whoever observes, without credentials', async () => {
  const { api, told } = noting({}, () => {
    throw new Disturbance('the connection broke', { isTimeout: true });
  });
  await expect(api.createReservation({})).rejects.toThrow('the connection broke');
  expect(told).toEqual([
    'POST /number_reservations',
    [
      'the connection broke',
      expect.objectContaining({ url: `${staging.baseUrl}/number_reservations`, body: '{}', method: 'POST' }),
    ],
  ]);
  expect(JSON.stringify(told)).toContain('Bearer $API_KEY');
});

test('an operation that was silent is asked for again after a minute, and after an answer as ever', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  try {
    let isSilent = true;
    const { api, sent } = noting({}, () => {
      if (isSilent) throw new Disturbance('no answer', { isTimeout: true });
      return '{}';
    });
    const asked = async (times: number, text: string) => {
      for (let time = 0; time < times; time++) await expect(api.listRuns()).rejects.toThrow(text);
    };
    await asked(3, 'no answer');
    vi.setSystemTime(59_999);
    await asked(1, 'listRecentAiMissionRuns did not answer 3 times in a row, so it is not asked for now');
    await api.listDocumentTypes().catch(() => {});
    expect(sent).toHaveLength(4);
    vi.setSystemTime(60_000);
    await asked(1, 'no answer');
    await asked(1, 'did not answer 4 times in a row');
    vi.setSystemTime(120_000);
    isSilent = false;
    expect((await api.listRuns()).status).toBe(200);
    isSilent = true;
    await asked(3, 'no answer');
  } finally {
    vi.useRealTimers();
  }
});

test('what is about no operation is silent by its method, whatever its path', async () => {
  const { api, sent } = noting({}, () => {
    throw new Disturbance('no answer', { isTimeout: true });
  });
  const asked = (method: string, path: string) => api.raw({ method, path, authorization: false });
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  try {
    for (const path of ['/a', '/b', '/c']) await expect(asked('GET', path)).rejects.toThrow('no answer');
    await expect(asked('GET', '/d')).rejects.toThrow('GET elsewhere did not answer 3 times in a row');
    await expect(asked('POST', '/d')).rejects.toThrow('no answer');
  } finally {
    vi.useRealTimers();
  }
  expect(sent).toHaveLength(4);
});

test('what is broken otherwise makes no operation silent', async () => {
  const { api } = noting({}, lost);
  for (let time = 0; time < 4; time++) await expect(api.listRuns()).rejects.toThrow('the connection broke');
});
