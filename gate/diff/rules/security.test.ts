import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

const bearer = { type: 'http', scheme: 'bearer' };
const oauth = (flows: object) => ({ type: 'oauth2', flows });
const byClient = (more: object = {}) => ({
  clientCredentials: { tokenUrl: 'https://auth.example/token', scopes: { read: 'Read.' }, ...more },
});

/** A document with an operation that lets in by schemes of these. */
const documentOf = (securitySchemes: object, security: object[]) => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1.0.0' },
  paths: { '/things': { get: { operationId: 'read', security, responses: { 204: { description: 'Done.' } } } } },
  components: { securitySchemes },
});

const compare = (base: [object, object[]], revision: [object, object[]]) =>
  diffDocuments(documentOf(...base), documentOf(...revision));

test('a scheme beside one that asks the same changes nothing for that one', () => {
  for (const scheme of [bearer, oauth(byClient())]) {
    const one: [object, object[]] = [{ one: scheme }, [{ one: [] }]];
    const beside: [object, object[]] = [{ one: scheme, two: scheme }, [{ one: [] }]];
    expect(compare(one, beside).changes).toEqual([]);
    expect(compare(beside, one).changes).toEqual([]);
    const either: [object, object[]] = [{ one: scheme, two: scheme }, [{ one: [] }, { two: [] }]];
    expect(compare(one, either).changes).toMatchObject([{ level: 'safe', rule: 'security-relaxed' }]);
  }
});

test('credentials of one of two schemes that ask the same are not those of the other', () => {
  const schemes = { one: bearer, two: bearer };
  const { changes } = compare([schemes, [{ one: [] }]], [schemes, [{ two: [] }]]);
  expect(changes.map(({ message }) => message)).toEqual([
    'Clients that are let in with HTTP bearer credentials (one) are refused: the service asks for HTTP bearer credentials (two) now.',
  ]);
});

test('a scheme may have another name, as long as it is clear which it became', () => {
  const one: [object, object[]] = [{ one: bearer }, [{ one: [] }]];
  expect(compare(one, [{ other: bearer }, [{ other: [] }]]).changes).toEqual([]);
  const two: [object, object[]] = [{ a: bearer, b: bearer }, [{ a: [] }]];
  expect([compare(one, two).verdict, compare(two, one).verdict]).toEqual(['breaking', 'breaking']);
  const beside = (name: string): [object, object[]] => [{ a: bearer, [name]: bearer }, [{ [name]: [] }]];
  expect(compare(beside('b'), beside('c')).changes).toEqual([]);
  const basic = { one: { type: 'http', scheme: 'basic' } };
  expect(compare(one, [basic, [{ one: [] }]]).verdict).toBe('breaking');
});

test('a token of another provider is told by where it comes from', () => {
  const of = (host: string): [object, object[]] => [
    { id: { type: 'openIdConnect', openIdConnectUrl: `https://${host}/.well-known/openid-configuration` } },
    [{ id: [] }],
  ];
  const [change] = compare(of('a.example'), of('b.example')).changes;
  expect(change?.level).toBe('breaking');
  for (const host of ['a.example', 'b.example']) expect(change?.message).toContain(`token of https://${host}`);
});

test('how a scheme is described asks for nothing', () => {
  const of = (description: string): [object, object[]] => [{ tls: { type: 'mutualTLS', description } }, [{ tls: [] }]];
  expect(compare(of('A certificate.'), of('Your certificate.')).changes).toEqual([]);
});

test('an address counts where its flow has one', () => {
  const of = (more: object): [object, object[]] => [{ auth: oauth(byClient(more)) }, [{ auth: ['read'] }]];
  const authorizationUrl = (path: string) => of({ authorizationUrl: `https://auth.example/${path}` });
  expect(compare(authorizationUrl('a'), authorizationUrl('b')).changes).toEqual([]);
  const { changes } = compare(of({}), of({ tokenUrl: 'https://auth.example/v2/token' }));
  expect(changes).toMatchObject([{ level: 'breaking', rule: 'security-address-changed' }]);
});

/** What is told of a scheme whose flow changed so. */
const flowed = (flow: string, before: object, now: object) => {
  const of = (more: object): [object, object[]] => [
    { auth: oauth({ [flow]: { scopes: {}, ...more } }) },
    [{ auth: [] }],
  ];
  return compare(of(before), of(now)).changes.map(
    ({ rule, pointer, basePointer, operation }) =>
      `${rule} (${operation}) at ${[...new Set([basePointer, pointer])].join(' -> ').replaceAll('/components/securitySchemes/auth/flows/', '')}`,
  );
};
const addresses = ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl'];
const used: Record<string, string[]> = {
  implicit: ['authorizationUrl', 'refreshUrl'],
  password: ['tokenUrl', 'refreshUrl'],
  clientCredentials: ['tokenUrl', 'refreshUrl'],
  authorizationCode: ['authorizationUrl', 'tokenUrl', 'refreshUrl'],
  deviceAuthorization: ['tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl'],
};
for (const [flow, known] of Object.entries(used)) {
  test(`each address that the flow ${flow} has counts, and none that it has not`, () => {
    const all = (host: string) =>
      Object.fromEntries(addresses.map((name) => [name, `https://${host}.example/${name}`]));
    const rule = (name: string) => `security-${name === 'refreshUrl' ? 'refresh-' : ''}address-changed`;
    const changed = known.map((name) => `${rule(name)} () at ${flow}/${name}`);
    expect(flowed(flow, all('a'), all('b')).toSorted()).toEqual(changed.toSorted());
    expect(flowed(flow, all('a'), all('a'))).toEqual([]);
    expect(flowed(flow, {}, all('a'))).toEqual([]);
  });
}

test('a scope, a flow and a form of token that are gone are told where they stood', () => {
  expect(flowed('password', { scopes: { read: 'a', write: 'b' } }, { scopes: { read: 'c' } })).toEqual([
    'security-scope-removed () at password/scopes/write',
  ]);
  const flows = (...names: string[]): [object, object[]] => [
    { auth: oauth(Object.fromEntries(names.map((name) => [name, { scopes: {} }]))) },
    [{ auth: [] }],
  ];
  const told = (base: [object, object[]], revision: [object, object[]]) =>
    compare(base, revision).changes.map(
      ({ level, rule, pointer, message }) => `${level} ${rule} ${pointer} ${message}`,
    );
  const at = '/components/securitySchemes';
  expect(told(flows('implicit', 'password'), flows('password'))).toEqual([
    `breaking security-flow-removed ${at}/auth/flows/implicit Clients that get a token by the flow implicit get none any more.`,
  ]);
  expect(told(flows('password'), flows('password', 'implicit'))).toEqual([]);
  const token = (more: object): [object, object[]] => [{ one: { ...bearer, ...more } }, [{ one: [] }]];
  expect(told(token({}), token({ bearerFormat: 'JWT' }))).toEqual([
    `soft security-token-format-changed ${at}/one/bearerFormat Clients that look into the token find another format: it was none and is JWT.`,
  ]);
});

const schemes = { a: bearer, b: { type: 'http', scheme: 'basic' }, o: oauth(byClient()) };
const [a, b] = ['HTTP bearer credentials', 'HTTP basic credentials'];
const ways: [what: string, before: object[], now: object[], messages: string[]][] = [
  ['one beside none', [{}], [{}, { a: [] }], [`security-relaxed Clients are let in with ${a} now.`]],
  ['none beside one', [{ a: [] }], [{ a: [] }, {}], ['security-removed Clients are let in without credentials now.']],
  [
    'one for none',
    [{}],
    [{ a: [] }, { b: [] }],
    [`security-added Clients that call without credentials are refused: the service asks for ${a} or ${b} now.`],
  ],
  [
    'both for one',
    [{ a: [] }],
    [{ a: [], b: [] }],
    [`security-changed Clients that are let in with ${a} are refused: the service asks for ${a} and ${b} now.`],
  ],
  ['one of both', [{ a: [], b: [] }], [{ a: [] }], [`security-relaxed Clients are let in with ${a} now.`]],
  [
    'one of two ways',
    [{ a: [] }, { b: [] }],
    [{ b: [] }],
    [`security-changed Clients that are let in with ${a} are refused: the service asks for ${b} now.`],
  ],
];
for (const [what, before, now, messages] of ways) {
  test(`who is let in is told when it asks for ${what}`, () => {
    const { changes } = compare([schemes, before], [schemes, now]);
    expect(changes.map(({ rule, message }) => `${rule} ${message}`)).toEqual(messages);
  });
}

test('a further scope refuses who has it not, and one less refuses nobody', () => {
  const rules = (before: string[], now: string[]) =>
    compare([schemes, [{ o: before }]], [schemes, [{ o: now }]]).changes.map(({ rule }) => rule);
  expect(rules(['read'], ['read', 'write'])).toEqual(['security-changed']);
  expect(rules(['read', 'write'], ['write'])).toEqual(['security-relaxed']);
  expect(rules(['read', 'write'], ['write', 'read'])).toEqual([]);
});

test('a webhook is secured where it says so itself, on either side', () => {
  const hooked = (security: object[], own?: object[]) => ({
    ...documentOf(schemes, []),
    security,
    webhooks: { made: { post: { operationId: 'made', ...(own && { security: own }), responses: {} } } },
  });
  const rules = (base: object, revision: object) => diffDocuments(base, revision).changes.map(({ rule }) => rule);
  expect(rules(hooked([{ a: [] }]), hooked([{ b: [] }]))).toEqual([]);
  expect(rules(hooked([{ a: [] }], [{ a: [] }]), hooked([{ a: [] }], [{ b: [] }]))).toEqual(['security-changed']);
  expect(rules(hooked([{ a: [] }]), hooked([{ a: [] }], [{ b: [] }]))).toEqual(['security-changed']);
});
