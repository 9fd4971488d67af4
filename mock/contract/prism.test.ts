import { expect, test } from 'vitest';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { loadPrism } from './prism.ts';

/** Prism's answer, by the only schema of a document, where it has one. */
async function answerBy(schema?: object, dynamic = false, schemas: object = {}) {
  const content = schema && { 'application/json': { schema } };
  const responses = { 200: { description: 'An answer.', ...(content && { content }) } };
  const info = { title: 'Answers', version: '1.0.0' };
  const paths = { '/a': { post: { responses: {} }, get: { responses } } };
  const json = { openapi: '3.1.0', info, paths, components: { schemas } };
  const prism = await loadPrism({ json } as Partial<ContractDocument> as ContractDocument);
  const operation = { method: 'get', path: '/a', responses: new Map() } as Partial<OperationSpec> as OperationSpec;
  return prism.answer(operation, { dynamic });
}

for (const [pattern, time] of [
  ['Z$', '2030-01-01T08:30:00Z'],
  [String.raw`\.\d{3}Z$`, '2030-01-01T08:30:00.000Z'],
  [String.raw`\.\d{6}Z$`, '2030-01-01T08:30:00.000456Z'],
] as const) {
  test(`a time that is made up fits the pattern of its schema: ${pattern}`, async () => {
    const told = await answerBy({ type: 'string', format: 'date-time', pattern });
    expect(told).toEqual({ status: 200, rules: [], body: time });
  });
}

test('an answer that the document describes without a body has none', async () => {
  expect(await answerBy()).toEqual({ status: 200, rules: [], body: undefined });
});

test('what stands beside a reference keeps nothing from being made by it', async () => {
  const beside = { $ref: '#/components/schemas/A', minLength: 5 };
  expect((await answerBy(beside, true, { A: { type: 'string', enum: ['a'] } })).body).toBe('a');
});
