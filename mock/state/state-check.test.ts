import { expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import { atPointer } from '../../spec/pointer.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { acceptedMessage } from '../testing.ts';
import { atOnce } from '../time/turns.ts';
import { createStateCheck } from './state-check.ts';
import { type State, storedMessage } from './state-json.ts';

const check = createStateCheck({ document, validators, seed, basePath: '/v2' });

const id = '6f1f9d1e-9c0b-4c1e-8f5d-2b7f0f0c1a11';
const at = '2030-01-15T12:00:00Z';
const spaced = '2030-01-15 12:00:00Z';
const stored = storedMessage(acceptedMessage({ id, status: 'sent' }), { get: () => undefined } as never);
const message = (changes: object) => ({ ...stored, ...changes }) as typeof stored;
const hold = (changes: object) => ({ number: '+13125550100', until: at, ...changes });
const record = (changes: object) => ({
  ...{ account: 'acme', method: 'POST', path: '/v2/email_messages', key: 'k', fingerprint: 'f', createdAt: at },
  answer: null,
  ...changes,
});
const example = '/components/responses/EmailAccepted/content/application~1json/examples/queued/value';
const accepted = { status: 202, body: atPointer(document.json, example) };
const template = (changes: object) => ({
  ...{ id, account: 'acme', name: 'a', html_body: '<p>Hi</p>', text_body: '', ...changes },
});
const range = (from: string, to: string) => ({ from: `+1312555${from}`, to: `+1312555${to}` });
const noTime = 'must be an ISO 8601 time';
const stranger = 'is no account of accounts.yaml: initech';
const twice = (what: string) => `stands there a second time: ${what}`;
const [type = { short_name: '', description: '' }] = seed.documentTypes;
const [run] = seed.missionRuns.get('acme') ?? [];
const [notification] = seed.notifications;

const states: [what: string, state: object, ...flaws: [pointer: string, message: string][]][] = [
  ['the last time of a clock', { now: '9998-12-31T23:59:59.999Z' }],
  ['a time beyond it', { now: '9999-01-01T00:00:00Z' }, ['/now', "can't be beyond the year 9998"]],
  ['a time of now that is none', { now: spaced }, ['/now', noTime]],
  ['a hold, with and without an account', { holds: [hold({}), hold({ account: 'acme' })] }],
  ['a hold of a stranger', { holds: [hold({}), hold({ account: 'initech' })] }, ['/holds/1/account', stranger]],
  ['a hold until no time', { holds: [hold({ until: spaced })] }, ['/holds/0/until', noTime]],
  [
    'a message twice, in letters of either size',
    { messages: [message({}), message({ id: id.toUpperCase() })] },
    ['/messages/1', twice(id)],
  ],
  ['a message of a stranger', { messages: [message({ account: 'initech' })] }, ['/messages/0/account', stranger]],
  ['a message with all its times', { messages: [message({ scheduledAt: at, arrivesAt: at, deliveredAt: at })] }],
  ...['createdAt', 'scheduledAt', 'arrivesAt', 'deliveredAt'].map((name): (typeof states)[number] => [
    `a message whose ${name} is no time`,
    { messages: [message({}), message({ id: id.replace('6', '7'), [name]: spaced })] },
    [`/messages/1/${name}`, noTime],
  ]),
  [
    'a message that no answer could show',
    { messages: [message({ id: 'one' })] },
    ['/messages/0', "can't be read: /data/id must be a UUID"],
  ],
  ['a record without an answer, and one with', { ledger: [record({}), record({ answer: accepted })] }],
  [
    'a record of no time, with an answer',
    { ledger: [record({ answer: accepted, createdAt: spaced })] },
    ['/ledger/0/createdAt', noTime],
  ],
  ['a record of a stranger', { ledger: [record({ account: 'initech' })] }, ['/ledger/0/account', stranger]],
  ['a record of no time', { ledger: [record({ createdAt: spaced })] }, ['/ledger/0/createdAt', noTime]],
  [
    'records outside the contract: of another path, of another method, not under the base path',
    { ledger: [record({ path: '/v2/nope' }), record({ method: 'GET' }), record({ path: '/v3/email_messages' })] },
    ['/ledger/0/path', 'is no path of an operation under the method POST'],
    ['/ledger/1/path', 'is no path of an operation under the method GET'],
    ['/ledger/2/path', 'is no path of an operation under the method POST'],
  ],
  [
    'a record with an answer of another shape, after one that is right',
    { ledger: [record({ answer: accepted }), record({ answer: { status: 202, body: { data: 1 } } })] },
    ['/ledger/1/answer/body/data', 'is no part of an answer 202 of createEmailMessage: it must be an object'],
  ],
  [
    'a template twice, and one of a stranger',
    { templates: [template({}), template({ id: id.toUpperCase() }), template({ id: 'b', account: 'initech' })] },
    ['/templates/1', twice(id)],
    ['/templates/2/account', stranger],
  ],
  [
    'suppressions of a stranger',
    { suppressions: [{ account: 'initech', address: 'a@b.co', reason: 'invalid' }] },
    ['/suppressions/0/account', stranger],
  ],
  ['a document type twice', { documentTypes: [type, type] }, ['/documentTypes/1', twice(type.short_name)]],
  [
    'a notification twice, and one of a stranger',
    { notifications: [notification, notification, { ...notification, account: 'initech' }] },
    ['/notifications/1', twice(notification?.resource.id ?? '')],
    ['/notifications/2/account', stranger],
  ],
  [
    'runs of one account twice, and of a stranger',
    { missionRuns: { acme: [run, run], globex: [run], initech: [run] } },
    ['/missionRuns/acme/1', twice(run?.run_id ?? '')],
    ['/missionRuns/initech/0/account', stranger],
  ],
  [
    'ranges the wrong way round, or whose ends are of two lengths',
    {
      numbers: {
        free: [range('0109', '0100'), range('0100', '0100')],
        held: [
          { account: 'initech', ...range('0100', '0109') },
          { account: 'acme', ...range('0100', '01090') },
        ],
      },
    },
    ['/numbers/free/0/to', 'is no end of a range that begins at +13125550109'],
    ['/numbers/held/0/account', stranger],
    ['/numbers/held/1/to', 'is no end of a range that begins at +13125550100'],
  ],
];
for (const [what, state, ...flaws] of states) {
  test(`of a state with ${what} all flaws are told, each at its place`, () => {
    const found = atOnce(check.state(state as State));
    expect(found.map(({ pointer, message }) => [pointer, message])).toEqual(flaws);
  });
}

test('a template that can not be read is told with the reason', () => {
  const templates = [template({}), template({ id: 'b', html_body: '{% if a %}' })];
  const message = "can't be rendered: html_body is no Liquid: tag {% if a %} not closed, line:1, col:1";
  expect(atOnce(check.state({ templates }))).toEqual([{ pointer: '/templates/1', message }]);
});

test('a list is checked by its schema first, and only then by what no schema says', () => {
  const flawsOf = (list: unknown) =>
    atOnce(check.list('suppressions', list)).map(({ pointer, message }) => [pointer, message]);
  const suppression = { account: 'initech', address: 'a@b.co', reason: 'invalid' };
  expect(flawsOf([suppression])).toEqual([['/suppressions/0/account', stranger]]);
  expect(flawsOf([suppression, { ...suppression, address: 1 }])).toEqual([['/1/address', 'must be an email address']]);
  expect(flawsOf([])).toEqual([]);
});

test('an entry is checked by its schema, by its account, and by what no schema says', () => {
  expect(check.entry('messages', message({}))).toBeUndefined();
  expect(check.entry('messages', message({ to: 'nobody', account: 'initech' }))).toMatchObject({ pointer: '/to' });
  expect(check.entry('holds', hold({ account: 'initech', until: spaced }))).toMatchObject({ message: stranger });
  expect(check.entry('holds', hold({ until: spaced }))).toEqual({ pointer: '/until', message: noTime });
  expect(check.entry('holds', hold({}))).toBeUndefined();
});

test('settings are checked by their schema', () => {
  const settings = { processingTime: 'PT2S', ledgerLimit: 5, holdLimit: 5 };
  expect(check.settings(settings)).toBeUndefined();
  expect(check.settings({ ...settings, holdLimit: -1 })).toMatchObject({ pointer: '/holdLimit' });
});

test('how much Liquid the templates of a state may have does not depend on the states before', () => {
  const templates = [template({ text_body: `{{ a${' '.repeat(150_000)}}}` })];
  expect([1, 2].map(() => atOnce(check.state({ templates })))).toEqual([[], []]);
});
