import type { ErrorObject } from 'ajv';
import { groupBy } from './group-by.ts';

const MAX_ERRORS = 100;

/** Reduces the errors of a value: of a failed union only the errors of its closest branch remain. */
export function selectErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const reported: ErrorObject[] = [];
  for (const error of errors) {
    const about = [error];
    // Ajv lists the errors of the branches before the error of the union.
    if (isUnion(error)) while (isInside(reported.at(-1), error)) about.unshift(reported.pop() as ErrorObject);
    reported.push(...(isUnion(error) ? selectUnionErrors(about, error) : about));
  }
  // A hundred equal errors of a long list must not hide another error in a later item.
  const perMember = groupBy(
    reported,
    ({ instancePath, keyword }) => `${instancePath.replace(/\/\d+/g, '/*')} ${keyword}`,
  );
  const firsts = [...perMember.values()].flatMap(([first]) => first ?? []);
  return [...new Set([...reported.slice(0, MAX_ERRORS), ...firsts.slice(0, MAX_ERRORS)])];
}

/** One error for each place if a branch fails only inside the value; else the clearest error. */
function selectUnionErrors(errors: readonly ErrorObject[], { instancePath }: ErrorObject): ErrorObject[] {
  const best = findClearestError([...errors]);
  if (best.instancePath === instancePath) return [best];
  const within = errors.filter((error) => error.instancePath !== instancePath || error.keyword === 'required');
  return [...groupBy(within, (error) => error.instancePath).values()].map(findClearestError);
}

/** The deepest error; at equal depth a titled union precedes other keywords, and these precede errors of the type. */
export function findClearestError(errors: ErrorObject[]): ErrorObject {
  const rank = (error: ErrorObject) => {
    const aboutValue =
      isUnion(error) && readTitle(error) !== undefined ? 2 : error.keyword === 'type' || isUnion(error) ? 0 : 1;
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

/** Keywords whose messages are replaced by the title of the schema. */
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

/** The message of an error, to be read after the name of the value: `must be a string`. */
export function describeError(error: ErrorObject): string {
  const { keyword, params } = error;
  const title = readTitle(error);
  if (named.has(keyword) && title !== undefined) return `must be ${title}`;
  if (keyword === 'type')
    return `must be ${[params.type]
      .flat()
      .map((type: string) => typeNames[type])
      .join(' or ')}`;
  if (keyword === 'enum') return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
  if (keyword === 'format' && params.format === 'byte') return 'must be Base64';
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`;
  if (keyword === 'minimum' || keyword === 'maximum')
    return `must be at ${keyword === 'minimum' ? 'least' : 'most'} ${params.limit}`;
  const unknown = params.additionalProperty ?? params.unevaluatedProperty;
  if (unknown !== undefined) return `must not have the property ${unknown}`;
  return (error.message ?? 'is invalid')
    .replace(/NOT have (fewer|more) than/, (_, bound) => `have at ${bound === 'fewer' ? 'least' : 'most'}`)
    .replace(/ 1 (item|character)s$/, ' 1 $1');
}

function readTitle({ parentSchema }: ErrorObject): string | undefined {
  const { title } = (parentSchema ?? {}) as { title?: unknown };
  return typeof title === 'string' ? title : undefined;
}
