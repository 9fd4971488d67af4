import type { Located } from '../source.ts';
import { canonical } from './accepts.ts';
import { compareArrays } from './compare-arrays.ts';
import { compareConditions } from './compare-conditions.ts';
import { compareNotes } from './compare-notes.ts';
import { compareNumbers } from './compare-numbers.ts';
import { compareObjects } from './compare-objects.ts';
import { compareStrings } from './compare-strings.ts';
import { compareValues } from './compare-values.ts';
import { type Comparing, type Delta, isNarrower, isWider } from './delta.ts';
import { memberOf } from './intersect.ts';
import type { Likeness } from './likeness.ts';
import {
  type AnyAlternative,
  type Flow,
  type ObjectAlternative,
  type Shape,
  type TypeName,
  typeNames,
} from './shape.ts';
import { keyOf, type Shaper } from './shaper.ts';
import { splits } from './splits.ts';

/** Schemas that lead from one to the next are not followed further than this at once: the stack has an end. */
const deepest = 1000;

/** So many pairs are compared; beyond it, those that lead to one another are not compared anew from each of them. */
const patience = 200_000;

/** More differences than this between two schemas are not told one by one. */
const mostDeltas = 400;

/** How two schemas differ if the pair at a depth of those that are being compared, and those within it, are equal. */
interface Guess {
  deltas: Delta[];
  restsOn: number;
}

/** Compares schemas of two documents in one direction, by what they allow. */
export class Comparison implements Comparing {
  private readonly known = new Map<string, Delta[]>();
  private within: Comparison | undefined;
  private depth = 0;
  private compared = 0;
  private readonly later = new Map<string, [base: readonly Located[], revision: readonly Located[]]>();
  /** Pairs that are being compared, and those that lead back to one of them. */
  private readonly guesses = new Map<string, Guess>();
  /** The outermost pair that what is being compared leads back to. */
  private restsOn = Number.POSITIVE_INFINITY;
  private pairs = new Map<AnyAlternative, Map<AnyAlternative, Guess>>();

  constructor(
    readonly base: Shaper,
    readonly revision: Shaper,
    private readonly likeness: Likeness,
    private readonly say: (place: string) => void,
    readonly isCondition = false,
  ) {}

  get conditions(): Comparison {
    this.within ??= this.isCondition ? this : new Comparison(this.base, this.revision, this.likeness, this.say, true);
    return this.within;
  }

  get flow(): Flow {
    return this.base.flow;
  }

  /** How two schemas, each given by its parts, differ. */
  compare(base: readonly Located[], revision: readonly Located[]): Delta[] {
    const deltas = this.compareNow(base, revision);
    if (this.depth > 0) return deltas;
    const found = [deltas];
    for (const [key, [baseLater, revisionLater]] of this.later) {
      this.later.delete(key);
      found.push(this.compareNow(baseLater, revisionLater));
    }
    return found.flat();
  }

  /** A pair that is being compared already counts as equal, one that lies too deep until the outermost is done. */
  private compareNow(base: readonly Located[], revision: readonly Located[]): Delta[] {
    const key = `${keyOf(base)}  ${keyOf(revision)}`;
    const known = this.known.get(key);
    if (known) return known;
    const guess = this.guesses.get(key);
    if (guess) return this.taken(guess);
    if (this.isSame(base, revision)) {
      this.known.set(key, []);
      return [];
    }
    if (this.depth === deepest) {
      this.later.set(key, [base, revision]);
      return [];
    }
    const outside = this.restsOn;
    this.restsOn = Number.POSITIVE_INFINITY;
    this.depth += 1;
    this.compared += 1;
    this.guesses.set(key, { deltas: [], restsOn: this.depth });
    this.say(`#${base[0]?.at} of the base and #${revision[0]?.at} of the revision`);
    const found = this.compareShapes(this.base.shapeOf(base), this.revision.shapeOf(revision));
    // What nothing describes stands nowhere: its place is that of what it is in.
    const nowhere = { ...(revision.length === 0 && { at: '' }), ...(base.length === 0 && { baseAt: '' }) };
    const deltas = found.map((delta) => ({ ...delta, ...nowhere }));
    const isGuess = this.restsOn < this.depth;
    if (isGuess) this.guesses.set(key, { deltas, restsOn: this.restsOn });
    else this.settle(key, deltas);
    this.depth -= 1;
    this.restsOn = isGuess ? Math.min(this.restsOn, outside) : outside;
    return deltas;
  }

  private taken({ deltas, restsOn }: Guess): Delta[] {
    this.restsOn = Math.min(this.restsOn, restsOn);
    return deltas;
  }

  /** A pair is known that leads back to none further out. Those that lead back to it are so too if all are equal, else compared anew. */
  private settle(key: string, deltas: Delta[]): void {
    if (this.restsOn === this.depth) this.pairs = new Map();
    const within = [...this.guesses].filter(([, { restsOn }]) => restsOn >= this.depth);
    const isKept =
      this.compared > patience ||
      [{ deltas }, ...within.map(([, guess]) => guess)].every((one) => one.deltas.length === 0);
    for (const [one, guess] of within) {
      this.guesses.delete(one);
      if (isKept) this.known.set(one, guess.deltas);
    }
    this.known.set(key, deltas);
  }

  /** Whether two schemas are written alike. */
  isSame(base: readonly Located[], revision: readonly Located[]): boolean {
    return this.likeness.isAlike(base, revision);
  }

  private compareShapes(base: Shape, revision: Shape): Delta[] {
    const { deltas, isDecided } = compareNotes(base, revision, this.flow);
    return isDecided ? deltas : withoutDetours([...deltas, ...this.compareTypes(base, revision)]);
  }

  private compareTypes(base: Shape, revision: Shape): Delta[] {
    const of = (shape: Shape, type: TypeName) => shape.alternatives.filter((one) => one.type === type);
    const gone = typeNames.filter((type) => of(base, type).length > 0 && of(revision, type).length === 0);
    const come = typeNames.filter((type) => of(base, type).length === 0 && of(revision, type).length > 0);
    const deltas = typeNames.flatMap((type) => this.compareUnions(of(base, type), of(revision, type)));
    const places = { at: revision.typesAt, baseAt: base.typesAt, path: [] };
    // Null is told by itself, unless all types or none were allowed.
    const isOneOfAll = isAllOrNothing(base) || isAllOrNothing(revision);
    const told = (types: readonly TypeName[]) => {
      const others = types.filter((type) => type !== 'null');
      return isOneOfAll && others.length > 0 ? types : others;
    };
    const [lost, gained] = [told(gone), told(come)];
    const sample = (shape: Shape, types: readonly TypeName[]) =>
      shape.alternatives.find(({ type }) => types.includes(type)) as AnyAlternative;
    if (lost.length > 0) {
      const isOther = gained.length > 0;
      const shown = this.flow === 'response' && isOther ? sample(revision, gained) : sample(base, lost);
      const [rule, width] = isOther ? (['type-changed', 'both'] as const) : (['type-narrowed', 'narrower'] as const);
      const words = { from: wordsOf(base, lost), to: wordsOf(revision) };
      deltas.push({ ...places, rule, width, ...words, witness: { alternative: shown } });
    } else if (gained.length > 0) {
      const witness = { alternative: sample(revision, gained) };
      const words = { from: wordsOf(base), to: wordsOf(revision, gained) };
      deltas.push({ ...places, rule: 'type-widened', width: 'wider', ...words, witness });
    }
    if (gone.includes('null') && !lost.includes('null')) {
      const words = { from: 'null', to: wordsOf(revision) };
      deltas.push({ ...places, rule: 'null-removed', width: 'narrower', ...words, witness: { values: [null] } });
    }
    if (come.includes('null') && !gained.includes('null')) {
      deltas.push({ ...places, rule: 'null-added', width: 'wider', witness: { values: [null] } });
    }
    return deltas;
  }

  /** Each alternative of the base has to lie within one of the revision, and the other way round. */
  private compareUnions(base: readonly AnyAlternative[], revision: readonly AnyAlternative[]): Delta[] {
    const [b, r] = [base[0], revision[0]];
    if (!b || !r) return [];
    if (base.length === 1 && revision.length === 1) return this.comparePair(b, r);
    const partners = this.match(base, revision);
    const matched = new Set(partners.values());
    const isWithin = (one: AnyAlternative): boolean =>
      revision.some((other) => !this.areApart(one, other) && !this.comparePair(one, other).some(isNarrower)) ||
      splits(this.base, one).some((cases) => cases.every(isWithin));
    const isCovered = (one: AnyAlternative): boolean =>
      base.some((other) => !this.areApart(other, one) && !this.comparePair(other, one).some(isWider)) ||
      splits(this.revision, one).some((cases) => cases.every(isCovered));
    const deltas: Delta[] = [];
    for (const one of base) {
      const partner = partners.get(one);
      const within = isWithin(one);
      if (partner) {
        const covered = isCovered(partner);
        const told = this.comparePair(one, partner).filter(
          (delta) => (isNarrower(delta) && !within) || (isWider(delta) && !covered) || delta.width === 'none',
        );
        deltas.push(...told);
      } else if (!within) {
        const places = { at: r.at, baseAt: one.at, path: [] };
        deltas.push({ ...places, rule: 'branch-removed', width: 'narrower', ...shown(one) });
      }
    }
    for (const one of revision) {
      if (matched.has(one) || isCovered(one)) continue;
      const places = { at: one.at, baseAt: b.at, path: [] };
      deltas.push({ ...places, rule: 'branch-added', width: 'wider', ...shown(one) });
    }
    return deltas;
  }

  /** Finds the alternative of the revision that each of the base became: an equal one, else the most alike. */
  private match(base: readonly AnyAlternative[], revision: readonly AnyAlternative[]) {
    const partners = new Map<AnyAlternative, AnyAlternative>();
    const free = new Set(revision);
    const candidates = base
      .flatMap((one) => revision.map((other) => ({ one, other, distance: this.distance(one, other) })))
      .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
      .sort((a, b) => a.distance - b.distance);
    for (const { one, other } of candidates) {
      if (partners.has(one) || !free.has(other)) continue;
      partners.set(one, other);
      free.delete(other);
    }
    return partners;
  }

  private distance(one: AnyAlternative, other: AnyAlternative): number {
    const isNamed = one.title !== undefined && !one.title.startsWith('#') && one.title === other.title;
    if (!isNamed && this.areApart(one, other)) return Number.POSITIVE_INFINITY;
    const deltas = this.comparePair(one, other);
    const weight = deltas.reduce((sum, { width }) => sum + (width === 'none' ? 0.1 : 1), 0);
    if (isNamed) return Math.min(weight, 1);
    return isStranger(deltas) ? Number.POSITIVE_INFINITY : weight;
  }

  /** Whether two objects have nothing in common for one of their members tells them apart: no need to look at the others. */
  private areApart(one: AnyAlternative, other: AnyAlternative): boolean {
    if (one.type !== 'object' || other.type !== 'object') return false;
    return [...one.required.keys()].some((name) => {
      if (!other.properties.has(name)) return false;
      const [mine, others] = [listedValues(this.base, one, name), listedValues(this.revision, other, name)];
      return mine !== undefined && others !== undefined && !mine.some((value) => others.includes(value));
    });
  }

  private comparePair(base: AnyAlternative, revision: AnyAlternative): Delta[] {
    const row = this.pairs.get(base) ?? new Map<AnyAlternative, Guess>();
    this.pairs.set(base, row);
    const known = row.get(revision);
    if (known) return this.taken(known);
    row.set(revision, { deltas: [], restsOn: this.depth });
    const outside = this.restsOn;
    this.restsOn = Number.POSITIVE_INFINITY;
    const conditions = compareConditions(this.conditions, base, revision);
    const deltas = [...this.compareLimits(base, revision), ...conditions].map((delta) => placed(delta, base, revision));
    row.set(revision, { deltas, restsOn: this.restsOn });
    this.restsOn = Math.min(this.restsOn, outside);
    return deltas;
  }

  private compareLimits(base: AnyAlternative, revision: AnyAlternative): Delta[] {
    if (base.values ?? revision.values) return compareValues(base, revision);
    if (base.type === 'string' && revision.type === 'string') return compareStrings(base, revision);
    if (base.type === 'number' && revision.type === 'number') return compareNumbers(base, revision);
    if (base.type === 'array' && revision.type === 'array') return compareArrays(this, base, revision);
    if (base.type === 'object' && revision.type === 'object') return compareObjects(this, base, revision);
    return [];
  }
}

/** A difference that stands nowhere by itself stands where the schemas do that it is in. */
function placed(delta: Delta, base: AnyAlternative, revision: AnyAlternative): Delta {
  return { ...delta, at: delta.at || revision.at, ...(delta.baseAt === '' && { baseAt: base.at }) };
}

/** Alternatives whose telling values (a discriminator, a constant) have nothing in common are not one and the same. */
function isStranger(deltas: readonly Delta[]): boolean {
  const lost = deltas.filter(({ rule }) => rule === 'enum-value-removed');
  const come = deltas.filter(({ rule }) => rule === 'enum-value-added');
  return lost.some(({ path }) => come.some((other) => canonical(other.path) === canonical(path)));
}

/** Schemas that lead to one another tell of a difference on many ways: the first of the shortest ones is enough. */
function withoutDetours(deltas: readonly Delta[]): Delta[] {
  const found = new Map<string, Delta>();
  for (const delta of deltas) {
    const { rule, at, baseAt, from, to } = delta;
    const key = JSON.stringify([rule, at, baseAt, from, to]);
    const known = found.get(key);
    if (!known || delta.path.length < known.path.length) found.set(key, delta);
  }
  const kept = [...found.values()];
  if (kept.length <= mostDeltas) return kept;
  const weight = ({ width, path }: Delta) => path.length + (width === 'none' ? 1000 : 0);
  return kept.sort((a, b) => weight(a) - weight(b)).slice(0, mostDeltas);
}

/** The values of a member that lists them, as texts. */
function listedValues(shaper: Shaper, object: ObjectAlternative, name: string): string[] | undefined {
  const { alternatives } = shaper.shapeOf(memberOf(object, name));
  const values = alternatives.map((one) => one.values?.map(({ value }) => canonical(value)));
  return values.length > 0 && values.every((list) => list !== undefined) ? values.flat() : undefined;
}

/** A branch by its name, when it has one, and by a value of it. */
function shown(alternative: AnyAlternative): Pick<Delta, 'from' | 'witness'> {
  const { title } = alternative;
  return { ...(title !== undefined && { from: title.replace(/^#/, '') }), witness: { alternative } };
}

function isAllOrNothing({ alternatives }: Shape): boolean {
  const types = new Set(alternatives.map(({ type }) => type));
  return types.size === 0 || types.size === typeNames.length;
}

/** The types of a shape in words: all, or those that are asked for. */
function wordsOf({ alternatives }: Shape, types: readonly TypeName[] = typeNames): string {
  if (alternatives.length === 0) return 'nothing';
  const asked = alternatives.filter(({ type }) => types.includes(type));
  if (typeNames.every((type) => asked.some((one) => one.type === type))) return 'anything';
  const words = asked.map((one) => (one.type === 'number' && one.integer ? 'integer' : one.type));
  return [...new Set(words)].join(' or ');
}
