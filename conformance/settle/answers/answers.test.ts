import { expect, test } from 'vitest';
import type { MemberForm } from '../../../spec/deployment/deployment.ts';
import { document } from '../../../spec/testing/contract.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import type { Pair } from '../asked/pair.ts';
import { findAnswers } from './answers.ts';

interface About extends Partial<Omit<NotedExchange, 'request'>> {
  /** The body of the request. */
  sent?: object;
  /** The status of our answer. */
  own?: number;
}

/** A body that the target answers with beside ours, to a request to send a message. */
function pair(theirs: object, ours: object, { sent, own = 202, ...about }: About = {}): Pair {
  const body = sent && { body: JSON.stringify(sent) };
  const request = { method: 'POST', url: 'http://target/v2/email_messages', headers: [], ...body };
  const seen: NotedExchange = {
    ...{ case: 'a case', rules: [], operation: 'createEmailMessage', at: 0, status: 201, headers: [], broken: [] },
    ...{ request, text: JSON.stringify(theirs) },
    ...about,
  };
  return { seen, ours: { status: own, text: JSON.stringify(ours), rules: [] } };
}

/** The same within `data`. */
const message = (theirs: object, ours: object, about?: About) => pair({ data: theirs }, { data: ours }, about);

/** A page of runs. */
const runs = (theirs: object, ours: object) =>
  pair(theirs, ours, { operation: 'listRecentAiMissionRuns', status: 200, own: 200 });

/** What is told of the members of messages, or of another operation. */
const membersIn = (
  pairs: readonly Pair[],
  of: 'createEmailMessage' | 'listRecentAiMissionRuns' = 'createEmailMessage',
) => findAnswers(pairs, document).answers[of]?.members;

test('an alias answers as its original does', () => {
  const alias = message({ region: 'us' }, {}, { operation: 'createEmail' });
  expect(findAnswers([alias], document)).toEqual({
    answers: { createEmailMessage: { status: 201, members: { '/data/region': { missing: 'us' } } } },
    unsettled: [],
  });
});

test('what breaks the source, what one of the two refuses and what is of another operation says nothing', () => {
  const suppressed = [
    { errors: [], suppressed: [{ scope: 'global' }] },
    { errors: [], suppressed: [{ scope: 'account' }] },
  ] as const;
  const theirs = { region: 'us' };
  const unheard: Pair[] = [
    message(theirs, {}, { status: 200, broken: ['ERR-2'] }),
    message(theirs, {}, { status: 200, own: 422 }),
    message(theirs, {}, { status: 422 }),
    pair(...suppressed, { status: 422, broken: ['ERR-2'], own: 422 }),
    pair(...suppressed, { status: 422 }),
    pair(...suppressed, { status: 422, own: 422, operation: 'createNumberReservation' }),
  ];
  const heard = message({ id: '1' }, { id: '2' });
  for (const [index, one] of unheard.entries())
    expect(findAnswers([one, one, heard], document), `of ${index}`).toEqual({
      answers: { createEmailMessage: { status: 201 } },
      unsettled: [],
    });
});

test('a status that was seen in two ways in one situation is told with both exchanges, and that of the others stays', () => {
  const shown = (status: string, code: number) => message({ status }, { status }, { status: code, case: status });
  const usual = [shown('queued', 201), shown('scheduled', 201)];
  const { answers, unsettled } = findAnswers([shown('sandbox', 200), ...usual], document);
  expect([answers, unsettled]).toEqual([{ createEmailMessage: { status: 201, where: { sandbox: 200 } } }, []]);
  const mostly = findAnswers([200, 202, 200].map((code) => shown('sandbox', code)).concat(usual), document);
  expect(mostly).toEqual({ answers, unsettled: [] });
  expect(findAnswers([shown('sandbox', 200), shown('sandbox', 202), ...usual], document)).toEqual({
    answers: { createEmailMessage: { status: 201 } },
    unsettled: [
      {
        what: 'answers.createEmailMessage.status',
        reason: 'was seen in two ways',
        seen: [200, 202].map((code) => `POST /v2/email_messages was ${code} {"data":{"status":"sandbox"}} (sandbox)`),
      },
    ],
  });
});

type Located = [situation: string, status: number, location: string | undefined, id?: unknown];
const located: [what: string, shown: Located[], told: object][] = [
  [
    'an address in capitals',
    [
      ['queued', 201, 'HTTPS://API.example/mails/7'],
      ['sandbox', 200, 'https://other.example/mails/7'],
    ],
    { location: '{origin}/mails/{id}', locatedIn: ['sandbox'] },
  ],
  [
    'another path in another situation',
    [
      ['queued', 201, '/mails/7'],
      ['sandbox', 200, '/tests/7'],
    ],
    { location: '/mails/{id}' },
  ],
  [
    'one in another situation alone',
    [
      ['queued', 201, undefined],
      ['sandbox', 200, '/mails/7'],
      ['sandbox', 200, '/mails/7'],
    ],
    {},
  ],
  [
    'one now and then',
    [
      ['queued', 201, '/mails/7'],
      ['queued', 201, undefined],
      ['sandbox', 200, undefined],
    ],
    {},
  ],
  [
    'no path',
    [
      ['queued', 201, 'mails/7'],
      ['sandbox', 200, undefined],
    ],
    {},
  ],
  [
    'an id that is no text',
    [
      ['queued', 201, '/mails/7', 7],
      ['sandbox', 200, undefined],
    ],
    {},
  ],
];
test.each(located)('of a Location that has %s is told what is always so', (_, shown, told) => {
  const pairs = shown.map(([status, code, location, id = '7']) => {
    const headers: [string, string][] = location === undefined ? [] : [['Location', location]];
    return message({ id, status }, { id, status }, { status: code, headers });
  });
  expect(findAnswers(pairs, document).answers).toEqual({
    createEmailMessage: { status: 201, where: { sandbox: 200 }, ...told },
  });
});

test('what an added member says is told by the situation in which the target shows a message, with those who were taken out at ours', () => {
  const shown = (theirs: string, ours: string, more: unknown, taken: object[] = []) =>
    pair({ data: { status: theirs, more }, suppressed: taken }, { data: { status: ours }, suppressed: taken });
  const pairs = [
    ...Array(3).fill(shown('accepted', 'queued', [1])),
    ...Array(2).fill(shown('accepted', 'sent', [1])),
    shown('done', 'sent', 'x'),
    shown('accepted', 'queued', 7, [{ to: 'a@b.co' }]),
  ];
  expect(membersIn(pairs)?.['/data/more']).toEqual({ missing: [1], where: { sent: 'x', suppressed: 7 } });
});

test('what an added member of a page says is told by the page that the target shows', () => {
  const ours = { data: [{}], meta: { page_number: 1, total_pages: 1 } };
  const pairs = [1, 2, 3].map((page_number) =>
    runs({ data: [{}], meta: { page_number, total_pages: 3 }, more: page_number === 3 ? [] : 1 }, ours),
  );
  expect(membersIn(pairs, 'listRecentAiMissionRuns')).toEqual({ '/more': { missing: 1, where: { last: [] } } });
});

test("a word for a status of runs is told once for all, and the target's own statuses beside ours are not", () => {
  const [queued, running, failed] = ['queued', 'running', 'failed'].map((status) => ({ data: [{ status }] })) as [
    object,
    object,
    object,
  ];
  const words = { '/data/*/status': { words: { pending: 'queued' } } };
  const { answers } = findAnswers([runs(queued, failed), runs(running, failed)], document);
  expect(answers).toEqual({ listRecentAiMissionRuns: { status: 200, members: words } });
  expect(membersIn([runs(running, failed)], 'listRecentAiMissionRuns')).toBeUndefined();
});

test('what some items or pages lack is told of items of several kinds alone', () => {
  const type = { short_name: 'a', description: 'A' };
  const types = pair(
    { data: [type, { short_name: 'b', description: null }] },
    { data: [type, type] },
    { operation: 'listDirDocumentTypes', status: 200, own: 200 },
  );
  expect(findAnswers([types], document).answers).toEqual({ listDirDocumentTypes: { status: 200 } });
  const pages = [3, null].map((total_pages) =>
    runs({ data: [{}], meta: { total_pages } }, { data: [{}], meta: { total_pages: 3 } }),
  );
  expect(findAnswers(pages, document).answers).toEqual({ listRecentAiMissionRuns: { status: 200 } });
});

test('a time that was seen in two ways where a message is read is told as on sending, and is open no more', () => {
  const of = (end: string) => `2046-01-02T03:04:05${end}`;
  const both = (end: string, about: About) =>
    message({ scheduled_at: of(end) }, { scheduled_at: of('.678Z') }, { ...about, status: 202 });
  const sent = ['.000Z', '+02:00'].map((end) => both(end, { sent: { send_at: of(end) } }));
  const read = ['+02:00', '+03:00'].map((end) => both(end, { operation: 'getEmailMessage' }));
  const form = { status: 202, members: { '/data/scheduled_at': { time: 'sent' } } };
  expect(findAnswers([...sent, ...read], document)).toEqual({
    answers: { createEmailMessage: form, getEmailMessage: form },
    unsettled: [],
  });
});

const [asked, other] = [{ email: 'a@b.co' }, { email: 'c@b.co' }];
const attached = [{}, { disposition: 'inline' }];
const ourAttached = attached.map((one) => ({ disposition: 'attachment', ...one }));
const told: [what: string, pair: Pair, members: Record<string, MemberForm> | undefined][] = [
  [
    'the errors of a refusal alone',
    pair(
      { errors: [{ code: '1' }], detail: [{ more: 1 }] },
      { errors: [{}], detail: [{}], suppressed: [{}] },
      { status: 422, own: 422 },
    ),
    undefined,
  ],
  ['data in a free-form object', message({ template_variables: { a: 1 } }, { template_variables: {} }), undefined],
  ['more entries than ours', message({ to: [asked, other] }, { to: [asked] }), undefined],
  [
    'entries of as many as the request has',
    message({ attachments: attached }, { attachments: ourAttached }, { sent: { attachments: attached } }),
    { '/data/attachments/*/disposition': { unasked: 'absent' } },
  ],
  [
    'entries of fewer than the request has',
    message({ attachments: attached }, { attachments: ourAttached }, { sent: { attachments: [...attached, {}] } }),
    undefined,
  ],
  [
    'an object where ours has a text, that the request says so',
    message({ from: asked }, { from: 'a@b.co' }, { sent: { from: asked } }),
    { '/data/from': { address: 'object' } },
  ],
  [
    'the one word that a member has',
    message({ record_type: 'mail' }, { record_type: 'email_message' }),
    {
      '/data/record_type': { words: { email_message: 'mail' } },
    },
  ],
  ['a name with a slash', message({ 'a/b': 1 }, {}), { '/data/a~1b': { missing: 1 } }],
  [
    'what the request says beside data',
    pair({ data: {}, region: 'us' }, { data: {} }, { sent: { region: 'us' } }),
    { '/region': { where: { asked: 'us' } } },
  ],
  [
    'those who were taken out, in an object of its own',
    pair({ data: { report: { 'lists/out': [asked] } } }, { data: {}, suppressed: [{ to: 'a@b.co' }] }),
    {
      '/data/report': { missing: { 'lists/out': [asked] } },
      '/data/report/lists~1out': { list: '/suppressed', items: { email: 'to' } },
      '/suppressed': 'absent',
    },
  ],
];
test.each(told)('of answers that show %s is told so much', (_, one, members) => {
  const again = Array.from({ length: 4 }, () => ({ ...one, seen: { ...one.seen } }));
  expect(membersIn([...again, message({ id: '1' }, { id: '2' })])).toEqual(members);
});
