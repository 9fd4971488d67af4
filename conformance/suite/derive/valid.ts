import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { grouped } from '../../../spec/grouped.ts';
import type { SchemaNode } from './schema-node.ts';
import { freeName, type Values } from './values.ts';

/** A value of a part of a request that is special in one respect. */
export interface Variant {
  /** What is special about it, in words. */
  label: string;
  /** The whole part. */
  value: unknown;
  /** JSON pointer to what is special. */
  pointer: string;
  /** The schema that it is about, as the owners of rules are looked up. */
  path: string;
  /** Of a valid value what it makes use of: a keyword, or what `x-assumption` has a word for. Of a violation the broken keyword. */
  about?: string;
}

/** A value that the contract allows. */
export interface Valid extends Variant {
  /** The rule that says so, where the document has no place for it. */
  owner?: RuleId;
  /** Several members at once: each of them has been tried alone. */
  isCombined?: boolean;
}

/** A value that breaks the contract in one place. */
export interface Invalid extends Variant {
  about: string;
  /** The same without the violation. */
  twin: unknown;
  /** For `required`: the member that is absent. */
  missing?: string;
}

/** What all variants of a place have in common. */
export function at({ pointer, path }: SchemaNode): Pick<Variant, 'pointer' | 'path'> {
  return { pointer, path };
}

/** The same variants as parts of something larger. */
export function within<Of extends Variant>(variants: readonly Of[], wrap: (value: unknown) => unknown): Of[] {
  return variants.map((variant) => ({
    ...variant,
    value: wrap(variant.value),
    ...('twin' in variant && { twin: wrap(variant.twin) }),
  }));
}

/** One of those that are special in the same respect at the same place, another one under another seed. */
export function oneOfEach<Of extends Variant>(variants: readonly Of[], seed: number): Of[] {
  const groups = grouped(variants, (variant) => {
    const { path, pointer, about, owner } = variant as Of & { owner?: RuleId };
    return `${path} ${pointer} ${about} ${owner}`;
  });
  return [...groups.values()].map((group) => group[seed % group.length] as Of);
}

/**
 * Values of a place that the contract allows: each form, each word of an enum, each value at a limit, null where it is
 * allowed; of an object each member alone, all of them, all but one, and one that the contract does not name.
 */
export function validVariants(node: SchemaNode, values: Values): Valid[] {
  if (values.lacks(node)) return [];
  if (node.isReadOnly) return [{ ...at(node), label: 'a read-only member', value: values.of(node), about: 'sent' }];
  const branches = node.branches.flatMap((branch, index) => {
    const variants = validVariants(branch, values);
    if (index === 0) return variants;
    return variants.map((variant) => ({ ...variant, path: branch.path, about: 'form' }));
  });
  const others = node.isLenient ? [plain(node, values)] : node.types.flatMap((type) => ofType[type](node, values));
  const none: Valid[] = node.isNullable ? [{ ...at(node), label: 'null', value: null, about: 'null' }] : [];
  return [...branches, ...(branches.length > 0 ? [] : others), ...none];
}

const plain = (node: SchemaNode, values: Values): Valid => ({
  ...at(node),
  label: 'a plain value',
  value: values.of(node),
  ...(!values.isKnown(node) && { about: 'value' }),
});

const ofType = {
  null: () => [],
  boolean: (node: SchemaNode, values: Values) =>
    values.isKnown(node)
      ? [plain(node, values)]
      : [true, false].map((value) => ({ ...at(node), label: String(value), value })),
  integer: integers,
  string: texts,
  array: arrays,
  object: objects,
};

function integers(node: SchemaNode, values: Values): Valid[] {
  const limits = (['minimum', 'maximum'] as const).flatMap((about) => {
    const value = node.schema[about];
    return value === undefined ? [] : [{ ...at(node), label: `at its ${about}`, value, about }];
  });
  return [plain(node, values), ...limits];
}

function texts(node: SchemaNode, values: Values): Valid[] {
  const { schema } = node;
  if (schema.enum) {
    return schema.enum.map((value) => ({ ...at(node), label: `the word ${value}`, value, about: 'enum' }));
  }
  const variants = [plain(node, values)];
  const isKnown = values.isKnown(node);
  if (schema.pattern && !isKnown) {
    const value = values.another(node);
    variants.push({ ...at(node), label: 'another text of its pattern', value, about: 'pattern' });
  }
  const text = String(values.of(node));
  for (const about of ['minLength', 'maxLength'] as const) {
    const length = schema[about];
    // A known value is a good one as it is: cut off, or with something before it, it could be any other.
    if (length === undefined || !values.isElastic(node) || (isKnown && length < text.length)) continue;
    variants.push({ ...at(node), label: `of ${length} characters`, value: ofLength(text, length), about });
  }
  return variants;
}

function arrays(node: SchemaNode, values: Values): Valid[] {
  const { minItems } = node.schema;
  const variants = within(validVariants(node.item, values), (item) => [item]);
  for (const count of minItems === undefined ? [] : [minItems, minItems + 1]) {
    const value = Array.from({ length: count }, () => values.of(node.item));
    variants.push({ ...at(node), label: `with ${count} entries`, value, about: 'minItems' });
  }
  return variants;
}

function objects(node: SchemaNode, values: Values): Valid[] {
  const variants = [plain(node, values)];
  for (const name of node.members) {
    const found = validVariants(node.member(name), values);
    variants.push(...within(found, (value) => ({ ...values.around(node, name), [name]: value })));
  }
  const free = node.freeMember(freeName);
  if (free) variants.push(...within(validVariants(free, values), (value) => ({ [freeName]: value })));
  if (node.members.length > 0 && !free) {
    const value = { ...values.around(node), conformance_unknown: 'unknown' };
    variants.push({ ...at(node), label: 'with a member that nobody knows', value, owner: 'HTTP-10' });
  }
  return [...variants, ...combinations(node, values)];
}

/** All members at once, and all but one of them. */
function combinations(node: SchemaNode, values: Values): Valid[] {
  const names = node.members.filter((name) => values.isOptional(node.member(name), node, name));
  if (names.length < 2) return [];
  const without = (left?: string): Record<string, unknown> => {
    const chosen = names.filter((name) => name !== left).map((name) => [name, values.of(node.member(name))]);
    const around = Object.entries(values.around(node)).filter(([name]) => name !== left);
    return { ...Object.fromEntries(around), ...Object.fromEntries(chosen) };
  };
  return [undefined, ...(names.length > 2 ? names : [])].map((left) => {
    const label = `with all members${left === undefined ? '' : ` but ${left}`}`;
    return { ...at(node), label, value: without(left), isCombined: true };
  });
}

/** A text, made as long as that: something is put before it, or its end is cut off. */
export function ofLength(text: string, length: number): string {
  return text.padStart(length, 'x').slice(0, length);
}
