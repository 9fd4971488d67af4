import { below, breaks, type Comparing, type Delta, placeBelow, placesOf } from './delta.ts';
import { type Alternative, schemasOf } from './shape.ts';

/** Compares the members of objects: each property, which of them are required, and unknown ones. */
export function compareObjects(comparison: Comparing, base: Alternative, revision: Alternative): Delta[] {
  const names = new Set([...base.properties.keys(), ...revision.properties.keys()]);
  return [
    ...[...names].flatMap((name) => compareMember(comparison, base, revision, name)),
    ...compareRequired(comparison, base, revision),
    ...compareUnknown(comparison, base, revision),
  ];
}

function compareMember(comparison: Comparing, base: Alternative, revision: Alternative, name: string): Delta[] {
  const isThere = (shaper: Comparing['base'], object: Alternative) => {
    const parts = object.properties.get(name);
    return parts !== undefined && (!shaper.isClosed(parts) || shaper.shapeOf(parts).notes.writeOnly !== undefined);
  };
  const [before, now] = [isThere(comparison.base, base), isThere(comparison.revision, revision)];
  if (before && now) {
    return below(comparison.compare(schemasOf(base, name), schemasOf(revision, name)), { member: name });
  }
  if (before) return removed(comparison, base, revision, name);
  return now ? added(comparison, base, revision, name) : forbidden(comparison, base, revision, name);
}

function removed(comparison: Comparing, base: Alternative, revision: Alternative, name: string): Delta[] {
  const before = schemasOf(base, name);
  const { notes } = comparison.base.shapeOf(before);
  if (comparison.flow === 'response' && notes.writeOnly !== undefined) return [];
  const rest = schemasOf(revision, name);
  const isClosed = comparison.revision.isClosed(rest);
  if (rest.length > 0 && !isClosed) {
    // A map with values of the same schema still has the property.
    const deltas = below(comparison.compare(before, rest), { member: name });
    if (!deltas.some((delta) => breaks(delta, 'request') || breaks(delta, 'response'))) return deltas;
  }
  const isIgnored = comparison.flow === 'request' && notes.readOnly !== undefined && !isClosed;
  return [
    {
      rule: isIgnored ? 'read-only-property-removed' : 'property-removed',
      at: placeBelow(`${revision.at}/properties`, name),
      baseAt: before[0]?.at ?? base.at,
      path: [{ member: name }],
      ...(comparison.flow === 'request' ? { having: name } : { without: name }),
    },
  ];
}

function added(comparison: Comparing, base: Alternative, revision: Alternative, name: string): Delta[] {
  const now = schemasOf(revision, name);
  const { at, notes } = comparison.revision.shapeOf(now);
  if (comparison.flow === 'response' && notes.writeOnly !== undefined) return [];
  const rest = schemasOf(base, name);
  const wasClosed = comparison.base.isClosed(rest);
  if (rest.length > 0 && !wasClosed) {
    const deltas = below(comparison.compare(rest, now), { member: name });
    if (deltas.some((delta) => breaks(delta, comparison.flow))) return deltas;
  }
  if (revision.required.has(name) && comparison.flow === 'request') return [];
  const isUnknown = comparison.flow === 'response' && wasClosed;
  const rule = isUnknown ? 'unknown-property-added' : 'property-added';
  return [{ rule, at: at || revision.at, baseAt: base.at, path: [{ member: name }], having: name }];
}

/** A property that the revision forbids, and the base left open. */
function forbidden(comparison: Comparing, base: Alternative, revision: Alternative, name: string): Delta[] {
  const [before, now] = [schemasOf(base, name), revision.properties.get(name)];
  if (comparison.flow === 'response' || !now || comparison.base.isClosed(before)) return [];
  const at = now[0]?.at ?? revision.at;
  return [{ rule: 'property-forbidden', at, baseAt: base.at, path: [{ member: name }], having: name }];
}

function compareRequired(comparison: Comparing, base: Alternative, revision: Alternative): Delta[] {
  const deltas: Delta[] = [];
  for (const [name, at] of revision.required) {
    if (base.required.has(name)) continue;
    const isNew = revision.properties.has(name) && !base.properties.has(name);
    if (isNew && comparison.flow === 'response') continue;
    const rule = isNew ? 'required-property-added' : 'property-required';
    deltas.push({ rule, at, baseAt: base.at, path: [{ member: name }], without: name });
  }
  for (const [name, baseAt] of base.required) {
    if (revision.required.has(name) || isReported(comparison, base, revision, name)) continue;
    const at = placeBelow(`${revision.at}/required`, name);
    deltas.push({ rule: 'property-optional', at, baseAt, path: [{ member: name }], without: name });
  }
  return deltas;
}

/** Whether a property is no longer required because it is reported as gone, or is of the other side only. */
function isReported(comparison: Comparing, base: Alternative, revision: Alternative, name: string): boolean {
  const parts = revision.properties.get(name);
  if (!parts) {
    return base.properties.has(name) && removed(comparison, base, revision, name).some(({ rule }) => isGone(rule));
  }
  const { notes } = comparison.revision.shapeOf(parts);
  return (comparison.flow === 'request' ? notes.readOnly : notes.writeOnly) !== undefined;
}

function isGone(rule: Delta['rule']): boolean {
  return rule === 'property-removed' || rule === 'read-only-property-removed';
}

function compareUnknown(comparison: Comparing, base: Alternative, revision: Alternative): Delta[] {
  const [wasClosed, isClosed] = [
    comparison.base.isClosed(base.additional),
    comparison.revision.isClosed(revision.additional),
  ];
  if (wasClosed && isClosed) return [];
  if (!wasClosed && !isClosed) return below(comparison.compare(base.additional, revision.additional), 'other');
  const held = (parts: Alternative['additional']) => parts.map(({ node, at }) => ({ value: node, at }))[0];
  const places = placesOf(base, revision, held(base.additional), held(revision.additional), 'additionalProperties');
  return [{ ...places, rule: isClosed ? 'additional-properties-closed' : 'additional-properties-opened' }];
}
