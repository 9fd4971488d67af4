import { append } from '@hyperjump/json-pointer';
import type { Located } from '../source.ts';
import { compareSizes } from './compare-limits.ts';
import { below, type Comparing, type Delta, endings, isNarrower, isWider, placesOf, widthOf } from './delta.ts';
import { all, memberOf } from './intersect.ts';
import type { ObjectAlternative } from './shape.ts';
import type { Shaper } from './shaper.ts';

/** Names are texts, whatever a schema of names says. */
const texts: readonly Located[] = [{ node: { type: 'string' }, at: '#names' }];
const unsaid = /^#names/;

/** Compares objects: members, which of them are required, and what else may stand in them. */
export function compareObjects(comparing: Comparing, base: ObjectAlternative, revision: ObjectAlternative): Delta[] {
  const names = new Set([...base.properties.keys(), ...revision.properties.keys()]);
  return [
    ...[...names].flatMap((name) => members(comparing, base, revision, name)),
    ...requirements(comparing, base, revision),
    ...others(comparing, base, revision),
    ...compareSizes(base, revision, 'properties'),
    ...namesOf(comparing, base, revision),
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
      rule: isIgnored ? 'read-only-property-removed' : 'property-removed',
      width: isIgnored ? 'none' : 'both',
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
    return isForbidden ? [{ ...places, rule: 'property-forbidden', width: 'narrower' }] : [];
  }
  if (rest.length > 0 && !wasClosed) {
    const deltas = below(comparing.compare(rest, memberOf(revision, name)), { member: name });
    if (deltas.some((delta) => isNarrower(delta) || isWider(delta))) return deltas;
  }
  if (revision.required.has(name) && comparing.flow === 'request') return [];
  const isNew = comparing.flow === 'response' && wasClosed;
  return [{ ...places, rule: isNew ? 'unknown-property-added' : 'property-added', width: 'none' }];
}

/** Compares what members may be called; where nothing is said of that, it is told where it would be. */
function namesOf(comparing: Comparing, base: ObjectAlternative, revision: ObjectAlternative): Delta[] {
  const deltas = comparing.compare(all(base.names, texts), all(revision.names, texts));
  const placed = deltas.map((delta) => ({
    ...delta,
    at: delta.at.replace(unsaid, () => `${revision.at}/propertyNames`),
    ...(unsaid.test(delta.baseAt ?? '') && { baseAt: base.at }),
  }));
  return below(placed, { names: true });
}

function requirements(comparing: Comparing, base: ObjectAlternative, revision: ObjectAlternative): Delta[] {
  const deltas: Delta[] = [];
  for (const [name, at] of revision.required) {
    if (base.required.has(name)) continue;
    const isNew = revision.properties.has(name) && !base.properties.has(name);
    if (isNew && comparing.flow === 'response') continue;
    const rule = isNew ? 'required-property-added' : 'property-required';
    const witness = { without: name };
    deltas.push({ rule, width: 'narrower', at, baseAt: base.at, path: [], to: name, witness });
  }
  for (const [name, at] of base.required) {
    if (revision.required.has(name) || isTold(comparing, base, revision, name)) continue;
    const place = append(name, `${revision.at}/required`);
    const witness = { without: name };
    deltas.push({ rule: 'property-optional', width: 'wider', at: place, baseAt: at, path: [], from: name, witness });
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
  const places = placesOf(base, revision, base.additional[0], revision.additional[0], 'additionalProperties');
  const rule = closed ? 'additional-properties-closed' : 'additional-properties-opened';
  const witness = { having: 'another' };
  return [...matching, { ...places, rule, width: closed ? 'narrower' : 'wider', witness }];
}

function isClosed(shaper: Shaper, parts: readonly Located[]): boolean {
  return parts.length > 0 && shaper.shapeOf(parts).alternatives.length === 0;
}

function dependencies(comparing: Comparing, base: ObjectAlternative, revision: ObjectAlternative): Delta[] {
  const deltas: Delta[] = [];
  for (const { from, to, at } of dependentNames(revision)) {
    if (base.dependentRequired.get(from)?.has(to) || base.required.has(to)) continue;
    const words = { from, to, witness: { having: from, without: to } };
    deltas.push({ rule: 'dependent-required-added', width: 'narrower', at, baseAt: base.at, path: [], ...words });
  }
  for (const { from, to, at: baseAt } of dependentNames(base)) {
    if (revision.dependentRequired.get(from)?.has(to) || revision.required.has(to)) continue;
    const at = append(to, append(from, `${revision.at}/dependentRequired`));
    const words = { from, to, witness: { having: from, without: to } };
    deltas.push({ rule: 'dependent-required-removed', width: 'wider', at, baseAt, path: [], ...words });
  }
  for (const key of new Set([...base.dependentSchemas.keys(), ...revision.dependentSchemas.keys()])) {
    const [b, r] = [base.dependentSchemas.get(key) ?? [], revision.dependentSchemas.get(key) ?? []];
    const width = widthOf(comparing.conditions.compare(b, r));
    if (width === 'none') continue;
    const places = placesOf(base, revision, b[0], r[0], append(key, 'dependentSchemas'));
    deltas.push({ ...places, rule: `dependent-schema-${endings[width]}`, width, from: key });
  }
  return deltas;
}

function dependentNames({ dependentRequired }: ObjectAlternative): { from: string; to: string; at: string }[] {
  return [...dependentRequired].flatMap(([from, names]) => [...names].map(([to, at]) => ({ from, to, at })));
}
