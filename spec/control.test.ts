import { expect, test } from 'vitest';
import { controlDocument, controlOperations } from './control.ts';
import { nodeAt } from './json.ts';
import { validators } from './testing/contract.ts';

test('the body of each control operation exists', () => {
  const bodies = controlOperations().flatMap(({ body }) => body ?? []);
  expect(bodies.length).toBeGreaterThan(0);
  for (const body of bodies) expect(nodeAt(controlDocument(), body), body).toBeTypeOf('object');
});

test('every schema of the control API compiles', () => {
  const { schemas } = controlDocument().components as { schemas: Record<string, object> };
  for (const name of Object.keys(schemas)) {
    const check = validators.schema({ $ref: `control#/components/schemas/${name}` });
    expect(() => check(undefined), name).not.toThrow();
  }
});
