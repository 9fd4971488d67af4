import { type Answer, type Case, expect, rule, test, written } from '../../suite/rule.ts';

/** Bodies that are bad in ways which servers forget; none names a recipient, so none can send mail. */
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

const badTypes: readonly (string | false)[] = [
  false,
  '',
  'application/json; charset=utf-16',
  'application/json; charset=none',
  'application/json;;;',
  'nonsense',
  '/',
];

const badQueries = [
  'page[size]=',
  'page[size]',
  'page[size]=1e3',
  'page[size]=99999999999999999999999',
  'page[size]=-0',
  'page[size]=1&page[size]=2',
  'page[size][]=1',
  'page[size][x]=1',
  'page=1',
  'page[number]=9007199254740993',
  'page[number]=NaN&page[size]=Infinity',
  'page[size]=%00',
  'page[size]=%FF',
  'page[size]=%',
  'page%5Bsize%5D=%E0%A4%A',
  'status=%00',
  'status=%FF%FE',
  'status=a&status=b',
  'status[]=running',
  'status[$ne]=x',
  "status='%20OR%201=1--",
  '__proto__[x]=1&constructor=1&toString=1',
  '&&&===',
  `status=${'x'.repeat(2000)}`,
];

const badIds = [
  '%00',
  '%FF',
  '%',
  '%2F..%2F',
  'null',
  '-1',
  '0',
  '{id}',
  "'%20OR%201=1--",
  'x'.repeat(1000),
  '%F0%9F%98%80',
];

test(
  ...rule('HTTP-12', 'no query makes a list answer with 500', async (t) => {
    for (const rawQuery of badQueries) {
      await t.step(`document types?${rawQuery}`, () => expectNo500(t.api.listDocumentTypes({}, { rawQuery })));
      await t.step(`mission runs?${rawQuery}`, () => expectNo500(t.api.listRuns({}, { rawQuery })));
    }
  }),
);

test(
  ...rule('HTTP-12', 'no id in a path and no header is answered with 500', async (t) => {
    const read = (path: string) => t.api.raw({ method: 'GET', path });
    for (const id of badIds) {
      await t.step(`id ${id}`, async () => {
        await expectNo500(read(`/email_messages/${id}`));
        await expectNo500(read(`${t.target.wire.aliasPath}/${id}`));
        const headers = [['Content-Type', 'application/json'] as const];
        const path = `/sim_card_data_usage_notifications/${id}`;
        await expectNo500(t.api.raw({ method: 'PATCH', path, body: '{}', headers, harmless: true }));
      });
    }
    for (const authorization of [
      'Bearer \t',
      'Bearer a.b.c',
      `Bearer ${'x'.repeat(2000)}`,
      'Basic %',
      'Bearer ""',
      '\u00ff',
    ]) {
      await t.step(`Authorization: ${authorization}`, async () => {
        await expectNo500(t.api.listRuns({}, { authorization }));
        await expectNo500(t.api.updateNotification(t.unique.uuid(), {}, { authorization }));
        await expectNo500(t.api.createReservation({}, { authorization }));
        await expectNo500(t.api.sendEmail({}, { authorization }));
      });
    }
    for (const accept of ['text/html', 'nonsense', '']) {
      await t.step(`Accept: ${accept}`, async () => {
        await expectNo500(t.api.listDocumentTypes({}, { headers: [['Accept', accept]] }));
      });
    }
  }),
);

// The update goes to an id that nobody has: a server that takes a bad body for a good one then changes nothing.
const writes: Record<string, [need: string, write: (t: Case, body: unknown) => Promise<Answer>]> = {
  update: ['write', (t, body) => t.api.updateNotification(t.unique.uuid(), body)],
  reservation: ['write', (t, body) => t.api.createReservation(body)],
  email: ['send', (t, body) => t.api.sendEmail(body)],
};

for (const [name, [need, write]] of Object.entries(writes)) {
  test(
    ...rule('HTTP-12', `${name}: no body is answered with 500`, { needs: [need] }, async (t) => {
      await t.each(badBodies, (body) => expectNo500(write(t, written(body))));
      for (const type of badTypes) {
        await t.step(`Content-Type ${type === false ? 'missing' : type}`, () =>
          expectNo500(write(t, written('{}', type))),
        );
      }
    }),
  );
}

test(
  ...rule(
    'HTTP-12',
    'no update of a notification that exists is answered with 500',
    { needs: ['write', 'simNotification'] },
    async (t) => {
      await t.each(badBodies, (body) => expectNo500(t.api.updateNotification(t.notification.id, written(body))));
    },
  ),
);

test(
  ...rule('HTTP-12', 'no email to somebody is answered with 500', { needs: ['send'] }, async (t) => {
    const wrong: Record<string, unknown>[] = [
      { to: [null] },
      { to: [[t.unique.address()]] },
      { to: { email: t.unique.address() } },
      { cc: 'x', bcc: 5 },
      { from: null },
      { from: {} },
      { from: '' },
      { subject: '\u0000' },
      { subject: 'x'.repeat(100_000) },
      { text_body: 5, html_body: [] },
      { template_id: {} },
      { template_variables: 'x', template_id: t.unique.uuid() },
      { headers: { 'a b': 'c', '': '', 'X-Y': 'a\r\nb' } },
      { headers: { 'X-Y': { deeper: 1 } } },
      { tags: [null, 5, {}] },
      { metadata: [] },
      { attachments: [{ content: '%%%', filename: 5 }] },
      { attachments: 'x' },
      { reply_to: {} },
      { reply_to: 5 },
      { in_reply_to_message_id: 'x' },
      { in_reply_to_message_id: {} },
      { forward_of_message_id: [] },
      { group_id: 'x' },
      { tracking_settings: 'x' },
    ];
    for (const overrides of wrong) {
      const label = JSON.stringify(overrides).slice(0, 60);
      await t.step(label, () => expectNo500(t.api.sendEmail(t.email(overrides))));
    }
    for (const key of ['', ' ', '"x"', 'x'.repeat(2000), '\u00ff', 'a,b']) {
      await t.step(`key ${key.slice(0, 20)}`, () => expectNo500(t.api.sendEmail({}, { key })));
    }
  }),
);

/** What a server can't read at all it may also answer by closing the connection. */
async function expectNo500(sent: Promise<Answer>): Promise<void> {
  const answer = await sent.catch((error: Error) => {
    if (!error.message.includes('broke the connection')) throw error;
  });
  expect(answer?.status === 500, `another answer than ${answer}`).toBe(false);
}
