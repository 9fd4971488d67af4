import { expect, test } from 'vitest';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { loadPrism } from './prism.ts';

/** The documented answer by the only schema of a document. */
async function answerBy(schema: object, dynamic = false, schemas: object = {}) {
  const responses = { 200: { description: 'An answer.', content: { 'application/json': { schema } } } };
  const paths = { '/a': { post: { responses: {} }, get: { responses } } };
  const json = { openapi: '3.1.0', info: { title: 'Answers', version: '1.0.0' }, paths, components: { schemas } };
  const prism = await loadPrism({ json } as Partial<ContractDocument> as ContractDocument);
  const operation = { method: 'get', path: '/a', responses: new Map() } as Partial<OperationSpec> as OperationSpec;
  return (await prism.answer(operation, { dynamic })).body;
}

for (const [pattern, time] of [
  ['Z$', '2030-01-01T08:30:00Z'],
  [String.raw`\.\d{6}Z$`, '2030-01-01T08:30:00.000456Z'],
] as const) {
  test(`a generated time matches the pattern ${pattern} of its schema`, async () => {
    expect(await answerBy({ type: 'string', format: 'date-time', pattern })).toBe(time);
  });
}

test('a keyword next to a reference does not break generation', async () => {
  const schema = { $ref: '#/components/schemas/A', minLength: 5 };
  expect(await answerBy(schema, true, { A: { type: 'string', enum: ['a'] } })).toBe('a');
});
