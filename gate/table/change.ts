import { isObject, type Json, type Level, listOf } from '../diff/index.ts';

/** One change of the contract: what it is, how it weighs, and how it is made. It changes the document that it is given. */
export interface TableChange {
  name: string;
  expected: Level;
  make(document: Json): void;
}

export function breaking(name: string, make: TableChange['make']): TableChange {
  return { name, expected: 'breaking', make };
}

export function soft(name: string, make: TableChange['make']): TableChange {
  return { name, expected: 'soft', make };
}

export function safe(name: string, make: TableChange['make']): TableChange {
  return { name, expected: 'safe', make };
}

/** The object below another one, by the keys that lead to it. Throws when there is none. */
export function within(node: Json, ...keys: (string | number)[]): Json {
  const found = keys.reduce((next: unknown, key) => (next as Json | undefined)?.[key], node);
  if (typeof found !== 'object' || found === null) throw new Error(`there is no ${keys.join(' ')}`);
  return found as Json;
}

export function schema(document: Json, name: string): Json {
  return within(document, 'components', 'schemas', name);
}

export function property(document: Json, name: string, member: string): Json {
  return within(schema(document, name), 'properties', member);
}

export function operation(document: Json, id: string): Json {
  for (const item of Object.values(within(document, 'paths'))) {
    for (const found of Object.values(item as Json)) if (isObject(found) && found.operationId === id) return found;
  }
  throw new Error(`there is no operation ${id}`);
}

export function parameter(document: Json, id: string, name: string): Json {
  const found = listOf(operation(document, id).parameters).find((one) => (one as Json).name === name);
  if (!found) throw new Error(`${id} has no parameter ${name}`);
  return found as Json;
}

export function response(document: Json, id: string, status: string): Json {
  return within(operation(document, id), 'responses', status);
}

export function media(node: Json): Json {
  return within(node, 'content', 'application/json');
}

/** Adds an entry to a list, which is made when there is none. */
export function add(node: Json, key: string, ...values: unknown[]): void {
  node[key] = [...listOf(node[key]), ...values];
}

/** Takes an entry out of a list. */
export function drop(node: Json, key: string, value: unknown): void {
  node[key] = listOf(node[key]).filter((one) => one !== value);
}

/** Gives a key another name; its place among the others stays. */
export function rename(node: Json, from: string, to: string): void {
  const entries = Object.entries(node);
  for (const [key] of entries) delete node[key];
  for (const [key, value] of entries) node[key === from ? to : key] = value;
}

/** Puts other keys in place of what an object holds. */
export function replace(node: Json, by: Json): void {
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, by);
}
