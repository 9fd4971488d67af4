import { pointerSegments } from '@hyperjump/json-pointer';
import {
  child,
  entries,
  isObject,
  items,
  type Json,
  type Located,
  listOf,
  objectOf,
  partsIn,
  type Source,
} from '../source.ts';
import { canonical } from './accepts.ts';
import type { AnyAlternative } from './shape.ts';

/** The property that a discriminator reads, and the values that lead to one branch of its union. */
export interface Tie {
  property: string;
  values: string[];
}

/**
 * A discriminator ties each branch of a union to values of one property: those that `mapping` gives it, else the name of its
 * component. Undefined when it doesn't, or when the values that the branches list themselves tell them apart.
 */
export function tieOf(source: Source, union: Json, branch: Located): Tie | undefined {
  const { discriminator } = union;
  if (!isObject(discriminator) || typeof discriminator.propertyName !== 'string') return undefined;
  const property = discriminator.propertyName;
  const values = valuesOf(source, objectOf(discriminator.mapping), branch);
  if (values.length === 0) return undefined;
  const listed = listedIn(source, branch, property);
  if (!listed) return { property, values };
  const others = [...listOf(union.anyOf), ...listOf(union.oneOf)].filter((other) => other !== branch.node);
  const isShared = others.some((other) =>
    listedIn(source, { node: other, at: '' }, property)?.some((value) => listed.includes(value)),
  );
  return isShared && values.some((value) => listed.includes(value)) ? { property, values } : undefined;
}

/** Writes the values that a discriminator ties to a branch into the alternatives of that branch. */
export function discriminated(
  source: Source,
  union: Located & { node: Json },
  branch: Located,
  alternatives: AnyAlternative[],
): AnyAlternative[] {
  const tie = tieOf(source, union.node, branch);
  if (!tie) return alternatives;
  const { property, values } = tie;
  const part: Located = {
    node: { type: 'string', enum: values },
    at: `${union.at}/discriminator/mapping#${values.join('|')}`,
  };
  return alternatives.map((alternative) => {
    if (alternative.type !== 'object') return alternative;
    const parts = [...(alternative.properties.get(property) ?? []), part];
    return { ...alternative, properties: new Map([...alternative.properties, [property, parts]]) };
  });
}

/** The values that a branch lists for a property, wherever it says so; undefined when it lists none. */
function listedIn(source: Source, branch: Located, property: string): string[] | undefined {
  const lists = madeOf(source, branch)
    .flatMap((place) => madeOf(source, child(place, 'properties', property)))
    .flatMap(({ node }) => ('const' in node ? [[node.const]] : 'enum' in node ? [listOf(node.enum)] : []));
  return lists.length > 0 ? lists.flat().map(String) : undefined;
}

/** A schema, and all that it is made of: what it refers to, its parts, its branches. */
function madeOf(source: Source, place: Located): (Located & { node: Json })[] {
  const found = new Map<string, Located & { node: Json }>();
  const visit = ({ node, at }: Located) => {
    if (!isObject(node) || found.has(at)) return;
    const here = { node, at };
    found.set(at, here);
    if (typeof node.$ref === 'string') visit(source.resolve(node.$ref));
    for (const key of ['allOf', 'anyOf', 'oneOf']) items(child(here, key)).forEach(visit);
  };
  visit(place);
  return [...found.values()];
}

function valuesOf(source: Source, mapping: Json, branch: Located): string[] {
  const referred = referredBy(source, branch);
  const targets = referred.length > 0 ? referred : repeated(source, branch);
  const mapped = Object.keys(mapping).filter((value) => leadsTo(source, String(mapping[value]), targets));
  if (mapped.length > 0) return mapped.sort();
  const isClear = referred.length > 0 || targets.length === 1;
  return isClear ? targets.slice(0, 1).map(nameOf) : [];
}

/** The schemas that a branch stands for: what it refers to, by itself or as its only part, step by step. */
function referredBy(source: Source, branch: Located): string[] {
  const found: string[] = [];
  let next = referenceIn(branch);
  while (next !== undefined) {
    const target = source.resolve(next);
    if (found.includes(target.at)) break;
    found.push(target.at);
    next = referenceIn(target);
  }
  return found;
}

function referenceIn(place: Located): string | undefined {
  const { $ref } = objectOf(place.node);
  if (typeof $ref === 'string') return $ref;
  const [only, ...others] = partsIn(place);
  return only !== undefined && others.length === 0 ? referenceIn(only) : undefined;
}

/** A branch that is written out stands for the component that says the same. */
function repeated(source: Source, { node }: Located): string[] {
  const text = canonical(node);
  const components = entries(child(source.root, 'components', 'schemas')).map(([, component]) => component);
  return components.filter((one) => canonical(one.node) === text).map(({ at }) => at);
}

/** A mapping names a schema by a reference, or by the name of its component. */
function leadsTo(source: Source, to: string, targets: readonly string[]): boolean {
  if (targets.some((target) => nameOf(target) === to)) return true;
  return to.startsWith('#') && targets.includes(source.resolve(to).at);
}

function nameOf(target: string): string {
  return [...pointerSegments(target)].at(-1) ?? '';
}
