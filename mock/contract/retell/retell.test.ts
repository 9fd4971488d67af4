import { expect, test } from 'vitest';
import type { Deployment } from '../../../spec/deployment/deployment.ts';
import { completed } from '../../../spec/deployment/read.ts';
import type { OperationSpec } from '../../../spec/document.ts';
import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { document } from '../../../spec/testing/contract.ts';
import type { OperationId } from '../../../spec/types.ts';
import { type AnyAnswer, answer, refuse } from '../answer.ts';
import { createRetell, type DataChoice } from './retell.ts';

const asked = { path: '/a', headers: { host: 'h:1' }, body: { name: 'sent' } };

/** Tells an answer of an operation as a deployment does. */
function tell(given: AnyAnswer, says: Partial<Deployment>, { id = 'createEmailMessage' as OperationId, now = 0 } = {}) {
  const spec = document.operations.find((one) => one.id === id) as OperationSpec;
  const served = { code: '10015', spec, ...(id === 'createEmailMessage' && { dataMember }) } as const;
  return createRetell(completed(says), document)(given, served, asked, { now: () => now });
}
const dataMember: DataChoice = 'messageMember';

const made = { ...answer(202, { data: { id: 'i', status: 'queued' }, meta: 1 }, 'ERR-1'), headers: { 'x-a': 'b' } };
const form = (one: NonNullable<Deployment['answers']['createEmailMessage']>) => ({
  answers: { createEmailMessage: one },
});

test('what a deployment says nothing of is the answer as it is', () => {
  expect(tell(made, {})).toBe(made);
  expect(tell(made, { answers: { createNumberReservation: { status: 201 } } })).toBe(made);
  expect(tell(made, { choices: { messageMember: 'message' } } as Partial<Deployment>, { id: 'createEmail' })).toBe(
    made,
  );
  const refusal = refuse(404, { code: '10005', detail: 'No.' }, 'ERR-1');
  expect(tell(refusal, form({ status: 201 }))).toBe(refusal);
  expect(createRetell(completed(form({ status: 201 })), document)(made, undefined, asked)).toBe(made);
});

for (const [what, says, changes] of [
  ['another status', form({ status: 201 }), { status: 201, chosen: ['status 201'] }],
  [
    'the status of what is shown',
    form({ status: 201, where: { queued: 203 } }),
    { status: 203, chosen: ['status 203'] },
  ],
  [
    'the usual status of what is shown otherwise',
    form({ status: 201, where: { sent: 203 } }),
    { status: 201, chosen: ['status 201'] },
  ],
  [
    'members',
    form({ members: { '/data/x': { missing: 1 }, '/meta': 'absent' } }),
    { body: { data: { id: 'i', status: 'queued', x: 1 } }, chosen: ['member /data/x', 'member /meta'] },
  ],
  [
    'members that lead to it',
    form({ members: { '/data/url': { missing: '{origin}{path}/{id}' } } }),
    { body: { data: { id: 'i', status: 'queued', url: 'http://h:1/a/i' }, meta: 1 }, chosen: ['member /data/url'] },
  ],
  [
    'its data under another name',
    { choices: { messageMember: 'message' } },
    { body: { message: made.body.data, meta: 1 }, chosen: ['data in message'] },
  ],
  [
    'its data under no name',
    { choices: { messageMember: '' } },
    { body: { ...made.body.data, meta: 1 }, chosen: ['data in the answer itself'] },
  ],
  [
    'its data under no name, which what stands beside it goes before',
    { ...form({ members: { '/data/meta': { missing: 2 } } }), choices: { messageMember: '' } },
    { body: { ...made.body.data, meta: 1 }, chosen: ['member /data/meta', 'data in the answer itself'] },
  ],
  ['its data under its name', { choices: { messageMember: 'data' } }, {}],
  [
    'its address beside another usual status',
    form({ status: 201, location: '/m/{id}' }),
    { status: 201, headers: { 'x-a': 'b', location: '/m/i' }, chosen: ['status 201'] },
  ],
  ['its address', form({ location: '/m/{id}' }), { headers: { 'x-a': 'b', location: '/m/i' } }],
  ['its whole address', form({ location: '{origin}/m/{id}' }), { headers: { 'x-a': 'b', location: 'http://h:1/m/i' } }],
  [
    'its address beside the usual status alone',
    form({ location: '/m/{id}', where: { queued: 203 } }),
    { status: 203, chosen: ['status 203'] },
  ],
  [
    'its address beside another status',
    form({ location: '/m/{id}', where: { queued: 203 }, locatedIn: ['sent', 'queued'] }),
    { status: 203, headers: { 'x-a': 'b', location: '/m/i' }, chosen: ['status 203'] },
  ],
] as [string, Partial<Deployment>, object][]) {
  test(`an answer is told with ${what}`, () => expect(tell(made, says)).toEqual({ ...made, ...changes }));
}

test('an answer that shows nothing that was made has no address', () => {
  const list = answer(200, { data: [] });
  expect(tell(list, form({ location: '/m/{id}' }))).toEqual(list);
});

test('members say what the request said, of what was made by another one what that said', () => {
  const says = form({ members: { '/data/name': { missing: 'n', where: { asked: 'n' } } } });
  const nameIn = (given: AnyAnswer) => (tell(given, says).body as { data: { name: string } }).data.name;
  expect(nameIn(made)).toBe('sent');
  expect(nameIn({ ...made, made: () => ({ asked: { name: 'before' }, lists: { suppressed: [] } }) })).toBe('before');
});

test('a page that is never written to is told once as long as there is room, and one with links each time', () => {
  const pageOf = (text: string) => Object.freeze({ data: [{ text }], meta: { page_number: 1, total_pages: 1 } });
  const page = pageOf('a');
  const bodies = (missing: string, pages: object[] = [page, page]) => {
    const spec = document.operations.find(({ id }) => id === 'listDirDocumentTypes') as OperationSpec;
    const answers = { listDirDocumentTypes: { members: { '/link': { missing } } } };
    const retell = createRetell(completed({ answers, choices: { documentTypesDefaultSize: 7 } }), document);
    return pages.map((one, index) => retell(answer(200, one), { code: '10015', spec }, { path: `/${index}` }).body);
  };
  const [once, again] = bodies('none');
  expect([once, Object.isFrozen(once)]).toEqual([{ ...page, link: 'none' }, true]);
  expect(again).toBe(once);
  expect(bodies('{path}?{size}')).toEqual(['/0?7', '/1?7'].map((link) => ({ ...page, link })));
  const [one, other] = [1, 2].map(() => pageOf('x'.repeat(9_000_000))) as [object, object];
  const [first, , , last] = bodies('none', [page, one, other, page]);
  expect(last).toEqual(first);
  expect(last).not.toBe(first);
  const [kept, , , , still] = bodies('none', [page, one, page, other, page]);
  expect(still).toBe(kept);
});

const reasons = { code: '10015', detail: 'No.' } as const;
/** A refusal of several errors: each at a place, by a rule, of a kind. */
function several(
  ...errors: [pointer: string | undefined, rule: RuleId, fault?: 'type' | 'value' | 'missing'][]
): AnyAnswer {
  const all = errors.map(([pointer, ...rules]) => refuse(422, { ...reasons, pointer }, rules[0]));
  const each = errors.map(([, rule, fault]) => ({ rules: [rule], ...(fault && { fault }) }));
  return { ...refuse(422, reasons), body: { errors: all.flatMap(({ body }) => body.errors) }, ...each[0], each };
}

/** The places and codes that a deployment tells of several errors. */
function placesOf(given: AnyAnswer, says: Partial<Deployment>) {
  const { errors } = tell(given, says).body as { errors: { code: string; source?: { pointer: string } }[] };
  return errors.map(({ code, source }) => [source?.pointer, code].filter((one) => one !== '10015').join(' '));
}

const three = several(['/from', 'ERR-10', 'value'], ['/to', 'ERR-11', 'type'], ['/cc', 'EMAIL-RCPT-9', 'missing']);
for (const [what, says, told] of [
  ['all, of a deployment that says nothing of them', {}, ['/from', '/to', '/cc']],
  ['all, in its order', { errorOrder: ['/cc', '/to'] }, ['/cc', '/to', '/from']],
  ['each by what decided it', { refusals: { 'ERR-11': { code: 'x' } } }, ['/from', '/to x', '/cc']],
  ['each by its place', { refusals: { 'ERR-1': { at: { '/cc': { code: 'x' } } } } }, ['/from', '/to', '/cc x']],
  ['each by its kind', { refusals: { 'ERR-1': { of: { value: { code: 'x' } } } } }, ['/from x', '/to', '/cc x']],
  [
    'by its own rule before the general one',
    { refusals: { 'ERR-1': { code: 'y' }, 'ERR-11': { code: 'x' } } },
    ['/from y', '/to x', '/cc y'],
  ],
  ['those under one rule once', { refusals: { 'ERR-1': { once: true } } }, ['/from']],
  ['a wrong type alone, where types are found before values', { choices: { faultsTold: 'byStage' } }, ['/to']],
  [
    'a wrong type beside others, where the operation has no stages',
    { choices: { faultsTold: 'byStage' }, refusals: { 'ERR-1': { on: { createEmailMessage: { staged: false } } } } },
    ['/from', '/to', '/cc'],
  ],
  [
    'a wrong type alone, where the operation has stages',
    { refusals: { 'ERR-1': { on: { createEmailMessage: { staged: true } } } } },
    ['/to'],
  ],
  [
    'what is told as a wrong type is, where values are told otherwise',
    { choices: { faultsTold: 'byStage' }, refusals: { 'ERR-10': { of: { value: { code: 'v' } } } } },
    ['/to'],
  ],
  [
    'what has the meta of a wrong type as that',
    {
      choices: { faultsTold: 'byStage' },
      refusals: { 'EMAIL-RCPT-9': { meta: {} }, 'ERR-11': { meta: {} } },
      errorOrder: ['/cc'],
    },
    ['/to'],
  ],
] as [string, Partial<Deployment>, string[]][]) {
  test(`of several errors is told: ${what}`, () => expect(placesOf(three, says)).toEqual(told));
}

test('what is told of several rules once is told once under the last of them', () => {
  const says: Partial<Deployment> = { refusals: { 'ERR-1': { once: true }, 'ERR-10': { once: true } } };
  expect(placesOf(three, says)).toEqual(['/from']);
});

test('a fault is found while reading where it is told as wrong types are, and any value or error is told otherwise', () => {
  const choices = { faultsTold: 'byStage' } as const;
  const to = several(['/to', 'ERR-11', 'value'], ['/cc', 'EMAIL-RCPT-9', 'missing']);
  expect(placesOf(to, { choices, refusals: { 'ERR-10': { of: { value: { code: 'v' } } } } })).toEqual(['/to']);
  const from = several(['/from', 'ERR-10', 'value'], ['/cc', 'EMAIL-RCPT-9', 'missing']);
  const back = several(['/cc', 'EMAIL-RCPT-9', 'missing'], ['/from', 'ERR-10', 'value']);
  for (const form of [{ status: 400 }, { code: 'x' }, { type: 't' }, { meta: {} }]) {
    const says = { choices, refusals: { 'EMAIL-RCPT-9': form } };
    expect([from, back].map((given) => placesOf(given, says))).toEqual([['/from'], ['/from']]);
  }
  expect(placesOf(from, { choices, refusals: { 'EMAIL-GET-6': { code: 'x' } } })).toEqual(['/from', '/cc']);
});

test('faults of a query of mission runs are found while reading where they are told as its wrong types are', () => {
  const detail = ['status', 'page[size]'].map((name) => ({ loc: ['query', name], msg: 'No.', type: 'x' }));
  const each = (['RUN-22', 'RUN-20'] as const).map((rule) => ({ rules: [rule], fault: 'value' as const }));
  const given: AnyAnswer = { ...answer(422, { detail }), each };
  for (const rule of ['RUN-24', 'RUN-25'] as const) {
    const refusals: Deployment['refusals'] = { [rule]: { of: { type: { type: 't' } } }, 'RUN-20': { type: 't' } };
    const told = tell(given, { refusals, choices: { faultsTold: 'byStage' } }, { id: 'listRecentAiMissionRuns' });
    expect(told.body).toEqual({ detail: [{ ...detail[1], type: 't' }] });
  }
});

test('rules that all answers of an operation keep count for what it refuses', () => {
  const [spec] = document.operations;
  if (!spec) throw new Error('no operation');
  const retell = createRetell(completed({ refusals: { 'RUN-9': { code: 'x' } } }), document);
  const served = { code: '10015', spec, generalRules: (): RuleId[] => ['RUN-9'] } as const;
  const codeOf = (given: AnyAnswer) =>
    (retell(given, served, asked).body as { errors: { code: string }[] }).errors[0]?.code;
  expect([codeOf(refuse(422, reasons, 'ERR-10')), codeOf(refuse(405, reasons, 'HTTP-8'))]).toEqual(['x', '10015']);
});

test('what is found while reading is told alone in the order of the body, where it is read as it comes', () => {
  const types = several(['/to', 'ERR-10', 'type'], ['/name', 'ERR-10', 'type']);
  const staged: Partial<Deployment> = { choices: { faultsTold: 'byStage' } };
  expect(placesOf(types, staged)).toEqual(['/to']);
  expect(placesOf(types, { choices: { ...staged.choices, firstWrongType: 'sent' } })).toEqual(['/name']);
  const lists = several(['/to/1', 'ERR-10', 'value'], ['/to/0', 'ERR-10', 'value']);
  expect(placesOf(lists, { choices: { listFaults: 'first' } })).toHaveLength(1);
  const path = several(['/to', 'ERR-10', 'value'], [undefined, 'ERR-1', 'value']);
  expect(placesOf(path, staged)).toEqual(['']);
});

test('what stands in a list beside the errors is told as beside data, and titles are those of the deployment', () => {
  const given = { ...refuse(422, reasons), body: { ...refuse(422, reasons).body, suppressed: [{ to: 'a@b.co' }] } };
  const members = { '/suppressed/*/x': { missing: 1 }, '/data/y': { missing: 2 }, '/suppressedToo': { missing: 3 } };
  const errors = [{ code: '10015', title: 'Invalid request', detail: 'No.' }];
  expect(tell(given, form({ members })).body).toEqual({ errors, suppressed: [{ to: 'a@b.co', x: 1 }] });
  expect(tell(refuse(400, reasons), { titles: { '10015': 'Bad' } })).toEqual({
    ...refuse(400, reasons),
    body: { errors: [{ ...errors[0], title: 'Bad' }] },
    chosen: ['title Bad'],
  });
});

test('an error says the time of the partition', () => {
  const says: Partial<Deployment> = { refusals: { 'ERR-1': { members: { '/at': { missing: '{now}' } } } } };
  expect(tell(refuse(422, reasons), says, { now: 5_000 }).body).toMatchObject({ at: '1970-01-01T00:00:05.000Z' });
});
