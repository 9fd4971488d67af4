import { type Difference, type Flow, findRule, rules } from '../change-rules.ts';
import { append, isObject, type Located, serialize, type Unjudged } from '../source.ts';
import { type Held, isQuick, type Keyword, keywords, limits, type TypeName, typeNames } from './keywords.ts';

/** The schemas that a value has to fit at the same time. An empty list allows any value. */
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

/** The values that a schema allows: the values of any alternative. */
export interface Shape {
  at: string;
  /** The place that decides which types are allowed. */
  typesAt: string;
  alternatives: readonly Alternative[];
  notes: Notes;
}

export function allowEverything(at: string): Alternative[] {
  const empty = { limits: new Map(), held: new Map(), required: new Map(), unjudged: [] };
  return typeNames.map((type) => ({ type, at, ...empty }));
}

export function isUnlimited({ values, limits: own, held, required, unjudged }: Alternative): boolean {
  return !values && own.size + held.size + required.size + unjudged.length === 0;
}

/** The schemas of a held value. A property that no schema names has the schemas of `*`. */
export function getHeld({ held }: Alternative, step: string): Parts {
  return held.get(step) ?? (step.startsWith('.') ? held.get('*') : undefined) ?? [];
}

export function locate(keyword: Keyword, at: string): string {
  return `${at}/${keyword === 'integer' ? 'type' : keyword}`;
}

/** The key of parts, equal for every order. */
export function makeKey(parts: Parts): string {
  const places = parts.map(({ at }) => at);
  return places.sort().join(' ');
}

/** True if the limits of an alternative allow a value of its type; members and items are not checked. */
export function accepts({ limits: own, required }: Alternative, value: unknown): boolean {
  if (![...own].every(([keyword, held]) => limits[keyword].allows(held.value, value))) return false;
  return [...required.keys()].every((name) => Object.hasOwn(value as object, name));
}

export function intersect(first: readonly Alternative[], second: readonly Alternative[]): Alternative[] {
  return first.flatMap((a) => second.flatMap((b) => (a.type === b.type ? merge(a, b) : [])));
}

function merge(a: Alternative, b: Alternative): Alternative[] {
  const branch = b.branch ?? a.branch;
  const steps = [...new Set([...a.held.keys(), ...b.held.keys()])];
  const merged: Alternative = {
    type: a.type,
    // The branch or the component is the place of a limit.
    at: b.branch === undefined ? a.at : b.at,
    ...(branch !== undefined && { branch }),
    limits: new Map([...a.limits, ...b.limits].map(([keyword]) => [keyword, tighten(keyword, a, b)])),
    held: new Map(steps.map((step) => [step, joinParts(getHeld(a, step), getHeld(b, step))])),
    required: new Map([...a.required, ...b.required]),
    unjudged: [...a.unjudged, ...b.unjudged],
  };
  return restrictTo(merged, a.values && b.values ? shareValues(a.values, b.values) : (a.values ?? b.values));
}

function tighten(keyword: Keyword, a: Alternative, b: Alternative): Held {
  const [first, second] = [a.limits.get(keyword), b.limits.get(keyword)];
  if (!first || !second) return (first ?? second) as Held;
  const value = limits[keyword].both(first.value, second.value);
  return { value, at: serialize(value) === serialize(first.value) ? first.at : second.at };
}

function joinParts(parts: Parts, added: Parts): Parts {
  return [...new Map([...parts, ...added].map((part) => [part.at, part])).values()];
}

/** The listed values that an alternative allows; no alternative when there is none. */
export function restrictTo(alternative: Alternative, listed: readonly Held[] | undefined): Alternative[] {
  const values = listed?.filter(({ value }) => getType(value) === alternative.type && accepts(alternative, value));
  if (!values) return [alternative];
  return values.length > 0 ? [{ ...alternative, values }] : [];
}

function getType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

export function shareValues(values: readonly Held[], others: readonly Held[]): Held[] {
  const texts = new Set(others.map(({ value }) => serialize(value)));
  return values.filter(({ value }) => texts.has(serialize(value)));
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
      const distinct = new Map(values.map((held) => [serialize(held.value), held]));
      joined[joined.indexOf(partner)] = { ...partner, values: [...distinct.values()] };
    }
  }
  return joined.map(({ values, ...rest }) => {
    const isComplete = values?.length === { boolean: 2, null: 1 }[rest.type as string];
    return values && !isComplete ? { ...rest, values } : rest;
  });
}

/** One difference of two schemas, with its state before and after in words. */
export interface Delta {
  rule: Difference;
  at: string;
  baseAt?: string;
  /** The steps from the value of the schemas to the value that differs. */
  path: readonly string[];
  from?: string;
  to?: string;
  /** Values that are likely to show the difference. */
  values?: readonly unknown[];
  bounds?: readonly number[];
  /** A member whose absence shows the difference in an object. */
  without?: string;
}

/** True if a difference is breaking in a direction. */
export function breaks({ rule }: Delta, flow: Flow): boolean {
  return rules[findRule(rule, flow)].level === 'breaking';
}

export function prependStep(deltas: readonly Delta[], step: string): Delta[] {
  return deltas.map((delta) => ({ ...delta, path: [step, ...delta.path] }));
}

/** Compares the listed values and the limits of two alternatives of one type, without members and items. */
export function compareValues(base: Alternative, revision: Alternative): Delta[] {
  const isListed = base.values !== undefined || revision.values !== undefined;
  // `accepts` has compared listed values with the limits already, except with limits that it can't decide.
  const compared = keywords.filter(
    (keyword) => !isListed || [base, revision].some((alternative) => isUndecided(keyword, alternative)),
  );
  const deltas = compared.flatMap((keyword) => compareLimit(keyword, base, revision));
  return isListed ? [...compareLists(base, revision), ...deltas] : deltas;
}

function isUndecided(keyword: Keyword, { limits: own }: Alternative): boolean {
  const patterns = keyword === 'pattern' ? (own.get(keyword)?.value as readonly string[] | undefined) : undefined;
  return keyword === 'format' || patterns?.every(isQuick) === false;
}

function compareLimit(keyword: Keyword, base: Alternative, revision: Alternative): Delta[] {
  const { difference } = limits[keyword];
  const [before, now] = [base.limits.get(keyword), revision.limits.get(keyword)];
  const rule = difference(before?.value, now?.value, base.type);
  if (!rule) return [];
  const at = now?.at ?? locate(keyword, revision.at);
  const bounds = [before, now].flatMap((held) => (isObject(held?.value) ? [Number(held.value.limit)] : []));
  const [from, to] = [before, now].map((held) => formatLimit(keyword, held)) as [string, string];
  return [{ rule, at, baseAt: before?.at ?? base.at, path: [], from, to, bounds }];
}

/** The keyword and its value, as the schema has them. */
function formatLimit(keyword: Keyword, held: Held | undefined): string {
  if (!held) return keyword === 'integer' ? 'a fraction' : `any \`${keyword}\``;
  const entries = Object.entries(limits[keyword].schema(held.value));
  const texts = entries.map(([name, value]) => `${name}: ${isObject(value) ? JSON.stringify(value) : value}`);
  return `\`${texts.join(', ')}\``;
}

function compareLists(base: Alternative, revision: Alternative): Delta[] {
  const [before, now] = [base.values ?? [], revision.values ?? []];
  const [known, found] = [base, revision].map(({ values }) => values && new Set(values.map(formatValue)));
  const places = { at: locateList(revision), baseAt: locateList(base), path: [] };
  const lost = before.filter((held) => !(found?.has(formatValue(held)) ?? takes(revision, held)));
  const gained = now.filter((held) => !(known?.has(formatValue(held)) ?? takes(base, held)));
  const deltas = lost.map((held): Delta => {
    // A removed value has its name in place of its position.
    const at = append(revision.values ? places.at : places.baseAt, String(held.value));
    const words = { from: formatValue(held), to: `no ${formatValue(held)}` };
    return { ...places, ...words, rule: 'enum-value-removed', at, baseAt: held.at, values: [held.value] };
  });
  for (const held of gained)
    deltas.push({ ...places, rule: 'enum-value-added', at: held.at, to: formatValue(held), values: [held.value] });
  if (!base.values) deltas.push({ ...places, rule: 'enum-added', to: now.map(formatValue).join(', ') });
  const from = before.map(formatValue).join(', ');
  if (!revision.values) deltas.push({ ...places, rule: 'enum-dropped', from, to: 'any value' });
  return deltas;
}

/** Like `accepts`; lists and objects need an alternative without limits. */
function takes(alternative: Alternative, { value }: Held): boolean {
  return typeof value === 'object' && value !== null ? isUnlimited(alternative) : accepts(alternative, value);
}

function locateList({ values, at }: Alternative): string {
  return values?.[0]?.at.replace(/\/enum\/\d+$/, '/enum') ?? at;
}

function formatValue({ value }: Held): string {
  return serialize(value);
}
