import { below, breaks, type Comparing, type Delta, placeBelow } from './delta.ts';
import { type Alternative, schemasOf } from './shape.ts';

/** Compares the members of objects: each property, which of them are required, and unknown ones. */
export function compareObjects(comparison: Comparing, base: Alternative, revision: Alternative): Delta[] {
  const names = [...new Set([...base.properties.keys(), ...revision.properties.keys()])];
  const members = names.flatMap((name) => compareMember(comparison, base, revision, name));
  return [
    ...members,
    ...compareRequired(comparison, base, revision, members),
    ...compareUnknown(comparison, base, revision),
  ];
}

function compareMember(comparison: Comparing, base: Alternative, revision: Alternative, name: string): Delta[] {
  const [before, now] = [schemasOf(base, name), schemasOf(revision, name)];
  const isThere = (shaper: Comparing['base'], object: Alternative, parts: typeof before) =>
    object.properties.has(name) && (!shaper.isClosed(parts) || shaper.shapeOf(parts).notes.writeOnly !== undefined);
  const [wasThere, isNowThere] = [isThere(comparison.base, base, before), isThere(comparison.revision, revision, now)];
  const found = below(comparison.compare(before, now), { member: name });
  if (wasThere && isNowThere) return found;
  const [wasClosed, isClosed] = [comparison.base.isClosed(before), comparison.revision.isClosed(now)];
  const { flow } = comparison;
  const path = [{ member: name }];
  if (wasThere) {
    const { notes } = comparison.base.shapeOf(before);
    if (flow === 'response' && notes.writeOnly !== undefined) return [];
    // A map with values of the same schema still has the property.
    const isBroken = found.some((delta) => breaks(delta, 'request') || breaks(delta, 'response'));
    if (now.length > 0 && !isClosed && !isBroken) return found;
    const isIgnored = flow === 'request' && notes.readOnly !== undefined && !isClosed;
    const rule = isIgnored ? 'read-only-property-removed' : 'property-removed';
    const at = placeBelow(`${revision.at}/properties`, name);
    return [{ rule, at, baseAt: before[0]?.at ?? base.at, path, ...(flow === 'response' && { without: name }) }];
  }
  const { at, notes } = comparison.revision.shapeOf(now);
  if (isNowThere) {
    if (flow === 'response' && notes.writeOnly !== undefined) return [];
    if (before.length > 0 && !wasClosed && found.some((delta) => breaks(delta, flow))) return found;
    if (revision.required.has(name) && flow === 'request') return [];
    const rule = flow === 'response' && wasClosed ? 'unknown-property-added' : 'property-added';
    return [{ rule, at: at || revision.at, baseAt: base.at, path }];
  }
  // The revision forbids a property that the base left open.
  if (flow === 'response' || wasClosed || !revision.properties.has(name)) return [];
  return [{ rule: 'property-forbidden', at: at || revision.at, baseAt: base.at, path }];
}

function compareRequired(
  { flow, revision: shaper }: Comparing,
  base: Alternative,
  revision: Alternative,
  members: readonly Delta[],
): Delta[] {
  const deltas: Delta[] = [];
  for (const [name, at] of revision.required) {
    if (base.required.has(name)) continue;
    const isNew = revision.properties.has(name) && !base.properties.has(name);
    if (isNew && flow === 'response') continue;
    const rule = isNew ? 'required-property-added' : 'property-required';
    deltas.push({ rule, at, baseAt: base.at, path: [{ member: name }], without: name });
  }
  const isGone = (name: string) =>
    !revision.properties.has(name) &&
    members.some(
      ({ rule, path: [step, ...rest] }) =>
        rule.endsWith('property-removed') && rest.length === 0 && typeof step === 'object' && step.member === name,
    );
  for (const [name, baseAt] of base.required) {
    if (revision.required.has(name) || isGone(name)) continue;
    // A property of the other side alone is no longer required of this one.
    const { notes } = shaper.shapeOf(revision.properties.get(name) ?? []);
    if ((flow === 'request' ? notes.readOnly : notes.writeOnly) !== undefined) continue;
    const at = placeBelow(`${revision.at}/required`, name);
    deltas.push({ rule: 'property-optional', at, baseAt, path: [{ member: name }], without: name });
  }
  return deltas;
}

function compareUnknown(comparison: Comparing, base: Alternative, revision: Alternative): Delta[] {
  const [before, now] = [base.additional, revision.additional];
  const [wasClosed, isClosed] = [comparison.base.isClosed(before), comparison.revision.isClosed(now)];
  if (wasClosed && isClosed) return [];
  if (!wasClosed && !isClosed) return below(comparison.compare(before, now), 'other');
  const places = {
    at: now[0]?.at ?? `${revision.at}/additionalProperties`,
    baseAt: before[0]?.at ?? base.at,
    path: [],
  };
  return isClosed
    ? [{ ...places, rule: 'additional-properties-closed', to: 'no unknown properties' }]
    : [{ ...places, rule: 'additional-properties-opened', to: 'unknown properties' }];
}
