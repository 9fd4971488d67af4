import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contractFile, createDocument, loadDocument } from './document.ts';
import { makeTestPath } from './testing/test-path.ts';
import { readFile, readText } from './yaml.ts';

/** The refusal of a contract with one change. */
function complaint(from: string, to: string): string {
  const file = makeTestPath('openapi.yaml');
  try {
    const text = readFileSync(contractFile, 'utf8');
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
    loadDocument(file);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('accepted');
}

for (const [label, from, to, reason] of [
  ['a text other than YAML', 'paths:', 'paths: [', /openapi\.yaml:\d+:\d+: /],
  ['an edition as a number', 'openapi: 3.1.0', 'openapi: 3.1', /not an OpenAPI 3\.1 document/],
  ['no paths', 'paths:', 'x-paths:', /not an OpenAPI 3\.1 document/],
  ['nothing about itself', 'info:', 'x-info:', /\/info\/version is missing/],
  ['a list of responses', '      responses:\n', '      responses: []\n      x-responses:\n', /isn't a map/],
  ['an operation without an id', 'operationId: createEmail\n', 'x-id: createEmail\n', /no operationId/],
  ['one id twice', 'operationId: createEmail\n', 'operationId: getEmail\n', /of another operation/],
  ['a dangling reference', 'schemas/Uuid', 'schemas/Nothing', /#\/components\/schemas\/Nothing does not exist/],
  [
    'references to each other',
    '    Uuid:\n',
    "    Uuid: { $ref: '#/components/schemas/Other' }\n    Other: { $ref: '#/components/schemas/Uuid' }\n    Rest:\n",
    /refers to itself/,
  ],
  ['a reference to another document', "'#/components/schemas/Uuid'", "'other.yaml#/Uuid'", /leads out of the document/],
  ['a map of parameters', '      parameters:\n', '      parameters: {}\n      x-parameters:\n', /isn't a list/],
  ['another name in the path', '/email_messages/{id}:', '/email_messages/{ident}:', /disagree about id, ident/],
  ['an alias of nothing', 'x-alias-of: createEmailMessage', 'x-alias-of: nobody', /createEmail is an alias of nobody/],
] as const) {
  test(`a document with ${label} is refused in a line with its reason`, () => {
    const message = complaint(from, to);
    expect(message).toMatch(/^.*openapi\.yaml.*$/);
    expect(message).toMatch(reason);
  });
}

test('every HTTP method of a path is an operation, no other key is', () => {
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
  const operations = ['query', 'summary', ...methods].map((method) => [method, { operationId: method, responses: {} }]);
  const json = { openapi: '3.1.0', info: { version: '1.0.0' }, paths: { '/a': Object.fromEntries(operations) } };
  expect(createDocument(json, 'a.yaml', '').operations.map(({ id, method }) => [id, method])).toEqual(
    methods.map((method) => [method, method]),
  );
});

test('an empty file is no document', () => {
  for (const nothing of [undefined, null, '', []])
    expect(() => createDocument(nothing, 'a.yaml', ''), String(nothing)).toThrow(
      /^a\.yaml: is not an OpenAPI 3\.1 document$/,
    );
});

test('a byte order mark at the start of a file is skipped', () => {
  const file = makeTestPath('a.yaml');
  writeFileSync(file, '\uFEFFa: 1\n');
  expect(readText(file)).toBe('a: 1\n');
});

test('bytes that are not UTF-8 are refused', () => {
  const file = makeTestPath('a.yaml');
  writeFileSync(file, Buffer.from('a: é\nb: \xff\n', 'latin1'));
  expect(() => readText(file)).toThrow(`${file}: is not UTF-8`);
});

test('a missing file and a directory are refused with the reason', () => {
  const [file, folder] = [makeTestPath('a.yaml'), makeTestPath()];
  expect(() => readText(file)).toThrow(`${file}: can't be read (there is no such file)`);
  for (const read of [readText, readFile])
    expect(() => read(folder)).toThrow(`${folder}: can't be read (it is a directory)`);
});
