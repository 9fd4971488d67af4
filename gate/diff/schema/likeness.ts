import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type Located, listOf, objectOf, type Source } from '../source.ts';

/** Tells schemas that are written alike in two documents, with all that they lead to: they need no closer look. */
export class Likeness {
  /** The references that lead to the same in both documents. */
  private readonly shared: Set<string>;
  /** Whether all schemas that have a name are written alike. */
  private readonly hasAllShared: boolean;

  /** Schemas may lead back to themselves, so every reference counts as shared unless something behind it differs. */
  constructor(base: Source, revision: Source) {
    const isSameSpecification = String(base.json.openapi).slice(0, 3) === String(revision.json.openapi).slice(0, 3);
    const named = ({ json }: Source) => objectOf(objectOf(json.components).schemas);
    this.hasAllShared = isDeepStrictEqual(named(base), named(revision));
    const common = isSameSpecification ? [...base.references].filter((one) => revision.references.has(one)) : [];
    this.shared = new Set(common);
    const users = new Map<string, string[]>();
    for (const reference of common) {
      const [before, now] = [base.resolve(reference).node, revision.resolve(reference).node];
      const leads = this.leadsOf(before);
      if (!leads || !isDeepStrictEqual(before, now)) this.shared.delete(reference);
      for (const lead of leads ?? []) users.set(lead, [...(users.get(lead) ?? []), reference]);
    }
    const unlike = [...users.keys(), ...common].filter((reference) => !this.shared.has(reference));
    for (let next = unlike.pop(); next !== undefined; next = unlike.pop()) {
      for (const user of users.get(next) ?? []) if (this.shared.delete(user)) unlike.push(user);
    }
  }

  /** Whether the parts are the same to the letter, whatever the order of keys, and lead to the same. */
  isAlike(base: readonly Located[], revision: readonly Located[]): boolean {
    const areIn = (parts: readonly Located[], others: readonly Located[]) =>
      parts.every(({ node }) => others.some((other) => isDeepStrictEqual(node, other.node)));
    const isShared = ({ node }: Located) => this.leadsOf(node)?.every((reference) => this.shared.has(reference));
    return areIn(base, revision) && areIn(revision, base) && base.every(isShared);
  }

  /** The references in a schema; undefined when it may lead anywhere. */
  private leadsOf(node: unknown): string[] | undefined {
    if (!isObject(node) && !Array.isArray(node)) return [];
    if (isObject(node) && 'discriminator' in node && !this.hasAllShared && !namesItsBranches(node)) return undefined;
    const below = Object.entries(node).map(([key, value]) =>
      (key === '$ref' || key === '$dynamicRef') && typeof value === 'string' ? [value] : this.leadsOf(value),
    );
    return below.includes(undefined) ? undefined : (below as string[][]).flat();
  }
}

/**
 * What a discriminator without branches stands for, or a branch that is written out, may be anywhere among the schemas that have a name.
 */
function namesItsBranches({ oneOf, anyOf }: Json): boolean {
  const branches = [...listOf(oneOf), ...listOf(anyOf)];
  return branches.length > 0 && branches.every((branch) => isObject(branch) && typeof branch.$ref === 'string');
}
