import { expect, test } from 'vitest';
import { document, validators } from '../../spec/testing/contract.ts';
import { nodeAt } from '../../spec/trace.ts';
import { AnswerCheck } from './check-answer.ts';
import { Documented } from './documented.ts';
import { UnmetPreference } from './preference.ts';

const documented = new Documented(document, new AnswerCheck(validators));

/** The named examples of all answers that the contract has. */
const examples = document.operations.flatMap((operation) =>
  [...operation.responses].flatMap(([status, schema]) => {
    const at = schema?.replace(/schema$/, 'examples') ?? '';
    const named = (nodeAt(document.json, at) ?? {}) as Record<string, { value?: unknown }>;
    return Object.keys(named)
      .filter((name) => status !== 'default' && nodeAt(document.json, `${at}/${name}/value`) !== undefined)
      .map((name) => ({ operation, code: Number(status), name, body: nodeAt(document.json, `${at}/${name}/value`) }));
  }),
);

test('each named example of the contract is the answer to who asks for it', async () => {
  expect(examples.length).toBeGreaterThan(10);
  for (const { operation, code, name, body } of examples) {
    const asked = { code, exampleKey: name, dynamic: false };
    expect(await documented.answer(operation, asked), `${operation.id} ${code} ${name}`).toMatchObject({
      status: code,
      body,
      rules: [],
    });
  }
});

const [first] = document.operations;
for (const [code, dynamic, headers] of [
  [401, false, { 'www-authenticate': 'Bearer' }],
  [401, true, { 'www-authenticate': 'Bearer' }],
  [405, false, { allow: first?.method.toUpperCase() }],
  [429, false, { 'retry-after': '30' }],
  [418, false, {}],
] as const) {
  test(`an answer ${code} has the headers that the contract has for it${dynamic ? ', generated as well' : ''}`, async () => {
    if (!first) throw new Error('no operation');
    const told = await documented.answer(first, { code, dynamic });
    expect([told.status, told.headers]).toEqual([code, headers]);
  });
}

test('a refusal that an operation does not name is told as it tells all others, from 400 on', async () => {
  const list = document.operations.find(({ id }) => id === 'listDirDocumentTypes');
  if (!list) throw new Error('no operation');
  expect([list.responses.has('400'), list.responses.has('default')]).toEqual([false, true]);
  expect((await documented.answer(list, { code: 400, dynamic: false })).status).toBe(400);
});

for (const preference of [{ code: 299 }, { code: 399 }, { exampleKey: 'none' }, { code: 200, exampleKey: 'none' }]) {
  test(`there is no answer as it is wanted: ${JSON.stringify(preference)}`, async () => {
    if (!first) throw new Error('no operation');
    await expect(documented.answer(first, { dynamic: false, ...preference })).rejects.toThrow(UnmetPreference);
    await expect(documented.answer(first, { dynamic: true, ...preference })).rejects.toThrow(UnmetPreference);
  });
}

test('an example steps in where nothing can be generated', async () => {
  if (!first) throw new Error('no operation');
  const content = { schema: { type: 'string', pattern: '(?<=a)b' }, examples: { one: { value: 'ab' } } };
  const responses = { 200: { description: 'A text.', content: { 'application/json': content } } };
  const paths = { [first.path]: { [first.method]: { responses } } };
  const json = { openapi: '3.1.0', info: { title: 'A text', version: '1.0.0' }, paths };
  const told = await new Documented({ ...document, json }, new AnswerCheck(validators)).answer(first, {
    dynamic: true,
  });
  expect(told).toEqual({ status: 200, body: 'ab', rules: [], headers: {} });
});

test('what is generated is looked at ten times at most, and an example steps in when it never keeps the contract', async () => {
  const list = document.operations.find(({ id }) => id === 'listDirDocumentTypes');
  if (!list) throw new Error('no operation');
  let looks = 0;
  const check = Object.assign(new AnswerCheck(validators), { breach: () => `look ${++looks}` });
  const never = new Documented(document, check);
  const example = await documented.answer(list, { code: 200, dynamic: false });
  expect(await never.answer(list, { code: 200, dynamic: true })).toEqual(example);
  expect(await never.answer(list)).toEqual(example);
  expect(looks).toBe(10);
});
