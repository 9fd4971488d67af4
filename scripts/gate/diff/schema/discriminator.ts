import { pointerSteps } from '../../../../spec/trace.ts';
import { isObject, type Json, listOf, objectOf, type Place, type Source } from '../source.ts';
import type { AnyAlternative, ObjectAlternative } from './shape.ts';

/**
 * A discriminator ties each branch of a union to values of one property: those that `mapping` gives it, else the name of its
 * component. Written into the alternatives of a branch, unless they say it themselves.
 */
export function discriminated(
  source: Source,
  union: Place & { node: Json },
  branch: Place,
  alternatives: AnyAlternative[],
): AnyAlternative[] {
  const { discriminator } = union.node;
  if (!isObject(discriminator) || typeof discriminator.propertyName !== 'string') return alternatives;
  const property = discriminator.propertyName;
  const values = valuesOf(source, objectOf(discriminator.mapping), branch);
  if (values.length === 0) return alternatives;
  const part: Place = {
    node: { type: 'string', enum: values },
    at: `${union.at}/discriminator/mapping#${values.join('|')}`,
  };
  return alternatives.map((alternative) =>
    alternative.type === 'object' && !isTied(source, alternative.properties.get(property) ?? [])
      ? tie(alternative, property, part)
      : alternative,
  );
}

function tie(alternative: ObjectAlternative, property: string, part: Place): ObjectAlternative {
  const parts = [...(alternative.properties.get(property) ?? []), part];
  return { ...alternative, properties: new Map([...alternative.properties, [property, parts]]) };
}

/** Whether a property lists its values already. */
function isTied(source: Source, parts: readonly Place[]): boolean {
  return parts.some((part) => {
    const { node } = source.follow(part);
    return isObject(node) && ('const' in node || 'enum' in node);
  });
}

function valuesOf(source: Source, mapping: Json, branch: Place): string[] {
  const reference = referenceOf(objectOf(branch.node));
  if (reference === undefined) return [];
  const { at: target } = source.resolve(reference);
  const name = pointerSteps(target).at(-1) ?? '';
  const mapped = Object.keys(mapping).filter((value) => leadsTo(source, String(mapping[value]), target, name));
  return mapped.length > 0 ? mapped.sort() : [name];
}

/** What a branch refers to, by itself or as the only part of an `allOf`. */
function referenceOf({ $ref, allOf }: Json): string | undefined {
  if (typeof $ref === 'string') return $ref;
  const [only, ...others] = listOf(allOf);
  return only !== undefined && others.length === 0 ? referenceOf(objectOf(only)) : undefined;
}

/** A mapping names a schema by a reference, or by the name of its component. */
function leadsTo(source: Source, to: string, target: string, name: string): boolean {
  if (to === name) return true;
  if (!to.startsWith('#')) return false;
  return source.resolve(to).at === target;
}
