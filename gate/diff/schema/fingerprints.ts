import { isObject, type Json, type Located, listOf, type Source } from '../source.ts';
import { tieOf } from './discriminator.ts';

/** Tells parts of documents that are written alike, references followed: such parts need no closer look. */
export class Fingerprints {
  private readonly ids = new Map<string, number>();
  /** The numbers of what references lead to, by pointer. */
  private readonly targets = new Map<Source, Map<string, number>>();

  /**
   * Reads documents that are to be compared. Schemas may lead back to themselves, so all that references lead to counts as alike at
   * first, and is told apart in rounds, until a round tells no more.
   */
  constructor(sources: readonly Source[]) {
    const places = sources.map((source) => ({ source, targets: source.targets() }));
    for (const { source, targets } of places) this.targets.set(source, new Map(targets.map(({ at }) => [at, 0])));
    let [before, now] = [0, 1];
    while (now > before) {
      const prints = places.map(({ source, targets }) => ({
        source,
        ids: new Map(targets.map(({ node, at }) => [at, this.print(source, node)])),
      }));
      for (const { source, ids } of prints) this.targets.set(source, ids);
      before = now;
      now = new Set(prints.flatMap(({ ids }) => [...ids.values()])).size;
    }
  }

  /** The same number for parts that are the same to the letter, whatever the order of keys. */
  of(source: Source, parts: readonly Located[]): string {
    const ids = parts.map(({ node }) => this.print(source, node));
    return `${String(source.json.openapi).slice(0, 3)} ${ids.sort((a, b) => a - b).join(' ')}`;
  }

  private print(source: Source, node: unknown): number {
    if (Array.isArray(node))
      return this.join(
        '[',
        node.map((item) => ['', this.print(source, item)]),
      );
    if (!isObject(node)) return this.intern(JSON.stringify(node) ?? 'undefined');
    const isTying = 'discriminator' in node;
    // What a discriminator without union stands for may lie anywhere in a document.
    if (isTying && !('oneOf' in node || 'anyOf' in node)) return this.intern(`unlike ${this.ids.size}`);
    const members = Object.keys(node)
      .filter((key) => key !== 'discriminator')
      .sort()
      .map((key): [string, number] => {
        const value = node[key];
        const isReference = key === '$ref' && typeof value === 'string';
        return [key, isReference ? this.target(source, value) : this.print(source, value)];
      });
    return this.join('{', isTying ? [...members, ['discriminator', this.ties(source, node)]] : members);
  }

  private target(source: Source, reference: string): number {
    return this.targets.get(source)?.get(source.resolve(reference).at) ?? this.intern(`reference ${reference}`);
  }

  /** The names of components count where a discriminator makes them values. */
  private ties(source: Source, union: Json): number {
    const branches = [...listOf(union.anyOf), ...listOf(union.oneOf)];
    const ties = branches.map((branch) => tieOf(source, union, { node: branch, at: '' }) ?? null);
    return this.intern(`ties ${JSON.stringify(ties)}`);
  }

  private join(kind: string, members: readonly (readonly [string, number])[]): number {
    return this.intern(kind + members.map(([key, id]) => `${JSON.stringify(key)}${id}`).join());
  }

  private intern(text: string): number {
    const known = this.ids.get(text);
    if (known !== undefined) return known;
    this.ids.set(text, this.ids.size);
    return this.ids.size - 1;
  }
}
