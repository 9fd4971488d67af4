import { escapeStep, parsePointer } from '../../../spec/json.ts';
import { isObject, type Json, type Level } from '../../diff/index.ts';

/** One change of a document, with its name, level and result. */
export interface TableChange {
  name: string;
  expected: Level;
  revision(): Json;
}

/**
 * The steps of a change in their order, similar to a JSON Patch (RFC 6902). A pointer may begin with the id of an operation or the name of
 * a schema instead of the path to it. It names an item of a list by its name, its value or its position, and ends with `-` to add an
 * item.
 */
export interface Edits {
  /** Values by where they are put. */
  set?: Json;
  /** The pointers of the copies by the pointers of the originals. */
  copy?: Record<string, string>;
  /** New keys by the pointers of the renamed members. */
  rename?: Record<string, string>;
  /** Reverses the keys or items. */
  reverse?: string;
  remove?: string | string[];
}

/** A copy of a document with edits. Throws when something that is to be edited is not there. */
export function edit(document: Json, edits: Edits): Json {
  const copy = structuredClone(document);
  for (const [name, step] of Object.entries(edits) as [keyof Edits, unknown][]) {
    const pairs = isObject(step) ? Object.entries(step) : [step].flat().map((pointer) => [pointer, undefined] as const);
    for (const [pointer, value] of pairs) steps[name](copy, String(pointer), value);
  }
  return copy;
}

const steps: Record<keyof Edits, (document: Json, pointer: string, value: unknown) => void> = {
  set: put,
  copy: (document, from, to) => put(document, String(to), structuredClone(find(document, from).value)),
  rename(document, pointer, name) {
    const { holder, key, value } = find(document, pointer);
    delete holder[key];
    holder[String(name)] = value;
  },
  reverse(document, pointer) {
    const { holder, key, value } = find(document, pointer);
    holder[key] = Array.isArray(value)
      ? value.toReversed()
      : Object.fromEntries(Object.entries(value as Json).reverse());
  },
  remove(document, pointer) {
    const { holder, key } = find(document, pointer);
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  },
};

function put(document: Json, pointer: string, value: unknown): void {
  const { holder, key } = way(document, pointer);
  holder[key] = value;
}

/** The value at a pointer, with its parent and key. */
function find(document: Json, pointer: string) {
  const { holder, key } = way(document, pointer);
  if (!(key in holder)) throw new Error(`there is no ${pointer}`);
  return { holder, key, value: holder[key] };
}

function way(document: Json, pointer: string): { holder: Json; key: string } {
  const [start = '', ...rest] = pointer.split('/');
  const whole = start === '' ? pointer : [wayTo(document, start), ...rest].join('/');
  let holder = document;
  let key = '';
  for (const step of parsePointer(whole)) {
    if (key !== '') holder = holder[key] as Json;
    if (typeof holder !== 'object' || holder === null) throw new Error(`there is no ${pointer}`);
    key = Array.isArray(holder) ? positionIn(holder, step) : step;
  }
  return { holder, key };
}

/** The pointer of an operation by its id, else of a schema by its name. */
function wayTo(document: Json, name: string): string {
  for (const [path, item] of Object.entries(document.paths as Record<string, Record<string, Json>>)) {
    const method = Object.keys(item).find((key) => item[key]?.operationId === name);
    if (method !== undefined) return `/paths/${escapeStep(path)}/${method}`;
  }
  return `/components/schemas/${name}`;
}

function positionIn(list: readonly unknown[], step: string): string {
  if (step === '-') return String(list.length);
  const index = list.findIndex((item) => item === step || (isObject(item) && item.name === step));
  return index < 0 ? step : String(index);
}
