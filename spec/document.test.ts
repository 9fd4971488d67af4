import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contractFile, documentOf, loadDocument, parseYaml, readFile, readText } from './document.ts';
import { ownPath } from './testing/own-path.ts';

/** Why a contract with one text replaced is refused. */
function complaint(from: string, to: string): string {
  const file = ownPath('openapi.yaml');
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

for (const [what, from, to, reason] of [
  ['a text that is no YAML', 'paths:', 'paths: [', /openapi\.yaml:\d+:\d+: /],
  ['an edition that is a number', 'openapi: 3.1.0', 'openapi: 3.1', /no OpenAPI 3\.1 document/],
  ['no paths', 'paths:', 'x-paths:', /no OpenAPI 3\.1 document/],
  ['nothing about itself', 'info:', 'x-info:', /\/info\/version is missing/],
  [
    'responses that are no map',
    '      responses:\n',
    '      responses: []\n      x-responses:\n',
    /responses is no map/,
  ],
  [
    'an operation without an id',
    'operationId: createEmail\n',
    'x-id: createEmail\n',
    /POST \/emails has no operationId/,
  ],
  [
    'one id twice',
    'operationId: createEmail\n',
    'operationId: getEmail\n',
    /operationId getEmail of another operation/,
  ],
  ['a dangling reference', 'schemas/Uuid', 'schemas/Nothing', /nothing stands at #\/components\/schemas\/Nothing/],
  [
    'references to each other',
    '    Uuid:\n',
    "    Uuid:\n      $ref: '#/components/schemas/Other'\n    Other:\n      $ref: '#/components/schemas/Uuid'\n",
    /components\/schemas\/\w+ refers to itself/,
  ],
  [
    'a reference to another document',
    "'#/components/schemas/Uuid'",
    "'other.yaml#/Uuid'",
    /other\.yaml#\/Uuid leads out of the document/,
  ],
  [
    'parameters that are no list',
    '      parameters:\n',
    '      parameters: {}\n      x-parameters:\n',
    /parameters is no list/,
  ],
  ['another name in the path', '/email_messages/{id}:', '/email_messages/{ident}:', /disagree about id, ident/],
  ['an alias of nothing', 'x-alias-of: createEmailMessage', 'x-alias-of: nobody', /createEmail is an alias of nobody/],
] as const) {
  test(`a document with ${what} is refused in a line with its reason`, () => {
    const message = complaint(from, to);
    expect(message).toMatch(/^.*openapi\.yaml.*$/);
    expect(message).toMatch(reason);
  });
}

for (const [name, text, message] of [
  ['lead to themselves', 'a: &a\n  b: *a\n', 'x.yaml: an alias leads to what it stands in'],
  [
    'multiply',
    ['- &a0 [x,x,x]', ...Array.from({ length: 30 }, (_, at) => `- &a${at + 1} [*a${at},*a${at},*a${at}]`)].join('\n'),
    'x.yaml: its aliases stand for more than 1000000 values',
  ],
  [
    'stand one within the other too often',
    ['- &a0 [x]', ...Array.from({ length: 500 }, (_, at) => `- &a${at + 1} [*a${at}]`)].join('\n'),
    'x.yaml: is nested too deeply',
  ],
] as const) {
  test(`aliases that ${name} are refused in a line`, () => {
    expect(() => parseYaml(text, 'x.yaml')).toThrow(message);
  });
}

test('a time is read as text', () => {
  expect(parseYaml('on: 2026-11-22\nat: 2026-11-22T10:00:00Z\n', 'x.yaml')).toEqual({
    on: '2026-11-22',
    at: '2026-11-22T10:00:00Z',
  });
});

test('aliases are read', () => {
  expect(parseYaml('- &a {b: 1}\n- *a\n', 'x.yaml')).toEqual([{ b: 1 }, { b: 1 }]);
});

test('every HTTP method of a path is an operation, no other key is', () => {
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
  const all = ['query', 'summary', ...methods].map((method) => [method, { operationId: method, responses: {} }]);
  const json = { openapi: '3.1.0', info: { version: '1.0.0' }, paths: { '/a': Object.fromEntries(all) } };
  expect(documentOf(json, 'a.yaml', '').operations.map(({ id, method }) => [id, method])).toEqual(
    methods.map((method) => [method, method]),
  );
});

test('an empty file is no document', () => {
  for (const nothing of [undefined, null, '', []])
    expect(() => documentOf(nothing, 'a.yaml', ''), String(nothing)).toThrow(/^a\.yaml: is no OpenAPI 3\.1 document$/);
});

test('a second document in one file is refused in a line', () => {
  expect(() => parseYaml('a: 1\n---\nb: 2\n', 'x.yaml')).toThrow(/^x\.yaml:\d+:\d+: .*single document/);
});

describe('a file is refused in a line', () => {
  test('that is not there', () => {
    const file = ownPath('a.yaml');
    expect(() => readText(file)).toThrow(`${file}: can't be read (there is no such file)`);
  });

  test('that is a directory', () => {
    for (const read of [readText, readFile])
      expect(() => read(ownPath())).toThrow(`${ownPath()}: can't be read (it is a directory)`);
  });
});
