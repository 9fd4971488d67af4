import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { withFiles } from './external.ts';
import { diffDocuments } from './index.ts';

const files: Record<string, string> = {
  'spec/common/things.yaml':
    "Thing: { type: object, properties: { part: { $ref: '#/Part' }, owner: { $ref: '../people.yaml#/Person' } } }\nPart: { type: string }",
  'spec/people.yaml':
    "Person: { type: object, properties: { boss: { $ref: '#/Person' }, id: { $ref: 'openapi.yaml#/components/schemas/Id' } } }",
};
const read = (path: string) => files[path] && parse(files[path]);

function document(schema: object, schemas: object) {
  const content = { 'application/json': { schema } };
  const get = { responses: { '200': { description: 'A thing.', content } } };
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1.0.0' },
    paths: { '/thing': { get } },
    components: { schemas },
  };
}

const spread = document({ $ref: 'common/things.yaml#/Thing' }, { Id: { type: 'integer' } });

test('a document that is spread over files is the same as one in a single file', () => {
  const single = document(
    { $ref: '#/components/schemas/Thing' },
    {
      Thing: {
        type: 'object',
        properties: { part: { type: 'string' }, owner: { $ref: '#/components/schemas/Person' } },
      },
      Person: {
        type: 'object',
        properties: { boss: { $ref: '#/components/schemas/Person' }, id: { type: 'integer' } },
      },
    },
  );
  expect(diffDocuments(single, withFiles(spread, 'spec/openapi.yaml', read)).changes).toEqual([]);
});

test('a file that is not there, an address and an `$id` are refused in a line', () => {
  const tree = { Tree: { $id: 'https://example.com/tree' } };
  const refer = (reference: string) => () => withFiles(document({ $ref: reference }, tree), 'spec/openapi.yaml', read);
  expect(refer('nowhere.yaml#/Thing')).toThrow('spec/openapi.yaml: the reference nowhere.yaml#/Thing leads nowhere');
  for (const address of ['https://example.com/a.yaml', 'GIT+ssh://example.com/a.yaml', 'a.b-c:d'])
    expect(refer(address), address).toThrow(`the reference ${address} leads out of the files at hand`);
  expect(refer('tree')).toThrow('there is no file spec/tree, and references by an `$id` are not supported');
  expect(refer('https://example.com/tree')).toThrow('references by an `$id` are not supported');
});

test('files are kept by their paths, and references lead to what they hold, however they are written', () => {
  const to = (reference: string) => ({ $ref: reference });
  const odd = {
    'spec/a b/100%.yaml': { T: to('#/U'), U: to('../openapi.yaml#/own'), V: to('../../c~.json') },
    'c~.json': { type: 'string' },
    'spec/a:b.json': {},
  };
  const whole = {
    own: to('#/list'),
    list: [to('a%20b/100%25.yaml#/T'), to('./a%20b/../../c~.json'), to('./a:b.json')],
    itself: [to('openapi.yaml'), to('../spec/openapi.yaml#/own')],
  };
  const at = '#/x-files/spec~1a%20b~1100%25.yaml';
  expect(
    withFiles(whole, './spec/openapi.yaml', (path) => new Map<string, unknown>(Object.entries(odd)).get(path)),
  ).toEqual({
    own: to('#/list'),
    list: [to(`${at}/T`), to('#/x-files/c~0.json'), to('#/x-files/spec~1a%3Ab.json')],
    itself: [to('#'), to('#/own')],
    'x-files': {
      'spec/a b/100%.yaml': { T: to(`${at}/U`), U: to('#/own'), V: to('#/x-files/c~0.json') },
      'c~.json': { type: 'string' },
      'spec/a:b.json': {},
    },
  });
});

test('a `$ref` in an example is data, in the document and in its files', () => {
  const example = { $ref: 'https://example.com/nowhere.yaml' };
  const schema = (extra: object) => ({ type: 'object', example, 'x-origin': example, default: example, ...extra });
  const named = { example: { $ref: 'a.yaml#/Thing' }, properties: schema({}) };
  const whole = document(schema({ properties: named }), {});
  Object.assign(whole.paths['/thing'].get.responses['200'].content['application/json'], {
    examples: { one: { value: example } },
  });
  const found = withFiles(whole, 'openapi.yaml', (path) => (path === 'a.yaml' ? { Thing: schema({}) } : undefined));
  expect(diffDocuments(found, found).changes).toEqual([]);
  const at = (patterned: string) => document({ patternProperties: { [patterned]: { $ref: 'a.yaml#/Thing' } } }, {});
  for (const patterned of ['a', 'const'])
    expect(
      withFiles(at(patterned), 'openapi.yaml', () => ({ Thing: {} })),
      patterned,
    ).toMatchObject(document({ patternProperties: { [patterned]: { $ref: '#/x-files/a.yaml/Thing' } } }, {}));
});
