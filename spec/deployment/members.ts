import type { ContractDocument, OperationSpec } from '../document.ts';
import { escapeStep, findNode, type Json } from '../json.ts';
import { loadRegister } from '../register.ts';
import { shortenTimeForm, type TimeForm } from './deployment.ts';

export interface Member {
  /** JSON pointer into the body; the step `*` is every entry of a list. */
  path: string;
  name: string;
  /** The schema of the object that has the member, as a JSON pointer into the contract. */
  parent: string;
  schemas: readonly Json[];
}

export function findSuccessStatus({ responses }: OperationSpec): string {
  return [...responses.keys()].find((status) => status.startsWith('2')) ?? 'default';
}

/** The members of an operation's success, at any depth. */
export function listMembers(document: ContractDocument, operation: OperationSpec): Member[] {
  return listPlaces(document, operation).filter(({ name }) => name !== '*');
}

/** The members of an operation's success and the entries of its lists, whose name is `*`. */
export function listPlaces({ json }: ContractDocument, operation: OperationSpec): Member[] {
  const describePlace = (path: string, name: string, parent: string, at: string): Member[] => {
    const schemas = listSchemaParts(json, at).map((part) => findNode(json, part) as Json);
    return [{ path, name, parent, schemas }, ...listInside(at, path)];
  };
  const listInside = (schema: string, path: string): Member[] =>
    listSchemaParts(json, schema).flatMap((parent) => {
      const { properties = {}, items } = findNode(json, parent) as { properties?: Json; items?: Json };
      const members = Object.keys(properties).flatMap((name) =>
        describePlace(`${path}/${escapeStep(name)}`, name, parent, `${parent}/properties/${escapeStep(name)}`),
      );
      return [...members, ...(items ? describePlace(`${path}/*`, '*', parent, `${parent}/items`) : [])];
    });
  return listInside(operation.responses.get(findSuccessStatus(operation)) ?? '', '');
}

export const isNullable = ({ schemas }: Pick<Member, 'schemas'>) =>
  schemas.some(({ type }) => [type].flat().includes('null'));
export const isTime = ({ schemas }: Member) => schemas.some(({ format }) => format === 'date-time');

/** The forms that the source allows for a time of an operation; undefined if all are. */
export function findAllowedForms(spec: OperationSpec, { path }: Member): readonly TimeForm[] | undefined {
  return listFixedParts(spec)
    .map(({ times }) => times?.[path])
    .find((forms) => forms !== undefined);
}

/** True for a text or list that the source demands unless it is empty. */
export function isShownFilled(spec: OperationSpec, path: string): boolean {
  return listFixedParts(spec).some(({ filled }) => filled?.includes(path));
}

function listFixedParts({ id }: OperationSpec) {
  const rules = [...loadRegister().values()].filter(({ operation }) => operation === id);
  return rules.flatMap(({ fixed }) => fixed ?? []);
}

/** The times of an operation's success that a deployment can write in a form. */
export function listTimes(contract: ContractDocument, spec: OperationSpec, form: TimeForm): Member[] {
  const times = listMembers(contract, spec).filter(isTime);
  return times.filter((member) => findAllowedForms(spec, member)?.includes(shortenTimeForm(form)) ?? true);
}

/** A schema and its branches, references followed. */
function listSchemaParts(json: Json, pointer: string): string[] {
  const node = findNode(json, pointer) as Json | undefined;
  if (!node) return [];
  if (typeof node.$ref === 'string') return listSchemaParts(json, node.$ref.slice(1));
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
    ((node[keyword] ?? []) as unknown[]).flatMap((_, index) => listSchemaParts(json, `${pointer}/${keyword}/${index}`)),
  );
  return [pointer, ...branches];
}
