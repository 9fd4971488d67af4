import { append } from '@hyperjump/json-pointer';
import type { Place } from '../source.ts';
import { compareLimit } from './compare-limits.ts';
import { below, type Delta, type Effect, isNarrower, isWider } from './delta.ts';
import { all, memberOf } from './intersect.ts';
import type { Flow, ObjectAlternative } from './shape.ts';
import type { Shaper } from './shaper.ts';

interface Comparing {
  readonly base: Shaper;
  readonly revision: Shaper;
  readonly flow: Flow;
  readonly isCondition: boolean;
  readonly conditions: Pick<Comparing, 'compare'>;
  compare(base: readonly Place[], revision: readonly Place[]): Delta[];
}

/** Names are texts, whatever a schema of names says. */
const texts: readonly Place[] = [{ node: { type: 'string' }, at: '#names' }];

/** Compares objects: members, which of them are required, and what else may stand in them. */
export function compareObjects(comparing: Comparing, base: ObjectAlternative, revision: ObjectAlternative): Delta[] {
  const names = new Set([...base.properties.keys(), ...revision.properties.keys()]);
  return [
    ...[...names].flatMap((name) => members(comparing, base, revision, name)),
    ...requirements(comparing, base, revision),
    ...others(comparing, base, revision),
    ...sizes(base, revision),
    ...below(comparing.compare(all(base.names, texts), all(revision.names, texts)), { names: true }),
    ...dependencies(comparing, base, revision),
  ];
}

function members(comparing: Comparing, base: ObjectAlternative, revision: ObjectAlternative, name: string): Delta[] {
  const [before, now] = [base.properties.get(name), revision.properties.get(name)];
  if ((before && now) || comparing.isCondition) {
    return below(comparing.compare(memberOf(base, name), memberOf(revision, name)), { member: name });
  }
  return now ? added(comparing, base, revision, name) : removed(comparing, base, revision, name);
}

function removed(comparing: Comparing, base: ObjectAlternative, revision: ObjectAlternative, name: string): Delta[] {
  const place = base.properties.get(name)?.[0]?.at ?? base.at;
  const { alternatives, notes } = comparing.base.shapeOf(memberOf(base, name));
  if (alternatives.length === 0) return [];
  const rest = memberOf(revision, name);
  const isMap = rest.length > 0 && !isClosed(comparing.revision, rest);
  const deltas = below(comparing.compare(memberOf(base, name), rest), { member: name });
  if (isMap && !deltas.some((delta) => isNarrower(delta) || isWider(delta))) return deltas;
  const isIgnored = comparing.flow === 'request' && notes.readOnly !== undefined && !isClosed(comparing.revision, rest);
  return [
    {
      rule: 'property-removed',
      effect: isIgnored ? 'none' : 'both',
      ...(isIgnored && { level: 'safe' as const }),
      at: append(name, `${revision.at}/properties`),
      baseAt: place,
      path: [],
      from: name,
      witness: comparing.flow === 'request' ? { having: name } : { without: name },
    },
  ];
}

function added(comparing: Comparing, base: ObjectAlternative, revision: ObjectAlternative, name: string): Delta[] {
  const at = revision.properties.get(name)?.[0]?.at ?? revision.at;
  const rest = memberOf(base, name);
  const { alternatives } = comparing.revision.shapeOf(memberOf(revision, name));
  const wasClosed = isClosed(comparing.base, rest);
  const places = { at, baseAt: base.at, path: [], to: name, witness: { having: name } };
  if (alternatives.length === 0) {
    const isForbidden = !wasClosed && comparing.flow === 'request';
    return isForbidden ? [{ ...places, rule: 'property-forbidden', effect: 'narrower' }] : [];
  }
  if (rest.length > 0 && !wasClosed) {
    const deltas = below(comparing.compare(rest, memberOf(revision, name)), { member: name });
    if (deltas.some((delta) => isNarrower(delta) || isWider(delta))) return deltas;
  }
  if (revision.required.has(name) && comparing.flow === 'request') return [];
  const isNew = comparing.flow === 'response' && wasClosed;
  return [
    {
      ...places,
      rule: 'property-added',
      effect: 'none',
      level: isNew ? 'soft' : 'safe',
    },
  ];
}

function requirements(comparing: Comparing, base: ObjectAlternative, revision: ObjectAlternative): Delta[] {
  const deltas: Delta[] = [];
  for (const [name, at] of revision.required) {
    if (base.required.has(name)) continue;
    const isNew = revision.properties.has(name) && !base.properties.has(name);
    if (isNew && comparing.flow === 'response') continue;
    const rule = isNew ? 'required-property-added' : 'property-required';
    const witness = { without: name };
    deltas.push({ rule, effect: 'narrower', at, baseAt: base.at, path: [], to: name, witness });
  }
  for (const [name, at] of base.required) {
    if (revision.required.has(name) || isTold(comparing, base, revision, name)) continue;
    const place = append(name, `${revision.at}/required`);
    const witness = { without: name };
    deltas.push({ rule: 'property-optional', effect: 'wider', at: place, baseAt: at, path: [], from: name, witness });
  }
  return deltas;
}

/** Whether a member is not required any more because it is gone, or the other side's alone: that is told already. */
function isTold(comparing: Comparing, base: ObjectAlternative, revision: ObjectAlternative, name: string): boolean {
  const parts = revision.properties.get(name);
  if (!parts) return base.properties.has(name);
  const { notes } = comparing.revision.shapeOf(parts);
  return (comparing.flow === 'request' ? notes.readOnly : notes.writeOnly) !== undefined;
}

function others(comparing: Comparing, base: ObjectAlternative, revision: ObjectAlternative): Delta[] {
  const patterns = new Set([...base.patterns.keys(), ...revision.patterns.keys()]);
  const matching = [...patterns].flatMap((key) =>
    below(
      comparing.compare(base.patterns.get(key) ?? base.additional, revision.patterns.get(key) ?? revision.additional),
      { other: true },
    ),
  );
  const [wasClosed, closed] = [
    isClosed(comparing.base, base.additional),
    isClosed(comparing.revision, revision.additional),
  ];
  if (wasClosed && closed) return matching;
  if (!wasClosed && !closed) {
    return [...matching, ...below(comparing.compare(base.additional, revision.additional), { other: true })];
  }
  const effect: Effect = closed ? 'narrower' : 'wider';
  const rule = closed ? 'additional-properties-closed' : 'additional-properties-opened';
  const at = revision.additional[0]?.at ?? `${revision.at}/additionalProperties`;
  const baseAt = base.additional[0]?.at ?? base.at;
  return [...matching, { rule, effect, at, baseAt, path: [], witness: { having: 'another' } }];
}

function isClosed(shaper: Shaper, parts: readonly Place[]): boolean {
  return parts.length > 0 && shaper.shapeOf(parts).alternatives.length === 0;
}

function sizes(base: ObjectAlternative, revision: ObjectAlternative): Delta[] {
  const places = { at: revision.at, baseAt: base.at };
  return [
    ...compareLimit(
      { name: 'min-properties', keyword: 'minProperties', tightens: 'up' },
      base.min,
      revision.min,
      places,
    ),
    ...compareLimit(
      { name: 'max-properties', keyword: 'maxProperties', tightens: 'down' },
      base.max,
      revision.max,
      places,
      (tight) => ({
        alternative: { ...(isRoomier(base, revision) ? base : revision), min: { value: tight + 1, at: '' } },
      }),
    ),
  ];
}

function isRoomier(base: ObjectAlternative, revision: ObjectAlternative): boolean {
  return (base.max?.value ?? Number.POSITIVE_INFINITY) > (revision.max?.value ?? Number.POSITIVE_INFINITY);
}

function dependencies(comparing: Comparing, base: ObjectAlternative, revision: ObjectAlternative): Delta[] {
  const deltas: Delta[] = [];
  const pairs = (object: ObjectAlternative) =>
    new Map(
      [...object.dependentRequired].flatMap(([key, names]) =>
        [...names].map(([name, at]) => [`${key}\n${name}`, at] as const),
      ),
    );
  const [before, now] = [pairs(base), pairs(revision)];
  for (const [key, at] of now) {
    const [from = '', to = ''] = key.split('\n');
    if (before.has(key) || base.required.has(to)) continue;
    const witness = { having: from, without: to };
    deltas.push({
      rule: 'dependent-required-added',
      effect: 'narrower',
      at,
      baseAt: base.at,
      path: [],
      from,
      to,
      witness,
    });
  }
  for (const [key, at] of before) {
    const [from = '', to = ''] = key.split('\n');
    if (now.has(key) || revision.required.has(to)) continue;
    const place = append(to, append(from, `${revision.at}/dependentRequired`));
    const witness = { having: from, without: to };
    deltas.push({
      rule: 'dependent-required-removed',
      effect: 'wider',
      at: place,
      baseAt: at,
      path: [],
      from,
      to,
      witness,
    });
  }
  for (const key of new Set([...base.dependentSchemas.keys(), ...revision.dependentSchemas.keys()])) {
    const [b, r] = [base.dependentSchemas.get(key) ?? [], revision.dependentSchemas.get(key) ?? []];
    const inner = comparing.conditions.compare(b, r);
    const narrower = inner.some(isNarrower);
    const wider = inner.some(isWider);
    if (!narrower && !wider) continue;
    const effect = narrower && wider ? 'both' : narrower ? 'narrower' : 'wider';
    const at = r[0]?.at ?? append(key, `${revision.at}/dependentSchemas`);
    deltas.push({ rule: 'dependent-schema-changed', effect, at, baseAt: b[0]?.at ?? base.at, path: [], from: key });
  }
  return deltas;
}
