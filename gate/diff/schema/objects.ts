import { append } from '../source.ts';
import { below, breaks, type Delta, type SchemaComparison } from './delta.ts';
import type { SchemaReader } from './reader.ts';
import { type Alternative, type Parts, schemasOf } from './shape.ts';

/** Compares the members of objects: each property, which of them are required, and unknown properties. */
export function compareObjects(comparison: SchemaComparison, base: Alternative, revision: Alternative): Delta[] {
  const names = [...new Set([...base.properties.keys(), ...revision.properties.keys()])];
  const members = names.flatMap((name) => compareMember(comparison, base, revision, name));
  return [
    ...members,
    ...compareRequired(comparison, base, revision, members),
    ...compareUnknown(comparison, base, revision),
  ];
}

function compareMember(comparison: SchemaComparison, base: Alternative, revision: Alternative, name: string): Delta[] {
  const { flow } = comparison;
  const [before, now] = [schemasOf(base, name), schemasOf(revision, name)];
  const hasProperty = (reader: SchemaReader, object: Alternative, parts: Parts) =>
    object.properties.has(name) && (!reader.isClosed(parts) || reader.shapeOf(parts).notes.writeOnly !== undefined);
  const [had, has] = [hasProperty(comparison.base, base, before), hasProperty(comparison.revision, revision, now)];
  const found = below(comparison.compare(before, now), { member: name });
  if (had && has) return found;
  const [wasClosed, isClosed] = [comparison.base.isClosed(before), comparison.revision.isClosed(now)];
  const path = [{ member: name }];
  const { at, notes } = comparison.revision.shapeOf(now);
  if (had) {
    const { notes: hadNotes } = comparison.base.shapeOf(before);
    if (flow === 'response' && hadNotes.writeOnly !== undefined) return [];
    // A map of the same values still has the property.
    const isBroken = found.some((delta) => breaks(delta, 'request') || breaks(delta, 'response'));
    if (now.length > 0 && !isClosed && !isBroken) return found;
    const isIgnored = flow === 'request' && hadNotes.readOnly !== undefined && !isClosed;
    const rule = isIgnored ? 'read-only-property-removed' : 'property-removed';
    const place = append(`${revision.at}/properties`, name);
    return [{ rule, at: place, baseAt: before[0]?.at ?? base.at, path, ...(flow === 'response' && { without: name }) }];
  }
  const places = { at: at || revision.at, baseAt: base.at, path };
  if (has) {
    if (flow === 'response' && notes.writeOnly !== undefined) return [];
    if (before.length > 0 && !wasClosed && found.some((delta) => breaks(delta, flow))) return found;
    if (flow === 'request' && revision.required.has(name)) return [];
    return [{ ...places, rule: flow === 'response' && wasClosed ? 'unknown-property-added' : 'property-added' }];
  }
  // The revision forbids a property that the base left open.
  const isForbidden = flow === 'request' && !wasClosed && revision.properties.has(name);
  return isForbidden ? [{ ...places, rule: 'property-forbidden' }] : [];
}

function compareRequired(
  { flow, revision: reader }: SchemaComparison,
  base: Alternative,
  revision: Alternative,
  members: readonly Delta[],
): Delta[] {
  const deltas: Delta[] = [];
  for (const [name, at] of revision.required) {
    const isNew = revision.properties.has(name) && !base.properties.has(name);
    if (base.required.has(name) || (isNew && flow === 'response')) continue;
    const rule = isNew ? 'required-property-added' : 'property-required';
    deltas.push({ rule, at, baseAt: base.at, path: [{ member: name }], without: name });
  }
  const gone = members.flatMap(({ rule, path: [step, ...rest] }) =>
    rule.endsWith('property-removed') && rest.length === 0 && typeof step === 'object' ? [step.member] : [],
  );
  for (const [name, baseAt] of base.required) {
    if (revision.required.has(name) || (gone.includes(name) && !revision.properties.has(name))) continue;
    // A direction that no longer has the property does not miss it.
    const { notes } = reader.shapeOf(revision.properties.get(name) ?? []);
    if ((flow === 'request' ? notes.readOnly : notes.writeOnly) !== undefined) continue;
    const at = append(`${revision.at}/required`, name);
    deltas.push({ rule: 'property-optional', at, baseAt, path: [{ member: name }], without: name });
  }
  return deltas;
}

function compareUnknown(comparison: SchemaComparison, base: Alternative, revision: Alternative): Delta[] {
  const [before, now] = [base.additional, revision.additional];
  const [wasClosed, isClosed] = [comparison.base.isClosed(before), comparison.revision.isClosed(now)];
  if (wasClosed && isClosed) return [];
  if (!wasClosed && !isClosed) return below(comparison.compare(before, now), 'other');
  const [at, baseAt] = [now[0]?.at ?? `${revision.at}/additionalProperties`, before[0]?.at ?? base.at];
  return isClosed
    ? [{ at, baseAt, path: [], rule: 'additional-properties-closed', to: 'no unknown properties' }]
    : [{ at, baseAt, path: [], rule: 'additional-properties-opened', to: 'unknown properties' }];
}
