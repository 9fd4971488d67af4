import { expect, test } from 'vitest';
import { readEdition } from './contract.ts';

const head = 'openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\n';

test('an edition without a version has an empty one', () => {
  for (const text of ['openapi: 3.1.0\n', 'openapi: 3.1.0\ninfo: { title: A }\n'])
    expect(readEdition(text, 'a.yaml').version, text).toBe('');
});

test('an edition has the version that it says', () => {
  expect(readEdition(head, 'a.yaml')).toMatchObject({ name: 'a.yaml', file: 'a.yaml', version: '1.0.0' });
});

for (const [what, text, line] of [
  ['broken YAML', 'openapi: [\n', /^v1:a\.yaml:2:1: .+$/],
  ['a list', '- 1\n', /^v1:a\.yaml: is no OpenAPI 3 document .+$/],
  ['a list of paths', `${head}paths: []\n`, /^v1:a\.yaml: #\/paths is no map$/],
  ['a list of webhooks', `${head}webhooks: []\n`, /^v1:a\.yaml: #\/webhooks is no map$/],
  ['components that are a text', `${head}components: a\n`, /^v1:a\.yaml: #\/components is no map$/],
  ['Swagger 2', 'swagger: "2.0"\npaths: {}\n', /^v1:a\.yaml: is no OpenAPI 3 document .+$/],
  [
    'a reference to nothing',
    `${head}components: { schemas: { A: { $ref: '#/components/schemas/No' } } }\n`,
    /^v1:a\.yaml: the reference #\/components\/schemas\/No .+$/,
  ],
] as const) {
  test(`${what} is refused in a line under the name of the edition`, () => {
    expect(() => readEdition(text, 'a.yaml', 'v1:a.yaml')).toThrow(line);
  });
}

for (const [what, reference, line] of [
  ['a device', '../../../../../../../dev/zero', /: can't be read \(it is no regular file\)$/],
  ['a directory', '../spec', /: spec: can't be read \(it is a directory\)$/],
  ['a file that is no YAML', '../package-lock.json/../LICENSE', /can't be followed: LICENSE:\d+:\d+: /],
  ['what is no URI', '%E0%A4%A.yaml', / is no URI$/],
] as const) {
  test(`a reference to ${what} is refused in a line that names document and reference`, () => {
    const text = `${head}components: { schemas: { A: { $ref: '${reference}' } } }\n`;
    const read = () => readEdition(text, 'spec/a.yaml');
    expect(read).toThrow(`spec/a.yaml: the reference ${reference} `);
    expect(read).toThrow(line);
  });
}

test('the files of a document have a hundred million characters together at most', () => {
  const references = ['b', 'c', 'd'].map((name) => `${name}: { $ref: '${name}.yaml' }`);
  const text = `${head}components: { schemas: { ${references.join(', ')} } }\n`;
  const small = 'type: string';
  const rest = 100_000_000 - text.length - 2 * small.length - '# \n'.length - small.length;
  const read = (more: number) => {
    const last = `# ${'x'.repeat(rest + more)}\n${small}`;
    return readEdition(text, 'a.yaml', 'a.yaml', (path) => (path === 'd.yaml' ? last : small));
  };
  expect(read(0).version).toBe('1.0.0');
  expect(() => read(1)).toThrow(
    "a.yaml: the reference d.yaml can't be followed: with d.yaml, the document has more than 100000000 characters",
  );
});
