import { METHODS } from 'node:http';
import fc from 'fast-check';
import { listExamples } from '../../gate/steps/examples.ts';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { escapeStep } from '../../spec/json.ts';
import { bodies, hugeBodies } from './json.ts';
import { rawRequests } from './raw-requests.ts';
import type { FuzzRequest, HttpRequest } from './request.ts';
import { stateRequests } from './state-requests.ts';

/** Few partitions whose state grows, and now and then a new one. */
const partition = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('f1', 'f2', 'f3') },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z]{4}$/) },
);
const visible = fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)) });
const credentials = fc.oneof(
  { weight: 12, arbitrary: partition.map((name) => `Bearer key_primary.${name}`) },
  { weight: 2, arbitrary: partition.map((name) => `Bearer key_other.${name}`) },
  {
    weight: 1,
    arbitrary: fc.oneof(visible, fc.constantFrom('', 'Bearer', 'Bearer key_primary.', 'Basic a2V5OnByaW1hcnk=')),
  },
);
const method = fc.constantFrom(...METHODS.filter((name) => name !== 'CONNECT'));
const mediaType = fc.oneof(
  { weight: 9, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.oneof(
      visible,
      fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data'),
    ),
  },
);
const preference = fc.oneof(
  visible,
  fc.constantFrom('code=404', 'code=429', 'code=abc', 'example=none', 'dynamic=true'),
);
const someText = fc.oneof(
  fc.integer().map(String),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1',
    '250',
    '1e3',
    '99999999999999999999',
    '%00',
    '%',
    '%ff%fe',
    'null',
    'succeeded',
    '../..',
  ),
  fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(Buffer.from(text).toString())),
  fc.constant('x'.repeat(5_000)),
);
/** The same parameter again and again. */
const repeated = fc
  .constantFrom('page[size]=1', 'only=messages', 'partition=control', 'query=a', 'status=')
  .map((parameter) => Array.from({ length: 700 }, () => parameter).join('&'));
const unknownId = fc.oneof(fc.uuid(), someText);

/** Mostly calls of operations, some of the control plane and the outbox, and some bytes other than HTTP. */
export function generateRequests(document: ContractDocument): fc.Arbitrary<FuzzRequest> {
  return fc.oneof<fc.MaybeWeightedArbitrary<FuzzRequest>[]>(
    { weight: 80, arbitrary: fc.oneof(...document.operations.map((operation) => generateCalls(document, operation))) },
    { weight: 8, arbitrary: controlRequests },
    { weight: 8, arbitrary: stateRequests },
    { weight: 12, arbitrary: rawRequests },
  );
}

function generateCalls(document: ContractDocument, operation: OperationSpec): fc.Arbitrary<HttpRequest> {
  const queryNames = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const queryName = fc.oneof(fc.constantFrom(...queryNames, 'page', 'page[]', 'page[number][x]'), someText);
  const pairs = fc.array(fc.tuple(queryName, someText), { maxLength: 3 }).map(joinPairs);
  const query = fc.oneof({ weight: 50, arbitrary: pairs }, { weight: 1, arbitrary: repeated });
  const path = fc
    .tuple(fc.oneof(fc.constant('6f1d2c3b-4a59-4e68-9b7c-0d1e2f3a4b5c'), unknownId), query)
    .map(([id, query]) => `/v2${operation.path.replace('{id}', id)}${query === '' ? '' : '?'}${query}`);
  return fc
    .record({
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constant(operation.method.toUpperCase()) },
        { weight: 1, arbitrary: method },
      ),
      path,
      headers: headers(),
      body: operation.body ? mostlySmall(examplesOf(document, operation)) : fc.oneof(fc.constant(undefined), visible),
    })
    .map(({ body, ...rest }) => ({ ...rest, ...(body !== undefined && { body }) }));
}

function mostlySmall(examples: readonly unknown[]): fc.Arbitrary<string | Buffer> {
  return fc.oneof({ weight: 200, arbitrary: bodies(examples) }, { weight: 1, arbitrary: hugeBodies(examples) });
}

function headers(): fc.Arbitrary<Record<string, string | string[]>> {
  const key = fc.oneof(fc.constantFrom('k1', 'k2', 'k3', ''), visible, fc.constant('k'.repeat(300)));
  const idempotency = fc.oneof(key, fc.array(key, { minLength: 2, maxLength: 2 }));
  return fc
    .record({
      Authorization: fc.option(credentials, { freq: 20, nil: undefined }),
      'Content-Type': fc.option(mediaType, { freq: 20, nil: undefined }),
      'Idempotency-Key': fc.option(idempotency, { freq: 1, nil: undefined }),
      Prefer: fc
        .option(preference, { freq: 1, nil: undefined })
        .map((value) => (value?.includes('5') ? undefined : value)),
      Origin: fc.option(fc.constantFrom('https://page.example.com', 'null'), { freq: 1, nil: undefined }),
      Expect: fc.constantFrom(undefined, undefined, undefined, undefined, 'nothing in particular'),
    })
    .map(
      (headers) =>
        Object.fromEntries(
          Object.entries(headers).filter(([, value]) => value !== undefined),
        ) as HttpRequest['headers'],
    );
}

/** Control calls have separate partitions: a hold would make every keyed send wait. */
const controlRequests: fc.Arbitrary<HttpRequest> = fc
  .record({
    method: fc.oneof(fc.constantFrom('GET', 'POST', 'DELETE', 'PUT'), method),
    path: fc
      .tuple(
        fc.oneof(
          fc
            .constantFrom(
              'health',
              'reset',
              'requests',
              'requests.har',
              'clock',
              'settings',
              'hold',
              'release',
              'scenarios',
              'state',
              'outbox',
            )
            .map((name) => `/__admin/${name}`),
          fc
            .constantFrom('info', 'messages', 'search', 'message/latest', 'message/latest/raw')
            .map((name) => `/api/v1/${name}`),
          someText.map((text) => `/api/v1/message/${text}`),
          someText.map((text) => `/${text}`),
        ),
        fc.oneof(
          {
            weight: 9,
            arbitrary: fc
              .array(fc.tuple(fc.constantFrom('query', 'limit', 'start'), someText), { maxLength: 2 })
              .map(joinPairs),
          },
          { weight: 1, arbitrary: repeated },
        ),
      )
      .map(([path, query]) => `${path}?partition=control&${query}`),
    headers: mediaType.map((type) => ({ 'Content-Type': type })),
    body: bodies([
      { now: '2027-01-01T00:00:00Z' },
      { advance: 'PT30M' },
      { processingTime: 'PT0S' },
      { IDs: ['a'], Read: true },
      { operation: 'createEmail', answer: { status: 404 }, times: 1 },
    ]),
  })
  .map(({ body, ...rest }) => (['GET', 'HEAD'].includes(rest.method) ? rest : { ...rest, body }));

function joinPairs(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([name, value]) => `${name.replaceAll(/[^\x21-\x7e]/g, '_')}=${value}`).join('&');
}

function examplesOf({ json }: ContractDocument, { path, method }: OperationSpec): unknown[] {
  const media = `/paths/${escapeStep(path)}/${method}/requestBody/content/application~1json`;
  return listExamples(json, media).map(([, value]) => value);
}
