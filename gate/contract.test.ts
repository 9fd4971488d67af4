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
  ['a list', '- 1\n', /^v1:a\.yaml: is no OpenAPI document .+$/],
  ['a list of paths', `${head}paths: []\n`, /^v1:a\.yaml: #\/paths is no map$/],
  ['a list of webhooks', `${head}webhooks: []\n`, /^v1:a\.yaml: #\/webhooks is no map$/],
  ['components that are a text', `${head}components: a\n`, /^v1:a\.yaml: #\/components is no map$/],
  ['OpenAPI 3.0', 'openapi: 3.0.3\npaths: {}\n', /^v1:a\.yaml: is an OpenAPI 3\.0\.3 document; .+$/],
  ['Swagger 2', 'swagger: "2.0"\npaths: {}\n', /^v1:a\.yaml: is no OpenAPI document .+$/],
] as const) {
  test(`${what} is refused in a line under the name of the edition`, () => {
    expect(() => readEdition(text, 'a.yaml', 'v1:a.yaml')).toThrow(line);
  });
}
