import { expect, test } from 'vitest';
import { diffDocuments } from '../index.ts';

const operation = { operationId: 'read', responses: { 204: { description: 'Done.' } } };

/** A document with an operation, a webhook and these servers: of all, and of the operation or of the webhook. */
const documentOf = (servers: object[], { own, hook }: { own?: object[]; hook?: object[] } = {}) => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1.0.0' },
  servers,
  paths: { '/things': { get: { ...operation, ...(own && { servers: own }) } } },
  webhooks: { made: { post: { ...operation, operationId: 'made', ...(hook && { servers: hook }) } } },
});

const told = (base: object, revision: object) =>
  diffDocuments(base, revision).changes.map(
    ({ rule, operation: of, pointer, basePointer = 'new', message }) =>
      `${rule} (${of}) at ${basePointer} -> ${pointer}: ${message}`,
  );

const [one, two] = [{ url: 'https://one.example' }, { url: 'https://two.example' }];

test('a server that is gone or new is told, of all operations or of one', () => {
  expect(told(documentOf([one]), documentOf([two]))).toEqual([
    'server-removed () at /servers/0 -> /servers/https:~1~1one.example: Clients that call https://one.example do not reach the service any more.',
    'server-added () at new -> /servers/0: Clients can reach the service at https://two.example as well.',
  ]);
  const at = '/paths/~1things/get/servers';
  expect(told(documentOf([one], { own: [one, two] }), documentOf([one], { own: [two] }))).toEqual([
    `server-removed (read) at ${at}/0 -> ${at}/https:~1~1one.example: Clients that call https://one.example do not reach the service any more.`,
  ]);
  expect(told(documentOf([two, one]), documentOf([two, one], { own: [two] }))).toEqual([
    `server-removed (read) at /servers/1 -> ${at}/https:~1~1one.example: Clients that call https://one.example do not reach the service any more.`,
  ]);
  expect(told(documentOf([one, two]), documentOf([two, one]))).toEqual([]);
});

test('the servers of a webhook are those of its clients', () => {
  expect(told(documentOf([one], { hook: [one] }), documentOf([one], { hook: [two] }))).toEqual([]);
});

const open = (variable: object, name = 'region') =>
  documentOf([{ url: `https://{${name}}.example`, variables: { [name]: { default: 'eu', ...variable } } }]);
const at = '/servers/0/variables/region';

const variables: [what: string, base: object, revision: object, changes: string[]][] = [
  [
    'a value that is gone',
    open({ enum: ['eu', 'us', 'ap'] }),
    open({ enum: ['ap', 'eu'] }),
    [
      `server-variable-value-removed () at ${at} -> ${at}/enum/us: Clients that call the service with region = us do not reach it any more.`,
    ],
  ],
  [
    'values where there was any',
    open({}),
    open({ enum: ['eu', 'us'] }),
    [
      `server-variable-limited () at ${at} -> ${at}/enum: Clients that call the service with another region than eu, us do not reach it any more.`,
    ],
  ],
  ['a value more', open({ enum: ['eu'] }), open({ enum: ['eu', 'us'] }), []],
  ['any value', open({ enum: ['eu'] }), open({}), []],
  [
    'another default',
    open({}),
    open({ default: 'us' }),
    [
      `server-variable-default-changed () at ${at}/default -> ${at}/default: Clients that set no region call us instead of eu.`,
    ],
  ],
  [
    'another name',
    open({}),
    open({}, 'zone'),
    [
      `server-variable-renamed () at ${at} -> /servers/0/variables/zone: Generated code names the server variable zone instead of region.`,
    ],
  ],
];
const both = (stage: object) =>
  documentOf([
    {
      url: 'https://{region}.example/{stage}',
      variables: { stage: { default: 'live', ...stage }, region: { default: 'eu' } },
    },
  ]);
variables.push([
  'another default beside the other one',
  both({}),
  both({ default: 'test' }),
  [
    'server-variable-default-changed () at /servers/0/variables/stage/default -> /servers/0/variables/stage/default: Clients that set no stage call test instead of live.',
  ],
]);
for (const [what, base, revision, changes] of variables) {
  test(`a variable of a server that has ${what}`, () => {
    expect(told(base, revision)).toEqual(changes);
  });
}
