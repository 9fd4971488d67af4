import type { ErrorObject } from 'ajv';
import { escapeStep } from './json.ts';
import { describeError } from './schema-errors.ts';
import { didYouMean } from './texts.ts';

interface SchemaFlaw {
  pointer: string;
  message: string;
}

const MAX_FLAWS = 50;

/** Converts Ajv's `verbose` errors to messages: unknown keys first, then the deepest. `nameOf` names the member at a pointer. */
export function explainErrors(
  errors: readonly ErrorObject[] | null | undefined,
  nameOf: (pointer: string) => string,
): SchemaFlaw[] {
  const weight = ({ keyword, instancePath }: ErrorObject) =>
    (keyword === 'additionalProperties' ? 1000 : 0) + instancePath.split('/').length;
  return (errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map((error) => ({ error, weight: weight(error) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_FLAWS)
    .map(({ error }) => explainError(error, error.propertyName ?? nameOf(error.instancePath)));
}

function explainError(error: ErrorObject, name: string) {
  const { keyword, instancePath: pointer, params, parentSchema, data } = error;
  const { properties = {}, description } = (parentSchema ?? {}) as { properties?: object; description?: string };
  if (keyword === 'additionalProperties') {
    const key = String(params.additionalProperty);
    const known = Object.keys(properties);
    const hint = didYouMean(key, known) || `; there are ${known.join(', ')}`;
    return { pointer: `${pointer}/${escapeStep(key)}`, message: `unknown key "${key}" in ${name}${hint}` };
  }
  if (keyword === 'false schema') return { pointer, message: `${name} can't be within another` };
  if (keyword === 'required') return { pointer, message: `${name} needs "${params.missingProperty}"` };
  const near = keyword === 'enum' && didYouMean(String(data), params.allowedValues.map(String));
  if (near) return { pointer, message: `${name} can't be "${data}"${near}` };
  const isDescribed = keyword !== 'enum' && description !== undefined;
  return { pointer, message: `${name} ${isDescribed ? `must be ${description}` : describeError(error)}` };
}
