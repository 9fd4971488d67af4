import type { RuleId } from '../../../spec/generated/rule-ids.ts';
import { grouped } from '../../../spec/grouped.ts';
import type { SchemaNode } from './schema-node.ts';

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
