import { ours } from '../../spec/generated/choices.ts';
import { choicesOf, loadRegister } from '../../spec/register.ts';
import type { Api } from './support/api.ts';
import { expect, test } from './support/test.ts';

const sim = '/sim_card_data_usage_notifications/6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c';
const [free, taken] = ['+13125550101', '+13125550200'];
const uuid = '3d9f0b7a-1c52-4e86-a4d3-8b7e6f5c2a19';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every form
type Seen = any;
type Look = (api: Api) => Promise<Seen>;

const status = async (asked: Promise<{ status: number }>) => (await asked).status;
const body = async (asked: Promise<{ body: unknown }>): Promise<Seen> => (await asked).body;
const get =
  (path: string): Look =>
  (api) =>
    status(api.get(path));
const meta =
  (path: string): Look =>
  async (api) =>
    (await body(api.get(path))).meta;
const emptyPage =
  (path: string): Look =>
  async (api) => [await get(`${path}?page%5Bsize%5D=`)(api), await get(`${path}?page%5Bnumber%5D=`)(api)];
const send =
  (changes: object): Look =>
  (api) =>
    status(api.send(changes as Record<string, unknown>));
const patch =
  (change: unknown): Look =>
  (api) =>
    status(api.call('PATCH', sim, { body: change }));
const post =
  (path: string, sent: object | null): Look =>
  (api) =>
    status(api.call('POST', path, { body: sent }));
const typed =
  (type: string, text: string): Look =>
  (api) =>
    status(api.call('PATCH', sim, { body: Buffer.from(text), headers: { 'Content-Type': type } }));
const amount =
  (text: string): Look =>
  async (api) =>
    (await body(api.call('PATCH', sim, { body: { threshold: { amount: text, unit: 'MB' } } }))).data?.threshold.amount;
const reserve =
  (...numbers: string[]): Look =>
  async (api) => {
    const asked = { phone_numbers: numbers.map((phone_number) => ({ phone_number })) };
    const { status: answered, body: made } = await api.call('POST', '/number_reservations', { body: asked });
    const entries = (made as Seen).data?.phone_numbers as Seen[] | undefined;
    return entries ? entries.map((entry) => entry.status) : answered;
  };
const reservationStatus =
  (...numbers: string[]): Look =>
  async (api) => {
    const asked = { phone_numbers: numbers.map((phone_number) => ({ phone_number })) };
    return (await body(api.call('POST', '/number_reservations', { body: asked }))).data.status;
  };
const twice =
  (changes: [object, object], options: [object, object]): Look =>
  async (api) => {
    await api.send(changes[0] as never, options[0]);
    return status(api.send(changes[1] as never, options[1]));
  };
const headersOf = (asked: Promise<{ headers: object }>, name: string) => asked.then(({ headers }) => name in headers);
const isMoved: Look = async (api) => {
  const before = await body(api.call('PATCH', sim, { body: { threshold: { unit: 'GB' } } }));
  await api.advance('PT1H');
  const after = await body(api.call('PATCH', sim, { body: {} }));
  return after.data ? after.data.updated_at !== before.data.updated_at : 422;
};
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const sentStatus =
  (changes: () => object): Look =>
  async (api) =>
    (await api.accepted(changes() as never)).status;

/** Each choice, what is looked at, what each of its alternatives shows there, and what is chosen besides where it shows only then. */
const table: [keyof typeof ours, Look, Record<string, Seen>, beside?: Partial<typeof ours>][] = [
  [
    'holdMinutes',
    async (api) => {
      const { data } = await body(
        api.call('POST', '/number_reservations', { body: { phone_numbers: [{ phone_number: free }] } }),
      );
      const [{ created_at, expired_at }] = data.phone_numbers;
      return (Date.parse(expired_at) - Date.parse(created_at)) / 60_000;
    },
    { 30: 30, 10: 10 },
  ],
  [
    'scopeAndBody',
    async (api) => [
      await status(api.send({ to: ['nobody'], ignore_suppression: true } as never, { as: 'key_restricted' })),
      await status(api.send({}, { body: [], as: 'key_restricted' })),
    ],
    { bodyFirst: [422, 422], scopeFirst: [403, 422] },
  ],
  [
    'headMethod',
    async (api) => [
      await status(api.call('HEAD', '/dir/document_types')),
      await status(api.call('HEAD', '/number_reservations')),
    ],
    { refused: [405, 405], answered: [200, 405] },
  ],
  [
    'optionsMethod',
    (api) => status(api.call('OPTIONS', '/number_reservations')),
    { refused: 405, answered200: 200, answered204: 204 },
  ],
  ['allowHeader', (api) => headersOf(api.call('PUT', '/dir/document_types'), 'allow'), { shown: true, absent: false }],
  ['updateUnknownMembers', patch({ colour: 'red' }), { ignored: 200, refused: 422 }],
  ['reservationUnknownMembers', post('/number_reservations', { colour: 'red' }), { ignored: 200, refused: 422 }],
  ['emailUnknownMembers', send({ colour: 'red' }), { ignored: 202, refused: 422 }],
  [
    'unknownParameters',
    async (api) => [
      await get('/dir/document_types?colour=red')(api),
      (await body(api.get('/ai/missions/runs?colour=red'))).detail?.[0].type,
      await status(api.call('PATCH', `${sim}?colour=red`, { body: {} })),
    ],
    {
      ignored: [200, undefined, 200],
      refused: [422, 'extra_forbidden', 422],
      refusedByLists: [422, 'extra_forbidden', 200],
    },
  ],
  [
    'trailingSlash',
    async (api) => {
      const answers = [
        await api.get('/dir/document_types/?page%5Bsize%5D=1'),
        await api.call('PATCH', `${sim}/`, { body: {} }),
        await api.get('/nowhere/'),
      ];
      return answers.map(({ status, headers: { location }, body }) => [status, location ?? typeof body]);
    },
    {
      unknown: [
        [404, 'object'],
        [404, 'object'],
        [404, 'object'],
      ],
      same: [
        [200, 'object'],
        [200, 'object'],
        [404, 'object'],
      ],
      ...Object.fromEntries(
        [301, 307, 308].map((status) => [
          `redirected${status}`,
          [
            [status, '/v2/dir/document_types?page%5Bsize%5D=1'],
            [status, `/v2${sim}`],
            [404, 'object'],
          ],
        ]),
      ),
    },
  ],
  [
    'updateNull',
    async (api) => [await patch({ sim_card_id: null })(api), await patch({ threshold: null })(api)],
    { refused: [422, 422], absent: [200, 200], absentTexts: [200, 422] },
  ],
  [
    'reservationNull',
    post('/number_reservations', { customer_reference: null }),
    { refused: 422, absent: 200, absentTexts: 200 },
  ],
  [
    'emailNull',
    async (api) => [
      await send({ tags: null })(api),
      await send({ reply_to: null })(api),
      await send({ sandbox_mode: null })(api),
      await status(api.send({ from: null } as never)),
    ],
    {
      refused: [422, 422, 422, 422],
      absent: [202, 202, 202, 422],
      absentTexts: [422, 202, 422, 422],
      absentOptional: [202, 202, 202, 422],
      absentSingle: [422, 202, 422, 422],
    },
  ],
  ['updateEmptyText', patch({ threshold: { unit: '' } }), { text: 422, asNull: 200 }, { updateNull: 'absent' }],
  [
    'reservationEmptyText',
    post('/number_reservations', { customer_reference: '' }),
    { text: 200, asNull: 422 },
    { reservationNull: 'refused' },
  ],
  ['emailEmptyText', send({ reply_to: '' }), { text: 422, asNull: 202 }, { emailNull: 'absent' }],
  [
    'messageMember',
    async (api) => {
      const { id, data, email } = await body(api.send({}));
      return [id, data, email].map((value) => typeof value).join();
    },
    { data: 'undefined,object,undefined', email: 'undefined,undefined,object', '': 'string,undefined,undefined' },
  ],
  ['pageNumberName', get('/ai/missions/runs?page%5Bnumber%5D=0'), { 'page[number]': 422, page: 200 }],
  ['documentTypesPageName', get('/dir/document_types?page%5Bnumber%5D=0'), { 'page[number]': 422, page: 200 }],
  ['pageSizeName', get('/ai/missions/runs?page%5Bsize%5D=0'), { 'page[size]': 422, per_page: 200 }],
  ['documentTypesDefaultSize', async (api) => (await meta('/dir/document_types')(api)).page_size, { 20: 14, 5: 5 }],
  ['missionRunsDefaultSize', async (api) => (await meta('/ai/missions/runs')(api)).page_size, { 20: 20, 50: 50 }],
  ['documentTypesLargestSize', get('/dir/document_types?page%5Bsize%5D=41'), { 1000: 200, 40: 422 }],
  ['documentTypesAbove', get('/dir/document_types?page%5Bsize%5D=1001'), { refused: 422, largest: 200, default: 200 }],
  [
    'documentTypesBelow',
    async (api) => (await meta('/dir/document_types?page%5Bsize%5D=0')(api))?.page_size,
    { refused: undefined, one: 1, default: 14, empty: 0 },
  ],
  [
    'documentTypesNegative',
    async (api) => (await meta('/dir/document_types?page%5Bsize%5D=-1')(api))?.page_size,
    { refused: undefined, one: 1, default: 14, empty: 0 },
    { documentTypesBelow: 'empty' },
  ],
  [
    'missionRunsNegative',
    async (api) => (await meta('/ai/missions/runs?page%5Bsize%5D=-1')(api))?.page_size,
    { refused: undefined, one: 1, default: 20, empty: 0 },
    { missionRunsBelow: 'empty' },
  ],
  [
    'missionRunsBelow',
    async (api) => (await meta('/ai/missions/runs?page%5Bsize%5D=0')(api))?.page_size,
    { refused: undefined, one: 1, default: 20, empty: 0 },
  ],
  ['documentTypesPageBelow', get('/dir/document_types?page%5Bnumber%5D=0'), { refused: 422, first: 200 }],
  [
    'documentTypesNoInteger',
    async (api) => [
      await get('/dir/document_types?page%5Bsize%5D=few')(api),
      await get('/dir/document_types?page%5Bnumber%5D=first')(api),
    ],
    { refused: [422, 422], default: [200, 200], sizeDefault: [200, 422], numberDefault: [422, 200] },
  ],
  [
    'documentTypesEmptyParameter',
    async (api) => [await emptyPage('/dir/document_types')(api), await emptyPage('/ai/missions/runs')(api)],
    {
      invalid: [
        [422, 422],
        [422, 422],
      ],
      absent: [
        [200, 200],
        [422, 422],
      ],
    },
  ],
  ['missionRunsEmptyParameter', emptyPage('/ai/missions/runs'), { invalid: [422, 422], absent: [200, 200] }],
  [
    'repeatedParameter',
    async (api) => [
      (await meta('/dir/document_types?page%5Bsize%5D=1&page%5Bsize%5D=2')(api))?.page_size,
      (await meta('/ai/missions/runs?status=none&status=failed')(api))?.total_results > 0,
    ],
    { refused: [undefined, false], first: [1, false], last: [2, true] },
  ],
  ['pagesOfNothing', async (api) => (await meta('/ai/missions/runs?status=none')(api)).total_pages, { 0: 0, 1: 1 }],
  [
    'missionRunsPageBeyond',
    async (api) => (await meta('/ai/missions/runs?page%5Bsize%5D=1000&page%5Bnumber%5D=9')(api))?.page_number,
    { empty: 9, last: 3, refused: undefined },
  ],
  [
    'documentTypesPageBeyond',
    async (api) => (await meta('/dir/document_types?page%5Bnumber%5D=9')(api))?.page_size,
    { empty: 0, last: 14, refused: undefined },
  ],
  ['readOnlyMembers', patch({ id: uuid }), { ignored: 200, refused: 422 }],
  [
    'emptyUpdate',
    async (api) => [
      await isMoved(api),
      await patch({ id: uuid })(api),
      await status(api.call('PATCH', `/sim_card_data_usage_notifications/${uuid}`, { body: {} })),
    ],
    {
      unchanged: [false, 200, 404],
      touched: [true, 200, 404],
      refused: [422, 200, 422],
      refusedUnwritten: [422, 422, 422],
      refusedKnown: [422, 422, 404],
    },
  ],
  [
    'partOfThreshold',
    async (api) => {
      const parts = [{ unit: 'GB' }, { amount: '7' }];
      const told = [];
      for (const threshold of parts)
        told.push((await body(api.call('PATCH', sim, { body: { threshold } }))).data?.threshold);
      return told;
    },
    {
      merged: [
        { amount: '2048.0', unit: 'GB' },
        { amount: '7', unit: 'GB' },
      ],
      completed: [
        { amount: '0.0', unit: 'GB' },
        { amount: '7', unit: 'MB' },
      ],
      refused: [undefined, undefined],
    },
  ],
  [
    'amountGrammar',
    async (api) => [await amount('-1')(api), await amount('.5')(api)],
    { plain: [undefined, undefined], signed: ['-1', undefined], pointed: [undefined, '.5'], loose: ['-1', '.5'] },
  ],
  [
    'amountShown',
    async (api) => [await amount('4')(api), await amount('04.0500')(api)],
    {
      given: ['4', '04.0500'],
      fraction: ['4.0', '04.0500'],
      cents: ['4.00', '04.0500'],
      shortest: ['4.0', '04.05'],
      number: ['4', '4.0500'],
    },
  ],
  [
    'repeatedNumber',
    reserve(free, free),
    { refused: 422, unavailable: ['pending', 'failure'], once: ['pending'], held: ['pending', 'pending'] },
  ],
  [
    'unavailableNumber',
    async (api) => [await reserve(taken)(api), await reserve(free, taken)(api)],
    { entry: [['failure'], ['pending', 'failure']], refused: [422, 422], refusedAlone: [422, ['pending', 'failure']] },
  ],
  [
    'unknownNumber',
    async (api) => [await reserve('+447700900123')(api), await reserve('+447700900123')(api)],
    { unavailable: [['failure'], ['failure']], held: [['pending'], ['failure']] },
  ],
  [
    'unavailableExpiry',
    async (api) =>
      'expired_at' in
      (await body(api.call('POST', '/number_reservations', { body: { phone_numbers: [{ phone_number: taken }] } })))
        .data.phone_numbers[0],
    { absent: false, shown: true },
  ],
  ['besideUnavailable', reserve(free, taken), { held: ['pending', 'failure'], failure: ['failure', 'failure'] }],
  ['partlyHeld', reservationStatus(free, taken), { pending: 'pending', partial: 'partial' }],
  ['noneHeld', reservationStatus(taken), { pending: 'pending', failure: 'failure' }],
  ['tagValues', send({ tags: [7] }), { refused: 422, accepted: 202 }],
  ['trackingValues', send({ tracking_settings: { open_tracking: 'sometimes' } }), { refused: 422, accepted: 202 }],
  [
    'attachments',
    async (api) => [
      await send({ attachments: [{ filename: 'a.txt' }] })(api),
      await send({ attachments: [{ content: 'QQ==' }] })(api),
      await send({ attachments: [{ content: 'QQ==', filename: 7 }] })(api),
    ],
    { types: [202, 202, 422], complete: [422, 422, 422], content: [422, 202, 422], nothing: [202, 202, 202] },
  ],
  [
    'inlineAttachments',
    send({ attachments: [{ content: 'QQ==', filename: 'a.txt', content_id: 7, disposition: 7 }] }),
    { read: 422, ignored: 202 },
  ],
  [
    'dispositions',
    send({ attachments: [{ content: 'QQ==', filename: 'a.txt', disposition: 'beside' }] }),
    { accepted: 202, refused: 422 },
  ],
  [
    'unknownStatus',
    async (api) => (await meta('/ai/missions/runs?status=none')(api))?.total_results,
    { empty: 0, all: 2345, refused: undefined },
  ],
  [
    'emptyStatus',
    async (api) => (await meta('/ai/missions/runs?status=')(api)).total_results > 0,
    { status: false, absent: true },
  ],
  [
    'statusCase',
    async (api) => (await meta('/ai/missions/runs?status=FAILED')(api)).total_results > 0,
    { exact: false, folded: true },
  ],
  [
    'runOrder',
    async (api) => {
      const { data } = await body(api.get('/ai/missions/runs'));
      const isFalling = (name: string) =>
        data.every(
          (run: { [name: string]: unknown }, at: number) => at === 0 || String(run[name]) <= data[at - 1][name],
        );
      return [isFalling('started_at'), isFalling('updated_at')];
    },
    { newestFirst: [true, false], oldestFirst: [false, false], updatedFirst: [false, true] },
  ],
  ['missingSender', send({ from: undefined }), { refused: 422, accepted: 202 }],
  ['addressBlanks', send({ to: [' ada@example.com '] }), { trimmed: 202, refused: 422 }],
  [
    'namedAddress',
    async (api) => (await body(api.send({ to: ['Ada <ada@example.com>'] }))).data?.to,
    { refused: undefined, read: [{ email: 'ada@example.com', name: 'Ada' }] },
  ],
  ['recipients', send({ to: undefined, cc: ['ada@example.com'] }), { to: 422, anyList: 202 }],
  [
    'emptySubject',
    async (api) => [await send({ subject: '' })(api), await send({ subject: ' ' })(api)],
    { refused: [400, 202], refusedBlank: [400, 400], accepted: [202, 202] },
  ],
  [
    'missingNumber',
    (api) => status(api.call('POST', '/number_reservations', { body: { phone_numbers: [{}] } })),
    { unavailable: 200, refused: 422 },
  ],
  [
    'mediaTypes',
    async (api) => [
      await typed('application/merge-patch+json', '{}')(api),
      await typed('text/plain', '{}')(api),
      await typed('text/plain', 'a text')(api),
    ],
    { json: [415, 415, 415], suffixed: [200, 415, 415], any: [200, 200, 415] },
  ],
  [
    'untypedBodies',
    (api) => status(api.call('PATCH', sim, { body: '{}', headers: { 'Content-Type': [] } })),
    { read: 200, refused: 415 },
  ],
  [
    'templateVariables',
    async (api) => {
      const mail = { subject: undefined, text_body: undefined, template_id: 'a1111111-1111-4111-8111-111111111111' };
      const answered = (variables: unknown) => send({ ...mail, template_variables: variables })(api);
      return [await answered([]), await answered('Ada')];
    },
    { refused: [422, 422], accepted: [202, 202], listsAccepted: [202, 422] },
  ],
  ['headerValues', send({ headers: { 'X-Count': 1 } }), { refused: 422, text: 202 }],
  ['reservedHeaders', send({ headers: { References: '<a@b>' } }), { dropped: 202, refused: 422 }],
  ['headerLineBreaks', send({ headers: { 'X-Note': 'a\nb' } }), { refused: 422, blank: 202 }],
  [
    'invalidScheduledAt',
    sentStatus(() => ({ scheduled_at: 'soon', send_at: inAnHour() })),
    { decides: 'queued', yields: 'scheduled' },
  ],
  [
    'nullScheduledAt',
    sentStatus(() => ({ scheduled_at: null, send_at: inAnHour() })),
    { absent: 'scheduled', now: 'queued' },
  ],
  [
    'timeWithoutOffset',
    sentStatus(() => ({ scheduled_at: inAnHour().replace('Z', '') })),
    { ignored: 'queued', utc: 'scheduled' },
  ],
  ['sandboxMode', sentStatus(() => ({ sandbox_mode: true })), { read: 'sandbox', ignored: 'queued' }],
  [
    'suppressedShown',
    async (api) => (await api.accepted({ to: ['ada@example.com', 'bounced@example.com'] })).to,
    {
      takenOut: [{ email: 'ada@example.com' }],
      kept: [{ email: 'ada@example.com' }, { email: 'bounced@example.com' }],
    },
  ],
  [
    'someSuppressed',
    async (api) => [await send({ to: ['ada@example.com', 'bounced@example.com'] })(api), (await api.mails()).length],
    { accepted: [202, 1], refused: [422, 0] },
  ],
  [
    'allSuppressed',
    async (api) => [await send({ to: ['bounced@example.com'] })(api), (await api.mails()).length],
    { refused: [422, 0], accepted: [202, 0] },
  ],
  [
    'suppressedTold',
    async (api) => {
      const recipients = { to: ['bounced@example.com'], cc: [{ email: 'complained@example.com' }] };
      const { errors } = (await api.send(recipients)).body as { errors: { source?: { pointer: string } }[] };
      return errors.map(({ source }) => source?.pointer);
    },
    { together: [undefined], first: ['/to/0'], each: ['/to/0', '/cc/0'] },
  ],
  [
    'groupSuppressions',
    async (api) => {
      await send({ to: ['grouped@example.com'] })(api);
      return (await api.mails()).length;
    },
    { apart: 1, always: 0 },
  ],
  ['replyAllAlone', send({ reply_to_all: true }), { ignored: 202, refused: 422 }],
  ['nullReplyAll', send({ reply_to_all: null }), { absent: 202, refused: 422 }],
  ['nullReferences', send({ group_id: null }), { absent: 202, refused: 422 }],
  [
    'parents',
    async (api) => {
      const { id } = await api.accepted({ sandbox_mode: true });
      return send({ in_reply_to_message_id: id })(api);
    },
    { any: 202, sent: 404 },
  ],
  [
    'sandboxDelivery',
    async (api) => {
      await api.accepted({ sandbox_mode: true });
      await api.accepted({ sandbox_mode: true, scheduled_at: '2099-01-01T00:00:00Z' });
      return (await api.mails()).length;
    },
    { none: 0, delivered: 1 },
  ],
  [
    'faultsTold',
    async (api) => {
      const placesOf = async (asked: Promise<{ body: unknown }>) =>
        (await body(asked)).errors.map(({ source }: Seen) => source.pointer ?? source.parameter).join();
      return [
        await placesOf(api.send({ to: [], text_body: 5 })),
        await placesOf(api.send({ to: [], subject: undefined })),
        await placesOf(api.get('/dir/document_types?page%5Bsize%5D=few&page%5Bnumber%5D=0')),
      ];
    },
    {
      first: ['/to', '/to', 'page[number]'],
      all: ['/to,/text_body', '/to,/subject', 'page[number],page[size]'],
      byStage: ['/text_body', '/to,/subject', 'page[size]'],
      membersFirst: ['/to,/text_body', '/to', 'page[number],page[size]'],
    },
  ],
  [
    'listFaults',
    async (api) => {
      const { errors } = await body(api.send({ from: 5, cc: ['one', { email: 'two' }], headers: { A: 1, B: 2 } }));
      return errors.map(({ source }: Seen) => source.pointer).join();
    },
    { each: '/from,/cc/0,/cc/1/email,/headers/A,/headers/B', first: '/from,/cc/0,/headers/A' },
    { faultsTold: 'all' },
  ],
  [
    'entriesTold',
    async (api) => (await body(api.get('/ai/missions/runs?page%5Bsize%5D=0&page%5Bnumber%5D=0'))).detail.length,
    { each: 2, first: 1 },
  ],
  [
    'firstWrongType',
    async (api) => (await body(api.send({ text_body: 5, html_body: 5 }))).errors[0].source.pointer,
    { declared: '/html_body', sent: '/text_body' },
    { faultsTold: 'byStage' },
  ],
  [
    'flagWords',
    async (api) => [
      await send({ reply_to_all: 'true' })(api),
      await send({ reply_to_all: 'yes' })(api),
      await send({ tracking_settings: { open_tracking: 'no' } })(api),
      await send({ tracking_settings: { open_tracking: 'sometimes' } })(api),
      await send({ reply_to_all: '0' })(api),
    ],
    {
      refused: [422, 422, 422, 422, 422],
      read: [202, 202, 202, 422, 202],
      quoted: [202, 422, 422, 422, 422],
      digits: [422, 422, 422, 422, 202],
    },
  ],
  ['inlineCss', async (api) => status(api.send({ inline_css: 'no' })), { refused: 422, accepted: 202 }],
  [
    'unknownParent',
    async (api) => (await body(api.send({ in_reply_to_message_id: uuid }))).errors[0].detail.includes(uuid),
    { same: false, named: true },
  ],
  [
    'parentAndTemplate',
    send({ in_reply_to_message_id: uuid, template_id: uuid, subject: undefined, text_body: undefined }),
    { templateFirst: 400, parentFirst: 404 },
  ],
  [
    'keyHeader',
    async (api) => status(api.send({}, { headers: { 'X-Request-Key': 'not a key' } })),
    { 'Idempotency-Key': 202, 'X-Request-Key': 400 },
  ],
  [
    'keyAfterRefusal',
    async (api) => [
      await twice([{ in_reply_to_message_id: uuid }, {}], [{ key: 'k' }, { key: 'k' }])(api),
      await twice([{ subject: undefined }, {}], [{ key: 'l' }, { key: 'l' }])(api),
    ],
    { free: [202, 202], bound: [422, 422], boundOnceRead: [422, 202] },
  ],
  [
    'keysCover',
    async (api) => {
      const text = JSON.stringify({ from: 'a@example.com', to: ['b@example.com'], subject: 's' });
      await api.send({}, { key: 'k', body: text });
      return status(api.send({}, { key: 'k', body: ` ${text}` }));
    },
    { bytes: 422, json: 202 },
  ],
  [
    'keyHeaders',
    twice([{}, {}], [{ key: 'k' }, { key: 'k', headers: { 'Content-Type': 'application/json; charset=utf-8' } }]),
    { ignored: 202, counted: 422 },
  ],
  [
    'keyOwner',
    twice([{}, { subject: 'other' }], [{ key: 'k' }, { key: 'k', as: 'key_restricted' }]),
    { account: 422, apiKey: 202 },
  ],
  ['keyCase', twice([{}, { subject: 'other' }], [{ key: 'k' }, { key: 'K' }]), { exact: 202, folded: 422 }],
  [
    'keysAcrossRoutes',
    twice([{}, { subject: 'other' }], [{ key: 'k' }, { key: 'k', path: '/emails' }]),
    { apart: 202, together: 422 },
  ],
  [
    'keyAndBody',
    async (api) => {
      const isOfKey = async (key: string) =>
        (await body(api.send({ to: 'nobody' }, { key }))).errors[0].source === undefined;
      await api.send({}, { key: 'used' });
      return [await isOfKey('no key'), await isOfKey('used')];
    },
    { keyFirst: [true, true], formFirst: [true, false], bodyFirst: [false, false] },
  ],
  [
    'idAndBody',
    async (api) => {
      const path = `/sim_card_data_usage_notifications/${uuid}`;
      const foreign = { body: '{}', headers: { 'Content-Type': 'text/csv' } };
      return [
        await status(api.call('PATCH', path, { body: { threshold: 7 } })),
        await status(api.call('PATCH', path, { body: '{"threshold":' })),
        await status(api.call('PATCH', path, foreign)),
        await status(api.call('PATCH', path, { body: '{}', headers: { 'Content-Type': 'nonsense' } })),
        await status(api.call('PATCH', path, { body: ' '.repeat(8_000_001) })),
        await status(api.call('PATCH', path.replace(uuid, 'no-uuid'), { body: { threshold: 7 } })),
      ];
    },
    {
      bodyFirst: [422, 400, 415, 415, 413, 422],
      idFirst: [404, 400, 415, 415, 413, 422],
      idBeforeReading: [404, 404, 404, 404, 404, 422],
    },
  ],
  [
    'aliasReading',
    async (api) => {
      const { id } = await api.accepted();
      const asked = [
        ['GET', id],
        ['GET', 'no-uuid'],
        ['PUT', id],
      ] as const;
      return Promise.all(asked.map(([method, one]) => status(api.call(method, `/emails/${one}`))));
    },
    { read: [200, 422, 405], unknown: [404, 404, 404] },
  ],
];

for (const [name, look, shown, beside] of table) {
  for (const [word, expected] of Object.entries(shown)) {
    const value = typeof ours[name] === 'number' ? Number(word) : word;
    test(`${name}: ${word}`, async ({ api }) => {
      const chosen = { contract: '2.0.0', settled: 'by a test', choices: { ...beside, [name]: value } };
      const { status: put, text } = await api.control('PUT', '/deployment', chosen);
      expect(put, text).toBe(200);
      expect(await look(api)).toEqual(expected);
    });
    if (value === ours[name] && beside?.faultsTold !== 'all') {
      test(`${name} is ${word} without a deployment`, async ({ api }) => expect(await look(api)).toEqual(expected));
    }
  }
}

for (const [amountShown, told] of [
  ['given', ['-.5', '+12', '000', '7.']],
  ['fraction', ['-0.5', '12.0', '000.0', '7.0']],
  ['cents', ['-0.50', '12.00', '000.00', '7.00']],
  ['shortest', ['-0.5', '12.0', '000.0', '7.0']],
  ['number', ['-0.5', '12', '0', '7']],
] as const) {
  test(`amounts with a sign or a bare point are shown, too: ${amountShown}`, async ({ api }) => {
    const choices = { amountGrammar: 'loose', amountShown };
    await api.control('PUT', '/deployment', { contract: '2.0.0', settled: 'by a test', choices });
    const shown = [];
    for (const text of ['-.5', '+12', '000', '7.']) shown.push(await amount(text)(api));
    expect(shown).toEqual(told);
  });
}

/** They are decided before a partition is known: see deployment.test.ts. */
const ofTheStart = [
  'bodyLimit',
  'credentialsAndKey',
  'credentialsAndPath',
  'credentialsAndReading',
  'emailPath',
  'wwwAuthenticate',
];

test('every word of every choice is tried', () => {
  const tried = new Map(table.map(([name, , shown]) => [name as string, Object.keys(shown)]));
  for (const { name, alternatives = {} } of choicesOf(loadRegister()).values()) {
    if (ofTheStart.includes(name)) continue;
    expect(tried.has(name), name).toBe(true);
    expect(tried.get(name), name).toEqual(expect.arrayContaining(Object.keys(alternatives)));
  }
});
