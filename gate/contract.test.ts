import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { readEdition, readInput } from './contract.ts';

const head = 'openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\n';

test('an edition has the version that it says', () => {
  expect(readEdition(head, 'a.yaml')).toMatchObject({ name: 'a.yaml', file: 'a.yaml', version: '1.0.0' });
});

for (const [what, text, line] of [
  ['broken YAML', 'openapi: [\n', /^a\.yaml:2:1: .+$/],
  ['a list', '- 1\n', /^a\.yaml: is no OpenAPI 3 document .+$/],
  ['Swagger 2', 'swagger: "2.0"\npaths: {}\n', /^a\.yaml: is no OpenAPI 3 document .+$/],
  [
    'a reference to nothing',
    `${head}components: { schemas: { A: { $ref: '#/components/schemas/No' } } }\n`,
    /^a\.yaml: the reference #\/components\/schemas\/No .+$/,
  ],
] as const) {
  test(`${what} is refused in a line`, () => {
    expect(() => readEdition(text, 'a.yaml')).toThrow(line);
  });
}

test('a file that can not be read is refused in a line', () => {
  const directory = mkdtempSync(join(tmpdir(), 'contract-'));
  const file = join(directory, 'a.yaml');
  writeFileSync(file, head);
  expect(readInput(file)).toBe(head);
  expect(() => readInput(`${file}x`)).toThrow(`${file}x: there is no such file`);
  expect(() => readInput(directory)).toThrow(`${directory}: is a directory`);
  rmSync(directory, { recursive: true });
});
