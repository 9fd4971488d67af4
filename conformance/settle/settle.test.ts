import { expect, test } from 'vitest';
import { compareDeployments, compareFiles, differenceText, sideBySideText } from '../../spec/deployment/compare.ts';
import type { Deployment, FaultKind, RefusalForm } from '../../spec/deployment/deployment.ts';
import { parseDeployment } from '../../spec/deployment/read.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { document } from '../../spec/testing/contract.ts';
import { printedBy } from '../../spec/testing/printed.ts';
import type { OperationId } from '../../spec/types.ts';
import type { NotedExchange } from '../suite/run/noted-exchanges.ts';
import type { Profile } from '../suite/target/profile.ts';
import { findAnswers } from './answers/answers.ts';
import type { Counterpart } from './asked/counterpart.ts';
import { fidelityOf } from './asked/likeness.ts';
import { asOurs, type Pair } from './asked/pair.ts';
import { measuredChoices } from './choices/measured.ts';
import { deploymentText } from './file.ts';
import { withMostMembers } from './most-members.ts';
import { findRefusals } from './refusals/refusals.ts';
import { settle } from './settle.ts';
import { shortened } from './shortened.ts';

function seen(changes: Partial<NotedExchange> & { body?: unknown }): NotedExchange {
  const { body, ...rest } = changes;
  const request = { method: 'POST', url: 'http://target/v2/email_messages', headers: [] };
  const about = { case: 'a case', rules: [], operation: 'createEmailMessage' as const, at: 0, headers: [], broken: [] };
  return { ...about, request, status: 400, text: JSON.stringify(body), ...rest };
}

/** An exchange whose request had a body. */
function sent(
  body: string,
  { url = 'http://target/v2/x', type = 'application/json', ...changes }: Sent,
): NotedExchange {
  return seen({ ...changes, request: { method: 'PATCH', url, headers: [['Content-Type', type]], body } });
}

type Sent = Partial<NotedExchange> & { url?: string; type?: string };

function refused(theirs: { status: number; error: object; broken?: RuleId[] }, rules: RuleId[]): Pair {
  const { status, error, broken = [] } = theirs;
  const ours = { errors: [{ code: '10015', title: 'Invalid request', detail: 'no', source: { pointer: '/to/0' } }] };
  return {
    seen: seen({ status, broken, body: { errors: [error] } }),
    ours: { status: 422, text: JSON.stringify(ours), rules },
  };
}

function accepted(theirs: object, ours: object, status = 201): Pair {
  return {
    seen: seen({ status, body: { data: theirs } }),
    ours: { status: 202, text: JSON.stringify({ data: ours }), rules: ['EMAIL-ANS-1'] },
  };
}

test('a refusal is settled under the first rule for which our mock refuses the same, its form for all others too', () => {
  const pair = refused({ status: 400, error: { code: '20001', title: 'No', source: { pointer: '/to' } } }, [
    'EMAIL-RCPT-8',
  ]);
  expect(findRefusals([pair])).toEqual({
    titles: { '20001': 'No' },
    refusals: {
      'EMAIL-RCPT-8': {
        status: 400,
        body: 'full',
        code: '20001',
        title: 'No',
        detail: false,
        meta: 'none',
        pointer: 'top',
      },
      'ERR-1': { body: 'full', detail: false, pointer: 'top' },
    },
    unsettled: [],
  });
});

test('what was seen in two ways is not settled, and told with both exchanges', () => {
  const pairs = ['1', '2'].map((code) => refused({ status: 400, error: { code, title: 'No' } }, ['EMAIL-RCPT-8']));
  const { refusals, unsettled } = findRefusals(pairs);
  expect(refusals['EMAIL-RCPT-8']).not.toHaveProperty('code');
  expect(unsettled).toMatchObject([
    { what: 'refusals.EMAIL-RCPT-8', reason: 'code: seen in two ways', seen: [expect.any(String), expect.any(String)] },
  ]);
});

test('a meta that is another one each time is settled by an example, and what it says of one rule stays', () => {
  const pair = (trace: string, path: string, rule: RuleId) =>
    refused({ status: 400, error: { code: '20001', title: 'No', meta: { trace, path, help: rule } } }, [rule]);
  const pairs = ['a', 'b', 'c'].map((name) => pair(name, `/${name}`, 'EMAIL-RCPT-8'));
  const { refusals, unsettled } = findRefusals([...pairs, pair('d', '/d', 'ERR-10')]);
  expect(refusals['EMAIL-RCPT-8']?.meta).toEqual({ trace: 'a', path: '/a', help: 'EMAIL-RCPT-8' });
  expect(refusals['ERR-10']?.meta).toEqual({ trace: 'a', path: '/a', help: 'ERR-10' });
  expect(unsettled).toEqual([]);
});

const unlawful: [string, Pair][] = [
  [
    'another status than the source says',
    refused({ status: 422, error: { code: '1', title: 'No' } }, ['EMAIL-RCPT-2']),
  ],
  ['an error without a code', refused({ status: 400, error: { title: 'No' }, broken: ['ERR-2'] }, ['EMAIL-RCPT-8'])],
  [
    'the generic code under another title',
    refused({ status: 400, error: { code: '10007', title: 'No' } }, ['EMAIL-RCPT-8']),
  ],
];

for (const [what, pair] of unlawful) {
  test(`${what} is never settled`, () => {
    expect(findRefusals([pair]).refusals).toEqual({});
  });
}

test('a success is settled with its status, members, times and words', () => {
  const theirs = { from: 'a@b.co', status: 'accepted', created_at: '2026-01-02T05:04:05+02:00', region: 'us' };
  const ours = { from: { email: 'a@b.co' }, status: 'queued', created_at: '2026-01-02T03:04:05.678Z', events: [] };
  expect(findAnswers([accepted(theirs, ours)], document).answers).toEqual({
    createEmailMessage: {
      status: 201,
      members: {
        '/data/from': { address: 'text' },
        '/data/status': { words: { queued: 'accepted' } },
        '/data/created_at': { time: '+02:00' },
        '/data/events': { empty: 'absent' },
        '/data/region': { missing: 'us' },
      },
    },
  });
});

test('an entry beside data that is an address alone is settled as that', () => {
  const pair = accepted({}, {});
  pair.seen.text = JSON.stringify({ data: {}, suppressed: ['a@b.co'] });
  pair.ours.text = JSON.stringify({ data: {}, suppressed: [{ to: 'a@b.co' }] });
  expect(findAnswers([pair], document).answers.createEmailMessage?.members).toEqual({
    '/suppressed/*': { address: 'text' },
  });
});

const [older, same] = ['2026-01-02T05:04:05Z', '2026-01-02T03:04:05.678Z'];
const told: [member: string, what: string, shown: [theirs: unknown, ours: unknown][], form: unknown][] = [
  ['from', 'an address alone', [['a@b.co', { email: 'a@b.co' }]], { address: 'text' }],
  ['from', 'an address in an object', [[{ email: 'a@b.co' }, 'a@b.co']], { address: 'object' }],
  ['from', 'an object of another kind', [[{ mail: 'a@b.co' }, 'a@b.co']], undefined],
  ['reply_to', 'nothing where ours is null', [[undefined, null]], { null: 'absent' }],
  ['cc', 'nothing where ours is empty', [[undefined, []]], { empty: 'absent' }],
  ['cc', 'null where ours is empty', [[null, []]], { empty: 'null' }],
  [
    'cc',
    'nothing where ours is empty or not',
    [
      [undefined, []],
      [undefined, ['a@b.co']],
    ],
    'absent',
  ],
  ['reply_to', 'an empty text where ours is null', [['', null]], { null: 'empty' }],
  ['reply_to', 'something where ours is null', [['a@b.co', null]], undefined],
  [
    'subject',
    'small letters',
    [
      ['hello', 'Hello'],
      ['hi', 'HI'],
    ],
    { case: 'lower' },
  ],
  [
    'subject',
    'small letters now and then',
    [
      ['hello', 'Hello'],
      ['HI', 'HI'],
    ],
    undefined,
  ],
  ['reply_to', 'capitals before the domain', [['Grace@example.com', 'Grace@example.com']], undefined],
  ['subject', 'another text in small letters', [['bye', 'Hello']], undefined],
  [
    'created_at',
    'times that end otherwise',
    [
      [older, same],
      [older, same],
    ],
    { time: 'Z' },
  ],
  ['created_at', 'times that end alike', [[same, same]], undefined],
  ['status', 'a word of its own', [['accepted', 'queued']], { words: { queued: 'accepted' } }],
  [
    'status',
    'two words for one of ours',
    [
      ['accepted', 'queued'],
      ['waiting', 'queued'],
    ],
    undefined,
  ],
  ['status', 'what is no word', [['in the queue', 'queued']], undefined],
];
for (const [member, what, shown, form] of told) {
  test(`a message that shows ${what} as \`${member}\` is settled so, if at all`, () => {
    const of = (value: unknown) => ({ id: '1', ...(value !== undefined && { [member]: value }) });
    const pairs = shown.map(([theirs, ours]) => accepted(of(theirs), of(ours)));
    expect(findAnswers(pairs, document).answers.createEmailMessage?.members?.[`/data/${member}`]).toEqual(form);
  });
}

test('a word that stands for itself stands for no other of ours that is seen under a word of its own', () => {
  const entry = (theirs: string, ours: string) => accepted({ status: theirs }, { status: ours });
  const found = (...pairs: Pair[]) =>
    findAnswers(pairs, document).answers.createEmailMessage?.members?.['/data/status'];
  const [sent, other] = [entry('sent', 'sent'), entry('sent', 'failed')];
  expect(found(sent, other, other, entry('broken', 'failed'))).toEqual({ words: { failed: 'broken' } });
  expect(found(sent, other, other)).toEqual({ words: { failed: 'sent' } });
});

test('a success that has another status in a situation is settled with both', () => {
  const pair = (ours: string, status: number) => accepted({ status: ours }, { status: ours }, status);
  const pairs = [pair('queued', 201), pair('scheduled', 201), pair('sandbox', 200), pair('sandbox', 200)];
  expect(findAnswers(pairs, document).answers.createEmailMessage).toEqual({ status: 201, where: { sandbox: 200 } });
  const ofNone = accepted({ id: '1' }, { id: '2' }, 200);
  expect(findAnswers([...pairs.slice(0, 2), ofNone], document).answers.createEmailMessage).toEqual({ status: 201 });
});

test('of two members whose names begin alike the longer one is left out by itself', () => {
  const pair = accepted({}, { cc: ['a@b.co'], cc_all: ['a@b.co'] });
  expect(findAnswers([pair, pair], document).answers.createEmailMessage?.members).toEqual({
    '/data/cc': 'absent',
    '/data/cc_all': 'absent',
  });
});

test('a success without data, or with null where ours has none, is settled as that', () => {
  const { seen: bare, ours } = accepted({ id: '1' }, { id: '1' });
  const found = (text: string, own: string) =>
    findAnswers([{ seen: { ...bare, text }, ours: { ...ours, text: own } }], document);
  expect(found('{}', ours.text)).toEqual({
    answers: { createEmailMessage: { status: 201, members: { '/data': 'absent' } } },
    unsettled: [],
  });
  expect(found('{"data":null}', '{}')).toEqual({
    answers: { createEmailMessage: { status: 201, members: { '/data': { missing: null } } } },
    unsettled: [],
  });
});

test('times that end in two ways are not settled, and told with both exchanges', () => {
  const pairs = ['+02:00', '+03:00'].map((end) =>
    accepted({ created_at: `2026-01-02T03:04:05${end}` }, { created_at: '2026-01-02T03:04:05.678Z' }),
  );
  expect(findAnswers(pairs, document)).toEqual({
    answers: { createEmailMessage: { status: 201 } },
    unsettled: [
      {
        what: 'answers.createEmailMessage.members./data/created_at',
        reason: 'was seen in two ways',
        seen: [expect.stringContaining('+02:00'), expect.stringContaining('+03:00')],
      },
    ],
  });
});

test('an empty object that is shown as null is settled as that', () => {
  const pair = accepted({ template_variables: null }, { template_variables: {} }, 202);
  expect(findAnswers([pair], document).answers.createEmailMessage?.members).toEqual({
    '/data/template_variables': { empty: 'null' },
  });
});

test('an empty member that is left out where the request has none is settled as that', () => {
  const pair = (theirs: object, body: string): Pair => {
    const one = accepted(theirs, { cc: [] });
    return { ...one, seen: { ...one.seen, request: { ...one.seen.request, body } } };
  };
  const [without, shown, hidden] = [pair({}, '{}'), pair({ cc: [] }, '{"cc":[]}'), pair({}, '{"cc":[]}')];
  const found = (...pairs: Pair[]) => findAnswers(pairs, document).answers.createEmailMessage?.members?.['/data/cc'];
  expect(found(without, without, without, without, shown, shown)).toEqual({ empty: 'unasked' });
  expect(found(without, without, without, without, shown, hidden)).toEqual({ empty: 'absent' });
  expect(found(without, without, without, without, shown)).toEqual({ empty: 'absent' });
});

test('a list that is made of our suppressed recipients is settled as that, with its names and words', () => {
  const pair = (reason: string, own: string): Pair => ({
    seen: seen({ status: 201, body: { data: { dropped: [{ email: 'x@b.co', reason }] } } }),
    ours: {
      status: 202,
      text: JSON.stringify({ data: {}, suppressed: [{ to: 'a@b.co', reason: own, scope: 'account' }] }),
      rules: [],
    },
  });
  const pairs = [pair('bounced', 'hard_bounce'), pair('bounced', 'hard_bounce'), pair('invalid', 'invalid')];
  expect(findAnswers(pairs, document).answers.createEmailMessage?.members).toMatchObject({
    '/data/dropped': {
      list: '/suppressed',
      items: { email: 'to', reason: 'reason' },
      words: { hard_bounce: 'bounced' },
    },
  });
  const [entry, own] = [
    { email: 'x@b.co', reason: 'bounced' },
    { to: 'a@b.co', reason: 'hard_bounce' },
  ];
  const once: Pair = {
    seen: seen({ status: 201, body: { data: { dropped: [entry, entry] } } }),
    ours: { status: 202, text: JSON.stringify({ data: {}, suppressed: [own, own] }), rules: [] },
  };
  expect(findAnswers([once], document).answers.createEmailMessage?.members).toEqual({
    '/data/dropped': { missing: [entry, entry] },
    '/suppressed': 'absent',
  });
});

test('an entry of such a list says what the member of ours says that is called the same, where several do', () => {
  const suppressed = [{ to: 'a@b.co', reason: 'account', scope: 'account' }];
  const pair: Pair = {
    seen: seen({ status: 201, body: { data: { dropped: [{ email: 'a@b.co', scope: 'account' }] } } }),
    ours: { status: 202, text: JSON.stringify({ data: {}, suppressed }), rules: [] },
  };
  const again = { ...pair, seen: { ...pair.seen } };
  expect(findAnswers([pair, again], document).answers.createEmailMessage?.members).toEqual({
    '/data/dropped': { list: '/suppressed', items: { email: 'to', scope: 'scope' } },
    '/suppressed': 'absent',
  });
});

test('times without noughts at their ends are settled as such', () => {
  const ours = { created_at: '2026-01-02T03:04:05.678Z' };
  const pairs = ['.5', '', '.123456'].map((end) => accepted({ created_at: `2026-01-02T03:04:05${end}Z` }, ours, 202));
  expect(findAnswers(pairs, document).answers.createEmailMessage?.members).toEqual({
    '/data/created_at': { time: '.######Z' },
  });
});

test('times that are shown as the request says them are settled as such, for reading as well', () => {
  const pair = (time: string): Pair => {
    const one = accepted({ scheduled_at: time }, { scheduled_at: '2046-01-02T03:04:05.678Z' }, 202);
    return { ...one, seen: { ...one.seen, request: { ...one.seen.request, body: JSON.stringify({ send_at: time }) } } };
  };
  const read = accepted(
    { scheduled_at: '2046-01-02T03:04:05.000Z' },
    { scheduled_at: '2046-01-02T03:04:05.678Z' },
    200,
  );
  const pairs = [pair('2046-01-02T03:04:05.000Z'), pair('2046-01-02T05:04:05+02:00')];
  const { answers } = findAnswers(
    [...pairs, { ...read, seen: { ...read.seen, operation: 'getEmailMessage' as const } }],
    document,
  );
  const members = { '/data/scheduled_at': { time: 'sent' } };
  expect([answers.createEmailMessage?.members, answers.getEmailMessage?.members]).toEqual([members, members]);
});

test('a member of an entry that is there only where that of the request has it is settled as that, for reading as well', () => {
  const pair = (sent: object[], shown: object[], operation: 'createEmailMessage' | 'getEmailMessage'): Pair => {
    const ours = sent.map((entry) => ({ disposition: 'attachment', ...entry }));
    const one = accepted({ attachments: shown }, { attachments: ours }, 202);
    const body = operation === 'createEmailMessage' ? { body: JSON.stringify({ attachments: sent }) } : {};
    return { ...one, seen: { ...one.seen, operation, request: { ...one.seen.request, ...body } } };
  };
  const [bare, full] = [{}, { disposition: 'inline' }];
  const both = pair([bare, full], [bare, full], 'createEmailMessage');
  const read = pair([full], [full], 'getEmailMessage');
  const { answers } = findAnswers([both, both, read], document);
  const members = { '/data/attachments/*/disposition': { unasked: 'absent' } };
  expect(findAnswers([both], document).answers).toEqual({ createEmailMessage: { status: 202 } });
  expect([answers.createEmailMessage?.members, answers.getEmailMessage?.members]).toEqual([members, members]);
  const hidden = pair([bare, full], [{}, {}], 'getEmailMessage');
  expect(findAnswers([both, both, hidden], document).answers.getEmailMessage?.members).toEqual({
    '/data/attachments/*/disposition': 'absent',
  });
});

test('a member that is always there under another name is settled by what it says', () => {
  const pairs = ['a', 'b', 'c'].map((id) => accepted({ key: id }, { message_id: id }, 202));
  expect(findAnswers(pairs, document).answers.createEmailMessage?.members).toMatchObject({
    '/data/key': { like: 'message_id' },
  });
});

test('how a message is shown when it is read is known from how it is shown when it is sent', () => {
  const sent = accepted({ cc: [{ email: 'a@b.co', name: null }] }, { cc: [{ email: 'a@b.co' }] }, 202);
  const read = accepted({ cc: [] }, { cc: [] }, 200);
  const pairs = [sent, { ...read, seen: { ...read.seen, operation: 'getEmailMessage' as const } }];
  expect(findAnswers(pairs, document).answers.getEmailMessage?.members).toEqual({
    '/data/cc/*/name': { missing: null },
  });
});

test('what a message that is read was never seen to show is not settled for it, nor a form of times that contradicts its own', () => {
  const time = (end: string) => `2026-01-02T03:04:05${end}`;
  const sent = ['.5Z', 'Z', '.25Z'].map((end) => {
    const times = { created_at: time(end), scheduled_at: time(end) };
    return accepted({ ...times, dropped: [] }, { created_at: time('.678Z'), scheduled_at: time('.678Z') }, 202);
  });
  const both = { created_at: time('.100Z'), scheduled_at: time('.678Z') };
  const read = accepted({ ...both, scheduled_at: time('Z') }, both, 200);
  const pairs = [...sent, { ...read, seen: { ...read.seen, operation: 'getEmailMessage' as const } }];
  const { answers } = findAnswers(pairs, document);
  expect(answers.createEmailMessage?.members).toMatchObject({ '/data/dropped': { missing: [] } });
  expect(answers.getEmailMessage?.members).toEqual({ '/data/scheduled_at': { time: '.##Z' } });
});

test('a length that was not seen where a message is read is settled for it where ours has none of its lists there', () => {
  const lists = (to: number, cc: number) => ({ to: Array(to).fill({}), ...(cc > 0 && { cc: Array(cc).fill({}) }) });
  const sends = [[1, 1] as const, [2, 3] as const, [1, 5] as const].map(([to, cc]) =>
    accepted({ ...lists(to, cc), count: to + cc }, lists(to, cc), 202),
  );
  const shownBy = (ours: object) => {
    const read = accepted({ id: '1' }, { id: '1', ...ours }, 200);
    const pairs = [...sends, { ...read, seen: { ...read.seen, operation: 'getEmailMessage' as const } }];
    return findAnswers(pairs, document).answers.getEmailMessage?.members?.['/data/count'];
  };
  expect(shownBy({})).toEqual({ length: ['to', 'cc'] });
  expect(shownBy(lists(1, 0))).toBeUndefined();
});

test('refusals whose kind of fault decides are settled by it', () => {
  const pair = (fault: FaultKind, status: number, code: string, place: string): Pair => {
    const one = refused({ status, error: { code, title: 'No' } }, ['EMAIL-RCPT-7']);
    return { ...one, ours: { ...one.ours, fault }, place };
  };
  const pairs = ['/to/*', '/cc/*'].flatMap((place) => [
    pair('type', 400, '1', place),
    pair('value', 422, '2', place),
    pair('value', 422, '2', place),
  ]);
  const { refusals, unsettled } = findRefusals(pairs);
  expect(refusals['EMAIL-RCPT-7']?.of).toMatchObject({ type: { status: 400, code: '1' } });
  expect(unsettled).toEqual([]);
});

test('what all refusals carry besides is settled once, and what is null as well', () => {
  const refusal = (code: string) =>
    refused({ status: 400, error: { code, title: 'No', id: `e-${code}`, detail: null } }, ['EMAIL-RCPT-8']);
  expect(findRefusals(['1', '2', '3'].map(refusal)).refusals['ERR-1']).toMatchObject({
    members: { '/errors/*/id': { missing: 'e-1' }, '/errors/*/detail': { missing: null } },
  });
  const { ours, ...other } = refusal('4');
  const two = findRefusals([...['1', '2', '3'].map(refusal), { ...other, ours: { ...ours, rules: ['EMAIL-RCPT-9'] } }]);
  expect(two.refusals['EMAIL-RCPT-9']).not.toHaveProperty('members');
});

test('what most exchanges show is settled, and told to be seen in two ways', () => {
  const pairs = ['1', '1', '1', '2', '2'].map((code) =>
    refused({ status: 400, error: { code, title: 'No' } }, ['EMAIL-RCPT-8']),
  );
  const { refusals, unsettled } = findRefusals(pairs);
  expect(refusals['EMAIL-RCPT-8']).toMatchObject({ code: '1' });
  expect(unsettled).toMatchObject([{ what: 'refusals.EMAIL-RCPT-8' }]);
});

test('a member of an error that repeats what was sent at its place is settled as that', () => {
  const pairs = [1, 'two'].map((value): Pair => {
    const error = { code: '1', title: 'No', value, source: { pointer: '/to/0' } };
    const pair = refused({ status: 400, error }, ['EMAIL-RCPT-8']);
    const request = { ...pair.seen.request, body: JSON.stringify({ to: [value] }) };
    return { ...pair, seen: { ...pair.seen, request } };
  });
  expect(findRefusals(pairs).refusals['ERR-1']?.members).toEqual({ '/errors/*/value': { missing: '{value}' } });
  const queries = ['x', 'y'].map((input): Pair => {
    const request = { method: 'GET', url: `http://target/v2/ai/missions/runs?status=${input}`, headers: [] };
    return {
      seen: seen({ request, status: 422, body: { detail: [{ loc: ['query', 'status'], input }] } }),
      ours: { status: 422, text: JSON.stringify({ detail: [{ loc: ['query', 'status'] }] }), rules: ['RUN-15'] },
    };
  });
  expect(findRefusals(queries).refusals['RUN-23']?.members).toEqual({ '/detail/*/input': { missing: '{value}' } });
});

test('what stands beside one list of errors does not stand beside the other', () => {
  const standard = (code: string): Pair => {
    const pair = refused({ status: 400, error: { code, title: 'No' } }, ['EMAIL-RCPT-8']);
    return { ...pair, seen: { ...pair.seen, text: JSON.stringify({ ...JSON.parse(pair.seen.text), ok: false }) } };
  };
  const query: Pair = {
    seen: seen({
      operation: 'listRecentAiMissionRuns',
      body: { detail: [{ loc: ['status'], type: 'no', input: 'x' }] },
    }),
    ours: { status: 422, text: JSON.stringify({ detail: [{ loc: ['query', 'status'] }] }), rules: ['RUN-15'] },
  };
  const { refusals } = findRefusals([...['1', '2', '3', '4', '5', '6'].map(standard), query]);
  expect(refusals['ERR-1']?.members).toEqual({ '/ok': { missing: false } });
  expect(refusals['RUN-23']?.members).toEqual({ '/detail/*/input': { missing: 'x' } });
  expect(refusals['RUN-15']).not.toHaveProperty('members');
});

test('what one of several rules says is settled where its refusals agree, and no further', () => {
  const pair = (status: number, first: RuleId): Pair =>
    refused({ status, error: { code: '10015', title: 'No' } }, [first, 'SIM-23']);
  const pairs = [422, 422, 422, 404].map((status) => pair(status, status === 404 ? 'SIM-24' : 'SIM-21'));
  const { refusals } = findRefusals(pairs);
  expect([refusals['SIM-21']?.status, refusals['SIM-24']?.status]).toEqual([422, 404]);
  expect(refusals['SIM-23']).toMatchObject({ code: '10015', title: 'No' });
  expect(refusals['SIM-23']).not.toHaveProperty('status');
});

test('a parameter that a refused query names otherwise is settled at its place', () => {
  const pair = (theirs: string[], ours: string): Pair => {
    const entry = { msg: 'no', type: 'wrong' };
    const operation = 'listRecentAiMissionRuns';
    return {
      seen: seen({ operation, status: 422, body: { detail: [{ ...entry, loc: theirs }] } }),
      ours: { status: 422, text: JSON.stringify({ detail: [{ ...entry, loc: ['query', ours] }] }), rules: ['RUN-25'] },
      place: ours,
    };
  };
  const { refusals } = findRefusals([pair(['query', 'status'], 'status'), pair(['pageSize'], 'page[size]')]);
  expect(refusals['RUN-25']?.at).toEqual({ status: { loc: 'query' }, 'page[size]': { loc: ['pageSize'] } });
});

test('a parameter is settled as it is named, also in a pointer, or where ours names none', () => {
  const pair = (source: object, own: object, place: string): Pair => ({
    seen: seen({ status: 422, body: { errors: [{ code: '10015', title: 'Invalid request', source }] } }),
    ours: { status: 422, text: JSON.stringify({ errors: [{ code: '10015', ...own }] }), rules: ['ERR-12'] },
    place,
  });
  const size = pair({ pointer: '/query/page[size]' }, { source: { parameter: 'page[size]' } }, 'page[size]');
  const id = pair({ parameter: 'id' }, {}, '*');
  expect(findRefusals([size]).refusals['ERR-12']?.parameter).toBe('/query/{name}');
  expect(findRefusals([size, id]).refusals['ERR-12']?.at?.['*']?.parameter).toBe('id');
});

test('of faults that one rule is about, told as one whichever other they break, that is settled under it', () => {
  const twice = (theirs: string[], ...rules: RuleId[]): Pair => {
    const errors = (pointers: string[]) => ({
      errors: pointers.map((pointer) => ({ code: '10015', title: 'Invalid request', source: { pointer } })),
    });
    return {
      seen: seen({ status: 400, rules: ['EMAIL-RCPT-6'], body: errors(theirs) }),
      ours: { status: 400, text: JSON.stringify(errors(['/to/1', '/bcc/0'])), rules },
    };
  };
  const both = (theirs: string[]) => findRefusals([twice(theirs, 'EMAIL-RCPT-4', 'EMAIL-RCPT-6')]).refusals;
  expect(both(['/to/1'])['EMAIL-RCPT-6']?.once).toBe(true);
  expect(both(['/to/1', '/bcc/0'])['EMAIL-RCPT-6']?.once).toBeUndefined();
});

test('a kind of fault that is told apart is settled though another kind was seen in two ways', () => {
  const pair = (type: string, fault: FaultKind): Pair => ({
    ...refused({ status: 422, error: { code: '1', title: 'No', meta: { type } } }, ['EMAIL-RCPT-9']),
    place: '/to',
    ours: { ...refused({ status: 422, error: {} }, ['EMAIL-RCPT-9']).ours, fault },
  });
  const missing = ['absent', 'absent', 'absent', 'absent', 'wrong'].map((type) => pair(type, 'missing'));
  const { refusals } = findRefusals([...missing, pair('short', 'empty'), pair('short', 'empty')]);
  expect(refusals['EMAIL-RCPT-9']?.of?.empty).toEqual({ meta: { type: 'short' } });
});

test('where something is wrong is a member of its own only where that is told in no way of the contract', () => {
  const membersBy = (source: object) =>
    findRefusals(['1', '2'].map((code) => refused({ status: 400, error: { code, title: 'No', source } }, ['PAGE-7'])))
      .refusals['ERR-1']?.members;
  expect([{ pointer: '/to' }, { parameter: 'page' }].map(membersBy)).toEqual([undefined, undefined]);
  expect(membersBy({ header: 'Accept' })).toEqual({ '/errors/*/source': { missing: { header: 'Accept' } } });
});

test('a member that repeats the status of each refusal is settled as that', () => {
  const pairs = [400, 409].map((status) =>
    refused({ status, error: { code: String(status), title: 'No', status: `${status}` } }, ['EMAIL-RCPT-8']),
  );
  expect(findRefusals(pairs).refusals['ERR-1']?.members).toEqual({ '/errors/*/status': { status: 'text' } });
});

test('a member that is the one status that was seen is settled for all refusals as what it says', () => {
  const pairs = ['1', '2'].map((code) =>
    refused({ status: 400, error: { code, title: 'No', status: '400' } }, ['EMAIL-RCPT-8']),
  );
  expect(findRefusals(pairs).refusals['ERR-1']?.members).toEqual({ '/errors/*/status': { missing: '400' } });
});

test('members that repeat what was asked for, or say when it was, are settled as that', () => {
  const pairAt = (url: string, second: number): Pair => {
    const at = Date.UTC(2026, 10, 23, 12, 0, second);
    const pair = refused({ status: 422, error: { code: '1', title: 'No' } }, ['PAGE-7']);
    const request = { method: 'GET', url: `http://target${url}`, headers: [] };
    const body = {
      ...JSON.parse(pair.seen.text),
      path: url.replace('[', '%5B').replace(']', '%5D'),
      self: { href: `http://target${url}` },
      timestamp: new Date(at).toISOString(),
      since: `2026-01-02T03:04:0${second}.000Z`,
    };
    return { ...pair, seen: seen({ status: 422, request, at, body }) };
  };
  const { refusals } = findRefusals([pairAt('/v2/runs?page[size]=0', 1), pairAt('/v2/types', 2)]);
  expect(refusals['ERR-1']?.members).toEqual({
    '/path': { missing: '{url}' },
    '/self': { missing: { href: '{origin}{url}' } },
    '/timestamp': { missing: '{now}', time: '.000Z' },
    '/since': { missing: '2026-01-02T03:04:01.000Z' },
  });
});

test('a member that is only sometimes there is not settled', () => {
  const pairs = [{ region: 'us' }, {}, {}].map((theirs) => accepted({ id: 'a', ...theirs }, { id: 'b' }));
  expect(findAnswers(pairs, document).answers).toEqual({ createEmailMessage: { status: 201 } });
  const nearlyAlways = [...Array.from({ length: 4 }, () => ({ region: 'us' })), {}].map((theirs) =>
    accepted({ id: 'a', ...theirs }, { id: 'b' }),
  );
  const membersOf = (some: Pair[]) => findAnswers(some, document).answers.createEmailMessage?.members;
  expect(membersOf(nearlyAlways)).toEqual({ '/data/region': { missing: 'us' } });
  expect(membersOf(nearlyAlways.slice(1))).toBeUndefined();
});

test('what stands beside the names of ours in entries of such a list is settled by what the request says, in a refusal as well', () => {
  const pair = (group: string | undefined, status: number): Pair => {
    const dropped = [{ email: 'x@b.co', group_id: group ?? null }];
    const suppressed = [{ to: 'a@b.co', reason: 'unsubscribe' }];
    const error = { code: '1', title: 'No' };
    const body = status < 300 ? { data: {}, dropped } : { errors: [error], dropped };
    const own = status < 300 ? { data: {}, suppressed } : { errors: [error], suppressed };
    const about = sent(JSON.stringify({ group_id: group }), { status, operation: 'createEmailMessage' });
    return {
      seen: { ...about, text: JSON.stringify(body) },
      ours: { status, text: JSON.stringify(own), rules: ['EMAIL-SUPP-13'] },
    };
  };
  const both = (status: number) => ['a', 'b', undefined, undefined].map((group) => pair(group, status));
  const members = {
    '/dropped': { list: '/suppressed', items: { email: 'to' } },
    '/dropped/*/group_id': { missing: null, where: { asked: 'a' } },
  };
  expect(findAnswers(both(202), document).answers.createEmailMessage?.members).toMatchObject(members);
  expect(findRefusals(both(422)).refusals['EMAIL-SUPP-13']?.members).toMatchObject(members);
});

test('a list that is always empty at ours is settled by the entries of the target, by status', () => {
  const event = (name: string) => ({ name, at: '2026-11-22T12:00:00Z' });
  const pairs = ['sent', 'queued', 'sent', 'sandbox', 'queued', 'sent'].map((status) => {
    const later = status === 'sent' ? [event('sent')] : [];
    const events = status === 'sandbox' ? [] : [event('queued'), ...later];
    return accepted({ id: '1', status, events }, { id: '1', status, events: [] });
  });
  expect(findAnswers(pairs, document).answers.createEmailMessage?.members?.['/data/events']).toEqual({
    missing: [event('queued'), event('sent')],
    where: { queued: [event('queued')], sandbox: [] },
  });
});

test('an object of the target that says again some of what was asked for is settled by its members', () => {
  const pairs = [undefined, { opens: false }, { opens: false, clicks: true }, undefined].map((tracking) => {
    const pair = accepted({ id: '1', tracking: { opens: true, clicks: true, ...tracking } }, { id: '1' });
    const body = JSON.stringify({ tracking });
    return { ...pair, seen: { ...pair.seen, request: { ...pair.seen.request, body } } };
  });
  expect(findAnswers(pairs, document).answers.createEmailMessage?.members).toEqual({
    '/data/tracking': { missing: { opens: true, clicks: true } },
    '/data/tracking/opens': { missing: true, where: { asked: false } },
  });
});

for (const [said, path] of [
  ['/mails/1', '/mails/{id}'],
  ['https://api.staging.example/mails/1', '{origin}/mails/{id}'],
] as const)
  test(`Location is settled with the situations of another status in which it is told too: ${path}`, () => {
    const pairs = ['queued', 'sent', 'failed', 'sandbox', 'scheduled'].map((status) => {
      const is = status.startsWith('s') && status !== 'sent' ? 200 : 201;
      const { seen, ours } = accepted({ id: '1', status }, { id: '1', status }, is);
      const headers: [string, string][] = status === 'sandbox' ? [] : [['Location', said]];
      return { ours, seen: { ...seen, headers } };
    });
    expect(findAnswers(pairs, document).answers.createEmailMessage).toEqual({
      status: 201,
      where: { sandbox: 200, scheduled: 200 },
      location: path,
      locatedIn: ['scheduled'],
    });
  });

test('a member of runs that is null where one of ours has nothing is settled as that', () => {
  const run = { run_id: 'r', mission_id: 'm', status: 'running', seconds: null };
  const theirs = [run, { ...run, finished_at: '2026-11-22T12:00:00Z', seconds: 60 }];
  const pair: Pair = {
    seen: seen({ status: 200, operation: 'listRecentAiMissionRuns', body: { data: theirs } }),
    ours: { status: 200, text: JSON.stringify({ data: theirs.map(({ seconds: _, ...own }) => own) }), rules: [] },
  };
  expect(findAnswers([pair], document).answers.listRecentAiMissionRuns?.members).toEqual({
    '/data/*/seconds': { missing: 60, nullWith: 'finished_at' },
  });
});

test('a member that only some runs of the target have is settled as that', () => {
  const run = { run_id: 'r', mission_id: 'm', updated_at: '2026-11-22T12:00:00Z', status: 'failed' };
  const theirs = [run, { ...run, mission_id: undefined, updated_at: null }];
  const beside = (...ours: object[]) => {
    const pair: Pair = {
      seen: seen({ status: 200, operation: 'listRecentAiMissionRuns', body: { data: theirs } }),
      ours: { status: 200, text: JSON.stringify({ data: ours }), rules: [] },
    };
    return findAnswers([pair], document).answers.listRecentAiMissionRuns?.members;
  };
  const ofAll = { '/data/*/mission_id': { some: 'absent' }, '/data/*/updated_at': { some: 'null' } };
  expect(beside(run, run)).toEqual(ofAll);
  expect(beside(run, { ...run, updated_at: null })).toEqual({ '/data/*/mission_id': { some: 'absent' } });
});

test('lists without entries and nulls may be told as each other', () => {
  const pair = accepted({ cc: null, reply_to: '' }, { cc: [], reply_to: null });
  expect(findAnswers([pair], document).answers.createEmailMessage?.members).toEqual({
    '/data/cc': { empty: 'null' },
    '/data/reply_to': { null: 'empty' },
  });
});

test('how long a number is held and how many items a page has are read from answers', () => {
  const entry = { created_at: '2026-01-02T03:00:00Z', expired_at: '2026-01-02T03:10:00Z', errors: '' };
  const reservation = seen({
    status: 200,
    operation: 'createNumberReservation',
    body: { data: { phone_numbers: [entry] } },
  });
  const meta = { total_pages: 2, total_results: 40, page_number: 1, page_size: 25 };
  const request = { method: 'GET', url: 'http://target/v2/dir/document_types', headers: [] };
  const page = seen({ status: 200, operation: 'listDirDocumentTypes', request, body: { data: [], meta } });
  expect(measuredChoices([reservation, page])).toMatchObject({ holdMinutes: 10, documentTypesDefaultSize: 25 });
});

test('how many items a page has is read from its links where the list has no more', () => {
  const meta = { total_pages: 1, total_results: 14, page_number: 1, page_size: 14 };
  const links = { self: '/v2/dir/document_types?page[number]=1&page[size]=25', next: null };
  const request = { method: 'GET', url: 'http://target/v2/dir/document_types', headers: [] };
  const page = seen({ status: 200, operation: 'listDirDocumentTypes', request, body: { data: [], meta, links } });
  expect(measuredChoices([page])).toMatchObject({ documentTypesDefaultSize: 25 });
});

for (const [status, word] of [
  [200, 'same'],
  [307, 'redirected307'],
  [300, undefined],
  [302, undefined],
  [400, 'unknown'],
  [404, 'unknown'],
] as const) {
  test(`a list with a slash at its end that is answered with ${status} is ${word ?? 'not settled'}`, () => {
    const request = { method: 'GET', url: 'http://target/v2/dir/document_types/', headers: [] };
    const { operation: _, ...answer } = seen({ status, request, body: {} });
    expect(measuredChoices([answer]).trailingSlash).toBe(word);
  });
}

test('whether numbers that can not be held spoil a request is read from those beside others and those alone', () => {
  const gone = { errors: 'held', status: 'failure', expired_at: '2026-11-22T12:00:00Z' };
  const held = { errors: '', status: 'pending', expired_at: '2026-11-22T12:00:00Z' };
  const reserved = (...phone_numbers: object[]) =>
    seen({ status: 201, operation: 'createNumberReservation', body: { data: { phone_numbers } } });
  const refused = seen({ status: 409, operation: 'createNumberReservation', body: { errors: [] } });
  expect(measuredChoices([reserved(gone)]).unavailableNumber).toBe('entry');
  expect(measuredChoices([reserved(held, gone), refused])).toMatchObject({
    unavailableNumber: 'refusedAlone',
    unavailableExpiry: 'shown',
  });
  expect(measuredChoices([reserved(held), refused])).not.toHaveProperty('unavailableNumber');
});

test('whether a number that nobody has is held is read from entries of such numbers', () => {
  const phone_number = '+447700900123';
  const held = { phone_number, errors: '', status: 'pending', expired_at: '2026-11-22T12:00:00Z' };
  const gone = { phone_number, errors: 'held', status: 'failed' };
  const reserved = (entry: object) =>
    seen({ status: 200, operation: 'createNumberReservation', body: { data: { phone_numbers: [entry] } } });
  expect(measuredChoices([reserved(gone)]).unknownNumber).toBe('unavailable');
  expect(measuredChoices([reserved(gone), reserved(held)]).unknownNumber).toBe('held');
  expect(measuredChoices([reserved({ ...held, phone_number: '+13125550100' })])).not.toHaveProperty('unknownNumber');
});

test('when an update looks at the id is read from unknown ids with bodies that are wrong or no JSON', () => {
  const update = (status: number, body: string) =>
    sent(body, { rules: ['SIM-24'], status, operation: 'updateSimCardDataUsageNotification' });
  const [wrong, broken] = ['{"threshold":{"unit":"KB"}}', '{"threshold":'];
  expect(measuredChoices([update(404, wrong), update(400, broken)]).idAndBody).toBe('idFirst');
  expect(measuredChoices([update(404, wrong), update(404, broken)]).idAndBody).toBe('idBeforeReading');
  expect(measuredChoices([update(422, wrong), update(400, broken)])).not.toHaveProperty('idAndBody');
});

test('whether a body is read before the credentials is seen in unreadable ones of nobody', () => {
  const broken = (status: number, type: string) => sent('{"to":', { rules: ['EMAIL-IDEM-25'], status, type });
  const chosen = (...exchanges: NotedExchange[]) => measuredChoices(exchanges).credentialsAndReading;
  expect(chosen(broken(400, 'application/json'), broken(401, 'text/plain'))).toBe('readingFirst');
  expect(chosen(broken(403, 'application/json'))).toBe('credentialsFirst');
});

test('whether a key is looked at before the credentials is seen in sends of nobody, one of which has what is no key', () => {
  const send = (status: number) => sent('{}', { rules: ['EMAIL-IDEM-25'], status });
  expect(measuredChoices([send(401), send(400)]).credentialsAndKey).toBe('keyFirst');
  expect(measuredChoices([send(401), send(401)]).credentialsAndKey).toBe('credentialsFirst');
  expect(measuredChoices([sent('{}', { status: 400 })])).not.toHaveProperty('credentialsAndKey');
});

test('whether an update with {} is refused for its body is read from ids that nobody has', () => {
  const update = (status: number, id: string, type = 'application/json') =>
    sent('{}', { status, operation: 'updateSimCardDataUsageNotification', url: `http://target/v2/x/${id}`, type });
  const [known, unknown] = ['0f6a3c1e-5b7d-4a9f-8e21-3c4d5e6f7081', '1a7b4d2f-6c8e-4bb0-9f32-4d5e6f708192'];
  expect(measuredChoices([update(400, known), update(404, unknown)])).toMatchObject({ emptyUpdate: 'refusedKnown' });
  for (const pairs of [
    [update(400, known), update(400, unknown)],
    [update(200, known), update(404, unknown)],
    [update(200, known), update(422, known, 'text/plain'), update(404, unknown)],
  ])
    expect(measuredChoices([...pairs, update(404, 'none')])).not.toHaveProperty('emptyUpdate');
});

test('whether a parent that is not found is named is read from the details of errors, not from what stands beside them', () => {
  const parent = '2119a97e-111e-45ab-94d5-6840557d949a';
  const reply = (detail: string, asked = parent.toUpperCase()) =>
    seen({
      status: 404,
      body: { errors: [{ detail }], asked: parent },
      request: {
        method: 'POST',
        url: 'http://target/v2/email_messages',
        headers: [],
        body: JSON.stringify({ in_reply_to_message_id: asked }),
      },
    });
  expect(measuredChoices([reply(`No message ${parent}.`)])).toMatchObject({ unknownParent: 'named' });
  expect(measuredChoices([reply('Parent message not found')])).toMatchObject({ unknownParent: 'same' });
  expect(measuredChoices([reply('Parent message not found', 'no-uuid')])).not.toHaveProperty('unknownParent');
});

test('whether credentials or the path are looked at first is read from unknown paths without credentials', () => {
  const chosen = (status: number, headers: [string, string][] = []) => {
    const { operation: _, ...one } = seen({ status, request: { method: 'GET', url: 'http://target/v2/x', headers } });
    return measuredChoices([one]).credentialsAndPath;
  };
  expect([chosen(401), chosen(404), chosen(405)]).toEqual(['credentialsFirst', 'pathFirst', 'pathFirst']);
  expect(chosen(404, [['Authorization', 'Bearer key']])).toBeUndefined();
});

test('whether each fault of a query has an entry is read from a page whose size and number are out of bounds', () => {
  const refusal = (...detail: object[]) => {
    const url = 'http://target/v2/ai/missions/runs?page%5Bsize%5D=-1&page%5Bnumber%5D=0';
    const request = { method: 'GET', url, headers: [] };
    return seen({ status: 422, operation: 'listRecentAiMissionRuns', request, body: { detail } });
  };
  expect(measuredChoices([refusal({})])).toMatchObject({ entriesTold: 'first' });
  expect(measuredChoices([refusal({}, {})])).toMatchObject({ entriesTold: 'each' });
});

test('whether each fault of a request is told is read from errors that say different things', () => {
  const refusal = (...pointers: (string | null)[]) =>
    seen({ status: 422, body: { errors: pointers.map((pointer) => ({ source: { pointer }, detail: null })) } });
  expect(measuredChoices([refusal('/a'), refusal('/b', null)])).toMatchObject({ faultsTold: 'first' });
  const several = ['/c', '/d', '/e'].map((pointer) => refusal('/a', pointer));
  expect(measuredChoices([refusal('/a'), ...several])).toMatchObject({ faultsTold: 'all' });
  const request = {
    method: 'PATCH',
    url: 'http://target/v2/x',
    headers: [],
    body: '{"sim_card_id":"none","threshold":7}',
  };
  const staged = { ...refusal('/threshold'), operation: 'updateSimCardDataUsageNotification' as const, request };
  expect(measuredChoices([staged, ...several])).toMatchObject({ faultsTold: 'byStage' });
  for (const status of [401, 404])
    expect(measuredChoices([{ ...staged, status }, ...several]), `${status}`).toMatchObject({ faultsTold: 'all' });
  const sent = { ...refusal('/from', '/to'), request: { ...request, method: 'POST', body: '{}' } };
  expect(measuredChoices([sent, ...several])).toMatchObject({ faultsTold: 'membersFirst' });
  const nowhere = { ...refusal('', '', ''), request: sent.request };
  expect(measuredChoices([nowhere, ...several])).toMatchObject({ faultsTold: 'all' });
});

for (const [where, body, name] of [
  ['in a member of another name', { request: 'r', email: { id: 'a', to: [] } }, 'email'],
  ['in no member at all', { id: 'a', to: [], suppressed: [] }, ''],
] as const) {
  test(`a message that is ${where} is compared with ours, and that choice is read from it`, () => {
    const answer = seen({ status: 201, body });
    expect(measuredChoices([answer])).toMatchObject({ messageMember: name });
    const { id, data } = JSON.parse(asOurs(answer).text);
    expect({ id, data }).toEqual({ id: undefined, data: { id: 'a', to: [] } });
  });
}

test('fidelity counts answers that are alike in form, and names what differs', () => {
  const alike = accepted({ subject: 'one' }, { subject: 'other' }, 202);
  expect(fidelityOf([alike, accepted({}, {})])).toMatchObject({
    alike: 1,
    of: 2,
    differs: [{ what: 'EMAIL-ANS-1: status 201, the mock 202', times: 1 }],
  });
});

test('links of pages that stand at other places of two lists are no difference', () => {
  const page = (pages: number, links: object) =>
    JSON.stringify({ data: [{}], meta: { page_number: 1, total_pages: pages }, links });
  const found = (pages: number) => {
    const [theirs, text] = [page(1, {}), page(pages, { next: '/v2/dir/document_types?page[number]=2' })];
    const about = seen({ operation: 'listDirDocumentTypes', status: 200, text: theirs });
    return fidelityOf([{ seen: about, ours: { status: 200, text, rules: [] } }]).alike;
  };
  expect([found(3), found(1)]).toEqual([1, 0]);
});

const deployment: Deployment = {
  contract: document.version,
  settled: '2026-11-22, our staging system at https://staging.example.com/v2, suite 0.2.0, seed 1',
  refusals: { 'EMAIL-SUBJ-3': { status: 422, code: '20424', on: { createEmail: { status: 400 } } } },
  answers: { createEmailMessage: { status: 201, members: { '/data/events': 'absent' } } },
  choices: { holdMinutes: 10, missionRunsPageBeyond: 'last' },
  unsettled: [{ what: 'choices.keyCase', reason: 'was not seen' }],
  otherwise: ['EMAIL-ANS-3'],
};

test('a file that is written says the same when it is read', () => {
  expect(parseDeployment(deploymentText(deployment), 'staging.yaml', document)).toEqual(deployment);
});

test('what two deployments decide otherwise is told with its rule', () => {
  const other = { ...deployment, answers: { createEmailMessage: { status: 202 } }, choices: { holdMinutes: 30 } };
  expect(compareDeployments(deployment, other, document).map(differenceText)).toEqual([
    'choices.holdMinutes was 10, is 30: RSV-16',
    'answers.createEmailMessage.status was 201, is 202: EMAIL-ANS-3',
    'answers.createEmailMessage.members./data/events was absent, is as the contract has it: EMAIL-ANS-3',
  ]);
});

test('of two files side by side, what only one says is told too, in whichever order they stand', () => {
  const empty = { ...deployment, refusals: {}, answers: {}, choices: {} };
  const told = (one: Deployment, other: Deployment) =>
    compareFiles(one, other, document).map((difference) => sideBySideText(difference, ['a.yaml', 'b.yaml']));
  expect(told(deployment, empty)).toEqual([
    'choices.holdMinutes is 10 in a.yaml, 30 in b.yaml: RSV-16',
    'choices.missionRunsPageBeyond is last in a.yaml, empty in b.yaml: PAGE-12',
    'refusals.EMAIL-SUBJ-3.status is 422 in a.yaml, as the contract has it in b.yaml: EMAIL-SUBJ-3',
    'refusals.EMAIL-SUBJ-3.code is 20424 in a.yaml, as the contract has it in b.yaml: EMAIL-SUBJ-3',
    'refusals.EMAIL-SUBJ-3.on.createEmail.status is 400 in a.yaml, as the contract has it in b.yaml: EMAIL-SUBJ-3',
    'answers.createEmailMessage.status is 201 in a.yaml, as the contract has it in b.yaml: EMAIL-ANS-3',
    'answers.createEmailMessage.members./data/events is absent in a.yaml, as the contract has it in b.yaml: EMAIL-ANS-3',
  ]);
  expect(told(empty, deployment)).toHaveLength(7);
  expect(told(deployment, deployment)).toEqual([]);
});

test('the same words in another order are no drift', () => {
  const withWords = (words: Record<string, string>): Deployment => ({
    ...deployment,
    answers: { listRecentAiMissionRuns: { members: { '/data/*/status': { words } } } },
  });
  const one = withWords({ cancelled: 'canceled', succeeded: 'completed' });
  const other = withWords({ succeeded: 'completed', cancelled: 'canceled' });
  expect(compareDeployments(one, other, document)).toEqual([]);
});

test('what a run did not see is no drift', () => {
  const unseen = { ...deployment, refusals: {}, answers: {}, choices: {} };
  expect(compareDeployments(deployment, unseen, document)).toEqual([]);
});

test('what few refusals have is not told of all others', () => {
  const rules: RuleId[] = ['EMAIL-RCPT-8', 'EMAIL-FROM-10', 'EMAIL-TRACK-2', 'EMAIL-SUPP-10'];
  const pairs = rules.map((rule) =>
    refused(
      { status: 403, error: { code: '1', title: 'No', ...(rule === 'EMAIL-SUPP-10' && { meta: { scope: 'x' } }) } },
      [rule],
    ),
  );
  const { refusals } = findRefusals([...pairs, ...pairs.slice(0, 1)]);
  expect(refusals['EMAIL-SUPP-10']).toMatchObject({ meta: { scope: 'x' } });
  expect(refusals['ERR-1']).not.toHaveProperty('meta');
});

test('what differs from one place to the next is settled by place', () => {
  const at = (pointer: string, code: string): Pair => {
    const pair = refused({ status: 422, error: { code, title: 'No' } }, ['SIM-21']);
    const ours = { errors: [{ code: '10015', title: 'Invalid request', detail: 'no', source: { pointer } }] };
    return { ...pair, ours: { ...pair.ours, text: JSON.stringify(ours) }, place: pointer };
  };
  const { refusals, unsettled } = findRefusals([at('/threshold/unit', 'inclusion'), at('/threshold/amount', 'format')]);
  expect(refusals['SIM-21']).toMatchObject({
    at: { '/threshold/unit': { code: 'inclusion' }, '/threshold/amount': { code: 'format' } },
  });
  expect(unsettled).toEqual([]);
});

test('a file says once what goes for all refusals, and the title of a code', () => {
  const pairs = [
    refused({ status: 400, error: { code: '1', title: 'No' } }, ['EMAIL-RCPT-8']),
    refused({ status: 409, error: { code: '2', title: 'Taken' } }, ['EMAIL-IDEM-9']),
    refused({ status: 422, error: { code: '1', title: 'No', source: { pointer: '/to/0' } } }, ['EMAIL-FROM-10']),
  ];
  expect(shortened(findRefusals(pairs), pairs)).toMatchObject({
    titles: { '1': 'No', '2': 'Taken' },
    refusals: {
      'ERR-1': { body: 'full', detail: false, pointer: 'none' },
      'EMAIL-RCPT-8': { status: 400, code: '1' },
      'EMAIL-IDEM-9': { status: 409, code: '2' },
      'EMAIL-FROM-10': { status: 422, code: '1', pointer: 'exact' },
    },
  });
});

test('what another rule of the same refusal would say otherwise is said again', () => {
  const error = { code: '1', title: 'No' };
  const pairs = [
    refused({ status: 400, error }, ['EMAIL-RCPT-8', 'EMAIL-FROM-10']),
    refused({ status: 400, error: { ...error, detail: 'no' } }, ['EMAIL-FROM-10']),
    refused({ status: 400, error }, ['EMAIL-IDEM-9']),
  ];
  const { refusals } = shortened(findRefusals(pairs), pairs);
  expect(refusals['EMAIL-RCPT-8']).toMatchObject({ detail: false });
  expect(refusals['EMAIL-IDEM-9']).not.toHaveProperty('detail');
});

test('a pointer that leads there in several ways is settled as the way that most of them share', () => {
  const pair = (own: string): Pair => {
    const one = refused({ status: 400, error: { code: '1', title: 'No', source: { pointer: '/to' } } }, ['ERR-10']);
    return { ...one, ours: { ...one.ours, text: one.ours.text.replace('/to/0', own) } };
  };
  const { refusals, unsettled } = findRefusals([pair('/to'), pair('/to/0/email'), pair('/to/0')]);
  expect([refusals['ERR-10']?.pointer, unsettled]).toEqual(['top', []]);
});

test('a pointer to the whole body is settled where ours leads nowhere, and is not where few do', () => {
  const bare = (pointer?: string): Pair => {
    const pair = refused(
      { status: 415, error: { code: '1', title: 'No', ...(pointer === undefined ? {} : { source: { pointer } }) } },
      ['HTTP-6'],
    );
    return {
      ...pair,
      ours: { ...pair.ours, text: JSON.stringify({ errors: [{ code: '10015', title: 'No', detail: 'no' }] }) },
    };
  };
  expect(findRefusals([bare('')]).refusals['HTTP-6']).toMatchObject({ pointer: '' });
  const few = findRefusals([bare(''), ...Array.from({ length: 9 }, () => bare())]);
  expect(few.refusals['HTTP-6']?.pointer).not.toBe('');
});

test('what an added member shows depends on the status, where each time it is the same', () => {
  const pairs = ['sandbox', 'queued', 'queued'].map((status) =>
    accepted({ id: '1', status, live: status !== 'sandbox' }, { id: '1', status }),
  );
  const { answers } = findAnswers(pairs, document);
  expect(answers.createEmailMessage?.members?.['/data/live']).toEqual({ missing: true, where: { sandbox: false } });
});

test('an added member that is there in some situations only is settled for those', () => {
  const pairs = ['scheduled', 'queued', 'scheduled', 'queued'].map((status) =>
    accepted({ id: '1', status, ...(status === 'scheduled' && { slot: 7 }) }, { id: '1', status }),
  );
  const { answers } = findAnswers(pairs, document);
  expect(answers.createEmailMessage?.members?.['/data/slot']).toEqual({ where: { scheduled: 7 } });
  const once = findAnswers(pairs.slice(1), document).answers.createEmailMessage?.members;
  expect(once?.['/data/slot']).toBeUndefined();
  const ofFive = (slots: number) => {
    const scheduled = [1, 2, 3, 4, 5].map((n) => ({ status: 'scheduled', ...(n <= slots && { slot: 7 }) }));
    const all = [...scheduled, { status: 'queued' }, { status: 'queued' }];
    const some = all.map((theirs) => accepted({ id: '1', ...theirs }, { id: '1', status: theirs.status }));
    return findAnswers(some, document).answers.createEmailMessage?.members?.['/data/slot'];
  };
  expect([ofFive(4), ofFive(3)]).toEqual([{ where: { scheduled: 7 } }, undefined]);
});

test('an added member that is missing once, in a situation that was met once, is settled for all', () => {
  const pairs = [...Array.from({ length: 9 }, () => 'queued'), 'sent'].map((status) =>
    accepted({ id: '1', status, ...(status === 'queued' && { slot: 7 }) }, { id: '1', status }),
  );
  const { answers } = findAnswers(pairs, document);
  expect(answers.createEmailMessage?.members?.['/data/slot']).toEqual({ missing: 7 });
});

test('an added member that is missing in one situation is settled for each of the others', () => {
  const statuses = ['queued', 'queued', 'sent', 'sent', ...Array.from({ length: 8 }, () => 'scheduled')];
  const pairs = statuses.map((status) =>
    accepted({ id: '1', status, ...(status !== 'sent' && { slot: 7 }) }, { id: '1', status }),
  );
  const { answers } = findAnswers(pairs, document);
  expect(answers.createEmailMessage?.members?.['/data/slot']).toEqual({ where: { queued: 7, scheduled: 7 } });
});

test('an added member that says what the request says in a member of its name is settled as that', () => {
  const pairs = ['a', 'b', undefined, undefined].map((group) => {
    const pair = accepted({ id: '1', group_id: group ?? null }, { id: '1' });
    const body = JSON.stringify({ group_id: group });
    return { ...pair, seen: { ...pair.seen, request: { ...pair.seen.request, body } } };
  });
  const { answers } = findAnswers(pairs, document);
  expect(answers.createEmailMessage?.members?.['/data/group_id']).toEqual({ missing: null, where: { asked: 'a' } });
});

test('a member of ours under another name is settled as that, with what stands where ours has nothing', () => {
  const pairs = ['Ada', 'Bo', undefined, undefined].map((name) =>
    accepted(
      { from: { email: 'a@b.co', display: name ?? null } },
      { from: { email: 'a@b.co', ...(name !== undefined && { name }) } },
    ),
  );
  const { answers } = findAnswers(pairs, document);
  expect(answers.createEmailMessage?.members).toEqual({
    '/data/from/name': 'absent',
    '/data/from/display': { like: 'name', missing: null },
  });
});

for (const [names, members] of [
  [['Ada', 'Ada', null], { '/data/name': 'absent', '/data/display': { like: 'name' } }],
  [['Ada', 'Ada', 'Ada'], { '/data/name': 'absent', '/data/display': { missing: 'Ada' } }],
  [['Ada', null, undefined], { '/data/name': 'absent' }],
] as const)
  test(`members that say ${JSON.stringify(names)}, as one of ours does, are settled by what can be seen of that`, () => {
    const pairs = names.map((name) => accepted({ id: '1', display: name }, { id: '1', name }));
    expect(findAnswers(pairs, document).answers.createEmailMessage?.members).toEqual(members);
  });

test('of members without end only some are settled, and that is said', () => {
  const members = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`/data/m${n}`, { missing: n }] as const));
  const { answers, unsettled } = withMostMembers({ ...deployment, answers: { createEmailMessage: { members } } });
  expect(Object.keys(answers.createEmailMessage?.members ?? {})).toHaveLength(150);
  expect(unsettled.at(-1)).toEqual({
    what: 'members',
    reason: 'are more than 150 of answers, or 350 of refusals',
  });
});

test('members are counted over all answers, and over all refusals and the forms within them', () => {
  const members = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`/m${n}`, { missing: n }] as const));
  const form = (count: number): RefusalForm => ({ members: members(count) });
  const whole = (last: number): Deployment => ({
    ...deployment,
    answers: {
      createEmailMessage: { members: members(100) },
      getEmailMessage: { members: members(last) },
      listDirDocumentTypes: { status: 200 },
    },
    refusals: {
      'ERR-1': { ...form(100), on: { createEmailMessage: { ...form(50), at: { '/to': form(50) } } } },
      'ERR-10': { of: { value: form(100) }, at: { '/cc': form(last) } },
    },
  });
  expect(withMostMembers(whole(50))).toEqual(whole(50));
  const cut = withMostMembers(whole(51));
  expect({ ...cut, unsettled: deployment.unsettled }).toEqual(whole(50));
  expect(cut.unsettled).toHaveLength(deployment.unsettled.length + 1);
});

test('the largest page is the largest that came in full below one that did not', () => {
  const page = (size: number | string, came: number | undefined) =>
    seen({
      operation: 'listDirDocumentTypes',
      request: { method: 'GET', url: `http://target/v2/dir/document_types?page[size]=${size}`, headers: [] },
      status: came === undefined ? 422 : 200,
      body: came === undefined ? {} : { data: [], meta: { total_results: 70, page_number: 1, page_size: came } },
    });
  const largest = (...pages: NotedExchange[]) => measuredChoices(pages).documentTypesLargestSize;
  expect(largest(page(25, 25), page(100, 70), page(250, undefined))).toBe(100);
  expect(largest(page(25, 25), page(100, 50), page(1000, 50))).toBe(50);
  expect(largest(page(25, 25), page(100, 70))).toBeUndefined();
  expect(largest(page(7, 7), page(1001, undefined))).toBeUndefined();
  expect(largest(page(25, 25), page(2000, 70))).toBe(1_000_000);
  const ofStranger = { ...page(50, undefined), status: 401 };
  expect(largest(page(25, 25), ofStranger, page(100, 70), page(250, undefined))).toBe(100);
  expect(largest(page(25, 25), page(1.5, 1), page(2000, 70))).toBe(1_000_000);
  expect(largest(page(1000, 70), page('1e3', undefined), page(1001, undefined))).toBe(1000);
});

test('times that have as many digits or none are settled as such', () => {
  const pairs = ['08:00:00.120000', '08:00:01', '08:00:02.345678'].map((time) =>
    accepted({ created_at: `2026-11-21T${time}Z` }, { created_at: '2026-11-21T08:00:00.000000Z' }),
  );
  expect(findAnswers(pairs, document).answers.createEmailMessage?.members).toMatchObject({
    '/data/created_at': { time: '[.000000]Z' },
  });
});

test('links are settled by what they lead to', () => {
  const url = 'http://target/api/v2/ai/missions/runs?page[size]=2';
  const body = { data: [], meta: {}, links: { next: `${url}&page[number]=2`, prev: null } };
  const about = { operation: 'listRecentAiMissionRuns' as const, request: { method: 'GET', url, headers: [] } };
  const pair: Pair = {
    seen: seen({ ...about, status: 200, body }),
    ours: { status: 200, text: JSON.stringify({ data: [], meta: {} }), rules: ['RUN-1'] },
  };
  const { members } = findAnswers([pair, pair], document).answers.listRecentAiMissionRuns ?? {};
  expect(members?.['/links']).toMatchObject({
    missing: { next: '{origin}{path}?page[size]={size}&page[number]={next}', prev: null },
  });
});

test('a text that has the id of what is shown within it is settled with that in its place, on sending and on reading', () => {
  const ids = ['6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c', '7f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c'];
  const sent = ids.map((id) => accepted({ id, message_id: `<${id}@mail.example>` }, { id: 'ours' }));
  const request = { method: 'GET', url: `http://target/v2/email_messages/${ids[0]}`, headers: [] };
  const read = sent.map((pair) => ({
    ...pair,
    seen: { ...pair.seen, operation: 'getEmailMessage' as const, request },
  }));
  const { createEmailMessage, getEmailMessage } = findAnswers([...sent, ...read], document).answers;
  for (const form of [createEmailMessage, getEmailMessage])
    expect(form?.members).toEqual({ '/data/message_id': { missing: '<{id}@mail.example>' } });
  const textOf = (id: string) =>
    findAnswers([accepted({ id, text: `of ${id}` }, { id: 'ours' })], document).answers.createEmailMessage?.members;
  expect(['12345678', '1234567'].map(textOf)).toEqual([
    { '/data/text': { missing: 'of {id}' } },
    { '/data/text': { missing: 'of 1234567' } },
  ]);
});

test('a link leads below what was asked for only where a step of its path ends there', () => {
  const linkOf = (self: string) =>
    findAnswers([accepted({ id: '1', self }, { id: '2' })], document).answers.createEmailMessage?.members?.[
      '/data/self'
    ];
  expect(linkOf('/v2/email_messages/all')).toEqual({ missing: '{path}/all' });
  expect(linkOf('/v2/email_messages_all')).toEqual({ missing: '/v2/email_messages_all' });
});

test('ids that were sent in capitals and are shown in small letters are repeated all the same', () => {
  const ids = ['6F1D2C3B-4A59-4E68-9B7C-0D1E2F3A4B5C', '7f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c'];
  const pairs = ids.map((id): Pair => {
    const request = {
      method: 'POST',
      url: 'http://target/v2/email_messages',
      headers: [],
      body: `{"forward_of":"${id}"}`,
    };
    const pair = accepted({ forward_of: id.toLowerCase() }, {});
    return { ...pair, seen: { ...pair.seen, request } };
  });
  const { members } =
    findAnswers([...pairs, accepted({ forward_of: null }, {})], document).answers.createEmailMessage ?? {};
  expect(members?.['/data/forward_of']).toMatchObject({ missing: null, where: { asked: ids[0]?.toLowerCase() } });
});

test('an alias is settled with its original', () => {
  const of = (code: string, operation: 'createEmail' | 'createEmailMessage'): Pair => {
    const pair = refused({ status: 400, error: { code, title: 'No' } }, ['EMAIL-RCPT-8']);
    return { ...pair, operation: 'createEmailMessage', seen: { ...pair.seen, operation } };
  };
  const { refusals, unsettled } = findRefusals([of('1', 'createEmail'), of('2', 'createEmailMessage')]);
  expect(refusals['EMAIL-RCPT-8']).not.toHaveProperty('on');
  expect(unsettled).toHaveLength(1);
});

test('what was answered to malformed requests, or to HEAD, is told of no rule', () => {
  const pair = refused({ status: 400, error: { code: '20001', title: 'No' } }, ['EMAIL-RCPT-8']);
  const found = (changes: Partial<NotedExchange>) =>
    Object.keys(findRefusals([{ ...pair, seen: { ...pair.seen, ...changes } }]).refusals);
  expect(found({ rules: ['HTTP-12'] })).toEqual([]);
  expect(found({ request: { ...pair.seen.request, method: 'HEAD' } })).toEqual([]);
  expect(found({ rules: ['HTTP-12', 'EMAIL-RCPT-8'] })).toEqual(['EMAIL-RCPT-8', 'ERR-1']);
  expect(found({ rules: ['EMAIL-RCPT-8'] })).toEqual(['EMAIL-RCPT-8', 'ERR-1']);
});

test('a refusal without a meta has none, whatever others have', () => {
  const meta = { kind: 'value' };
  const withMeta = refused({ status: 422, error: { code: '1', title: 'No', meta } }, ['EMAIL-RCPT-8']);
  const without = refused({ status: 422, error: { code: '1', title: 'No' } }, ['SIM-24']);
  const { refusals } = findRefusals([withMeta, withMeta, withMeta, without]);
  expect([refusals['ERR-1']?.meta, refusals['SIM-24']?.meta]).toEqual([meta, 'none']);
});

test('a pointer that is always the same is settled where it was seen, and not of other operations', () => {
  const pair = (operation: OperationId, error: object, of: string): Pair => ({
    seen: seen({ status: 400, operation, body: { errors: [{ code: of, title: 'No', ...error }] } }),
    ours: { status: 400, text: '{"errors":[{"code":"10007","title":"Unexpected error"}]}', rules: ['HTTP-3'] },
    operation,
  });
  const { on } = findRefusals([
    pair('createEmailMessage', { source: { pointer: '/from' } }, '1'),
    pair('createNumberReservation', {}, '2'),
  ]).refusals['HTTP-3'] as RefusalForm;
  expect(on?.createEmailMessage).toMatchObject({ pointer: '/from' });
  expect(on?.createNumberReservation).not.toHaveProperty('pointer');
});

test('errors that tell one fault together are settled as such', () => {
  const error = (constraint: string, pointer: string) => ({
    code: '1',
    title: 'No',
    source: { pointer },
    meta: { constraint },
  });
  const twice = refused({ status: 422, error: {} }, ['EMAIL-RCPT-8']);
  twice.seen.text = JSON.stringify({ errors: [error('isEmail', '/to/0'), error('isUnique', '/to')] });
  const once = refused({ status: 422, error: error('isEmail', '/to/0') }, ['SIM-24']);
  const ofTwo = refused({ status: 422, error: {} }, ['EMAIL-RCPT-9']);
  ofTwo.seen.text = twice.seen.text;
  ofTwo.ours.text = JSON.stringify({ errors: [error('isEmail', '/to/0'), error('isUnique', '/to')] });
  const found = findRefusals([twice, once, ofTwo]);
  const { refusals } = found;
  expect(refusals['EMAIL-RCPT-9']).not.toHaveProperty('also');
  expect(refusals['EMAIL-RCPT-8']?.also).toEqual([{ pointer: 'top', meta: { constraint: 'isUnique' } }]);
  expect(refusals['SIM-24']?.also).toEqual([]);
  const short = shortened(found, [twice, once, ofTwo]).refusals;
  expect([short['SIM-24']?.also, short['EMAIL-RCPT-8']?.also]).toEqual([undefined, refusals['EMAIL-RCPT-8']?.also]);
  const titled = { ...error('isEmail', '/to'), title: 'Not unique' };
  twice.seen.text = JSON.stringify({ errors: [error('isEmail', '/to/0'), titled] });
  expect(findRefusals([twice]).refusals['EMAIL-RCPT-8']?.also).toEqual([{ pointer: 'top', title: 'Not unique' }]);
});

test('a further error that says nothing else and names no place may be about another fault', () => {
  const pair = refused({ status: 422, error: {} }, ['EMAIL-FROM-4']);
  const error = { code: '1', title: 'No', source: { pointer: '' } };
  pair.seen.text = JSON.stringify({ errors: [error, error] });
  expect(findRefusals([pair]).refusals['EMAIL-FROM-4']).not.toHaveProperty('also');
});

test('entries of a refused query that tell one fault together are settled as such', () => {
  const detail = (...types: string[]) =>
    JSON.stringify({ detail: types.map((type) => ({ loc: ['query', 'page', 'size'], msg: type, type })) });
  const { refusals } = findRefusals([
    {
      seen: seen({ status: 400, text: detail('max', 'isInt') }),
      ours: { status: 422, text: detail('le'), rules: ['RUN-20'] },
    },
  ]);
  expect(refusals['RUN-20']?.also).toEqual([{ type: 'isInt', msg: 'isInt' }]);
});

test('several faults that are told as one wherever there are several are settled so', () => {
  const told = (...pointers: string[]) =>
    JSON.stringify({
      errors: pointers.map((pointer) => ({ code: '1', title: 'No', detail: 'No', source: { pointer } })),
    });
  const pair = (theirs: string[], own: string[]): Pair => ({
    seen: seen({ status: 422, text: told(...theirs), rules: ['EMAIL-TMPL-2'] }),
    ours: { status: 422, text: told(...own), rules: ['EMAIL-TMPL-2'] },
  });
  const [one, both] = [['/subject'], ['/subject', '/text_body']];
  const onceIn = (...pairs: Pair[]) => findRefusals(pairs).refusals['EMAIL-TMPL-2']?.once;
  expect(onceIn(pair(one, one), pair(one, both))).toBe(true);
  expect(onceIn(pair(one, both), pair(both, both))).toBeUndefined();
  expect(onceIn(pair(one, one))).toBeUndefined();
});

test('two faults under a rule that are told as one in cases about others of its concern are settled so, too', () => {
  const error = (pointer: string) => ({ code: '10015', title: 'Invalid request', detail: 'No', source: { pointer } });
  const pair = (own: string[], rule: RuleId, told = 1): Pair => ({
    seen: seen({
      status: 422,
      rules: [rule],
      body: { errors: Array.from({ length: told }, (_, n) => error(`/h${n}`)) },
    }),
    ours: { status: 422, text: JSON.stringify({ errors: own.map(error) }), rules: ['EMAIL-HDR-5'] },
  });
  const [one, both] = [['/headers/To'], ['/headers/To', '/headers/Cc']];
  const onceIn = (...pairs: Pair[]) => findRefusals(pairs).refusals['EMAIL-HDR-5']?.once;
  const about = pair(one, 'EMAIL-HDR-5');
  expect(onceIn(about, pair(both, 'EMAIL-HDR-4'), pair(both, 'EMAIL-HDR-6'))).toBe(true);
  expect(onceIn(about, pair(both, 'EMAIL-HDR-4'), pair(both, 'EMAIL-HDR-6', 2))).toBeUndefined();
  expect(onceIn(about, pair(both, 'EMAIL-RCPT-2'), pair(both, 'EMAIL-RCPT-4'))).toBeUndefined();
});

test('a list of suppressed recipients in a meta is settled by what it is made of', () => {
  const pair = (...addresses: string[]): Pair => {
    const dropped = addresses.map((email) => ({ email, overridable: false }));
    const suppressed = addresses.map((to) => ({ to: `our-${to}`, override_allowed: false }));
    const error = { code: '10019', title: 'No' };
    return {
      seen: seen({ status: 422, body: { errors: [{ ...error, meta: { type: 'invalid', dropped } }] } }),
      ours: { status: 422, text: JSON.stringify({ errors: [error], suppressed }), rules: ['EMAIL-SUPP-13'] },
    };
  };
  const pairs = [pair('a@b.co'), pair('b@b.co'), pair('a@b.co', 'c@b.co')];
  expect(findRefusals(pairs).refusals['EMAIL-SUPP-13']?.members).toMatchObject({
    '/errors/*/meta/dropped': { list: '/suppressed', items: { email: 'to', overridable: 'override_allowed' } },
  });
});

test('what a reading was seen to repeat of the request is settled as on sending, and else is not', () => {
  const group = 'c5555555-5555-4555-8555-555555555555';
  const sends = [group, group, undefined, undefined].map((sentGroup, index) => {
    const one = { to: `a${index}@b.co` };
    const list = { own: sentGroup ? [one] : [], theirs: sentGroup ? [{ email: one.to }] : [] };
    const pair = accepted({ id: '1', group_id: sentGroup ?? null, dropped: list.theirs }, { id: '1' });
    const body = JSON.stringify({ group_id: sentGroup });
    const ours = JSON.stringify({ data: { id: '1' }, suppressed: list.own });
    return {
      seen: { ...pair.seen, request: { ...pair.seen.request, body } },
      ours: { ...pair.ours, text: ours },
    };
  });
  const read = (theirs: object): Pair => {
    const pair = accepted({ id: '1', ...theirs }, { id: '1' });
    const request = { method: 'GET', url: 'http://target/v2/email_messages/1', headers: [] };
    return { ...pair, seen: { ...pair.seen, operation: 'getEmailMessage', request } };
  };
  const readAs = (...theirs: object[]) =>
    findAnswers([...sends, ...theirs.map(read)], document).answers.getEmailMessage?.members;
  const nothing = { group_id: null, dropped: [] };
  expect(readAs(nothing, nothing, { group_id: group, dropped: [{ email: 'a@b.co' }] })).toEqual({
    '/data/group_id': { missing: null, where: { asked: group } },
    '/data/dropped': { list: '/suppressed', items: { email: 'to' }, missing: [] },
  });
  expect(readAs(nothing, nothing)).toEqual({ '/data/group_id': { missing: null }, '/data/dropped': { missing: [] } });
});

test('what a meta says in a word is settled by the kind of fault', () => {
  const pair = (fault: FaultKind, kind: string): Pair => {
    const one = refused({ status: 422, error: { code: '1', title: 'No', meta: { kind } } }, ['ERR-10']);
    return { ...one, ours: { ...one.ours, fault } };
  };
  const pairs = [pair('type', 'string_type'), pair('missing', 'missing'), pair('value', 'value_error')];
  const { of } = findRefusals([...pairs, ...pairs]).refusals['ERR-10'] ?? {};
  expect([of?.value?.meta, of?.missing?.meta]).toEqual([{ kind: 'value_error' }, { kind: 'missing' }]);
});

test('a body without a list of errors is settled as what it says', () => {
  const pair: Pair = {
    seen: seen({ status: 404, body: { detail: 'Not Found' }, operation: undefined }),
    ours: { status: 404, text: JSON.stringify({ errors: [{ code: '10001', title: 'Not found' }] }), rules: ['HTTP-7'] },
  };
  const other = refused({ status: 422, error: { code: '1', title: 'No' } }, ['ERR-10']);
  expect(findRefusals([pair, other, other]).refusals['HTTP-7']).toMatchObject({
    body: 'other',
    members: { '/detail': { missing: 'Not Found' } },
  });
});

/** A refusal of an unknown path whose body is a text. */
function inText(path: string, text: string, type = 'text/plain; charset=utf-8'): Pair {
  const request = { method: 'PUT', url: `http://target/v2${path}`, headers: [] };
  const answer: Pick<NotedExchange, 'status' | 'headers' | 'text'> = {
    status: 404,
    headers: [['Content-Type', type]],
    text,
  };
  return { seen: seen({ ...answer, request }), ours: { ...answer, rules: ['HTTP-7'] } };
}

for (const [what, text, body] of [
  ['no body', '', 'none'],
  ['blanks', ' \n', 'none'],
  ['an empty list of errors', '{"errors":[]}', 'empty'],
  ['an empty list of entries', '{"detail":[]}', 'empty'],
  ['an object without a list', '{"message":"no"}', 'other'],
] as const) {
  test(`a refusal with ${what} is settled as one whose body is ${body}`, () => {
    const { refusals } = findRefusals([inText('/a', text)]);
    expect(refusals['HTTP-7']).toMatchObject({ status: 404, body });
  });
}

test('a body that is a text is settled with its content type, and repeats its request', () => {
  const page = (path: string) => inText(path, `<pre>Cannot PUT /v2${path}, no OUTPUT</pre>`, 'text/html');
  expect(findRefusals([page('/a'), page('/b')]).refusals['HTTP-7']).toEqual({
    status: 404,
    body: 'text',
    text: '<pre>Cannot {method} {path}, no OUTPUT</pre>',
    contentType: 'text/html',
  });
});

test('of texts that are another one each time one is settled', () => {
  const { refusals, unsettled } = findRefusals(['1', '2', '3'].map((id) => inText('/a', `not found (${id})`)));
  expect([refusals['HTTP-7'], unsettled]).toMatchObject([{ body: 'text', text: 'not found (1)' }, []]);
});

test('a text in the place of the errors that the source shows is never settled', () => {
  const { ours, ...pair } = inText('/a', 'no');
  expect(findRefusals([{ ...pair, ours: { ...ours, rules: ['EMAIL-GET-4'] } }]).refusals).toEqual({});
});

test('a refusal that is a text is like another of its content type alone', () => {
  const [one, page] = [inText('/a', 'no'), inText('/a', '<p>No</p>', 'text/html')];
  const body = { status: 404, text: JSON.stringify({ errors: [] }), rules: [] };
  const pairs: Pair[] = [one, { ...one, ours: page.ours }, { ...one, ours: body }];
  expect(fidelityOf(pairs)).toMatchObject({
    alike: 1,
    differs: [
      { what: 'HTTP-7: a body of text/plain, the mock a body of text/html' },
      { what: 'createEmailMessage: a body of text/plain, the mock a body' },
    ],
  });
});

test('a pointer to a member of one operation is settled on that alone', () => {
  const at = (pointer: string) =>
    refused({ status: 422, error: { code: '1', title: 'No', source: { pointer } } }, ['HTTP-5']);
  const pair: Pair = { ...at('/from'), operation: 'createEmailMessage' };
  const bare = { ...pair, ours: { ...pair.ours, text: JSON.stringify({ errors: [{ code: '10015' }] }) } };
  const { pointer, on } = findRefusals([bare]).refusals['HTTP-5'] ?? {};
  expect([pointer, on]).toEqual([undefined, { createEmailMessage: { pointer: '/from' } }]);
});

test('a member that says once more what another says is settled as like that', () => {
  const times = ['2026-11-22T10:00:00.000Z', '2026-11-22T10:01:00.000Z', '2026-11-22T10:02:00.000Z'];
  const pairs = times.map((time) =>
    accepted({ created_at: time, updated_at: time.replace('.000', '.003') }, { created_at: time }),
  );
  const { members } = findAnswers(pairs, document).answers.createEmailMessage ?? {};
  expect(members?.['/data/updated_at']).toMatchObject({ like: 'created_at' });
});

test('a number that is always the length of a list beside it is settled as that, where the lengths vary', () => {
  const entries = (length: number) => Array.from({ length }, () => ({}));
  const found = (...counts: [count: number, length: number][]) => {
    const pairs = counts.map(([count, length]): Pair => {
      const pair = accepted({ count, phone_numbers: entries(length) }, { phone_numbers: entries(length) });
      return { ...pair, seen: { ...pair.seen, operation: 'createNumberReservation' } };
    });
    return findAnswers(pairs, document).answers.createNumberReservation?.members?.['/data/count'];
  };
  expect(found([0, 0], [1, 1], [2, 2])).toEqual({ length: 'phone_numbers' });
  expect(found([1, 1], [1, 1], [1, 1])).toEqual({ missing: 1 });
  expect(found([1, 1], [2, 2], [1, 1])).toEqual({ missing: 1 });
  expect(found([0, 0], [1, 1], [1, 2], [1, 2])).toEqual({ missing: 1 });
});

test('the list that is counted is the one of the target, where it shows it', () => {
  const entries = (length: number) => Array.from({ length }, () => ({}));
  const pairs = [0, 1, 2, 3, 4].map((count): Pair => {
    const isShown = count > 0 && count < 4;
    const theirs = isShown ? { count, phone_numbers: entries(count) } : { count };
    const pair = accepted(theirs, { phone_numbers: entries(isShown ? count + 1 : count) });
    return { ...pair, seen: { ...pair.seen, operation: 'createNumberReservation' } };
  });
  const { members } = findAnswers(pairs, document).answers.createNumberReservation ?? {};
  expect(members?.['/data/count']).toEqual({ length: 'phone_numbers' });
});

test('a number that is always the length of several lists together is settled as that', () => {
  const list = (length: number) => Array.from({ length }, () => ({ email: 'a@b.example' }));
  const pairs = [
    [1, 0, 0],
    [1, 2, 0],
    [2, 0, 2],
    [1, 1, 1],
  ].map(([to = 0, cc = 0, bcc = 0]) => {
    const lists = { to: list(to), cc: list(cc), bcc: list(bcc) };
    return accepted({ ...lists, count: to + cc + bcc }, lists);
  });
  const { members } = findAnswers(pairs, document).answers.createEmailMessage ?? {};
  expect(members?.['/data/count']).toEqual({ length: ['to', 'cc', 'bcc'] });
});

test('a member that is null where another one is, and else something, is settled as that', () => {
  const pairs = [null, 'a@b.example', null, 'c@d.example'].map((reply_to, at) =>
    accepted({ reply_to, more: reply_to === null ? null : at }, { reply_to }),
  );
  const { members } = findAnswers(pairs, document).answers.createEmailMessage ?? {};
  expect(members?.['/data/more']).toMatchObject({ nullWith: 'reply_to', missing: expect.any(Number) });
  const oneNull = findAnswers(pairs.slice(1), document).answers.createEmailMessage?.members;
  expect(oneNull?.['/data/more']).toEqual({ missing: expect.any(Number) });
});

test('addresses whose domains alone are shown in small letters are settled so', () => {
  const pair = accepted({ to: [{ email: 'Grace@example.com' }] }, { to: [{ email: 'Grace@Example.COM' }] });
  const { members } = findAnswers([pair, pair], document).answers.createEmailMessage ?? {};
  expect(members?.['/data/to/*/email']).toEqual({ case: 'domain' });
});

test('answers that are nested as deep as one likes are settled and compared like any other', () => {
  const text = `{"data":{"id":"1","more":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
  const pair = { ...accepted({}, { id: '1' }), seen: seen({ status: 201, text }) };
  const { answers } = findAnswers([pair, pair], document);
  expect(answers.createEmailMessage?.status).toBe(201);
  expect(fidelityOf([{ ...pair, ours: { ...pair.ours, status: 201 } }]).differs[0]?.what).toContain('/data/more');
});

test('an operation that tells one fault, where others tell several, is settled so', () => {
  const told = (...pointers: string[]) =>
    JSON.stringify({
      errors: pointers.map((pointer) => ({ code: '1', title: 'No', detail: 'No', source: { pointer } })),
    });
  const pair = (operation: 'createEmailMessage' | 'createNumberReservation', theirs: string[]): Pair => ({
    seen: seen({ status: 422, text: told(...theirs), operation }),
    ours: { status: 422, text: told('/a', '/b'), rules: ['ERR-10'] },
    operation,
  });
  const onceIn = (pairs: Pair[]) => findRefusals(pairs).refusals['ERR-1']?.on;
  const several = pair('createEmailMessage', ['/a', '/b']);
  const one = pair('createNumberReservation', ['/a']);
  expect(onceIn([several, one, one])).toMatchObject({ createNumberReservation: { once: true } });
  expect(onceIn([several, one, one, pair('createNumberReservation', ['/a', '/b'])])).toBeUndefined();
});

test('entries beside errors are settled as those beside data', () => {
  const both = (one: object, other: object): Pair => ({
    seen: seen({ status: 422, body: { errors: [{ code: '1', title: 'No' }], suppressed: [one, { more: 'no' }] } }),
    ours: { status: 422, text: JSON.stringify({ errors: [], suppressed: [other] }), rules: ['EMAIL-SUPP-13'] },
  });
  const pair = both({ to: 'a@b.co', scope: 'global' }, { to: 'a@b.co', scope: 'account', override_allowed: false });
  expect(findAnswers([accepted({}, {}), pair, pair], document).answers.createEmailMessage?.members).toEqual({
    '/suppressed/*/override_allowed': 'absent',
    '/suppressed/*/scope': { words: { account: 'global' } },
  });
});

test('what several errors of the target lack, where ours has no place, is settled as further errors', () => {
  const error = (pointer?: string) => ({
    code: '1',
    title: 'No',
    detail: 'No',
    ...(pointer && { source: { pointer } }),
  });
  const pair: Pair = {
    seen: seen({ status: 422, body: { errors: [error('/from'), error('/to')] } }),
    ours: { status: 422, text: JSON.stringify({ errors: [error()] }), rules: ['EMAIL-FROM-4'] },
  };
  expect(findRefusals([pair]).refusals['EMAIL-FROM-4']).toMatchObject({ pointer: '/from', also: [{ pointer: '/to' }] });
});

/** A mock that refuses under the first rule of each case, and takes messages, as its deployment says; but for what it answers of its own. */
function counterpart(answer: (one: NotedExchange, says: Partial<Deployment>) => Pair['ours'] | undefined) {
  const refusal = (one: NotedExchange, says: Partial<Deployment>, rule: RuleId, usual: number) => {
    const { status = usual, code = '10015' } = says.refusals?.[rule] ?? {};
    const error = { code, title: says.titles?.[code] ?? 'Invalid', detail: 'no' };
    const errors = [one.status === 405 ? error : { ...error, source: { pointer: '/subject' } }];
    return { seen: one, ours: { status: Number(status), text: JSON.stringify({ errors }), rules: [rule] } };
  };
  const repeat = async (exchanges: readonly NotedExchange[], says: Partial<Deployment> = {}) =>
    exchanges.map((one): Pair => {
      const own = answer(one, says);
      if (own) return { seen: one, ours: own };
      const [rule = 'HTTP-7'] = one.rules;
      if (one.status >= 300) return refusal(one, says, rule, one.status === 405 ? 405 : 400);
      const isRefused = rule === 'EMAIL-SCHED-11' && says.choices?.nullScheduledAt !== 'now';
      if (isRefused) return refusal(one, says, rule, 400);
      const { status = 202 } = says.answers?.createEmailMessage ?? {};
      const text = JSON.stringify({ data: { id: '1', status: 'queued' } });
      return { seen: one, ours: { status: Number(status), text, rules: ['EMAIL-ANS-1'] } };
    });
  let stopped = 0;
  const stop = async () => {
    stopped += 1;
  };
  return { mock: { repeat, stop } as unknown as Counterpart, stopped: () => stopped };
}

/** What exchanges are settled to, and what is said meanwhile. */
async function settled(
  exchanges: NotedExchange[],
  more: Partial<Parameters<typeof settle>[1]> = {},
  answer: Parameters<typeof counterpart>[0] = () => undefined,
) {
  const { mock, stopped } = counterpart(answer);
  const profile = { baseUrl: 'http://target/v2' } as Profile;
  const about = { profile, document, settled: 'a test', otherwise: [], ...more };
  const found: Awaited<ReturnType<typeof settle>>[] = [];
  const { stdout } = await printedBy(async () => {
    try {
      found.push(await settle(exchanges, about, async () => mock));
    } finally {
      expect(stopped()).toBe(1);
    }
  });
  return { ...(found[0] as (typeof found)[number]), stdout };
}

const refusedWith = (status: number, code: string, rule: RuleId) =>
  seen({
    ...{ status, case: rule, rules: [rule] },
    body: { errors: [{ code, title: 'No subject', detail: 'no', source: { pointer: '/subject' } }] },
  });

/** A message that the target takes. */
const taken = {
  url: 'http://target/v2/email_messages',
  status: 201,
  text: '{"data":{"id":"9","status":"queued"}}',
  operation: 'createEmailMessage',
} as const;

test('exchanges are settled to what the target decided, and how much is alike under that is told', async () => {
  const { url } = taken;
  const refusal = refusedWith(422, '20424', 'EMAIL-SUBJ-3');
  const { operation: _, ...outside } = seen({
    status: 405,
    body: { errors: [{ code: '20405', title: 'Not allowed', detail: 'no' }] },
    request: { method: 'PUT', url, headers: [] },
  });
  const tooLong = sent('x'.repeat(100_000), { url, status: 413, text: '{}' });
  const long = sent('x'.repeat(99_999), { ...taken, rules: ['EMAIL-ANS-1'] });
  const atNull = sent('{}', { ...taken, case: 'at null', rules: ['EMAIL-SCHED-11'] });
  const { deployment, fidelity, stdout } = await settled(
    [refusal, refusal, sent('{}', { ...taken, rules: ['EMAIL-ANS-1'] }), atNull, outside, long, tooLong],
    { otherwise: ['EMAIL-SAND-3'], held: ['EMAIL-GROUP-3'], broken: ['EMAIL-IDEM-16'] },
  );
  const { unsettled, choices, ...decided } = deployment;
  expect(decided).toEqual({
    contract: document.version,
    settled: 'a test',
    titles: { '20405': 'Not allowed', '20424': 'No subject' },
    refusals: {
      'EMAIL-SUBJ-3': { status: 422, code: '20424' },
      'HTTP-7': { status: 405, code: '20405' },
      'ERR-1': { body: 'full', detail: true, pointer: 'exact' },
    },
    answers: { createEmailMessage: { status: 201 } },
    otherwise: ['EMAIL-SAND-3'],
  });
  expect(fidelity).toEqual({ alike: 6, of: 6, differs: [] });
  expect(choices).toEqual({
    // Names on the wire, which are known beforehand.
    ...{ emailPath: '/email_messages', keyHeader: 'Idempotency-Key', messageMember: 'data' },
    ...{ pageNumberName: 'page[number]', documentTypesPageName: 'page[number]', pageSizeName: 'page[size]' },
    // What rules say that were kept, or not.
    ...{ groupSuppressions: 'apart', sandboxDelivery: 'delivered' },
    // What exchanges show.
    bodyLimit: 99_999,
    ...{ allowHeader: 'absent', credentialsAndPath: 'pathFirst', faultsTold: 'first', nullScheduledAt: 'now' },
  });
  const unseen = unsettled.map(({ what }) => what);
  expect(unseen).toEqual(expect.arrayContaining(['choices.keyCase', 'choices.keyAfterRefusal']));
  expect(unseen.filter((what) => what.replace('choices.', '') in choices)).toEqual([]);
  expect(stdout).toBe(
    [
      'what it chose',
      'how its answers are told',
      'what it chose, once more',
      'how far our mock is like it then',
    ].reduce((all, stage) => `${all}settling: ${stage}\n`, ''),
  );
});

test('a choice that what breaks the source hides is not settled, but where that is settled too', async () => {
  const exchanges = [sent('{}', { ...taken, status: 202, case: 'at null', rules: ['EMAIL-SCHED-11'] })];
  const chosen = async (failures: boolean, held: RuleId[] = []) =>
    (await settled(exchanges, { broken: ['EMAIL-SCHED-1'], held, failures })).deployment.choices.nullScheduledAt;
  expect([await chosen(false), await chosen(true)]).toEqual([undefined, 'now']);
  const held: RuleId[] = ['EMAIL-SCHED-11'];
  expect([await chosen(false, held), await chosen(true, held)]).toEqual([undefined, 'absent']);
});

test('a method that a path does not have is refused as the operation of the path is told, an alias as its original', async () => {
  const notAllowed = (path: string, code: string) => {
    const { operation: _, ...outside } = seen({
      status: 405,
      body: { errors: [{ code, title: 'Not allowed', detail: 'no' }] },
      request: { method: 'PUT', url: `http://target/v2${path}`, headers: [] },
    });
    return outside;
  };
  const paths = [
    notAllowed('/email_messages', '1'),
    notAllowed('/emails', '1'),
    notAllowed('/email_messages', '1'),
    notAllowed('/emails', '1'),
    notAllowed('/dir/document_types', '2'),
    notAllowed('/dir/document_types/x', '4'),
    notAllowed('/email_messages/a/b', '4'),
  ];
  const { deployment } = await settled(paths);
  const on = { listDirDocumentTypes: { code: '2' } };
  expect(deployment.refusals['HTTP-7']).toEqual({ status: 405, code: '1', on });
});

test('what breaks the source is settled where that is asked for, marked', async () => {
  const exchanges = [refusedWith(422, '10015', 'EMAIL-RCPT-2')];
  const formsOf = async (failures: boolean) => (await settled(exchanges, { failures })).deployment.refusals;
  expect(await formsOf(false)).toEqual({});
  expect(await formsOf(true)).toEqual({
    'EMAIL-RCPT-2': { status: 422, code: '10015', breaks: ['EMAIL-RCPT-2'] },
    'ERR-1': { body: 'full', detail: true, pointer: 'exact' },
  });
});

test('a code that the source gives a title is settled without that, though what breaks the source is', async () => {
  const { titles, refusals, unsettled } = (
    await settled([refusedWith(400, '10007', 'EMAIL-SUBJ-3')], { failures: true })
  ).deployment;
  expect(unsettled.filter(({ what }) => !what.startsWith('choices.'))).toEqual([]);
  expect(titles).toEqual({});
  expect(refusals['EMAIL-SUBJ-3']).toEqual({ status: 400, code: '10007', title: 'No subject', breaks: ['ERR-9'] });
});

test('document types are settled where those that the source names are among them', async () => {
  const typesOf = async (names: string[]) => {
    const data = names.map((short_name) => ({ short_name }));
    const body = { data, meta: { page_number: 1, total_results: names.length } };
    const page = seen({ status: 200, operation: 'listDirDocumentTypes', body });
    return (await settled([page])).deployment.documentTypes;
  };
  const names = ['letter_of_authorization', 'business_registration'];
  expect(await typesOf(names)).toEqual(names.map((short_name) => ({ short_name })));
  expect(await typesOf(names.slice(1))).toBeUndefined();
});

test('what no file may say is not settled, with the reason, beside what was seen in two ways', async () => {
  const rule = 'EMAIL-SUBJ-3';
  const takenWith = (status: number) => sent('{}', { ...taken, status });
  const meta = { text: 'x'.repeat(20_000) };
  const long = seen({ status: 400, rules: [rule], body: { errors: [{ code: '1', title: 'No', detail: 'no', meta }] } });
  const { deployment } = await settled(
    [
      takenWith(201),
      takenWith(200),
      refusedWith(400, '1', 'EMAIL-RCPT-8'),
      refusedWith(400, '2', 'EMAIL-RCPT-8'),
      long,
    ],
    { otherwise: ['NO-1', 'EMAIL-SAND-3', 'NO-2'] as RuleId[] },
  );
  const open = deployment.unsettled.filter(({ what }) => !what.startsWith('choices.'));
  expect(open.map(({ what }) => what)).toEqual([
    ...['refusals.EMAIL-RCPT-8', 'answers.createEmailMessage.status', 'refusals.EMAIL-SUBJ-3'],
    ...['otherwise.0', 'otherwise.2'],
  ]);
  expect([deployment.otherwise, Object.keys(deployment.refusals)]).toEqual([
    ['EMAIL-SAND-3'],
    ['EMAIL-RCPT-8', 'ERR-1'],
  ]);
});

test('a choice that shows only in how answers are told is found once these are settled', async () => {
  const atNull = sent('{}', { ...taken, rules: ['EMAIL-SCHED-11'] });
  const { deployment, fidelity } = await settled([atNull], {}, (_, { choices, answers }) => {
    const status = choices?.nullScheduledAt === 'now' ? Number(answers?.createEmailMessage?.status ?? 202) : 203;
    return { status, text: taken.text, rules: ['EMAIL-ANS-1'] };
  });
  expect([deployment.choices.nullScheduledAt, fidelity.alike]).toEqual(['now', 1]);
});

/** What our mock refuses: faults of these kinds at these places, of which it tells the first unless asked for all. */
function faultyAnswer(told: Record<string, [pointers: string[], faults: FaultKind[]]>) {
  return (one: NotedExchange, { choices }: Partial<Deployment>): Pair['ours'] => {
    const [pointers = [], faults = []] = told[one.case] ?? [];
    const count = choices?.faultsTold === 'all' && choices.entriesTold === 'each' ? pointers.length : 1;
    return {
      status: 400,
      text: refusalText(pointers.slice(0, count)),
      rules: ['ERR-10'],
      faults: faults.slice(0, count),
    };
  };
}

const refusalText = (pointers: readonly string[]) =>
  JSON.stringify({ errors: pointers.map((pointer) => ({ code: '1', title: 'No', source: { pointer } })) });

test('the order of errors is settled by answers of ours that tell all faults', async () => {
  const told = {
    'of two': [
      ['/from', '/to/0'],
      ['value', 'value'],
    ],
  } satisfies Parameters<typeof faultyAnswer>[0];
  const first = seen({ case: 'of two', status: 400, text: refusalText(['/to/0']) });
  const { deployment } = await settled([first], {}, faultyAnswer(told as never));
  expect([deployment.choices.faultsTold, deployment.errorOrder]).toEqual(['first', ['/to', '/from']]);
  expect(deployment.refusals['ERR-1']).not.toHaveProperty('on');
});

test('an operation that tells wrong types otherwise than others is settled so at a target that tells several faults', async () => {
  const body = '{"sim_card_id":"none","threshold":7}';
  const several = { case: 'several', status: 400, text: refusalText(['/to', '/from']) };
  const alone = sent(body, { status: 400, operation: 'updateSimCardDataUsageNotification', case: 'alone' });
  const staged = { ...alone, text: refusalText(['/threshold']) };
  const { deployment } = await settled(
    [staged, ...[1, 2, 3].map(() => seen(several))],
    {},
    faultyAnswer({
      several: [
        ['/to', '/from'],
        ['type', 'value'],
      ],
      alone: [
        ['/threshold', '/sim_card_id'],
        ['type', 'value'],
      ],
    }),
  );
  expect(deployment.choices.faultsTold).toBe('byStage');
  expect(deployment.refusals['ERR-1']?.on).toEqual({ createEmailMessage: { staged: false } });
});

test('the mock that was asked is stopped, also when it fails', async () => {
  const fails = settled([refusedWith(422, '1', 'EMAIL-SUBJ-3')], {}, () => {
    throw new Error('no answer');
  });
  await expect(fails).rejects.toThrow('no answer');
});
