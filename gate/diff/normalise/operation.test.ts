import { expect, test } from 'vitest';
import { openDocument } from '../source.ts';
import { type Operation, operationsOf } from './operation.ts';

const done = { description: 'Done.' };
const answering = { responses: { 204: done } };
const text = { type: 'string' };
const json = (more: object = {}) => ({ 'application/json': { schema: text, ...more } });

const read = (document: object) =>
  operationsOf(openDocument({ openapi: '3.2.0', info: { title: 'T', version: '1.0.0' }, ...document }, 'document'));

/** What an operation is called, who sends its requests, and where it stands. */
const told = ({ key, label, sender, at }: Operation) => [key, label, sender, at];

test('an operation is read for each method, and for none of the other keys of a path', () => {
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];
  const item = Object.fromEntries(methods.map((method) => [method, answering]));
  const others = { summary: 'Things.', parameters: [], servers: [{ url: '/' }], 'x-get': answering };
  const found = read({ paths: { '/things/{id}': { ...others, ...item }, 'x-things': item } });
  expect(found.map(told)).toEqual(
    methods.map((method) => [
      `paths /things/{} ${method.toUpperCase()}`,
      `${method.toUpperCase()} /things/{id}`,
      'client',
      `/paths/~1things~1{id}/${method}`,
    ]),
  );
});

test('who sends the requests of a callback is the other one, and of a callback of that the first one again', () => {
  const back = { post: { operationId: 'back', ...answering } };
  const call = { post: { ...answering, callbacks: { answered: { '{$url}': back }, 'x-note': 'None.' } } };
  const order = {
    operationId: 'order',
    ...answering,
    callbacks: { told: { '{$request.query.url}': call, 'x-a': call } },
  };
  const [first, hook, ...others] = read({ paths: { '/orders/{id}': { post: order } }, webhooks: { '{made}': call } });
  expect(others).toEqual([]);
  const at = '/paths/~1orders~1{id}/post';
  const told1 = 'paths /orders/{} POST callback told {$request.query.url} POST';
  const inner = `${at}/callbacks/told/{$request.query.url}/post`;
  expect([first].flatMap((one) => one?.callbacks ?? []).map(told)).toEqual([
    [told1, 'POST {$request.query.url}', 'provider', inner],
  ]);
  expect(first?.callbacks.flatMap(({ callbacks }) => callbacks).map(told)).toEqual([
    [`${told1} callback answered {$url} POST`, 'back', 'client', `${inner}/callbacks/answered/{$url}/post`],
  ]);
  expect(hook && told(hook)).toEqual(['webhooks {made} POST', 'POST {made}', 'provider', '/webhooks/{made}/post']);
  expect(hook?.callbacks.map(({ sender, label }) => [sender, label])).toEqual([['client', 'back']]);
});

test('all that an operation says is read where references lead', () => {
  const [one] = read({
    paths: {
      '/things': {
        post: {
          operationId: 'make',
          tags: ['b', 'a', 3],
          deprecated: true,
          requestBody: { $ref: '#/components/requestBodies/Thing' },
          responses: { '2xx': { $ref: '#/components/responses/Thing' }, default: done, 'x-note': done },
        },
      },
    },
    components: {
      requestBodies: { Thing: { required: true, content: json({ encoding: { a: { explode: false } } }) } },
      responses: {
        Thing: {
          ...done,
          content: {
            'Text/Plain; charset=utf-8': {},
            'application/jsonl': { schema: {}, itemSchema: text },
            'text/csv': { $ref: '#/components/mediaTypes/Csv' },
          },
          links: { again: { operationId: 'make' } },
        },
      },
      mediaTypes: { Csv: { schema: text } },
    },
  });
  const body = '/components/requestBodies/Thing';
  const answer = '/components/responses/Thing';
  expect(one).toMatchObject({ id: 'make', label: 'make', tags: ['b', 'a', '3'], deprecated: true, method: 'POST' });
  expect(one?.body).toEqual({
    required: true,
    at: body,
    content: new Map([
      [
        'application/json',
        {
          name: 'application/json',
          schema: [{ node: text, at: `${body}/content/application~1json/schema` }],
          item: [],
          encoding: { a: { explode: false } },
          at: `${body}/content/application~1json`,
        },
      ],
    ]),
  });
  expect([...(one?.responses ?? [])]).toEqual([
    [
      '2XX',
      {
        status: '2xx',
        at: answer,
        headers: new Map(),
        links: { node: { again: { operationId: 'make' } }, at: `${answer}/links` },
        content: new Map([
          [
            'text/plain',
            {
              name: 'Text/Plain; charset=utf-8',
              schema: [],
              item: [],
              encoding: {},
              at: `${answer}/content/Text~1Plain; charset=utf-8`,
            },
          ],
          [
            'application/jsonl',
            {
              name: 'application/jsonl',
              schema: [],
              item: [{ node: text, at: `${answer}/content/application~1jsonl/itemSchema` }],
              encoding: {},
              at: `${answer}/content/application~1jsonl`,
            },
          ],
          [
            'text/csv',
            {
              name: 'text/csv',
              schema: [{ node: text, at: '/components/mediaTypes/Csv/schema' }],
              item: [],
              encoding: {},
              at: '/components/mediaTypes/Csv',
            },
          ],
        ]),
      },
    ],
    [
      'default',
      {
        status: 'default',
        at: '/paths/~1things/post/responses/default',
        headers: new Map(),
        links: { node: undefined, at: '/paths/~1things/post/responses/default/links' },
        content: new Map(),
      },
    ],
  ]);
});

test('an operation goes by its path with all parameters of it without names, and by any method', () => {
  const item = { additionalOperations: { COPY: answering, 'x-none': 'None.' }, get: answering };
  expect(read({ paths: { '/a/{x}/b/{y}': item } }).map(({ key }) => key)).toEqual([
    'paths /a/{}/b/{} GET',
    'paths /a/{}/b/{} COPY',
  ]);
});

test('the statuses of a range are written in capitals, and nothing else', () => {
  const statuses = ['200', '1xx', '2Xx', '3xX', '4XX', '5xx', '6xx', '20x', 'default'];
  const [one] = read({
    paths: { '/things': { get: { responses: Object.fromEntries(statuses.map((status) => [status, done])) } } },
  });
  expect([...(one?.responses.keys() ?? [])]).toEqual([
    '200',
    '1XX',
    '2XX',
    '3XX',
    '4XX',
    '5XX',
    '6xx',
    '20x',
    'default',
  ]);
});

test('what an operation does not say is not so', () => {
  const bodies = { none: undefined, free: { content: json() }, unsaid: { required: 'yes', content: json() } };
  for (const [name, requestBody] of Object.entries(bodies)) {
    const [one] = read({ paths: { '/things': { get: { ...answering, deprecated: 'no', requestBody } } } });
    expect(one).toMatchObject({ deprecated: false, id: undefined, tags: [], callbacks: [] });
    expect(one?.body?.required, name).toBe(name === 'none' ? undefined : false);
  }
});
