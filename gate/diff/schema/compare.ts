import type { Flow } from '../rules.ts';
import { canonical, InputError } from '../source.ts';
import { unjudgedChanges } from '../vocabulary.ts';
import { below, breaks, type Comparing, type Delta } from './delta.ts';
import { type TypeName, typeNames } from './limits.ts';
import { compareObjects } from './objects.ts';
import { type Alternative, keyOf, type Parts, type Shape } from './shape.ts';
import type { Shaper } from './shaper.ts';
import { compareValues } from './values.ts';

/** Bounds of a comparison: pairs of schemas, and levels of nesting. */
const mostPairs = 200_000;
const deepest = 250;

/** Compares schemas of two documents in one direction, by the values that they allow. */
export class Comparison implements Comparing {
  private readonly known = new Map<string, Delta[]>();
  private depth = 0;

  constructor(
    readonly base: Shaper,
    readonly revision: Shaper,
  ) {}

  get flow(): Flow {
    return this.base.flow;
  }

  /** The differences of two schemas, each given by its parts. A pair that leads back to itself counts as equal on the way. */
  compare(base: Parts, revision: Parts): Delta[] {
    const key = `${keyOf(base)}  ${keyOf(revision)}`;
    const known = this.known.get(key);
    if (known) return known;
    this.known.set(key, []);
    if (this.depth === deepest || this.known.size > mostPairs) {
      const at = revision[0]?.at ?? base[0]?.at;
      throw new InputError(`${this.revision.source.name}: the schema at #${at} is too large to be compared`);
    }
    this.depth += 1;
    const deltas = this.compareShapes(this.base.shapeOf(base), this.revision.shapeOf(revision));
    this.depth -= 1;
    this.known.set(key, deltas);
    return deltas;
  }

  private compareShapes(base: Shape, revision: Shape): Delta[] {
    const deltas = this.compareAnnotations(base, revision);
    for (const [note, words] of notes[this.flow]) {
      const [before, now] = [base.notes[note], revision.notes[note]];
      if (before === undefined && now === undefined) continue;
      // Values on both sides, and those that one side never has, no longer matter.
      if (before !== undefined && now !== undefined) return deltas;
      const rule = `${now === undefined ? 'no-longer' : 'became'}-${words}` as Delta['rule'];
      deltas.push({ rule, at: now ?? revision.at, baseAt: before ?? base.at, path: [], to: 'any value' });
      if (rule !== 'no-longer-lenient') return deltas;
    }
    return distinct([...deltas, ...this.compareTypes(base, revision)]);
  }

  /** A default is the meaning of a request that leaves the value out. */
  private compareAnnotations({ at: baseAt, notes: before }: Shape, { at, notes: now }: Shape): Delta[] {
    const deltas: Delta[] = [];
    if (now.deprecated !== undefined && before.deprecated === undefined) {
      deltas.push({ rule: 'deprecated', at: now.deprecated, baseAt, path: [] });
    }
    const [from, to] = [textOf(before.default), textOf(now.default)];
    const isNeverSent = this.flow === 'response' || (before.readOnly !== undefined && now.readOnly !== undefined);
    if (from === to || isNeverSent) return deltas;
    const place = { at: now.default?.at ?? `${at}/default`, ...(before.default && { baseAt: before.default.at }) };
    return [...deltas, { rule: 'default-changed', ...place, path: [], from, to }];
  }

  private compareTypes(base: Shape, revision: Shape): Delta[] {
    const of = ({ alternatives }: Shape, type: TypeName) => alternatives.filter((one) => one.type === type);
    const gone = typeNames.filter((type) => of(base, type).length > 0 && of(revision, type).length === 0);
    const come = typeNames.filter((type) => of(base, type).length === 0 && of(revision, type).length > 0);
    const deltas = typeNames.flatMap((type) => this.compareUnions(of(base, type), of(revision, type)));
    const places = { at: revision.typesAt, baseAt: base.typesAt, path: [] };
    // Null is a change of its own, unless all types or none were allowed.
    const isOneOfAll = isAllOrNothing(base) || isAllOrNothing(revision);
    const reported = (types: readonly TypeName[]) => {
      const others = types.filter((type) => type !== 'null');
      return isOneOfAll && others.length > 0 ? types : others;
    };
    const [lost, gained] = [reported(gone), reported(come)];
    if (lost.length > 0) {
      const rule = gained.length > 0 ? 'type-changed' : 'type-narrowed';
      deltas.push({ ...places, rule, from: typesIn(base, lost), to: typesIn(revision) });
    } else if (gained.length > 0) {
      deltas.push({ ...places, rule: 'type-widened', from: typesIn(base), to: typesIn(revision, gained) });
    }
    if (gone.includes('null') && !lost.includes('null')) {
      deltas.push({ ...places, rule: 'null-removed', to: 'no null', values: [null] });
    }
    if (come.includes('null') && !gained.includes('null')) {
      deltas.push({ ...places, rule: 'null-added', to: 'null', values: [null] });
    }
    return deltas;
  }

  /** Each alternative of one side has to lie within one of the other. */
  private compareUnions(base: readonly Alternative[], revision: readonly Alternative[]): Delta[] {
    const [first, firstNow] = [base[0], revision[0]];
    if (!first || !firstNow) return [];
    if (base.length === 1 && revision.length === 1) return this.comparePair(first, firstNow);
    const partners = this.partnersOf(base, revision);
    const deltas: Delta[] = [];
    for (const one of base) {
      const partner = partners.get(one);
      if (partner) deltas.push(...this.comparePair(one, partner));
      else if (!revision.some((other) => !this.isBroken(one, other, 'request'))) {
        const from = one.branch ?? one.type;
        deltas.push({ rule: 'branch-removed', at: firstNow.at, baseAt: one.at, path: [], from, to: `no ${from}` });
      }
    }
    const matched = new Set(partners.values());
    for (const one of revision) {
      if (matched.has(one) || base.some((other) => !this.isBroken(other, one, 'response'))) continue;
      deltas.push({ rule: 'branch-added', at: one.at, baseAt: first.at, path: [], to: one.branch ?? one.type });
    }
    return deltas;
  }

  private isBroken(base: Alternative, revision: Alternative, flow: Flow): boolean {
    return this.comparePair(base, revision).some((delta) => breaks(delta, flow));
  }

  /** Finds the branch that each branch of the base became: an equal one, else one of its name. */
  private partnersOf(base: readonly Alternative[], revision: readonly Alternative[]): Map<Alternative, Alternative> {
    const partners = new Map<Alternative, Alternative>();
    const free = new Set(revision);
    const pair = (isPartner: (one: Alternative, other: Alternative) => boolean) => {
      for (const one of base) {
        const partner = partners.has(one) ? undefined : [...free].find((other) => isPartner(one, other));
        if (partner) partners.set(one, partner);
        if (partner) free.delete(partner);
      }
    };
    pair((one, other) => !this.isBroken(one, other, 'request') && !this.isBroken(one, other, 'response'));
    pair((one, other) => one.branch !== undefined && one.branch === other.branch);
    return partners;
  }

  private comparePair(base: Alternative, revision: Alternative): Delta[] {
    const unjudged = unjudgedChanges(base.unjudged, revision.unjudged, revision.at).map(
      ({ keyword, at, baseAt = base.at }): Delta => ({ rule: 'not-judged', at, baseAt, path: [], to: keyword }),
    );
    const held =
      base.type === 'object'
        ? compareObjects(this, base, revision)
        : below(base.type === 'array' ? this.compare(base.items, revision.items) : [], 'item');
    return [...unjudged, ...compareValues(base, revision), ...held].map((delta) => ({
      ...delta,
      at: delta.at || revision.at,
      ...(delta.baseAt !== undefined && { baseAt: delta.baseAt || base.at }),
    }));
  }
}

/** The notes that decide about the values of a direction. */
const notes = {
  request: [
    ['readOnly', 'read-only'],
    ['lenient', 'lenient'],
  ],
  response: [['writeOnly', 'write-only']],
} as const;

/** Recursive schemas show one difference on many ways: the shortest one stays. */
function distinct(deltas: readonly Delta[]): Delta[] {
  const found = new Map<string, Delta>();
  for (const delta of deltas) {
    const { rule, at, baseAt, from, to } = delta;
    const key = JSON.stringify([rule, at, baseAt, from, to]);
    const known = found.get(key);
    if (!known || delta.path.length < known.path.length) found.set(key, delta);
  }
  return [...found.values()];
}

function textOf(held: Shape['notes']['default']): string {
  return held ? canonical(held.value) : 'none';
}

function isAllOrNothing({ alternatives }: Shape): boolean {
  const types = new Set(alternatives.map(({ type }) => type));
  return types.size === 0 || types.size === typeNames.length;
}

/** The types of a shape in words: all, or the given ones. */
function typesIn({ alternatives }: Shape, types: readonly TypeName[] = typeNames): string {
  const shown = alternatives.filter(({ type }) => types.includes(type));
  if (shown.length === 0) return 'nothing';
  if (typeNames.every((type) => shown.some((one) => one.type === type))) return 'anything';
  return [...new Set(shown.map(({ type, limits }) => (limits.has('integer') ? 'integer' : type)))].join(' or ');
}
