import { expect, test } from 'vitest';
import { checkDeployment } from '../../spec/deployment/read.ts';
import { loadDocument } from '../../spec/document.ts';
import { parseYaml } from '../../spec/yaml.ts';
import type { Seen, SeenMember, SeenRefusal } from '../suite/outcome/seen.ts';
import { fillWireNames } from '../suite/target/target.ts';
import { findDrift } from './drift.ts';
import { formatDeployment } from './file.ts';

const contract = loadDocument();

function refusal(
  rule: SeenRefusal['rules'][number],
  own: [number, string],
  more: Partial<SeenRefusal> = {},
): SeenRefusal {
  const [status, code] = own;
  return {
    ...{ rules: [rule], operation: 'createEmailMessage', expected: { status, code }, status, code },
    ...{ title: 'Invalid request', hasDetail: true, example: 'POST /v2/email_messages', count: 1, ...more },
  };
}

const member = (more: Partial<SeenMember> = {}): SeenMember => ({ count: 9, nulls: 0, values: [], times: [], ...more });

const reservation = (status: number, members: Record<string, SeenMember> = {}): Seen['successes'][number] => ({
  operation: 'createNumberReservation',
  statuses: { [status]: 9 },
  members: { '': member(), '/data': member(), ...members },
});

function settle(seen: Partial<Seen>, names: Parameters<typeof fillWireNames>[0] = {}): string {
  const decisions = { refusals: [], successes: [], variants: [], choices: {}, ...seen };
  return formatDeployment(decisions, fillWireNames(names), 'today', contract);
}

function read(text: string) {
  const checked = checkDeployment(parseYaml(text, 'staging.yaml'), contract);
  if (Array.isArray(checked)) throw new Error(checked[0].message);
  return checked.deployment;
}

function driftFrom(text: string, seen: Partial<Seen>): string[] {
  const decisions = { refusals: [], successes: [], variants: [], choices: {}, ...seen };
  return findDrift(decisions, read(text), contract).map(
    ({ about, field, was, is }) => `${about}: ${field} was ${was}, is ${is}`,
  );
}

const subject = refusal('EMAIL-SUBJ-3', [400, '10015'], { status: 422, code: '20424', title: 'No subject' });
const template = refusal('EMAIL-TMPL-3', [422, '10015']);

test('a target that decides as the contract does has an empty file', () => {
  const { refusals, answers, overlay, choices } = read(
    settle({ refusals: [template], successes: [], choices: { holdMinutes: 30 } }),
  );
  expect([refusals, answers, overlay, choices]).toEqual([{}, {}, [], {}]);
});

test('a refusal that differs from the contract is an entry under its rule', () => {
  expect(read(settle({ refusals: [subject, template] })).refusals).toEqual({
    'EMAIL-SUBJ-3': { status: 422, code: '20424', title: 'No subject' },
  });
});

test('an operation that refuses differently from the others has its own entry', () => {
  const update = { operation: 'updateSimCardDataUsageNotification', status: 409 } as const;
  const refusals = [refusal('HTTP-4', [400, '10015'], { status: 422 }), refusal('HTTP-4', [400, '10015'], update)];
  expect(read(settle({ refusals })).refusals).toEqual({
    'HTTP-4': { status: 422 },
    'HTTP-4@updateSimCardDataUsageNotification': { status: 409 },
  });
});

test('fields in which most refusals agree are the default', () => {
  const title = 'Not possible';
  const refusals = [
    { ...subject, title },
    { ...template, title, hasDetail: false, pointer: false as const },
  ];
  expect(read(settle({ refusals })).refusals.default).toMatchObject({ title, pointer: false });
});

test('operations may name places in different forms', () => {
  const pointer = '/data/attributes{pointer}';
  const entry = { operation: 'createNumberReservation', pointer: false } as const;
  const refusals = [
    { ...subject, pointer },
    { ...template, hasPointer: true as const },
    refusal('RSV-24', [422, '10007'], { ...entry, title: 'Unexpected error' }),
  ];
  expect(read(settle({ refusals })).refusals).toMatchObject({ default: { pointer }, 'RSV-24': { pointer: false } });
});

test('a refusal that came in two forms has the most frequent one, and the other one as a comment', () => {
  const rare = { ...subject, status: 409, example: 'the rare exchange' };
  const text = settle({ refusals: [rare, { ...subject, count: 2 }] });
  expect(read(text).refusals['EMAIL-SUBJ-3']?.status).toBe(422);
  expect(text).toMatch(/^# .*the rare exchange$/m);
});

test('nothing that breaks the source is settled', () => {
  const duplicate = refusal('EMAIL-RCPT-6', [400, '10015'], { status: 422, code: '20400' });
  const { refusals, answers } = read(
    settle({
      refusals: [duplicate],
      successes: [
        reservation(200, { '/data/record_type': member({ values: ['x'] }), '/more': member({ values: [1] }) }),
      ],
    }),
  );
  expect(refusals).toEqual({});
  expect(answers).toEqual({
    createNumberReservation: { omit: expect.not.arrayContaining(['/data/record_type']), add: { '/more': 1 } },
  });
});

test('successes are compared member by member', () => {
  const success = reservation(201, { '/data/region': member({ values: ['us'] }), '/data/id': member() });
  expect(read(settle({ successes: [success] })).answers.createNumberReservation).toMatchObject({
    status: 201,
    omit: expect.arrayContaining(['/data/updated_at']),
    add: { '/data/region': 'us' },
  });
});

test('a member that the contract does not know and that varies is a comment', () => {
  const text = settle({ successes: [reservation(200, { '/data/priority': member({ values: [1, 2] }) })] });
  expect(text).toMatch(/^# createNumberReservation, not settled: \/data\/priority 1, 2$/m);
  expect(read(text).answers.createNumberReservation?.add).toBeUndefined();
});

test('the form of times is that of the times that the source leaves open', () => {
  const members = {
    '/data/created_at': member({ times: ['microseconds'] }),
    '/data/phone_numbers/*/expired_at': member({ times: ['milliseconds offset'] }),
  };
  const { answers } = read(settle({ successes: [reservation(200, members)] }));
  expect(answers.createNumberReservation?.times).toBe('milliseconds offset');
});

test('a member with another identifier in each answer repeats an id', () => {
  const identifiers = ['7c0d1c1e-55a5-4c53-9d52-3f1c1d8e3a01', '7c0d1c1e-55a5-4c53-9d52-3f1c1d8e3a02'];
  const success = reservation(200, { '/request_id': member({ values: identifiers }) });
  expect(read(settle({ successes: [success] })).answers.createNumberReservation?.add).toEqual({
    '/request_id': '{id}',
  });
});

test('names of the profile and choices that were seen are entries', () => {
  const { overlay, choices } = read(settle({ choices: { keyedBody: 'json' } }, { pageSize: 'limit' }));
  expect(choices).toEqual({ keyedBody: 'json' });
  expect(overlay).toMatchObject([{ update: { name: 'limit' } }]);
});

test('a keyword by which nothing is refused is taken out of the contract', () => {
  const tags =
    '/paths/~1email_messages/post/requestBody/$ref/content/application~1json/schema/$ref/properties/tags/items';
  const subjects = tags.replace('tags/items', 'subject');
  const variants = [
    { path: tags, about: 'type', isAsContract: false },
    { path: subjects, about: 'type', isAsContract: false },
    { path: subjects, about: 'type', isAsContract: true },
    // A client still has to send the required members.
    { path: tags.replace('/properties/tags/items', ''), about: 'required', isAsContract: false },
  ];
  const target = '$.components.schemas.EmailMessageRequest.properties.tags.items.type';
  expect(read(settle({ variants })).overlay).toEqual([{ target, remove: true }]);
});

test('a member that the target does not read leaves the contract, and a read-only one that it refuses is forbidden', () => {
  const schema = '/paths/~1email_messages/post/requestBody/$ref/content/application~1json/schema';
  const variants = [
    { path: `${schema}/$ref/properties/headers`, about: 'name', isAsContract: false },
    {
      path: '/paths/~1sim_card_data_usage_notifications~1{id}/patch/requestBody/content/application~1json/schema/$ref/properties/id/$ref',
      ...{ about: 'sent', isAsContract: false },
    },
  ];
  expect(read(settle({ variants })).overlay).toMatchObject([
    { target: expect.stringContaining('.headers'), remove: true },
    { target: expect.stringContaining('.patch.requestBody'), update: { properties: { id: { not: {} } } } },
  ]);
});

test('words and texts in the place of objects are entries of the overlay', () => {
  const success = {
    operation: 'createEmailMessage' as const,
    statuses: { 202: 1 },
    members: { '': member(), '/data': member(), '/data/from': member({ values: ['a@b.example'] }) },
  };
  const choices = { 'EmailMessageStatus.queued': 'accepted', 'ReservedPhoneNumber/properties/status.pending': 'held' };
  const { overlay } = read(settle({ successes: [success], choices }));
  expect(overlay).toMatchObject([
    { update: 'accepted' },
    { remove: true },
    { update: { type: 'string', enum: ['held', 'success', 'failure'] } },
    { target: expect.stringContaining('.from'), update: { $ref: '#/components/schemas/Email' } },
  ]);
});

test('a refusal without an error is an entry, and its return is drift', () => {
  const { code: _, title: __, ...rest } = refusal('HTTP-7', [404, '10005']);
  const unknown = { ...rest, body: false as const };
  const text = settle({ refusals: [unknown] });
  expect(read(text).refusals).toEqual({ 'HTTP-7': { body: false } });
  expect(driftFrom(text, { refusals: [unknown] })).toEqual([]);
  expect(driftFrom(text, { refusals: [refusal('HTTP-7', [404, '10005'])] })).toEqual([
    'HTTP-7: body was empty, is an error',
  ]);
});

const seen = { refusals: [subject, template], successes: [reservation(201)], choices: { holdMinutes: 10 } };

test.each([
  ['nothing', {}, []],
  ['a status', { refusals: [{ ...subject, status: 400 }, template] }, ['EMAIL-SUBJ-3: status was 422, is 400']],
  [
    'a status as in the contract',
    { refusals: [subject, { ...template, status: 400 }] },
    ['EMAIL-TMPL-3: status was 422, is 400'],
  ],
  ['a title', { refusals: [{ ...subject, title: 'None' }, template] }, ['EMAIL-SUBJ-3: title was No subject, is None']],
  ['a choice', { choices: { holdMinutes: 20 } }, ['RSV-16: holdMinutes was 10, is 20']],
  ['a success', { successes: [reservation(200)] }, ['createNumberReservation: status was 201, is 200']],
])('a line of drift names the change: %s', (_, changed, lines) => {
  const drifts = driftFrom(settle(seen), { ...seen, ...changed });
  expect(drifts).toEqual(lines);
});

const badSize = {
  ...refusal('PAGE-10', [422, '10015'], { operation: 'listDirDocumentTypes', status: 400, code: '20001' }),
  expected: { status: 422 },
};

test('a rule without an entry does not drift where a general rule has an entry for its refusal', () => {
  const general = settle({ refusals: [{ ...badSize, rules: ['ERR-10'] }] });
  expect(Object.keys(read(general).refusals)).toEqual(['ERR-10']);
  expect(driftFrom(general, { refusals: [badSize] })).toEqual([]);
  expect(driftFrom(general, { refusals: [{ ...badSize, status: 409 }] })).toEqual(['PAGE-10: status was 400, is 409']);
});

test('a refusal that the contract does not know leaves the others of its rule an entry', () => {
  const refusals = [badSize, { ...badSize, expected: { status: 200 } }];
  expect(Object.keys(read(settle({ refusals })).refusals)).toEqual(['PAGE-10']);
});

test('a keyword that the overlay takes out, and by which the target refuses again, is drift', () => {
  const path =
    '/paths/~1email_messages/post/requestBody/$ref/content/application~1json/schema/$ref/properties/tags/items';
  const variant = { path, about: 'type', isAsContract: false };
  const text = settle({ variants: [variant] });
  expect(driftFrom(text, { variants: [variant] })).toEqual([]);
  expect(driftFrom(text, { variants: [{ ...variant, isAsContract: true }] })).toEqual([
    expect.stringMatching(/^overlay: .*tags.* was removed, is enforced$/),
  ]);
});

test('an entry that equals one of several observed values is no drift', () => {
  expect(driftFrom(settle(seen), { ...seen, refusals: [...seen.refusals, { ...subject, status: 409 }] })).toEqual([]);
});

test('rules that were not judged have no drift', () => {
  expect(driftFrom(settle(seen), {})).toEqual([]);
});

test('a refusal for another reason than a rule that the target chose to relax is no drift', () => {
  const choices = { repeatedNumber: 'once' };
  const held = refusal('RSV-25', [422, '10007'], { operation: 'createNumberReservation', status: 409 });
  const file = settle({ choices });
  expect(driftFrom(file, { refusals: [held], choices })).toEqual([]);
  expect(driftFrom(file, { refusals: [held] })).toEqual([]);
  expect(read(settle({ refusals: [held] })).refusals).toEqual({});
});

test('members that refusals add are the default, and a rule adds and lacks its own', () => {
  const constant = (value: unknown, count = 1) => member({ count, values: [value] });
  const added = { '/type': constant('about:blank'), '/errors/*/status': constant('{status}') };
  const more = { '/type': constant('about:blank'), '/errors/*/meta': constant({ help: '{code}' }) };
  const refusals = [
    { ...subject, added },
    { ...template, added: more },
    refusal('EMAIL-GET-4', [404, '10001'], { added }),
  ];
  const text = settle({ refusals });
  expect(read(text).refusals).toMatchObject({
    default: { add: { '/type': 'about:blank', '/errors/*/status': '{status}' } },
    'EMAIL-TMPL-3': { add: { '/errors/*/meta': { help: '{code}' } }, omit: ['/errors/*/status'] },
  });
  expect(driftFrom(text, { refusals })).toEqual([]);
  const changed = refusals.map((entry) => ({ ...entry, added: { ...entry.added, '/type': constant('x') } }));
  expect(driftFrom(text, { refusals: changed })).toEqual(['default: /type was about:blank, is x']);
});

test('refused unknown parameters are an entry without fields where the refusal is that of a failed validation', () => {
  const invalid = refusal('ERR-10', [422, '10015'], { status: 400, code: '20001' });
  const unknown = { ...invalid, rules: ['HTTP-11'] as const, expected: { status: 200 } };
  expect(read(settle({ refusals: [invalid, unknown] })).refusals).toEqual({
    'ERR-10': { status: 400, code: '20001' },
    'HTTP-11@createEmailMessage': {},
  });
});

test('null and objects are constants of successes', () => {
  const members = { '/next': member({ nulls: 9 }), '/data/links': member({ values: [{ self: '/{id}' }] }) };
  const { add } = read(settle({ successes: [reservation(200, members)] })).answers.createNumberReservation ?? {};
  expect(add).toEqual({ '/next': null, '/data/links': { self: '/{id}' } });
});
