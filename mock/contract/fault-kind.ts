import type { FaultKind } from '../../spec/deployment/deployment.ts';
import { isEmpty } from '../../spec/deployment/empty.ts';
import type { RequestViolation } from '../../spec/validators.ts';

/** What kind of fault a violation is; undefined where no value of the contract is at fault, such as a body that is too deep. */
export function faultKindOf({ schemaPath, keyword, missing, value }: RequestViolation): FaultKind | undefined {
  if (schemaPath === '') return undefined;
  if (missing !== undefined) return 'missing';
  if (value === null) return 'null';
  if (keyword === 'type' || (unions.has(keyword) && !hasTypeOfUnion(value))) return 'type';
  if (isEmpty(value)) return 'empty';
  return limits.get(keyword) ?? 'value';
}

const limits: ReadonlyMap<string, FaultKind> = new Map([
  ['minimum', 'small'],
  ['maximum', 'large'],
  ['maxLength', 'large'],
]);

const unions: ReadonlySet<string> = new Set(['oneOf', 'anyOf']);

/** The unions of the contract are of texts and objects. */
const hasTypeOfUnion = (value: unknown) =>
  typeof value === 'string' || (typeof value === 'object' && !Array.isArray(value));
