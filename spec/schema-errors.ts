import type { ErrorObject } from 'ajv';
import { grouped } from './grouped.ts';

/** Largest number of reported errors of one value. */
const MOST = 100;

/** Of all errors of a value those that tell something; of what fits no branch of a union, the most telling ones. */
export function tellingErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const reported: ErrorObject[] = [];
  for (const error of errors) {
    const about = [error];
    // The errors of its branches stand just before that of a union.
    if (isUnion(error)) while (isInside(reported.at(-1), error)) about.unshift(reported.pop() as ErrorObject);
    reported.push(...(isUnion(error) ? tellingOfUnion(about, error) : about));
  }
  return reported.slice(0, MOST);
}

/** Of the errors of a failed union one in each place, where a branch fits but for what is within the value; else the most telling one. */
function tellingOfUnion(errors: readonly ErrorObject[], { instancePath }: ErrorObject): ErrorObject[] {
  const best = mostTelling([...errors]);
  if (best.instancePath === instancePath) return [best];
  const within = errors.filter((error) => error.instancePath !== instancePath || error.keyword === 'required');
  return [...grouped(within, (error) => error.instancePath).values()].map(mostTelling);
}

/**
 * Of the errors of a failed `oneOf`, the one that lies deepest and is about more than the type tells most; a union that has a name says
 * it.
 */
export function mostTelling(errors: ErrorObject[]): ErrorObject {
  const rank = (error: ErrorObject) => {
    const aboutValue =
      isUnion(error) && titleOf(error) !== undefined ? 2 : error.keyword === 'type' || isUnion(error) ? 0 : 1;
    return error.instancePath.split('/').length * 10 + aboutValue;
  };
  return errors.reduce((best, error) => (rank(error) > rank(best) ? error : best));
}

function isUnion({ keyword }: ErrorObject): boolean {
  return keyword === 'oneOf' || keyword === 'anyOf';
}

function isInside(inner: ErrorObject | undefined, { instancePath }: ErrorObject): boolean {
  return inner !== undefined && `${inner.instancePath}/`.startsWith(`${instancePath}/`);
}

/** Keywords that say less about a schema than its title does. */
const named = new Set(['pattern', 'format', 'type', 'not', 'oneOf', 'anyOf', 'minProperties', 'maxProperties']);

const typeNames: Record<string, string> = {
  string: 'a string',
  object: 'an object',
  array: 'a list',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

/** What is wrong, in words that go on from the name of what is wrong: `must be a string`. */
export function messageOf(error: ErrorObject): string {
  const { keyword, params } = error;
  const title = titleOf(error);
  if (named.has(keyword) && title !== undefined) return `must be ${title}`;
  if (keyword === 'type')
    return `must be ${[params.type]
      .flat()
      .map((type: string) => typeNames[type])
      .join(' or ')}`;
  if (keyword === 'enum') return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
  if (keyword === 'format' && params.format === 'byte') return 'must be Base64';
  if (keyword === 'minimum' || keyword === 'maximum')
    return `must be at ${keyword === 'minimum' ? 'least' : 'most'} ${params.limit}`;
  const unknown = params.additionalProperty ?? params.unevaluatedProperty;
  if (unknown !== undefined) return `must not have the property ${unknown}`;
  return error.message ?? 'is invalid';
}

function titleOf({ parentSchema }: ErrorObject): string | undefined {
  const { title } = (parentSchema ?? {}) as { title?: unknown };
  return typeof title === 'string' ? title : undefined;
}
