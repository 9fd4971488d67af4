import type { Flow } from '../rules.ts';
import { canonical, InputError, pairUp, type Source } from '../source.ts';
import { unjudgedChanges } from '../vocabulary.ts';
import { below, breaks, type Delta, type SchemaComparison } from './delta.ts';
import { type TypeName, typeNames } from './limits.ts';
import { compareObjects } from './objects.ts';
import { SchemaReader } from './reader.ts';
import { type Alternative, isUnlimited, keyOf, type Parts, type Shape } from './shape.ts';
import { compareValues } from './values.ts';

/** Bounds of a comparison: pairs of schemas, and levels of nesting. */
const mostPairs = 200_000;
const deepest = 250;

/** Compares schemas of two documents in one direction, by the values that they allow. */
export class Comparison implements SchemaComparison {
  readonly base: SchemaReader;
  readonly revision: SchemaReader;
  private readonly known = new Map<string, Delta[]>();
  private depth = 0;

  constructor(
    base: Source,
    revision: Source,
    readonly flow: Flow,
  ) {
    this.base = new SchemaReader(base, flow);
    this.revision = new SchemaReader(revision, flow);
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

  /**
   * The differences of a value that a request has as text, without a type: any text may be a string, and one value is a list of one
   * item (`isList`). When the service still understands everything that clients send, a changed type matters to generated code only.
   */
  compareTexts(base: Parts, revision: Parts, isList: boolean): Delta[] {
    const deltas = this.compare(base, revision);
    const change = deltas.find(({ rule, path }) => /^type-(changed|narrowed)$/.test(rule) && path.length === 0);
    const sent = this.base.shapeOf(base).alternatives;
    const isUnderstood = ({ type, items, ...limits }: Alternative) =>
      isUnlimited({ ...limits, type, items: [] }) &&
      (type === 'string' ||
        (isList && type === 'array' && !this.compare(base, items).some((delta) => breaks(delta, 'request'))));
    const isScalar = ({ type }: Alternative) => ['boolean', 'number', 'string'].includes(type);
    if (!change || !sent.every(isScalar) || !this.revision.shapeOf(revision).alternatives.some(isUnderstood))
      return deltas;
    const notes = deltas.filter(({ rule }) => rule === 'deprecated' || rule === 'default-changed');
    return [{ ...change, rule: 'text-type-changed' }, ...notes];
  }

  private compareShapes(base: Shape, revision: Shape): Delta[] {
    const deltas = this.compareAnnotations(base, revision);
    for (const [note, words] of decisive[this.flow]) {
      const [before, now] = [base.notes[note], revision.notes[note]];
      if (before === undefined && now === undefined) continue;
      // The direction has no values of either schema.
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
    const [from = 'none', to = 'none'] = [before, now].map(({ default: held }) => held && canonical(held.value));
    const isNeverSent = this.flow === 'response' || (before.readOnly !== undefined && now.readOnly !== undefined);
    if (from === to || isNeverSent) return deltas;
    const place = { at: now.default?.at ?? `${at}/default`, ...(before.default && { baseAt: before.default.at }) };
    return [...deltas, { rule: 'default-changed', ...place, path: [], from, to }];
  }

  private compareTypes(base: Shape, revision: Shape): Delta[] {
    const of = ({ alternatives }: Shape, type: TypeName) => alternatives.filter((one) => one.type === type);
    const [lost, gained] = [
      typeNames.filter((type) => of(base, type).length > 0 && of(revision, type).length === 0),
      typeNames.filter((type) => of(base, type).length === 0 && of(revision, type).length > 0),
    ];
    const deltas = typeNames.flatMap((type) => this.compareUnions(of(base, type), of(revision, type)));
    const places = { at: revision.typesAt, baseAt: base.typesAt, path: [] };
    const isNull = (types: readonly TypeName[]) => types.join() === 'null';
    if (isNull(lost)) deltas.push({ ...places, rule: 'null-removed', to: 'no null', values: [null] });
    if (isNull(gained)) deltas.push({ ...places, rule: 'null-added', to: 'null', values: [null] });
    if (lost.length > 0 && !isNull(lost)) {
      const rule = gained.length > 0 ? 'type-changed' : 'type-narrowed';
      deltas.push({ ...places, rule, from: typesIn(base, lost), to: typesIn(revision) });
    } else if (gained.length > 0 && !isNull(gained)) {
      deltas.push({ ...places, rule: 'type-widened', from: typesIn(base), to: typesIn(revision, gained) });
    }
    return deltas;
  }

  /** Each alternative of one side has to lie within an alternative of the other side. */
  private compareUnions(base: readonly Alternative[], revision: readonly Alternative[]): Delta[] {
    const [first, firstNow] = [base[0], revision[0]];
    if (!first || !firstNow) return [];
    if (base.length === 1 && revision.length === 1) return this.comparePair(first, firstNow);
    const isWithin = (before: Alternative, now: Alternative, flow: Flow) =>
      !this.comparePair(before, now).some((delta) => breaks(delta, flow));
    const partners = pairUp(
      base,
      revision,
      (before, now) => isWithin(before, now, 'request') && isWithin(before, now, 'response'),
      (before, now) => before.branch !== undefined && before.branch === now.branch,
    );
    const places = { at: firstNow.at, baseAt: first.at, path: [] };
    const lost = base.filter(
      (before) => !partners.has(before) && !revision.some((now) => isWithin(before, now, 'request')),
    );
    const matched = new Set(partners.values());
    const gained = revision.filter(
      (now) => !matched.has(now) && !base.some((before) => isWithin(before, now, 'response')),
    );
    return [
      ...[...partners].flatMap(([before, now]) => this.comparePair(before, now)),
      ...lost.map(({ branch: from = first.type, at: baseAt }): Delta => {
        return { ...places, rule: 'branch-removed', baseAt, from, to: `no ${from}` };
      }),
      ...gained.map(({ branch: to = first.type, at }): Delta => ({ ...places, rule: 'branch-added', at, to })),
    ];
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
const decisive = {
  request: [
    ['readOnly', 'read-only'],
    ['lenient', 'lenient'],
  ],
  response: [['writeOnly', 'write-only']],
} as const;

/** Recursive schemas show one difference on many ways: the shortest way is enough. */
function distinct(deltas: readonly Delta[]): Delta[] {
  const found = new Map<string, Delta>();
  for (const delta of deltas.toSorted((a, b) => a.path.length - b.path.length)) {
    const { rule, at, baseAt, from, to } = delta;
    const key = JSON.stringify([rule, at, baseAt, from, to]);
    if (!found.has(key)) found.set(key, delta);
  }
  return [...found.values()];
}

/** The types of a shape in words: all of them, or those in a list. */
function typesIn({ alternatives }: Shape, types: readonly TypeName[] = typeNames): string {
  const shown = alternatives.filter(({ type }) => types.includes(type));
  if (shown.length === 0) return 'nothing';
  if (typeNames.every((type) => shown.some((one) => one.type === type))) return 'anything';
  return [...new Set(shown.map(({ type, limits }) => (limits.has('integer') ? 'integer' : type)))].join(' or ');
}
