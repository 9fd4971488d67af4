import { type Difference, type Flow, ruleOf, rules } from '../rules.ts';
import { append, canonical, isObject } from '../source.ts';
import { type Held, isQuick, type Keyword, keywords, limits } from './limits.ts';
import { type Alternative, accepts, isUnlimited, placeOf } from './shape.ts';

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
  /** An object is likely to show the difference without this member. */
  without?: string;
}

/** True if a difference breaks the values of a direction. */
export function breaks({ rule }: Delta, flow: Flow): boolean {
  return rules[ruleOf(rule, flow)].level === 'breaking';
}

export function below(deltas: readonly Delta[], step: string): Delta[] {
  return deltas.map((delta) => ({ ...delta, path: [step, ...delta.path] }));
}

/** Compares the listed values and the limits of two alternatives of one type, without members and items. */
export function compareValues(base: Alternative, revision: Alternative): Delta[] {
  const isListed = base.values !== undefined || revision.values !== undefined;
  // Listed values keep to the limits, except those that `accepts` does not decide.
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
  const at = now?.at ?? placeOf(keyword, revision.at);
  const bounds = [before, now].flatMap((held) => (isObject(held?.value) ? [Number(held.value.limit)] : []));
  const [from, to] = [before, now].map((held) => limitText(keyword, held)) as [string, string];
  return [{ rule, at, baseAt: before?.at ?? base.at, path: [], from, to, bounds }];
}

/** The keyword and its value, as the schema has them. */
function limitText(keyword: Keyword, held: Held | undefined): string {
  if (!held) return keyword === 'integer' ? 'a fraction' : `any \`${keyword}\``;
  const entries = Object.entries(limits[keyword].schema(held.value));
  const texts = entries.map(([name, value]) => `${name}: ${isObject(value) ? JSON.stringify(value) : value}`);
  return `\`${texts.join(', ')}\``;
}

function compareLists(base: Alternative, revision: Alternative): Delta[] {
  const [before, now] = [base.values ?? [], revision.values ?? []];
  const [known, found] = [base, revision].map(({ values }) => values && new Set(values.map(textOf)));
  const places = { at: listAt(revision), baseAt: listAt(base), path: [] };
  const lost = before.filter((held) => !(found?.has(textOf(held)) ?? takes(revision, held)));
  const come = now.filter((held) => !(known?.has(textOf(held)) ?? takes(base, held)));
  const deltas = lost.map((held): Delta => {
    // The value itself identifies a removed value.
    const at = append(revision.values ? places.at : places.baseAt, String(held.value));
    const words = { from: textOf(held), to: `no ${textOf(held)}` };
    return { ...places, ...words, rule: 'enum-value-removed', at, baseAt: held.at, values: [held.value] };
  });
  for (const held of come)
    deltas.push({ ...places, rule: 'enum-value-added', at: held.at, to: textOf(held), values: [held.value] });
  if (!base.values) deltas.push({ ...places, rule: 'enum-added', to: now.map(textOf).join(', ') });
  const from = before.map(textOf).join(', ');
  if (!revision.values) deltas.push({ ...places, rule: 'enum-dropped', from, to: 'any value' });
  return deltas;
}

/** True if an alternative without listed values allows a value; any limit may refuse a list or an object. */
function takes(alternative: Alternative, { value }: Held): boolean {
  return typeof value === 'object' && value !== null ? isUnlimited(alternative) : accepts(alternative, value);
}

function listAt({ values, at }: Alternative): string {
  return values?.[0]?.at.replace(/\/enum\/\d+$/, '/enum') ?? at;
}

function textOf({ value }: Held): string {
  return canonical(value);
}
