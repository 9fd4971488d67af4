import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contractFile, loadDocument, parseYaml, readFile, readText } from './document.ts';
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
  ['no version', 'version: 2.0.0', 'title2: x', /\/info\/version is missing/],
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

test('aliases are read', () => {
  expect(parseYaml('- &a {b: 1}\n- *a\n', 'x.yaml')).toEqual([{ b: 1 }, { b: 1 }]);
});

describe('a file is refused in a line', () => {
  test('that is not there', () => {
    const file = ownPath('a.yaml');
    expect(() => readText(file)).toThrow(`${file}: can't be read (there is no such file)`);
  });

  test('that is a directory', () => {
    expect(() => readText(ownPath())).toThrow(`${ownPath()}: can't be read (it is a directory)`);
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
