import type { ErrorObject } from 'ajv';
import { pointerStep } from './json.ts';
import { messageOf } from './schema-errors.ts';
import { didYouMean } from './texts.ts';

interface SchemaFlaw {
  pointer: string;
  message: string;
}

const MOST = 50;

/**
 * Converts Ajv's `verbose` errors of a file into messages: unknown keys first, then the deepest. `nameOf` returns the words for the
 * member at a pointer.
 */
export function schemaFlaws(
  errors: readonly ErrorObject[] | null | undefined,
  nameOf: (pointer: string) => string,
): SchemaFlaw[] {
  const weight = ({ keyword, instancePath }: ErrorObject) =>
    (keyword === 'additionalProperties' ? 1000 : 0) + instancePath.split('/').length;
  return (errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map((error) => ({ error, weight: weight(error) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST)
    .map(({ error }) => flawOf(error, error.propertyName ?? nameOf(error.instancePath)));
}

function flawOf(error: ErrorObject, name: string) {
  const { keyword, instancePath: pointer, params, parentSchema, data } = error;
  const { properties = {}, description } = (parentSchema ?? {}) as { properties?: object; description?: string };
  if (keyword === 'additionalProperties') {
    const key = String(params.additionalProperty);
    const known = Object.keys(properties);
    const hint = didYouMean(key, known) || `; there are ${known.join(', ')}`;
    return { pointer: `${pointer}/${pointerStep(key)}`, message: `unknown key "${key}" in ${name}${hint}` };
  }
  if (keyword === 'false schema') return { pointer, message: `${name} can't be within another` };
  if (keyword === 'required') return { pointer, message: `${name} needs "${params.missingProperty}"` };
  const near = keyword === 'enum' && didYouMean(String(data), params.allowedValues.map(String));
  if (near) return { pointer, message: `${name} can't be "${data}"${near}` };
  const isDescribed = keyword !== 'enum' && description !== undefined;
  return { pointer, message: `${name} ${isDescribed ? `must be ${description}` : messageOf(error)}` };
}
