import { expect, test } from 'vitest';
import { openDocument } from '../source.ts';
import { serversOf } from './server.ts';

/** The servers of an operation, where document, path and operation say some. */
function read(document: object[], path: object[] = [], operation: object[] = []) {
  const source = openDocument({ openapi: '3.1.0', info: {}, servers: document }, 'document');
  const at = (servers: object[], place: string) => ({ node: { servers }, at: place });
  return serversOf(source, at(path, '/path'), at(operation, '/operation'));
}

test('an operation is served where it says itself, else where its path or the document does, else at the root', () => {
  const [one, two, three] = ['one', 'two', 'three'].map((host) => [{ url: `https://${host}.example` }]) as [
    object[],
    object[],
    object[],
  ];
  const places = (...of: Parameters<typeof read>) => read(...of).map(({ url, at }) => `${url} ${at}`);
  expect(places(one, two, three)).toEqual(['https://three.example /operation/servers/0']);
  expect(places(one, two)).toEqual(['https://two.example /path/servers/0']);
  expect(places(one)).toEqual(['https://one.example /servers/0']);
  expect(places([])).toEqual(['/ /servers']);
});

test('addresses that lead to the same have the same key', () => {
  const keyOf = (url?: string) => read([{ url }])[0]?.key;
  const same: Record<string, (string | undefined)[]> = {
    'https://a.example/V1': ['https://a.example/V1', 'HTTPS://A.example/V1/', 'https://a.example/V1//'],
    'https://a.example': ['https://a.example', 'https://A.Example/', 'https://a.example//'],
    'https://{}.example/{}': ['https://{region}.example/{version}', 'https://{area}.example/{v}/'],
    '/': ['/', '//', undefined],
    '/Api': ['/Api', '/Api/'],
  };
  for (const [key, urls] of Object.entries(same)) for (const url of urls) expect(keyOf(url), url).toBe(key);
});

test('a server has a variable for each name in its address, with its values in order', () => {
  const variables = { region: { default: 'us', enum: ['us', 'eu', 3] }, other: { default: 'x' } };
  const [server] = read([{ url: 'https://{region}.example/{version}', variables }]);
  expect([...(server?.variables ?? [])]).toEqual([
    ['region', { name: 'region', default: 'us', values: ['3', 'eu', 'us'], at: '/servers/0/variables/region' }],
    ['version', { name: 'version', default: '', values: undefined, at: '/servers/0/variables/version' }],
  ]);
});
