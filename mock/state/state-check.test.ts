import { expect, test } from 'vitest';
import { seed } from '../../fixtures/testing.ts';
import { readPointer } from '../../spec/json.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { createMessage } from '../testing.ts';
import type { State } from './snapshot.ts';
import { createStateCheck } from './state-check.ts';

const check = createStateCheck({ document, validators, seed });

const id = '6f1f9d1e-9c0b-4c1e-8f5d-2b7f0f0c1a11';
const at = '2030-01-15T12:00:00Z';
const malformed = '2030-01-15 12:00:00Z';
const message = (changes: object) => ({ ...createMessage({ id, status: 'sent' }), ...changes });
const hold = (changes: object) => ({ number: '+13125550100', until: at, ...changes });
const record = (changes: object) => ({
  ...{ account: 'acme', method: 'POST', path: '/v2/email_messages', key: 'k', fingerprint: 'f', createdAt: at },
  answer: null,
  ...changes,
});
const example = '/components/responses/EmailAccepted/content/application~1json/examples/queued/value';
const accepted = { status: 202, body: readPointer(document.json, example) };
const template = (changes: object) => ({
  ...{ id, account: 'acme', name: 'a', html_body: '<p>Hi</p>', text_body: '', ...changes },
});
const range = (from: string, to: string) => ({ from: `+1312555${from}`, to: `+1312555${to}` });
const [type] = seed.documentTypes;
const [run] = seed.missionRuns.get('acme') ?? [];
const [notification] = seed.notifications;

for (const [label, state] of [
  ['the last time of a clock', { now: '9998-12-31T23:59:59.999Z' }],
  ['holds with and without an account', { holds: [hold({}), hold({ account: 'acme' })] }],
  ['a message with every time', { messages: [message({ scheduledAt: at, arrivesAt: at, deliveredAt: at })] }],
  ['records with and without an answer', { ledger: [record({}), record({ answer: accepted })] }],
  ['a range of one number', { numbers: { free: [range('0100', '0100')], held: [] } }],
] as const) {
  test(`a state with ${label} passes`, () => {
    expect(check(state as State)).toEqual([]);
  });
}

for (const [label, state, ...places] of [
  ['a time after the year 9998', { now: '9999-01-01T00:00:00Z' }, '/now'],
  ['a malformed time', { now: malformed }, '/now'],
  ['a hold of an unknown account', { holds: [hold({}), hold({ account: 'initech' })] }, '/holds/1/account'],
  ['a hold until a malformed time', { holds: [hold({ until: malformed })] }, '/holds/0/until'],
  ['a message twice', { messages: [message({}), message({ id: id.toUpperCase() })] }, '/messages/1'],
  ['a message of an unknown account', { messages: [message({ account: 'initech' })] }, '/messages/0/account'],
  ...['createdAt', 'scheduledAt', 'arrivesAt', 'deliveredAt'].map(
    (name) =>
      [
        `a message with an invalid ${name}`,
        { messages: [message({ [name]: malformed })] },
        `/messages/0/${name}`,
      ] as const,
  ),
  ['a message id that is no UUID', { messages: [message({ id: 'one' })] }, '/messages/0'],
  ['a record of an unknown account', { ledger: [record({ account: 'initech' })] }, '/ledger/0/account'],
  [
    'a record with an invalid time',
    { ledger: [record({ answer: accepted, createdAt: malformed })] },
    '/ledger/0/createdAt',
  ],
  [
    'records outside the contract',
    { ledger: [record({ path: '/v2/nope' }), record({ method: 'GET' }), record({ path: '/v3/email_messages' })] },
    ...['/ledger/0/path', '/ledger/1/path', '/ledger/2/path'],
  ],
  [
    'an answer that breaks the contract',
    { ledger: [record({ answer: { status: 202, body: { data: 1 } } })] },
    '/ledger/0/answer/body/data',
  ],
  [
    'a repeated and a foreign template',
    {
      templates: [
        template({}),
        template({ id: id.toUpperCase() }),
        template({ id: id.replace('6', '7'), account: 'initech' }),
      ],
    },
    ...['/templates/1', '/templates/2/account'],
  ],
  ['a template with invalid Liquid', { templates: [template({ html_body: '{% if a %}' })] }, '/templates/0'],
  [
    'a suppression of an unknown account',
    { suppressions: [{ account: 'initech', address: 'a@b.co', reason: 'invalid' }] },
    '/suppressions/0/account',
  ],
  ['a document type twice', { documentTypes: [type, type] }, '/documentTypes/1'],
  ['a notification twice', { notifications: [notification, notification] }, '/notifications/1'],
  ['a run twice', { missionRuns: { acme: [run, run], globex: [run] } }, '/missionRuns/acme/1'],
  ['a reversed range', { numbers: { free: [range('0109', '0100')], held: [] } }, '/numbers/free/0/to'],
  [
    'a range whose ends differ in length',
    { numbers: { free: [], held: [{ account: 'acme', ...range('0100', '01090') }] } },
    '/numbers/held/0/to',
  ],
] as [string, object, ...string[]][]) {
  test(`a state with ${label} is refused at ${places.join()}`, () => {
    expect(check(state as State).map(({ pointer }) => pointer)).toEqual(places);
  });
}
