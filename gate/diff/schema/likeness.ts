import { isObject, type Located, type Source } from '../source.ts';
import { canonical } from './accepts.ts';

/** Tells schemas that are written alike in two documents, with all that they lead to: they need no closer look. */
export class Likeness {
  /** The references that lead to the same in both documents. */
  private readonly shared: Set<string>;

  /** Schemas may lead back to themselves, so every reference counts as shared until something behind it differs. */
  constructor(base: Source, revision: Source) {
    const isSameSpecification = String(base.json.openapi).slice(0, 3) === String(revision.json.openapi).slice(0, 3);
    this.shared = new Set(
      isSameSpecification ? [...base.references].filter((one) => revision.references.has(one)) : [],
    );
    let before: number;
    do {
      before = this.shared.size;
      for (const reference of this.shared) {
        const isAlike = this.isAlike([base.resolve(reference)], [revision.resolve(reference)]);
        if (!isAlike) this.shared.delete(reference);
      }
    } while (this.shared.size < before);
  }

  /** Whether the parts are the same to the letter, whatever the order of keys, and lead to the same. */
  isAlike(base: readonly Located[], revision: readonly Located[]): boolean {
    const textOf = (parts: readonly Located[]) =>
      parts
        .map(({ node }) => canonical(node))
        .sort()
        .join();
    return textOf(base) === textOf(revision) && base.every(({ node }) => this.leadsAlike(node));
  }

  private leadsAlike(node: unknown): boolean {
    if (Array.isArray(node)) return node.every((item) => this.leadsAlike(item));
    if (!isObject(node)) return true;
    // What a discriminator stands for may lie anywhere in a document.
    if ('discriminator' in node) return false;
    return Object.entries(node).every(([key, value]) =>
      key === '$ref' && typeof value === 'string' ? this.shared.has(value) : this.leadsAlike(value),
    );
  }
}
