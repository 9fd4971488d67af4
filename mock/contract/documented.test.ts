import { expect, test } from 'vitest';
import type { OperationSpec } from '../../spec/document.ts';
import { document, validators } from '../../spec/testing/contract.ts';
import { nodeAt } from '../../spec/trace.ts';
import { AnswerCheck } from './check-answer.ts';
import { Documented } from './documented.ts';
import { UnmetPreference } from './preference.ts';

const documented = new Documented(document, new AnswerCheck(validators));
const list = document.operations.find(({ id }) => id === 'listDirDocumentTypes') as OperationSpec;

/** The named examples of all answers in the contract. */
const examples = document.operations.flatMap((operation) =>
  [...operation.responses].flatMap(([status, schema]) => {
    const at = schema?.replace(/schema$/, 'examples') ?? '';
    const named = (nodeAt(document.json, at) ?? {}) as Record<string, { value?: unknown }>;
    return Object.entries(named)
      .map(([name]) => ({ operation, code: Number(status), name, body: nodeAt(document.json, `${at}/${name}/value`) }))
      .filter(({ body }) => status !== 'default' && body !== undefined);
  }),
);

test('each named example of the contract can be requested', async () => {
  expect(examples.length).toBeGreaterThan(10);
  for (const { operation, code, name, body } of examples) {
    const answered = await documented.answer(operation, { code, exampleKey: name, dynamic: false });
    expect(answered, `${operation.id} ${code} ${name}`).toMatchObject({ status: code, body });
  }
});

for (const [code, headers] of [
  [401, { 'www-authenticate': 'Bearer' }],
  [405, { allow: 'GET' }],
  [429, { 'retry-after': '30' }],
  [400, {}],
] as const) {
  test(`a documented ${code} has the headers ${JSON.stringify(headers)}`, async () => {
    expect(await documented.answer(list, { code, dynamic: false })).toMatchObject({ status: code, headers });
  });
}

for (const preference of [{ code: 299 }, { code: 399 }, { exampleKey: 'none' }, { code: 200, exampleKey: 'none' }]) {
  test(`the contract has no answer for ${JSON.stringify(preference)}`, async () => {
    await expect(documented.answer(list, { dynamic: false, ...preference })).rejects.toThrow(UnmetPreference);
  });
}

test('an example replaces a generated answer that keeps breaking the contract', async () => {
  const check = Object.assign(new AnswerCheck(validators), { breach: () => 'broken' });
  const example = await documented.answer(list, { code: 200, dynamic: false });
  expect(await new Documented(document, check).answer(list, { code: 200, dynamic: true })).toEqual(example);
});
