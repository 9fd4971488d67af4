import { load } from 'js-yaml';
import { document } from '../../spec/testing/contract.ts';
import { exchange } from './support/http.ts';
import { expect, test } from './support/test.ts';

test('the root leads to the console', async ({ api }) => {
  const { status, headers } = await exchange(api.port, { path: '/' });
  expect([status, headers.location]).toEqual([302, '/console']);
});

for (const [path, read] of [
  ['/openapi.json', JSON.parse],
  ['/openapi.yaml', load],
] as const) {
  test(`${path} is the contract, with the address that it was asked at`, async ({ api }) => {
    const { text } = await exchange(api.port, { path, headers: { Host: 'mock.example:4010' } });
    expect(read(text)).toEqual({ ...document.json, servers: [{ url: 'http://mock.example:4010/v2' }] });
  });
}

test('who asks for the contract in turns at two addresses gets each its own', async ({ api }) => {
  for (const Host of ['one.example', 'two.example', 'one.example']) {
    const { text } = await exchange(api.port, { path: '/openapi.json', headers: { Host } });
    expect(JSON.parse(text).servers).toEqual([{ url: `http://${Host}/v2` }]);
  }
});

for (const path of ['/livez', '/readyz']) {
  for (const method of ['GET', 'HEAD']) {
    test(`${method} ${path} says that the mock is up, without a body`, async ({ api }) => {
      expect(await exchange(api.port, { method, path })).toMatchObject({ status: 200, text: '' });
    });
  }
}
