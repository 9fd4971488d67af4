import type { ContractDocument, OperationSpec } from '../document.ts';
import { type Json, nodeAt, pointerStep } from '../json.ts';
import { loadRegister } from '../register.ts';
import { shortForm, type TimeForm } from './deployment.ts';

export interface Member {
  /** JSON pointer into the body; the step `*` is every entry of a list. */
  path: string;
  name: string;
  /** The schema of the object that has the member, as a JSON pointer into the contract. */
  parent: string;
  schemas: readonly Json[];
}

export function successOf({ responses }: OperationSpec): string {
  return [...responses.keys()].find((status) => status.startsWith('2')) ?? 'default';
}

/** The members of an operation's success, at any depth. */
export function membersOf(document: ContractDocument, operation: OperationSpec): Member[] {
  return placesOf(document, operation).filter(({ name }) => name !== '*');
}

/** The members of an operation's success and the entries of its lists, whose name is `*`. */
export function placesOf({ json }: ContractDocument, operation: OperationSpec): Member[] {
  const place = (path: string, name: string, parent: string, at: string): Member[] => {
    const schemas = partsOf(json, at).map((part) => nodeAt(json, part) as Json);
    return [{ path, name, parent, schemas }, ...inside(at, path)];
  };
  const inside = (schema: string, path: string): Member[] =>
    partsOf(json, schema).flatMap((parent) => {
      const { properties = {}, items } = nodeAt(json, parent) as { properties?: Json; items?: Json };
      const own = Object.keys(properties).flatMap((name) =>
        place(`${path}/${pointerStep(name)}`, name, parent, `${parent}/properties/${pointerStep(name)}`),
      );
      return [...own, ...(items ? place(`${path}/*`, '*', parent, `${parent}/items`) : [])];
    });
  return inside(operation.responses.get(successOf(operation)) ?? '', '');
}

export const isNullable = ({ schemas }: Pick<Member, 'schemas'>) =>
  schemas.some(({ type }) => [type].flat().includes('null'));
export const isTime = ({ schemas }: Member) => schemas.some(({ format }) => format === 'date-time');

/** The forms that the source allows for a time of an operation; undefined where it leaves them open. */
export function allowedForms(spec: OperationSpec, { path }: Member): readonly TimeForm[] | undefined {
  return fixedParts(spec)
    .map(({ times }) => times?.[path])
    .find((forms) => forms !== undefined);
}

/** True for a text or list that the source demands unless it is empty. */
export function isShownFilled(spec: OperationSpec, path: string): boolean {
  return fixedParts(spec).some(({ filled }) => filled?.includes(path));
}

function fixedParts({ id }: OperationSpec) {
  const rules = [...loadRegister().values()].filter(({ operation }) => operation === id);
  return rules.flatMap(({ fixed }) => fixed ?? []);
}

/** The times of an operation's success that a deployment can write in a form. */
export function timesIn(contract: ContractDocument, spec: OperationSpec, form: TimeForm): Member[] {
  const times = membersOf(contract, spec).filter(isTime);
  return times.filter((member) => allowedForms(spec, member)?.includes(shortForm(form)) ?? true);
}

/** A schema and its branches, references followed. */
function partsOf(json: Json, pointer: string): string[] {
  const node = nodeAt(json, pointer) as Json | undefined;
  if (!node) return [];
  if (typeof node.$ref === 'string') return partsOf(json, node.$ref.slice(1));
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
    ((node[keyword] ?? []) as unknown[]).flatMap((_, index) => partsOf(json, `${pointer}/${keyword}/${index}`)),
  );
  return [pointer, ...branches];
}
