import { expect, test } from 'vitest';
import { listControlOperations, loadControlDocument } from './control.ts';
import { findNode } from './json.ts';
import { validators } from './testing/contract.ts';

test('the body of each control operation exists', () => {
  const bodies = listControlOperations().flatMap(({ body }) => body ?? []);
  expect(bodies.length).toBeGreaterThan(0);
  for (const body of bodies) expect(findNode(loadControlDocument(), body), body).toBeTypeOf('object');
});

test('every schema of the control API compiles', () => {
  const { schemas } = loadControlDocument().components as { schemas: Record<string, object> };
  for (const name of Object.keys(schemas)) {
    const check = validators.schema({ $ref: `control#/components/schemas/${name}` });
    expect(() => check(undefined), name).not.toThrow();
  }
});
