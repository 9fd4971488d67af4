import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { parse, stringify } from 'yaml';
import { contractFile, loadDocument } from '../../spec/document.ts';
import { compileValidators } from '../../spec/validators.ts';
import { Api, refusal } from './support/api.ts';
import { type RunningMock, serve } from './support/serve.ts';
import { expect, test } from './support/test.ts';

const json = (content: object) => ({ content: { 'application/json': content } });
const object = (name: string, type: string) => ({
  schema: { type: 'object', required: [name], properties: { [name]: { type } } },
});
const coverage = {
  operationId: 'checkCoverage',
  summary: 'Check coverage',
  tags: ['AI mission runs'],
  requestBody: { required: true, ...json(object('country', 'string')) },
  responses: {
    200: {
      description: 'The coverage.',
      ...json({
        ...object('covered', 'boolean'),
        examples: { yes: { value: { covered: true } }, no: { value: { covered: false } } },
      }),
    },
    422: { $ref: '#/paths/~1number_reservations/post/responses/422' },
    default: { $ref: '#/components/responses/UnexpectedError' },
  },
};

let folder: string;
let mock: RunningMock;
let api: Api;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contract-'));
  const file = join(folder, 'openapi.yaml');
  const contract = parse(await readFile(contractFile, 'utf8'));
  contract.paths['/coverage'] = { post: coverage };
  await writeFile(file, stringify(contract));
  const document = loadDocument(file);
  mock = await serve({ document, validators: compileValidators(document) });
  api = new Api(mock.port, 'default');
});

afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

test('an operation without a handler is mocked from its examples', async () => {
  const received = await api.call('POST', '/coverage', { body: { country: 'CL' } });
  expect([received.status, received.body]).toEqual([200, { covered: true }]);
});

test('an example of an operation without a handler can be selected', async () => {
  const received = await api.call('POST', '/coverage', { body: { country: 'CL' }, headers: { Prefer: 'example=no' } });
  expect(received.body).toEqual({ covered: false });
});

test('requests of an operation without a handler are validated', async () => {
  expect((await api.call('POST', '/coverage', { body: {} })).status).toBe(422);
});

test('method and credentials of an operation without a handler are checked', async () => {
  expect(await api.get('/coverage')).toMatchObject(refusal(405, '10007'));
  const headers = { Authorization: 'Bearer nobody' };
  expect(await api.call('POST', '/coverage', { body: {}, headers })).toMatchObject(refusal(401, '10009'));
});
