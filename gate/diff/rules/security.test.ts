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
  expect(compare(one, [{ a: bearer, b: bearer }, [{ a: [] }]]).verdict).toBe('breaking');
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
