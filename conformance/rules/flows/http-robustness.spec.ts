import { type Answer, type Case, rule, test, written } from '../../suite/rule.ts';

/** Bad bodies that servers often forget. None names a recipient, so none can send mail. */
const badBodies: Record<string, string | Buffer> = {
  null: 'null',
  'an array': '[]',
  'an array of arrays': '[[[]]]',
  'a string': '"text"',
  'a number': '5',
  true: 'true',
  nothing: '',
  blanks: '  ',
  'a brace': '{',
  'only a NUL': '\u0000',
  'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'a byte order mark': '\ufeff{}',
  'a lone surrogate': '{"customer_reference":"\\ud800","subject":"\\ud800"}',
  'a NUL in a string': '{"customer_reference":"a\\u0000b","sim_card_id":"a\\u0000b","subject":"a\\u0000b"}',
  'a name that every object has': '{"__proto__":{"x":1},"constructor":{"prototype":{}},"toString":5,"":1}',
  'a huge number': '{"threshold":{"amount":1e999},"phone_numbers":1e999,"to":1e999}',
  'wrong types everywhere':
    '{"sim_card_id":[],"threshold":[],"customer_reference":{},"phone_numbers":{},"to":5,"from":[],"subject":{},"headers":[]}',
  'nulls everywhere':
    '{"sim_card_id":null,"threshold":null,"customer_reference":null,"phone_numbers":null,"to":null,"from":null,"subject":null}',
  'wrong entries': '{"phone_numbers":[null,5,"x",[],{}],"to":[null,5,[],{}],"threshold":{"amount":{},"unit":[]}}',
  'deep nesting': `{"threshold":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  'deep objects': `{"metadata":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}}`,
  'a long string': JSON.stringify({ customer_reference: 'x'.repeat(100_000), sim_card_id: 'x'.repeat(100_000) }),
};

const badTypes = ['', 'application/json; charset=utf-16', 'application/json; charset=none', 'nonsense', '/'];

const badQueries = [
  ...['=', '', '=1e3', '=99999999999999999999999', '=-0', '=1&page[size]=2', '[]=1', '[x]=1', '=%00', '=%FF', '=%'].map(
    (value) => `page[size]${value}`,
  ),
  ...['page=1', 'page[number]=9007199254740993', 'page[number]=NaN&page[size]=Infinity', 'page%5Bsize%5D=%E0%A4%A'],
  ...['=%00', '=%FF%FE', '=a&status=b', '[]=running', '[$ne]=x', "='%20OR%201=1--", `=${'x'.repeat(2000)}`].map(
    (value) => `status${value}`,
  ),
  ...['__proto__[x]=1&constructor=1&toString=1', '&&&==='],
];

const badIds = ['%00', '%FF', '%', '%2F..%2F', 'null', '-1', '0', '{id}', "'%20OR%201=1--", '%F0%9F%98%80'];
const badCredentials = ['Bearer \t', 'Bearer a.b.c', `Bearer ${'x'.repeat(2000)}`, 'Basic %', 'Bearer ""', '\u00ff'];
const badKeys = ['', ' ', '"x"', 'x'.repeat(2000), '\u00ff', 'a,b'];

/** Invariants judge the status. A server may close the connection after a request that it can't read. */
async function bear(...requests: (() => Promise<Answer>)[]): Promise<void> {
  for (const request of requests) {
    await request().catch((error: Error) => {
      if (!error.message.includes('broke the connection')) throw error;
    });
  }
}

test(
  ...rule('HTTP-12', 'no query makes a list answer with 500', async (t) => {
    await t.each(badQueries, String, (rawQuery) =>
      bear(
        () => t.api.listDocumentTypes({}, { rawQuery }),
        () => t.api.listRuns({}, { rawQuery }),
      ),
    );
  }),
);

test(
  ...rule('HTTP-12', 'no id in a path and no header is answered with 500', async (t) => {
    const read = (path: string) => () => t.api.raw({ method: 'GET', path });
    const headers = [['Content-Type', 'application/json'] as const];
    const update = (id: string) => () =>
      t.api.raw({
        method: 'PATCH',
        path: `/sim_card_data_usage_notifications/${id}`,
        body: '{}',
        headers,
        harmless: true,
      });
    await t.each([...badIds, 'x'.repeat(1000)], 'id ', (id) =>
      bear(read(`/email_messages/${id}`), read(`/emails/${id}`), update(id)),
    );
    await t.each(badCredentials, 'Authorization ', (authorization) =>
      bear(
        () => t.api.listRuns({}, { authorization }),
        () => t.api.updateNotification(t.unique.uuid(), {}, { authorization }),
        () => t.api.createReservation({}, { authorization }),
        () => t.api.sendEmail({}, { authorization }),
      ),
    );
    await t.each(['text/html', 'nonsense', ''], 'Accept ', (accept) =>
      bear(() => t.api.listDocumentTypes({}, { headers: [['Accept', accept]] })),
    );
  }),
);

const writes: Record<string, [needs: string[], write: (t: Case, body: unknown) => Promise<Answer>]> = {
  'an update': [['write', 'simNotification'], (t, body) => t.api.updateNotification(t.notification.id, body)],
  'a reservation': [['write'], (t, body) => t.api.createReservation(body)],
  'an email': [['send'], (t, body) => t.api.sendEmail(body)],
};

for (const [name, [needs, write]] of Object.entries(writes)) {
  test(
    ...rule('HTTP-12', `no body of ${name} is answered with 500`, { needs }, async (t) => {
      await t.each(badBodies, (body) => bear(() => write(t, written(body))));
      await t.each([false, ...badTypes] as const, 'Content-Type ', (type) => bear(() => write(t, written('{}', type))));
      if (name === 'an email') await t.each(badKeys, 'key ', (key) => bear(() => t.api.sendEmail({}, { key })));
    }),
  );
}
