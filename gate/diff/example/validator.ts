import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Flow } from '../schema/shape.ts';
import type { Json, Located, Source } from '../source.ts';
import { isOutOfTime, withinTime } from '../within-time.ts';
import { viewOf } from './json-schema.ts';

/** Says with Ajv what a document thinks of values, in one direction. */
export class Judge {
  private readonly compiled = new Map<string, ValidateFunction | undefined>();

  constructor(
    private readonly source: Source,
    private readonly flow: Flow,
  ) {}

  /** Why each value breaks a schema; undefined when it does not, or when Ajv can't compile the schema or come to an end with the value. */
  refusals(parts: readonly Located[], values: readonly unknown[]): (string | undefined)[] {
    const validators = parts.flatMap((part) => this.validator(part) ?? []);
    const found: (string | undefined)[] = [];
    const judgeRest = () => {
      while (found.length < values.length) found.push(refusal(validators, values[found.length]));
    };
    for (let failures = 0; found.length < values.length && failures < patience; ) {
      try {
        withinTime(judgeLimit, judgeRest);
      } catch (error) {
        // A schema that is made of itself has no end, and one with certain patterns takes years: it refuses nothing.
        if (!(error instanceof RangeError || isOutOfTime(error))) throw error;
        found.push(undefined);
        failures += 1;
        if (failures === patience) for (const { at } of parts) this.compiled.set(at, undefined);
      }
    }
    return values.map((_, index) => found[index]);
  }

  private validator(part: Located): ValidateFunction | undefined {
    if (!this.compiled.has(part.at)) this.compiled.set(part.at, compile(viewOf(this.source, this.flow, part)));
    return this.compiled.get(part.at);
  }
}

/** Milliseconds of processor time that the validation of a part's values may take before one value is skipped. */
const judgeLimit = 5_000;

/** A schema that so many values had to be given up for is not asked again. */
const patience = 3;

function refusal(validators: readonly ValidateFunction[], value: unknown): string | undefined {
  const refusing = validators.find((validate) => !validate(value));
  return refusing && reasonOf(refusing.errors ?? []);
}

const ajv = new Ajv2020({
  strict: false,
  logger: false,
  validateSchema: false,
  meta: false,
  // An object has no `constructor` that it does not name itself.
  ownProperties: true,
  // 0.3 is a multiple of 0.1, whatever remains of a division of fractions.
  multipleOfPrecision: 9,
  // A schema judges a few values: to optimise its code takes longer than they do.
  code: { optimize: false },
});
addFormats.default(ajv);

/** The schemas of both documents are alike but for what changes. */
const known = new Map<string, ValidateFunction | undefined>();
const mostKnown = 500;

function compile(schema: Json): ValidateFunction | undefined {
  const text = JSON.stringify(schema);
  if (known.size >= mostKnown) known.clear();
  if (!known.has(text)) known.set(text, compiled(schema));
  return known.get(text);
}

function compiled(schema: Json): ValidateFunction | undefined {
  try {
    return ajv.compile(schema);
  } catch {
    return undefined;
  } finally {
    ajv.removeSchema(schema);
  }
}

/** Of the errors of a union, the one that lies deepest tells most. */
function reasonOf(errors: readonly ErrorObject[]): string {
  const depth = ({ instancePath, keyword }: ErrorObject) =>
    instancePath.split('/').length * 10 + (['type', 'oneOf', 'anyOf', 'if'].includes(keyword) ? 0 : 1);
  const [first, ...others] = errors;
  if (!first) return 'is invalid';
  const error = others.reduce((best, other) => (depth(other) > depth(best) ? other : best), first);
  const { allowedValues, allowedValue, additionalProperty } = error.params;
  const values = Array.isArray(allowedValues) ? allowedValues : allowedValue === undefined ? undefined : [allowedValue];
  const text = values
    ? `must be ${values.length > 1 ? 'one of ' : ''}${values.map((one) => JSON.stringify(one)).join(', ')}`
    : `${error.message}${additionalProperty === undefined ? '' : ` (${additionalProperty})`}`;
  return `${error.instancePath === '' ? '' : `${error.instancePath} `}${text}`;
}
