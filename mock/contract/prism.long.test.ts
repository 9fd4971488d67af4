import { expect, test } from 'vitest';
import type { ContractDocument, OperationSpec } from '../../spec/document.ts';
import { findNode } from '../../spec/json.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { AnswerCheck } from './answer.ts';
import { findDocumentedAnswer, type Preference } from './prism.ts';

const check = new AnswerCheck(validators);
const list = document.operations.find(({ id }) => id === 'listDirDocumentTypes') as OperationSpec;
const answerOf = (operation: OperationSpec, preference: Partial<Preference>, by = check) =>
  findDocumentedAnswer(document, operation, by, { dynamic: false, ...preference });

/** The named examples of all answers in the contract. */
const examples = document.operations.flatMap((operation) =>
  [...operation.responses].flatMap(([status, schema]) => {
    const at = schema?.replace(/schema$/, 'examples') ?? '';
    const named = (findNode(document.json, at) ?? {}) as Record<string, { value?: unknown }>;
    return Object.entries(named)
      .map(([name]) => ({
        operation,
        code: Number(status),
        name,
        body: findNode(document.json, `${at}/${name}/value`),
      }))
      .filter(({ body }) => status !== 'default' && body !== undefined);
  }),
);

test('each named example of the contract can be requested', async () => {
  expect(examples.length).toBeGreaterThan(10);
  for (const { operation, code, name, body } of examples) {
    const answered = await answerOf(operation, { code, exampleKey: name });
    expect(answered, `${operation.id} ${code} ${name}`).toMatchObject({ status: code, body });
  }
});

test('an example replaces a generated answer that breaks the contract each time', async () => {
  const broken = Object.assign(new AnswerCheck(validators), { findBreach: () => 'broken' });
  const example = await answerOf(list, { code: 200 });
  expect(await answerOf(list, { code: 200, dynamic: true }, broken)).toEqual(example);
});

/** The documented answer by the only schema of a document. */
async function answerBy(schema: object, dynamic = false, schemas: object = {}) {
  const responses = { 200: { description: 'An answer.', content: { 'application/json': { schema } } } };
  const paths = { '/a': { post: { responses: {} }, get: { responses } } };
  const json = { openapi: '3.1.0', info: { title: 'Answers', version: '1.0.0' }, paths, components: { schemas } };
  const operation = { method: 'get', path: '/a', responses: new Map() } as Partial<OperationSpec> as OperationSpec;
  const any = { findBreach: () => undefined } as Partial<AnswerCheck> as AnswerCheck;
  return (
    await findDocumentedAnswer({ json } as Partial<ContractDocument> as ContractDocument, operation, any, { dynamic })
  ).body;
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
