import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadRegister } from '../../../spec/register.ts';
import { makeTestPath } from '../../../spec/testing/test-path.ts';
import profileSchema from './profile.schema.json' with { type: 'json' };
import { locateMember, parseProfile, readProfile } from './profile.ts';

const key = '$' + '{KEY}';
const start = `baseUrl: https://a.example/v2\naccounts:\n  primary: { apiKey: ${key} }\n`;
function problem(text: string, environment: Record<string, string> = { KEY: 'k' }): string {
  try {
    parseProfile(text, 'a.yaml', environment);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
}

test('a variable of the environment is filled in, with any characters', () => {
  expect(parseProfile(start, 'a.yaml', { KEY: 'a: }#"' }).accounts.primary.apiKey).toBe('a: }#"');
});

test('a variable within a list and a text is filled in', () => {
  const numbers = 'reservation: { phoneNumbers: ["+1$' + '{AREA}5550101"] }\n';
  expect(parseProfile(start + numbers, 'a.yaml', { KEY: 'k', AREA: '212' }).reservation?.phoneNumbers).toEqual([
    '+12125550101',
  ]);
});

test.each([{}, { KEY: '' }])('an unset variable is refused with its line: %j', (environment) => {
  expect(problem(start, environment)).toContain('a.yaml:3:14: the environment variable KEY is not set');
});

test('a variable in a comment need not be set', () => {
  expect(problem(`${start}# other: \${NOT_SET}\n`)).toBe('none');
});

test('a member is found by its path', () => {
  const file = makeTestPath('a.yaml');
  writeFileSync(file, `${start}  other: { apiKey: ${key} }\n`);
  expect(locateMember(file, 'accounts.other.apiKey')).toBe(`${file}:4:12`);
});

test('the file of a CA is relative to the profile', () => {
  const file = makeTestPath('a.yaml');
  writeFileSync(file, `${start}http: { ca: ../ca.pem }\n`);
  expect(readProfile(file, { KEY: 'k' }).http?.ca).toBe(resolve(dirname(file), '../ca.pem'));
});

const refused: [label: string, text: string, message: string | RegExp][] = [
  [
    'an unknown key',
    `${start}email:\n  recipientDomian: a.example\n`,
    'a.yaml:5:3: unknown key "recipientDomian" in email; did you mean "recipientDomain"?',
  ],
  ['a missing key', 'baseUrl: https://a.example\naccounts: {}\n', /^a\.yaml:2:1: accounts needs "primary"/],
  ['an unknown value', `${start}assumptions: maybe\n`, /^a\.yaml:4:1: assumptions must be one of warn, strict/],
  ['an invalid address', start.replace('a.example', '[::'), /^a\.yaml:1:1: baseUrl /],
  ['an invalid day', `${start}waivers:\n  - { rule: DIR-1, reason: r, owner: o, until: 2027-02-30 }\n`, /^a\.yaml:5:/],
  [
    'a waiver of an unknown rule',
    `${start}waivers:\n  - { rule: DIR-11, reason: r, owner: o, until: 2027-02-28 }\n`,
    'a.yaml:5:7: waives DIR-11, which isn\'t a rule; did you mean "DIR-1"?',
  ],
  [
    'an unknown operation',
    `${start}scope: { without: [createNumberReservations], reason: r }\n`,
    /^a\.yaml:4:.*did you mean "createNumberReservation"/,
  ],
  ['broken YAML', `${start}allow: [read\n`, /^a\.yaml:5:1: /],
  ['an empty file', '', /^a\.yaml:1:1: /],
  ['a file longer than any profile', '#'.repeat(100_001), /longer than/],
  ['a scope without a reason', `${start}scope: { without: [outbox] }\n`, /scope needs "reason"/],
  [
    'a scope without an allowed permission',
    `${start}scope: { without: [write], reason: r }\nallow: [read, write]\n`,
    /^a\.yaml:4:20: .*the profile offers it/,
  ],
];
for (const [label, text, message] of refused) {
  test(`a profile is refused with its line: ${label}`, () => {
    if (typeof message === 'string') expect(problem(text)).toBe(message);
    else expect(problem(text)).toMatch(message);
  });
}

test('a file that does not exist is named', () => {
  expect(() => readProfile('/nowhere/x.yaml')).toThrow('/nowhere/x.yaml');
});

const uuid = '11111111-1111-4111-8111-11111111abcD';
const limits: [path: string, good: unknown[], bad: unknown[]][] = [
  ['baseUrl', ['http://me:word@a.example:8080'], ['https://a.example?a', 'ftp://a.example', 'https:///v2']],
  ['allow', [['send', 'read']], [['read', 'read'], ['all']]],
  ['email.from', ['a@a.example'], ['a.example', 'a b@a.example']],
  ['simNotification.id', [uuid], ['1', `${uuid}0`]],
  ['reservation.phoneNumbers', [[`+9${'0'.repeat(14)}`]], [[], ['+12', '+12'], ['12'], [`+9${'0'.repeat(15)}`]]],
  ['outbox.mailpit', ['https://a.example/mail/'], ['a.example', 'http://a.example?a']],
  ['limits.requestsPerSecond', [0.1], [0, -1]],
  ['limits.timeoutMs', [100, 600_000], [99, 600_001, 100.5]],
  ['consistency.waitMs', [0, 600_000], [-1, 600_001]],
  ['http.proxy', ['http://a.example:3128/'], ['https://a.example', 'http://a.example/a']],
  ['wire.emailPath', ['/'], ['emails']],
  ['wire.idempotencyHeader', ['X-2'], ['', 'X A']],
];
for (const [path, good, bad] of limits) {
  test(`${path} is limited in a profile`, () => {
    const problemOf = (value: unknown) => {
      const [part = '', member] = path.split('.');
      const accounts = { primary: { apiKey: 'k' } };
      const profile = { baseUrl: 'https://a.example', accounts, [part]: member ? { [member]: value } : value };
      return problem(JSON.stringify(profile));
    };
    expect(good.map(problemOf)).toEqual(good.map(() => 'none'));
    expect(bad.filter((value) => problemOf(value) === 'none')).toEqual([]);
  });
}

test('a scope may name every need of the register', () => {
  const names = profileSchema.properties.scope.properties.without.items.enum;
  const needs = new Set([...loadRegister().values()].flatMap((rule) => rule.needs).filter((need) => need !== 'read'));
  expect([...needs].filter((need) => !names.includes(need))).toEqual([]);
});

test.each(['mock.yaml', 'staging.example.yaml'])('the profile %s of the package is valid', (name) => {
  const file = fileURLToPath(new URL(`../../targets/${name}`, import.meta.url));
  const keys = { API_KEY: 'a', RESTRICTED_API_KEY: 'b', OTHER_API_KEY: 'c' };
  expect(readProfile(file, keys).baseUrl).toMatch(/\/v2$/);
});
