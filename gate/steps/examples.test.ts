import { expect, test } from 'vitest';
import { type ContractDocument, loadDocument } from '../../spec/document.ts';
import { resultOfExamples } from './examples.ts';

test('every example that breaks its schema is a finding at its place', () => {
  const document: ContractDocument = structuredClone(loadDocument());
  const { schemas } = document.json.components as { schemas: Record<string, { examples: unknown[] }> };
  schemas.E164Number = { ...schemas.E164Number, examples: ['5550101', '+13125550101', '5550102'] };
  const { outcome, summary, findings } = resultOfExamples(document);
  expect([outcome, summary]).toEqual(['failed', '2 problems']);
  expect(findings).toMatchObject(
    [0, 2].map((at) => ({
      severity: 'error',
      rule: 'example-valid',
      message: expect.stringContaining(
        `#/components/schemas/E164Number/examples/${at}: the value must be a phone number`,
      ),
      place: { file: 'spec/openapi.yaml', line: expect.any(Number) },
    })),
  );
});
