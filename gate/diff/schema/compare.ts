// gate/diff/schema/: reads schemas as the values that they allow, and compares them.
import type { Flow } from '../change-rules.ts';
import { append, diffUnjudged, type Source, serialize } from '../source.ts';
import { type TypeName, typeNames } from './keywords.ts';
import { SchemaReader } from './reader.ts';
import {
  type Alternative,
  breaks,
  compareValues,
  type Delta,
  getHeld,
  isUnlimited,
  makeKey,
  type Parts,
  prependStep,
  type Shape,
} from './shape.ts';

/** Bounds of a comparison: pairs of schemas, and levels of nesting. */
const mostPairs = 200_000;
const deepest = 250;

/** Compares schemas of two documents in one direction, by the values that they allow. */
export class Comparison {
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
    const key = `${makeKey(base)}  ${makeKey(revision)}`;
    const known = this.known.get(key);
    if (known) return known;
    this.known.set(key, []);
    if (this.depth === deepest || this.known.size > mostPairs)
      throw this.revision.source.createSizeError(revision[0]?.at ?? '');
    this.depth += 1;
    const deltas = this.compareShapes(this.base.getShape(base), this.revision.getShape(revision));
    this.depth -= 1;
    this.known.set(key, deltas);
    return deltas;
  }

  /** True if the revision takes every text of the base: a request has a value without a type, and any text may be a string. */
  takesTexts(base: Parts, revision: Parts): boolean {
    const isScalar = ({ type }: Alternative) => ['boolean', 'number', 'string'].includes(type);
    const isAnyText = (alternative: Alternative) => alternative.type === 'string' && isUnlimited(alternative);
    const { alternatives } = this.revision.getShape(revision);
    return this.base.getShape(base).alternatives.every(isScalar) && alternatives.some(isAnyText);
  }

  private compareShapes(base: Shape, revision: Shape): Delta[] {
    const deltas = this.compareAnnotations(base, revision);
    for (const [note, words] of decisive[this.flow]) {
      const [before, now] = [base.notes[note], revision.notes[note]];
      if (before === undefined && now === undefined) continue;
      // Neither schema has values in this direction.
      if (before !== undefined && now !== undefined) return deltas;
      const rule = `${now === undefined ? 'no-longer' : 'became'}-${words}` as Delta['rule'];
      deltas.push({ rule, at: now ?? revision.at, baseAt: before ?? base.at, path: [], to: 'any value' });
      if (rule !== 'no-longer-lenient') return deltas;
    }
    return dedupe([...deltas, ...this.compareTypes(base, revision)]);
  }

  /** A default is the meaning of a request that leaves the value out. */
  private compareAnnotations({ at: baseAt, notes: before }: Shape, { at, notes: now }: Shape): Delta[] {
    const deltas: Delta[] = [];
    if (now.deprecated !== undefined && before.deprecated === undefined) {
      deltas.push({ rule: 'deprecated', at: now.deprecated, baseAt, path: [] });
    }
    const [from = 'none', to = 'none'] = [before, now].map(({ default: held }) => held && serialize(held.value));
    const isNeverSent = this.flow === 'response' || (before.readOnly !== undefined && now.readOnly !== undefined);
    if (from === to || isNeverSent) return deltas;
    const place = { at: now.default?.at ?? `${at}/default`, ...(before.default && { baseAt: before.default.at }) };
    return [...deltas, { rule: 'default-changed', ...place, path: [], from, to }];
  }

  private compareTypes(base: Shape, revision: Shape): Delta[] {
    const of = ({ alternatives }: Shape, type: TypeName) => alternatives.filter((found) => found.type === type);
    const isIn = (shape: Shape, type: TypeName) => of(shape, type).length > 0;
    const lost = typeNames.filter((type) => isIn(base, type) && !isIn(revision, type));
    const gained = typeNames.filter((type) => !isIn(base, type) && isIn(revision, type));
    const deltas = typeNames.flatMap((type) => this.compareUnions(of(base, type), of(revision, type)));
    const places = { at: revision.typesAt, baseAt: base.typesAt, path: [] };
    const isNull = (types: readonly TypeName[]) => types.join() === 'null';
    if (isNull(lost)) deltas.push({ ...places, rule: 'null-removed', to: 'no null', values: [null] });
    if (isNull(gained)) deltas.push({ ...places, rule: 'null-added', to: 'null', values: [null] });
    if (lost.length > 0 && !isNull(lost)) {
      const rule = gained.length > 0 ? 'type-changed' : 'type-narrowed';
      deltas.push({ ...places, rule, from: formatTypes(base, lost), to: formatTypes(revision) });
    } else if (gained.length > 0 && !isNull(gained)) {
      deltas.push({ ...places, rule: 'type-widened', from: formatTypes(base), to: formatTypes(revision, gained) });
    }
    return deltas;
  }

  /** Each alternative of one side has to lie within an alternative of the other side. */
  private compareUnions(base: readonly Alternative[], revision: readonly Alternative[]): Delta[] {
    const [first, firstNow] = [base[0], revision[0]];
    if (!first || !firstNow) return [];
    const pairs = base.flatMap((before) =>
      revision.map((now) => {
        const deltas = this.comparePair(before, now);
        const fits = (flow: Flow) => !deltas.some((delta) => breaks(delta, flow));
        return { before, now, deltas, isAccepted: fits('request'), isRead: fits('response') };
      }),
    );
    if (pairs.length === 1) return pairs.flatMap(({ deltas }) => deltas);
    const equal = pairs.filter(({ isAccepted, isRead }) => isAccepted && isRead);
    const named = pairs.filter(({ before, now }) => before.branch !== undefined && before.branch === now.branch);
    const partners: typeof pairs = [];
    for (const pair of [...equal, ...named])
      if (!partners.some(({ before, now }) => before === pair.before || now === pair.now)) partners.push(pair);
    const isKept = (branch: Alternative) => partners.some(({ before, now }) => before === branch || now === branch);
    const lost = base.filter((branch) => !pairs.some((pair) => pair.before === branch && pair.isAccepted));
    const gained = revision.filter((branch) => !pairs.some((pair) => pair.now === branch && pair.isRead));
    const places = { at: firstNow.at, baseAt: first.at, path: [] };
    return [
      ...partners.flatMap(({ deltas }) => deltas),
      ...lost
        .filter((branch) => !isKept(branch))
        .map(({ branch: from = first.type, at: baseAt }): Delta => {
          return { ...places, rule: 'branch-removed', baseAt, from, to: `no ${from}` };
        }),
      ...gained
        .filter((branch) => !isKept(branch))
        .map(({ branch: to = first.type, at }): Delta => ({ ...places, rule: 'branch-added', at, to })),
    ];
  }

  private comparePair(base: Alternative, revision: Alternative): Delta[] {
    const unjudged = diffUnjudged(base.unjudged, revision.unjudged, revision.at).map(
      ({ keyword, at, baseAt = base.at }): Delta => ({ rule: 'not-judged', at, baseAt, path: [], to: keyword }),
    );
    const items = prependStep(this.compare(getHeld(base, '[]'), getHeld(revision, '[]')), '[]');
    const held = base.type === 'object' ? this.compareObjects(base, revision) : items;
    return [...unjudged, ...compareValues(base, revision), ...held].map((delta) => ({
      ...delta,
      at: delta.at || revision.at,
      ...(delta.baseAt !== undefined && { baseAt: delta.baseAt || base.at }),
    }));
  }

  /** Compares each property, required names, and unknown properties. */
  private compareObjects(base: Alternative, revision: Alternative): Delta[] {
    const steps = [base, revision].flatMap(({ held, required }) => [
      ...[...held.keys()].filter((step) => step !== '*'),
      ...[...required.keys()].map((name) => `.${name}`),
    ]);
    const names = [...new Set(steps)].map((step) => step.slice(1));
    const members = names.flatMap((name) => {
      const changed = this.compareMember(base, revision, name);
      return [...changed, ...this.compareRequired(base, revision, name, changed)];
    });
    return [...members, ...this.compareUnknown(base, revision)];
  }

  private compareMember(base: Alternative, revision: Alternative, name: string): Delta[] {
    const step = `.${name}`;
    const [before, now] = [getHeld(base, step), getHeld(revision, step)];
    const [had, has] = [this.base.hasMember(base, step), this.revision.hasMember(revision, step)];
    const [wasClosed, isClosed] = [this.base.isClosed(before), this.revision.isClosed(now)];
    const [{ notes: oldNotes }, { at, notes }] = [this.base.getShape(before), this.revision.getShape(now)];
    const found = prependStep(this.compare(before, now), step);
    const places = { at: at || revision.at, baseAt: base.at, path: [step] };
    if (had && has) return found;
    if ((had ? oldNotes : notes).writeOnly !== undefined && this.flow === 'response') return [];
    if (had) {
      // A map of the same values still has the property.
      const isBroken = found.some((delta) => breaks(delta, 'request') || breaks(delta, 'response'));
      if (now.length > 0 && !isClosed && !isBroken) return found;
      const isIgnored = this.flow === 'request' && oldNotes.readOnly !== undefined && !isClosed;
      const rule = isIgnored ? 'read-only-property-removed' : 'property-removed';
      const place = { at: append(`${revision.at}/properties`, name), baseAt: before[0]?.at ?? base.at };
      return [{ ...places, ...place, rule, ...(this.flow === 'response' && { without: name }) }];
    }
    if (has) {
      if (before.length > 0 && !wasClosed && found.some((delta) => breaks(delta, this.flow))) return found;
      if (this.flow === 'request' && revision.required.has(name)) return [];
      const isUnknown = this.flow === 'response' && wasClosed;
      return [{ ...places, rule: isUnknown ? 'unknown-property-added' : 'property-added' }];
    }
    // The revision forbids a property that the base left open.
    const isForbidden = this.flow === 'request' && !wasClosed && revision.held.has(step);
    return isForbidden ? [{ ...places, rule: 'property-forbidden' }] : [];
  }

  private compareRequired(base: Alternative, revision: Alternative, name: string, changed: readonly Delta[]): Delta[] {
    const [baseAt, at] = [base.required.get(name), revision.required.get(name)];
    const step = `.${name}`;
    const about = { path: [step], without: name };
    if (at !== undefined && baseAt === undefined) {
      const isNew = revision.held.has(step) && !base.held.has(step);
      const rule = isNew ? 'required-property-added' : 'property-required';
      return isNew && this.flow === 'response' ? [] : [{ ...about, rule, at, baseAt: base.at }];
    }
    const isGone = changed.some(({ rule, path }) => rule.endsWith('property-removed') && path.length === 1);
    if (at !== undefined || baseAt === undefined || (isGone && !revision.held.has(step))) return [];
    // A property that has left this direction is not missed there.
    const { notes } = this.revision.getShape(revision.held.get(step) ?? []);
    if ((this.flow === 'request' ? notes.readOnly : notes.writeOnly) !== undefined) return [];
    return [{ ...about, rule: 'property-optional', at: append(`${revision.at}/required`, name), baseAt }];
  }

  private compareUnknown(base: Alternative, revision: Alternative): Delta[] {
    const [before, now] = [getHeld(base, '*'), getHeld(revision, '*')];
    const [wasClosed, isClosed] = [this.base.isClosed(before), this.revision.isClosed(now)];
    if (wasClosed && isClosed) return [];
    if (!wasClosed && !isClosed) return prependStep(this.compare(before, now), '*');
    const places = { at: now[0]?.at ?? `${revision.at}/additionalProperties`, baseAt: before[0]?.at ?? base.at };
    const to = isClosed ? 'no unknown properties' : 'unknown properties';
    return [{ ...places, path: [], rule: `additional-properties-${isClosed ? 'closed' : 'opened'}`, to }];
  }
}

/** The notes that decide about the values of a direction. */
const decisive = {
  request: [
    ['readOnly', 'read-only'],
    ['x-lenient', 'lenient'],
  ],
  response: [['writeOnly', 'write-only']],
} as const;

/** A recursive schema shows a difference on many paths: the shortest one is enough. */
function dedupe(deltas: readonly Delta[]): Delta[] {
  const seen = new Set<string>();
  const shortest = deltas.toSorted((a, b) => a.path.length - b.path.length);
  return shortest.filter((delta) => seen.size < seen.add(JSON.stringify({ ...delta, path: [] })).size);
}

/** The types of a shape in words: all types, or the types in a list. */
function formatTypes({ alternatives }: Shape, types: readonly TypeName[] = typeNames): string {
  const shown = alternatives.filter(({ type }) => types.includes(type));
  if (shown.length === 0) return 'nothing';
  if (typeNames.every((type) => shown.some((found) => found.type === type))) return 'anything';
  return [...new Set(shown.map(({ type, limits }) => (limits.has('integer') ? 'integer' : type)))].join(' or ');
}
