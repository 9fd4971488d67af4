import { type Answer, type Case, rule, test, written } from '../../suite/rule.ts';

/** Bad bodies that servers often forget. None names a recipient, so none can send mail. */
const badBodies: readonly (string | Buffer)[] = [
  ...['null', '[]', '[[[]]]', '"text"', '5', 'true', '', '  ', '{', '\u0000', '\ufeff{}'],
  // No UTF-8.
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  '{"customer_reference":"\\ud800","subject":"\\ud800"}',
  '{"customer_reference":"a\\u0000b","sim_card_id":"a\\u0000b","subject":"a\\u0000b"}',
  '{"__proto__":{"x":1},"constructor":{"prototype":{}},"toString":5,"":1}',
  '{"threshold":{"amount":1e999},"phone_numbers":1e999,"to":1e999}',
  '{"sim_card_id":[],"threshold":[],"customer_reference":{},"phone_numbers":{},"to":5,"from":[],"subject":{},"headers":[]}',
  '{"sim_card_id":null,"threshold":null,"customer_reference":null,"phone_numbers":null,"to":null,"from":null,"subject":null}',
  '{"phone_numbers":[null,5,"x",[],{}],"to":[null,5,[],{}],"threshold":{"amount":{},"unit":[]}}',
  `{"threshold":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  `{"metadata":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}}`,
  `{"customer_reference":"${'x'.repeat(100_000)}","sim_card_id":"${'x'.repeat(100_000)}"}`,
];

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
const badAccepts = ['text/html', 'nonsense', ''];
const badKeys = ['', ' ', '"x"', 'x'.repeat(2000), '\u00ff', 'a,b'];

/** Sends requests for each value; invariants judge the status. A server may close the connection after one that it can't read. */
async function bear<T>(t: Case, label: string, values: readonly T[], send: (value: T) => Promise<Answer>[]) {
  await t.each(
    values,
    (value) => `${label}${value}`.slice(0, 80),
    async (value) => {
      for (const result of await Promise.allSettled(send(value)))
        if (result.status === 'rejected' && !String(result.reason).includes('broke the connection'))
          throw result.reason;
    },
  );
}

test(
  ...rule('HTTP-12', 'no query, id or header makes an operation answer with 500', async (t) => {
    const { api } = t;
    const headers = [['Content-Type', 'application/json']] as const;
    const at = (method: string, path: string, more = {}) => api.raw({ method, path, ...more });
    await bear(t, 'query ', badQueries, (rawQuery) => [
      api.listDocumentTypes({}, { rawQuery }),
      api.listRuns({}, { rawQuery }),
    ]);
    await bear(t, 'id ', [...badIds, 'x'.repeat(1000)], (id) => [
      at('GET', `/email_messages/${id}`),
      at('GET', `/emails/${id}`),
      at('PATCH', `/sim_card_data_usage_notifications/${id}`, { body: '{}', headers, harmless: true }),
    ]);
    await bear(t, 'Authorization ', badCredentials, (authorization) => [
      api.listRuns({}, { authorization }),
      api.createReservation({}, { authorization }),
      api.sendEmail({}, { authorization }),
    ]);
    await bear(t, 'Accept ', badAccepts, (accept) => [api.listDocumentTypes({}, { headers: [['Accept', accept]] })]);
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
      await bear(t, 'body ', badBodies, (body) => [write(t, written(body))]);
      await bear<string | false>(t, 'Content-Type ', [false, ...badTypes], (type) => [write(t, written('{}', type))]);
      if (name === 'an email') await bear(t, 'key ', badKeys, (key) => [t.api.sendEmail({}, { key })]);
    }),
  );
}
