import { expect, test } from 'vitest';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { loadPrism } from './prism.ts';

for (const [pattern, time] of [
  ['Z$', '2030-01-01T08:30:00Z'],
  [String.raw`\.\d{3}Z$`, '2030-01-01T08:30:00.000Z'],
  [String.raw`\.\d{6}Z$`, '2030-01-01T08:30:00.000456Z'],
] as const) {
  test(`a time that is made up fits the pattern of its schema: ${pattern}`, async () => {
    const schema = { type: 'string', format: 'date-time', pattern };
    const responses = { 200: { description: 'A time.', content: { 'application/json': { schema } } } };
    const info = { title: 'Times', version: '1.0.0' };
    const json = { openapi: '3.1.0', info, paths: { '/time': { post: { responses: {} }, get: { responses } } } };
    const prism = await loadPrism({ json } as Partial<ContractDocument> as ContractDocument);
    const operation = { method: 'get', path: '/time', responses: new Map() } as Partial<OperationSpec> as OperationSpec;
    expect(await prism.answer(operation, { dynamic: false })).toEqual({ status: 200, rules: [], body: time });
  });
}
