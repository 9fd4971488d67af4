import { document } from '../../spec/testing/contract.ts';
import { parseYaml } from '../../spec/yaml.ts';
import { exchange } from './support/http.ts';
import { expect, test } from './support/test.ts';

test('the root leads to the console', async ({ api }) => {
  const { status, headers } = await exchange(api.port, { path: '/' });
  expect([status, headers.location]).toEqual([302, '/console']);
});

for (const [path, type, read] of [
  ['/openapi.json', 'application/json; charset=utf-8', JSON.parse],
  ['/openapi.yaml', 'application/yaml', (text: string) => parseYaml(text, 'served.yaml')],
] as const) {
  test(`${path} is the contract with the requested host as its server`, async ({ api }) => {
    const { headers, text } = await exchange(api.port, { path, headers: { Host: 'mock.example:4010' } });
    expect(headers['content-type']).toBe(type);
    expect(read(text)).toEqual({ ...document.json, servers: [{ url: 'http://mock.example:4010/v2' }] });
  });
}

test('the contract is that of the partition of the key', async ({ api }) => {
  await api.control('PUT', '/deployment', {
    contract: '2.0.0',
    settled: 'by a test',
    answers: { createEmailMessage: { status: 201 } },
  });
  const Authorization = `Bearer key_primary.${api.partition}`;
  const declared = async (headers: Record<string, string>) => {
    const { text } = await exchange(api.port, { path: '/openapi.json', headers });
    return Object.keys(JSON.parse(text).paths['/email_messages'].post.responses)[0];
  };
  expect([await declared({ Authorization }), await declared({})]).toEqual(['201', '202']);
});

for (const path of ['/livez', '/readyz']) {
  for (const method of ['GET', 'HEAD']) {
    test(`${method} ${path} answers 200 without a body`, async ({ api }) => {
      expect(await exchange(api.port, { method, path })).toMatchObject({
        status: 200,
        headers: { 'content-length': '0' },
        text: '',
      });
    });
  }
}
