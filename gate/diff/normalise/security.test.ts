import { expect, test } from 'vitest';
import { openDocument } from '../source.ts';
import { schemesOf, securityOf } from './security.ts';

const documentOf = (securitySchemes: object, security?: object[]) =>
  openDocument({ openapi: '3.1.0', info: {}, components: { securitySchemes }, security }, 'document');

test('a scheme is what it asks of a request', () => {
  const schemes = {
    Bearer: { type: 'http', scheme: 'Bearer' },
    basic: { type: 'http', scheme: 'basic' },
    header: { type: 'apiKey', in: 'header', name: 'X-Key' },
    query: { type: 'apiKey', in: 'query', name: 'Key' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'Key' },
    oauth: { type: 'oauth2', flows: {} },
    openId: { type: 'openIdConnect', openIdConnectUrl: 'https://id.example/Config' },
    tls: { type: 'mutualTLS' },
    again: { $ref: '#/components/securitySchemes/tls' },
  };
  const found = [...schemesOf(documentOf(schemes)).values()].map(({ name, key, words, at }) => [name, key, words, at]);
  const at = (name: string) => `/components/securitySchemes/${name}`;
  expect(found).toEqual([
    ['Bearer', 'http bearer', 'HTTP Bearer credentials', at('Bearer')],
    ['basic', 'http basic', 'HTTP basic credentials', at('basic')],
    ['header', 'apiKey header x-key', 'an API key in the header X-Key', at('header')],
    ['query', 'apiKey query Key', 'an API key in the query Key', at('query')],
    ['cookie', 'apiKey cookie Key', 'an API key in the cookie Key', at('cookie')],
    ['oauth', 'oauth2', 'an OAuth 2 token', at('oauth')],
    [
      'openId',
      'openIdConnect https://id.example/Config',
      'an OpenID Connect token of https://id.example/Config',
      at('openId'),
    ],
    ['tls', 'mutualTLS', 'mutualTLS credentials (tls)', at('tls')],
    ['again', 'mutualTLS', 'mutualTLS credentials (again)', at('tls')],
  ]);
});

const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
const oauth = { type: 'oauth2', flows: {} };

test('an operation asks for what it says itself, else for what the document does, else for nothing', () => {
  const source = documentOf({ key, oauth }, [{ key: [] }, { oauth: ['write', 'read'], key: [] }]);
  const read = (security: unknown) => securityOf(source, { node: { security }, at: '/operation' }, schemesOf(source));
  const nothing = (at: string) => ({ schemes: new Map(), words: 'nothing', at });
  expect(read(undefined)).toEqual({
    at: '/security',
    requirements: [
      { schemes: new Map([['key', []]]), words: 'an API key in the header X-Key', at: '/security/0' },
      {
        schemes: new Map([
          ['oauth', ['read', 'write']],
          ['key', []],
        ]),
        words: 'an OAuth 2 token with the scopes read, write and an API key in the header X-Key',
        at: '/security/1',
      },
    ],
  });
  expect(read([])).toEqual({ at: '/operation/security', requirements: [nothing('/operation/security')] });
  expect(read([{}, { oauth: ['read'] }, { unknown: [] }])).toEqual({
    at: '/operation/security',
    requirements: [
      nothing('/operation/security/0'),
      {
        schemes: new Map([['oauth', ['read']]]),
        words: 'an OAuth 2 token with the scope read',
        at: '/operation/security/1',
      },
      { schemes: new Map([['unknown', []]]), words: 'unknown', at: '/operation/security/2' },
    ],
  });
  const bare = documentOf({});
  expect(securityOf(bare, { node: {}, at: '/operation' }, new Map())).toEqual({
    at: '/security',
    requirements: [nothing('/security')],
  });
});
