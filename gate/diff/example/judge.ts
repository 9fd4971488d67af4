import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { keyOf, type Parts } from '../schema/shape.ts';
import type { Shaper } from '../schema/shaper.ts';
import type { Json } from '../source.ts';
import { jsonSchemaOf } from './json-schema.ts';

const ajv = new Ajv2020({
  strict: false,
  logger: false,
  validateSchema: false,
  meta: false,
  ownProperties: true,
  multipleOfPrecision: 9,
  // A schema judges a few values: to optimise its code takes longer.
  code: { optimize: false },
});
addFormats.default(ajv);

/** Validates values against the schemas of one document and direction. */
export class Judge {
  private readonly compiled = new Map<string, ValidateFunction | undefined>();

  constructor(private readonly shaper: Shaper) {}

  /** `valid`, or the reason why a schema refuses a value; undefined when Ajv can't judge it. */
  verdictOn(parts: Parts, value: unknown): string | undefined {
    const key = keyOf(parts);
    if (!this.compiled.has(key))
      this.compiled.set(key, compile(jsonSchemaOf(this.shaper, this.shaper.shapeOf(parts).alternatives)));
    const validate = this.compiled.get(key);
    if (!validate) return undefined;
    return validate(value) ? 'valid' : reasonOf(validate.errors ?? []);
  }
}

function compile(schema: Json | undefined): ValidateFunction | undefined {
  if (!schema) return undefined;
  try {
    return ajv.compile(schema);
  } catch {
    return undefined;
  } finally {
    ajv.removeSchema(schema);
  }
}

/** Of the errors of a union, the deepest one says most. */
function reasonOf(errors: readonly ErrorObject[]): string {
  const depth = ({ instancePath, keyword }: ErrorObject) =>
    instancePath.split('/').length * 10 + (['type', 'anyOf'].includes(keyword) ? 0 : 1);
  const [error] = errors.toSorted((a, b) => depth(b) - depth(a));
  if (!error) return 'is invalid';
  const { allowedValues, additionalProperty } = error.params;
  const text = Array.isArray(allowedValues)
    ? `must be one of ${allowedValues.map((one) => JSON.stringify(one)).join(', ')}`
    : `${error.message}${additionalProperty === undefined ? '' : ` (${additionalProperty})`}`;
  return `${error.instancePath} ${text}`.trim();
}
