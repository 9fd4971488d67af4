import type { Located } from '../source.ts';
import { memberOf } from './intersect.ts';
import type { AnyAlternative, Held, ObjectAlternative } from './shape.ts';
import type { Shaper } from './shaper.ts';

/** An object is not taken apart by a property that has more values than this. */
const mostValues = 24;

/**
 * Ways to take an alternative apart: an object with a required property of some values is one object for each value. So an object
 * with an enum and a union of objects with a constant each can be told to be the same.
 */
export function splits(shaper: Shaper, alternative: AnyAlternative): AnyAlternative[][] {
  if (alternative.type !== 'object') return [];
  return [...alternative.required.keys()].flatMap((name) => {
    const values = valuesOf(shaper, memberOf(alternative, name));
    if (values.length < 2 || values.length > mostValues) return [];
    return [values.map((held) => withValue(alternative, name, held))];
  });
}

function valuesOf(shaper: Shaper, parts: readonly Located[]): readonly Held[] {
  const [only, ...others] = shaper.shapeOf(parts).alternatives;
  return others.length === 0 ? (only?.values ?? []) : [];
}

function withValue(object: ObjectAlternative, name: string, { value, at }: Held): ObjectAlternative {
  const part: Located = { node: { const: value }, at: `${at}#${JSON.stringify(value)}` };
  return { ...object, properties: new Map([...object.properties, [name, [...memberOf(object, name), part]]]) };
}
