import { existsSync, readdirSync, readFileSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  ['another edition of OpenAPI', 'openapi: 3.1.0', 'openapi: 2.0.0', /no OpenAPI 3\.1 document/],
  ['the edition of OpenAPI before', 'openapi: 3.1.0', 'openapi: 3.0.3', /no OpenAPI 3\.1 document/],
  ['an edition that is a number', 'openapi: 3.1.0', 'openapi: 3.1', /no OpenAPI 3\.1 document/],
  ['no paths', 'paths:', 'x-paths:', /no OpenAPI 3\.1 document/],
  ['no version', 'version: 2.0.0', 'title2: x', /\/info\/version is missing/],
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
  ['no operation', 'paths:', 'paths: {}\nx-paths:', /\/paths has no operation/],
  [
    'a reference that leads nowhere',
    'schemas/Uuid',
    'schemas/Nothing',
    /nothing stands at #\/components\/schemas\/Nothing/,
  ],
  [
    'a reference to itself',
    '    Uuid:\n',
    "    Uuid:\n      $ref: '#/components/schemas/Uuid'\n",
    /Uuid refers to itself/,
  ],
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
    'a reference that is no pointer',
    "'#/components/schemas/Uuid'",
    "'#/components/schemas/Uu~2id'",
    /Uu~2id leads out of the document/,
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
  test(`a document with ${what} is refused with file, place and reason`, () => {
    const said = complaint(from, to);
    expect(said).toContain('openapi.yaml');
    expect(said).toMatch(reason);
    expect(said).not.toContain('\n');
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

test('a document is nested by aliases five hundred levels deep at most', () => {
  const nested = (depth: number) =>
    ['- &a0 [x]', ...Array.from({ length: depth }, (_, at) => `- &a${at + 1} [*a${at}]`)].join('\n');
  expect(parseYaml(nested(498), 'x.yaml')).toHaveLength(499);
  expect(() => parseYaml(nested(499), 'x.yaml')).toThrow('x.yaml: is nested too deeply');
});

test('aliases may add a million values to what is written down', () => {
  const list = `- &a [${'x,'.repeat(9_901)}]\n`;
  const added = (more: string) => parseYaml(`${list}${'- *a\n'.repeat(101)}- &b [x]\n${more}`, 'x.yaml');
  expect(added('- *b\n')).toHaveLength(104);
  expect(() => added('- *b\n- *b\n')).toThrow('x.yaml: its aliases stand for more than 1000000 values');
});

test('a time is read as the text that it is written as', () => {
  expect(parseYaml('on: 2026-11-22\nat: 2026-11-22T10:00:00Z\n', 'x.yaml')).toEqual({
    on: '2026-11-22',
    at: '2026-11-22T10:00:00Z',
  });
});

test('aliases are read', () => {
  expect(parseYaml('- &a {b: 1}\n- *a\n', 'x.yaml')).toEqual([{ b: 1 }, { b: 1 }]);
});

test('a file of several pieces is read as it is', () => {
  const file = ownPath('a.yaml');
  const text = `${'x'.repeat(999_999)}ü${'y'.repeat(1_500_000)}`;
  writeFileSync(file, text);
  expect(readText(file) === text).toBe(true);
});

test.runIf(existsSync('/proc/self/fd'))('a file that was read, or could not be, is not held open', () => {
  const file = ownPath('a.yaml');
  writeFileSync(file, 'a: 1\n');
  expect(readText(file)).toBe('a: 1\n');
  expect(() => readText(ownPath())).toThrow('it is a directory');
  const open = readdirSync('/proc/self/fd').flatMap((one) => {
    const link = join('/proc/self/fd', one);
    return existsSync(link) ? readlinkSync(link) : [];
  });
  expect(open).not.toContain(file);
  expect(open).not.toContain(ownPath());
});

test('what an operation has is told as its document says', () => {
  const parameter = { name: 'page', in: 'query', schema: { type: 'integer' } };
  const id = { name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/Id' } };
  const body = { required: true, content: { 'application/json': { schema: { type: 'object' } } } };
  const json = {
    openapi: '3.1.0',
    info: { version: '1.2.3' },
    paths: {
      '/a/{id}': {
        post: {
          operationId: 'a',
          parameters: [{ $ref: '#/components/parameters/Id' }, parameter],
          requestBody: { $ref: '#/components/requestBodies/Body' },
          responses: { 200: { description: 'x' }, default: { $ref: '#/components/responses/Other' } },
        },
        get: {
          operationId: 'b',
          'x-alias-of': 'a',
          'x-supporting': true,
          parameters: [id],
          requestBody: {},
          responses: {},
        },
      },
    },
    components: {
      parameters: { Id: id },
      requestBodies: { Body: body },
      responses: { Other: { description: 'y' } },
      schemas: { Id: { type: 'string' }, 'a/b~': { $ref: '#/components/schemas/a~1b~0c' }, 'a/b~c': {} },
    },
  };
  const media = 'content/application~1json/schema';
  const idAt = (pointer: string) => ({ name: 'id', in: 'path', required: true, schema: { type: 'string' }, pointer });
  expect(documentOf(json, 'a.yaml', 'text')).toEqual({
    file: 'a.yaml',
    json,
    version: '1.2.3',
    sha256: '982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1',
    operations: [
      {
        id: 'b',
        method: 'get',
        path: '/a/{id}',
        aliasOf: 'a',
        isSupporting: true,
        parameters: [idAt('/paths/~1a~1{id}/get/parameters/0/schema')],
        body: { required: false, pointer: `/paths/~1a~1{id}/get/requestBody/${media}` },
        responses: new Map(),
      },
      {
        id: 'a',
        method: 'post',
        path: '/a/{id}',
        isSupporting: false,
        parameters: [
          idAt('/components/parameters/Id/schema'),
          { ...parameter, required: false, pointer: '/paths/~1a~1{id}/post/parameters/1/schema' },
        ],
        body: { required: true, pointer: `/components/requestBodies/Body/${media}` },
        responses: new Map([
          ['200', `/paths/~1a~1{id}/post/responses/200/${media}`],
          ['default', `/components/responses/Other/${media}`],
        ]),
      },
    ],
  });
});

test('an operation is read for each method, and for none of the other keys of a path', () => {
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
  const all = ['query', 'summary', ...methods].map((method) => [method, { operationId: method, responses: {} }]);
  const json = { openapi: '3.1.0', info: { version: '1.0.0' }, paths: { '/a': Object.fromEntries(all) } };
  expect(documentOf(json, 'a.yaml', '').operations.map(({ id, method }) => [id, method])).toEqual(
    methods.map((method) => [method, method]),
  );
});

test('what says nothing is no document', () => {
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

  test('that lies in what is no directory', () => {
    writeFileSync(ownPath('a.yaml'), '');
    const file = ownPath('a.yaml', 'b.yaml');
    expect(() => readText(file)).toThrow(`${file}: can't be read (ENOTDIR)`);
  });

  test('that has no end', () => {
    expect(() => readText('/dev/zero')).toThrow("/dev/zero: can't be read (it is larger than 100000000 bytes)");
  });

  test('that is a device, and was named by another file', () => {
    expect(() => readFile('/dev/zero')).toThrow("/dev/zero: can't be read (it is no regular file)");
  });

  test('that is a device, where a contract is read', () => {
    expect(() => loadDocument('/dev/zero')).toThrow("/dev/zero: can't be read (it is no regular file)");
  });

  test('that is larger than a hundred million bytes', () => {
    const file = ownPath('a.yaml');
    writeFileSync(file, '');
    truncateSync(file, 100_000_001);
    expect(() => readText(file)).toThrow(`${file}: can't be read (it is larger than 100000000 bytes)`);
  });
});
