import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadRegister } from '../../../spec/register.ts';
import { ownPath } from '../../../spec/testing/own-path.ts';
import profileSchema from './profile.schema.json' with { type: 'json' };
import { parseProfile, placeOfMember, readProfile } from './profile.ts';

const key = '$' + '{KEY}';
const start = `baseUrl: https://a.example/v2\naccounts:\n  primary: { apiKey: ${key} }\n`;

function problem(text: string, environment: Record<string, string> = { KEY: 'k' }): string {
  try {
    parseProfile(text, 'a.yaml', environment);
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
  return 'none';
}

test('a variable of the environment is filled in as it is, whatever characters it has', () => {
  expect(parseProfile(start, 'a.yaml', { KEY: 'a: }#"' }).accounts.primary.apiKey).toBe('a: }#"');
});

test('a variable that is not set, or set to nothing, is named with its line', () => {
  for (const environment of [{}, { KEY: '' }]) {
    expect(problem(start, environment)).toContain(
      'a.yaml:3:14: the environment variable KEY is not set (accounts.primary.apiKey is taken from it)',
    );
  }
});

test('variables stand within texts and within lists, several in one too', () => {
  const numbers = 'reservation: { phoneNumbers: ["+1$' + '{AREA_1}5$' + '{_rest}", "+13125550101"] }\n';
  const environment = { KEY: 'k', AREA_1: '212', _rest: '550101' };
  expect(parseProfile(start + numbers, 'a.yaml', environment).reservation?.phoneNumbers).toEqual([
    '+12125550101',
    '+13125550101',
  ]);
  expect(problem(start + numbers, { KEY: 'k', AREA_1: '1' })).toContain(
    'the environment variable _rest is not set (reservation.phoneNumbers.0 is taken from it)',
  );
});

test('a member of a profile stands where its key is, after variables too', () => {
  const file = ownPath('a.yaml');
  writeFileSync(file, `${start}  other: { apiKey: ${key} }\n`);
  expect(placeOfMember(file, 'accounts.other')).toBe(`${file}:4:3`);
  expect(placeOfMember(file, 'accounts.other.apiKey')).toBe(`${file}:4:12`);
});

test('the file of a certificate is meant from where the profile lies', () => {
  const file = ownPath('a.yaml');
  writeFileSync(file, `${start}http: { ca: ../ca.pem }\n`);
  expect(readProfile(file, { KEY: 'k' }).http?.ca).toBe(resolve(dirname(file), '../ca.pem'));
});

test('a variable in a comment is not looked up', () => {
  expect(problem(`${start}# other: \${NOT_SET}\n`)).toBe('none');
});

test('an unknown key is refused with its line and the key that was meant', () => {
  expect(problem(`${start}email:\n  recipientDomian: a.example\n`)).toBe(
    'ConfigurationError: a.yaml:5:3: unknown key "recipientDomian" in email; did you mean "recipientDomain"?',
  );
});

test('a file that is not there is named', () => {
  expect(() => readProfile('/nowhere/x.yaml')).toThrow("/nowhere/x.yaml: can't be read (there is no such file)");
});

test('an address or a day that is none, and an empty file, are refused with their lines', () => {
  const waiver = `${start}waivers:\n  - { rule: DIR-1, reason: r, owner: o, until: 2027-02-30 }\n`;
  expect(problem(start.replace('a.example', '[::'))).toContain('a.yaml:1:1: baseUrl must be an address without query');
  expect(problem(waiver)).toMatch(/a\.yaml:5:\d+: waivers\.0\.until must be a day such as 2027-03-01/);
  expect(problem('')).toContain('a.yaml:1:1: the profile must be object');
});

test('a wrong value, a missing key and broken YAML are refused with their lines', () => {
  expect(problem(`${start}assumptions: maybe\n`)).toContain('a.yaml:4:1: assumptions must be one of warn, strict');
  expect(problem('baseUrl: https://a.example\naccounts: {}\n')).toContain('a.yaml:2:1: accounts needs "primary"');
  expect(problem(`${start}allow: [read\n`)).toMatch(/: a\.yaml:5:1: .*flow collection/);
});

const uuid = '11111111-1111-4111-8111-11111111abcD';
const address = 'a@a.example';
/** A profile that says everything, up to the limits of what it may say. */
const everything = {
  name: 'n',
  baseUrl: 'http://me:word@a.example:8080',
  accounts: { primary: { apiKey: 'k' }, restricted: { apiKey: 'r' }, other: { apiKey: 'o' } },
  allow: ['send', 'write', 'read'],
  assumptions: 'strict',
  email: {
    from: address,
    recipientDomain: 'ü.example',
    templates: {
      rendered: { id: uuid, variables: { a: [1] }, subject: 's' },
      withoutSubject: { id: uuid },
      emptySubject: { id: uuid },
      foreign: { id: uuid },
    },
    suppressed: {
      hardBounce: address,
      spamComplaint: address,
      invalid: address,
      unsubscribe: address,
      group: { groupId: uuid, address },
    },
  },
  simNotification: { id: uuid, foreignId: uuid, original: { amount: '', unit: 'MB' } },
  reservation: { phoneNumbers: ['+12', `+9${'0'.repeat(14)}`] },
  outbox: { mailpit: 'https://a.example/mail/', username: '', password: '', waitMs: 600_000 },
  control: { admin: 'http://a.example/__admin' },
  limits: { requestsPerSecond: 0.1, timeoutMs: 100 },
  consistency: { waitMs: 0 },
  http: { proxy: 'http://a.example:3128/', headers: { 'X-A': '' } },
  wire: { emailPath: '/', idempotencyHeader: 'X-2', pageNumber: 'p', documentTypesPageNumber: 'd', pageSize: 's' },
  waivers: [{ rule: '', reason: 'r', owner: 'o', until: '2027-02-28' }],
};

/** What is told of a profile that says no more than it has to, and another value of the member at a path. */
function changed(path: string, value: unknown): string {
  const { baseUrl, accounts } = everything;
  const steps = path.split('.');
  const [part = ''] = steps;
  const profile = structuredClone({ baseUrl, accounts, [part]: Reflect.get(everything, part) });
  const last = steps.pop() ?? '';
  const holder = steps.reduce<object>((at, step) => Reflect.get(at, step), profile);
  Reflect.set(holder, last, value);
  return problem(JSON.stringify(profile));
}

test('a profile may say everything, each value up to its limit', () => {
  expect(parseProfile(JSON.stringify(everything), 'a.yaml', {})).toEqual(everything);
  expect([changed('limits.timeoutMs', 600_000), changed('consistency.waitMs', 600_000)]).toEqual(['none', 'none']);
});

const mail = ['a.example', 'a b@a.example', 'a@a@example'];
const ids = ['1', `${uuid}0`, `0${uuid}`, uuid.replaceAll('-', '')];
const waits = [-1, 600_001, 1.5];
const beyond: [path: string, values: unknown[]][] = [
  ['name', ['']],
  ['baseUrl', ['https://a.example?a', 'https://a.example/#a', 'ftp://a.example', 'https:///v2', 'xhttps://a.example']],
  ['accounts', [{ primary: {} }, { primary: { apiKey: '' } }, { ...everything.accounts, fourth: { apiKey: 'k' } }]],
  ['allow', [['read', 'read'], ['all']]],
  ['email.from', mail],
  ['email.recipientDomain', ['example', address, 'a .example']],
  ['email.templates.rendered', [{ id: uuid }, { subject: 's' }, { id: uuid, subject: '' }, { id: '1', subject: 's' }]],
  ...['withoutSubject', 'emptySubject', 'foreign'].map((name): [string, unknown[]] => [
    `email.templates.${name}`,
    [{}, ...ids.map((id) => ({ id }))],
  ]),
  ...['hardBounce', 'spamComplaint', 'invalid', 'unsubscribe'].map((name): [string, unknown[]] => [
    `email.suppressed.${name}`,
    mail,
  ]),
  [
    'email.suppressed.group',
    [{ groupId: uuid }, { address }, { groupId: '1', address }, { groupId: uuid, address: '' }],
  ],
  ['simNotification.id', ids],
  ['simNotification.foreignId', ids],
  [
    'simNotification.original',
    [{ amount: '1' }, { unit: 'MB' }, { amount: '1', unit: 'KB' }, { amount: 1, unit: 'GB' }],
  ],
  ['reservation.phoneNumbers', [[], ['+12', '+12'], ['+1'], ['12'], ['+01'], [`+9${'0'.repeat(15)}`]]],
  ['outbox', [{}, { mailpit: 'a.example' }, { mailpit: 'http://a.example?a' }]],
  ['outbox.waitMs', waits],
  ['control', [{}, { admin: '/__admin' }]],
  ['limits.requestsPerSecond', [0, -1]],
  ['limits.timeoutMs', [99, 600_001, 100.5]],
  ['consistency', [{}]],
  ['consistency.waitMs', waits],
  ['http.proxy', ['https://a.example', 'http://a.example/a', 'http://a.example?a', 'xhttp://a.example']],
  ['http.ca', ['']],
  ['http.headers', [{ 'X-A': 1 }]],
  ['wire.emailPath', ['emails']],
  ['wire.idempotencyHeader', ['', 'X A', 'X:']],
  ...['pageNumber', 'documentTypesPageNumber', 'pageSize'].map((name): [string, unknown[]] => [`wire.${name}`, ['']]),
  [
    'scope',
    [
      { without: [], reason: 'r' },
      { without: ['control', 'control'], reason: 'r' },
    ],
  ],
  ...['rule', 'reason', 'owner', 'until'].map((name): [string, unknown[]] => [`waivers.0.${name}`, [undefined]]),
  ...['reason', 'owner', 'until'].map((name): [string, unknown[]] => [`waivers.0.${name}`, ['']]),
];
for (const [path, values] of beyond) {
  test(`a profile is refused that says of ${path} what is beyond a limit, of another form or not all: ${JSON.stringify(values)}`, () => {
    expect(values.filter((value) => changed(path, value) === 'none')).toEqual([]);
  });
}

const aliases = `a: &a [1, 1]\n${[...'bcdefghijklmnopqrst'].map((to, at) => `${to}: &${to} [*${'abcdefghijklmnopqrst'[at]}, *${'abcdefghijklmnopqrst'[at]}]\n`).join('')}`;
for (const [what, text, reason] of [
  ['is longer than any profile', '#'.repeat(100_001), 'is longer than 100000 characters'],
  ['is nested without a ground', '['.repeat(20_000), 'nesting exceeded'],
  ['has aliases that multiply', aliases, 'its aliases stand for more than 1000000 values'],
  ['has an alias that stands in itself', 'baseUrl: &a\n  b: *a\n', 'an alias leads to what it stands in'],
] as const) {
  test(`a profile that ${what} is refused`, () => {
    expect(problem(text)).toContain(reason);
  });
}

test('a profile of the greatest length is read', () => {
  expect(problem(start.padEnd(100_000, '#'))).toBe('none');
});

test('a scope without something that the profile offers is refused with its line', () => {
  const scope = (name: string) => `scope: { without: [outbox, ${name}], reason: r }\n`;
  const offers =
    'allow: [read, write]\nemail: { templates: { withoutSubject: { id: 11111111-1111-4111-8111-111111111111 } } }\n';
  expect([offers, ''].map((more) => problem(start + scope('send') + more))).toEqual(['none', 'none']);
  expect(problem(start + scope('write') + offers)).toBe(
    'ConfigurationError: a.yaml:4:28: the scope is without write, and the profile offers it (allow: [read, write]): take one of them out',
  );
  expect(problem(start + scope('email.templates') + offers)).toContain('offers it (email.templates)');
});

test('a scope names what a rule may need, and says why it is left out', () => {
  expect(problem(`${start}scope: { without: [outbox] }\n`)).toContain('scope needs "reason"');
  expect(problem(`${start}scope: { without: [mailbox], reason: r }\n`)).toContain('must be one of write, send, outbox');
  const names = profileSchema.properties.scope.properties.without.items.enum;
  const needs = new Set([...loadRegister().values()].flatMap((rule) => rule.needs).filter((need) => need !== 'read'));
  expect([...needs].filter((need) => !names.includes(need))).toEqual([]);
});

test('the profiles that come with the suite are valid', () => {
  const keys = { API_KEY: 'a', RESTRICTED_API_KEY: 'b', OTHER_API_KEY: 'c' };
  for (const name of ['mock.yaml', 'staging.example.yaml']) {
    const file = fileURLToPath(new URL(`../../targets/${name}`, import.meta.url));
    expect(readProfile(file, keys).baseUrl).toMatch(/\/v2$/);
  }
});
