import { expect, test } from 'vitest';
import { controlDocument, controlOperations, controlSchema } from './control.ts';
import { validators } from './testing/contract.ts';
import { nodeAt } from './trace.ts';

test('each operation of the control API is told as its document says', async () => {
  const lines = controlOperations().map(({ id, method, path, status, parameters, body }) => {
    const named = parameters.map((one) => `${one.in}:${one.name} ${JSON.stringify(one.schema)}`);
    return [`${id} ${method} ${path} ${status}`, ...named, ...(body ? [body] : [])].join('\n  ');
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('golden/control-operations.txt');
});

test('the body of an operation stands where it is said to', () => {
  const bodies = controlOperations().flatMap(({ body }) => body ?? []);
  expect(bodies.length).toBeGreaterThan(0);
  for (const body of bodies) expect(nodeAt(controlDocument(), body), body).toBeTypeOf('object');
});

test('a schema of the control API may refer to its document and, through that, to the contract', () => {
  const { schemas } = controlDocument().components as { schemas: Record<string, object> };
  for (const name of Object.keys(schemas)) {
    const check = validators.schema(controlSchema({ $ref: `#/components/schemas/${name}` }));
    expect(() => check(undefined), name).not.toThrow();
  }
});
