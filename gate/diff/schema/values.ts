import { append, canonical, isObject } from '../source.ts';
import type { Delta } from './delta.ts';
import { type Held, isQuick, type Keyword, keywords, limits } from './limits.ts';
import { type Alternative, accepts, isUnlimited } from './shape.ts';

/** Compares the listed values and the limits of two alternatives of one type, without members and items. */
export function compareValues(base: Alternative, revision: Alternative): Delta[] {
  const isListed = base.values !== undefined || revision.values !== undefined;
  const compared = keywords.filter(
    (keyword) => !isListed || isUndecided(keyword, base) || isUndecided(keyword, revision),
  );
  return [
    ...(isListed ? compareLists(base, revision) : []),
    ...compared.flatMap((keyword) => compareLimit(keyword, base, revision)),
  ];
}

/** True if a limit may refuse a listed value without `accepts` knowing. */
function isUndecided(keyword: Keyword, { limits: own }: Alternative): boolean {
  const patterns = keyword === 'pattern' ? (own.get(keyword)?.value as readonly string[] | undefined) : undefined;
  return keyword === 'format' || patterns?.every(isQuick) === false;
}

function compareLimit(keyword: Keyword, base: Alternative, revision: Alternative): Delta[] {
  const { difference, words } = limits[keyword];
  const name = keyword === 'integer' ? 'type' : keyword;
  const [before, now] = [base.limits.get(keyword), revision.limits.get(keyword)];
  const rule = difference(before?.value, now?.value, base.type);
  if (!rule) return [];
  const places = { at: now?.at ?? `${revision.at}/${name}`, baseAt: before?.at ?? base.at };
  const bounds = [before, now].flatMap((held) => (isObject(held?.value) ? [Number(held.value.limit)] : []));
  return [{ ...places, rule, path: [], from: words(before?.value), to: words(now?.value), bounds }];
}

function compareLists(base: Alternative, revision: Alternative): Delta[] {
  const places = { at: listAt(revision), baseAt: listAt(base), path: [] };
  const [known, found] = [base, revision].map(({ values }) => values && new Set(values.map(textOf)));
  const lost = (base.values ?? []).filter((held) => !(found?.has(textOf(held)) ?? takes(revision, held.value)));
  const come = (revision.values ?? []).filter((held) => !(known?.has(textOf(held)) ?? takes(base, held.value)));
  const deltas = [
    ...lost.map(({ value, at: baseAt }): Delta => {
      // The value itself identifies a removed value.
      const at = append(revision.values ? listAt(revision) : listAt(base), String(value));
      const from = canonical(value);
      return { ...places, rule: 'enum-value-removed', at, baseAt, from, to: `no ${from}`, values: [value] };
    }),
    ...come.map(({ value, at }): Delta => {
      return { ...places, rule: 'enum-value-added', at, to: canonical(value), values: [value] };
    }),
  ];
  if (!base.values) deltas.push({ ...places, rule: 'enum-added', to: textsOf(revision.values) });
  if (!revision.values) deltas.push({ ...places, rule: 'enum-dropped', from: textsOf(base.values), to: 'any value' });
  return deltas;
}

/** True if an alternative without listed values allows a value; any limit may refuse a list or an object. */
function takes(one: Alternative, value: unknown): boolean {
  return typeof value === 'object' && value !== null ? isUnlimited(one) : accepts(one, value);
}

function listAt({ values, at }: Alternative): string {
  return values?.[0]?.at.replace(/\/enum\/\d+$/, '/enum') ?? at;
}

function textOf({ value }: Held): string {
  return canonical(value);
}

function textsOf(values: readonly Held[] = []): string {
  return values.map(textOf).join(', ');
}
