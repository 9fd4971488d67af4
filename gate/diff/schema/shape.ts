import { canonical, type Located } from '../source.ts';
import type { Unjudged } from '../vocabulary.ts';
import { type Held, type Keyword, limits, type TypeName, typeNames } from './limits.ts';

/** The schemas that a value has to fit, all at once; none for any value. */
export type Parts = readonly Located[];

/** Values of one type that a schema allows. */
export interface Alternative {
  type: TypeName;
  at: string;
  branch?: string;
  values?: readonly Held[];
  limits: ReadonlyMap<Keyword, Held>;
  /** The schemas of the values that it holds, by steps: an item (`[]`), a property (`.name`), every other property (`*`). */
  held: ReadonlyMap<string, Parts>;
  required: ReadonlyMap<string, string>;
  unjudged: readonly Unjudged[];
}

/** Keywords that restrict no value, each with its place. */
export interface Notes {
  readOnly?: string;
  writeOnly?: string;
  deprecated?: string;
  'x-lenient'?: string;
  default?: Held;
}

/** The values that a schema allows: those of any alternative. */
export interface Shape {
  at: string;
  /** The place that decides which types are allowed. */
  typesAt: string;
  alternatives: readonly Alternative[];
  notes: Notes;
}

export function everything(at: string): Alternative[] {
  const empty = { limits: new Map(), held: new Map(), required: new Map(), unjudged: [] };
  return typeNames.map((type) => ({ type, at, ...empty }));
}

export function isUnlimited({ values, limits: own, held, required, unjudged }: Alternative): boolean {
  return !values && own.size + held.size + required.size + unjudged.length === 0;
}

/** The schemas of a held value; a property without a name has those of every other property. */
export function heldBy({ held }: Alternative, step: string): Parts {
  return held.get(step) ?? (step.startsWith('.') ? held.get('*') : undefined) ?? [];
}

export function placeOf(keyword: Keyword, at: string): string {
  return `${at}/${keyword === 'integer' ? 'type' : keyword}`;
}

/** Parts that hold at once have one key, in any order. */
export function keyOf(parts: Parts): string {
  const places = parts.map(({ at }) => at);
  return places.sort().join(' ');
}

/** True if the limits of an alternative allow a value of its type; members and items are not checked. */
export function accepts({ limits: own, required }: Alternative, value: unknown): boolean {
  if (![...own].every(([keyword, held]) => limits[keyword].allows(held.value, value))) return false;
  return [...required.keys()].every((name) => Object.hasOwn(value as object, name));
}

export function intersect(first: readonly Alternative[], second: readonly Alternative[]): Alternative[] {
  return first.flatMap((a) => second.flatMap((b) => (a.type === b.type ? both(a, b) : [])));
}

function both(a: Alternative, b: Alternative): Alternative[] {
  const branch = b.branch ?? a.branch;
  const steps = [...new Set([...a.held.keys(), ...b.held.keys()])];
  const merged: Alternative = {
    type: a.type,
    // A limit belongs to the branch or the component.
    at: b.branch === undefined ? a.at : b.at,
    ...(branch !== undefined && { branch }),
    limits: new Map([...a.limits, ...b.limits].map(([keyword]) => [keyword, tighter(keyword, a, b)])),
    held: new Map(steps.map((step) => [step, together(heldBy(a, step), heldBy(b, step))])),
    required: new Map([...a.required, ...b.required]),
    unjudged: [...a.unjudged, ...b.unjudged],
  };
  return withValues(merged, a.values && b.values ? sharedValues(a.values, b.values) : (a.values ?? b.values));
}

function tighter(keyword: Keyword, a: Alternative, b: Alternative): Held {
  const [first, second] = [a.limits.get(keyword), b.limits.get(keyword)];
  if (!first || !second) return (first ?? second) as Held;
  const value = limits[keyword].both(first.value, second.value);
  return { value, at: canonical(value) === canonical(first.value) ? first.at : second.at };
}

function together(parts: Parts, added: Parts): Parts {
  return [...new Map([...parts, ...added].map((part) => [part.at, part])).values()];
}

/** The listed values that an alternative allows; no alternative when there is none. */
export function withValues(alternative: Alternative, listed: readonly Held[] | undefined): Alternative[] {
  const values = listed?.filter(({ value }) => typeOf(value) === alternative.type && accepts(alternative, value));
  if (!values) return [alternative];
  return values.length > 0 ? [{ ...alternative, values }] : [];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

export function sharedValues(values: readonly Held[], others: readonly Held[]): Held[] {
  const texts = new Set(others.map(({ value }) => canonical(value)));
  return values.filter(({ value }) => texts.has(canonical(value)));
}

/** A union of constants is an enum, and an enum of both booleans or of null is the whole type. */
export function joinValues(alternatives: readonly Alternative[]): Alternative[] {
  const isPlain = ({ values, unjudged }: Alternative) => values !== undefined && unjudged.length === 0;
  const joined: Alternative[] = [];
  for (const alternative of alternatives) {
    const partner = isPlain(alternative) && joined.find((known) => known.type === alternative.type && isPlain(known));
    if (!partner) joined.push(alternative);
    else {
      const values = [...(partner.values ?? []), ...(alternative.values ?? [])];
      const distinct = new Map(values.map((held) => [canonical(held.value), held]));
      joined[joined.indexOf(partner)] = { ...partner, values: [...distinct.values()] };
    }
  }
  return joined.map(({ values, ...rest }) => {
    const isComplete = values?.length === { boolean: 2, null: 1 }[rest.type as string];
    return values && !isComplete ? { ...rest, values } : rest;
  });
}
