import { isObject, type Place, type Source } from '../source.ts';

interface Print {
  id: number;
  /** References on the way to themselves that the print rests on by name alone. */
  open: ReadonlySet<string>;
}

const closed: ReadonlySet<string> = new Set();

/** Tells parts of documents that are written alike, references followed: such parts need no closer look. */
export class Fingerprints {
  private readonly ids = new Map<string, number>();
  private readonly known = new Map<Source, Map<string, Print>>();

  /** The same number for parts that are the same to the letter, whatever the order of keys. */
  of(source: Source, parts: readonly Place[]): string {
    const ids = parts.map(({ node }) => this.print(source, node, new Set()).id);
    return `${String(source.json.openapi).slice(0, 3)} ${ids.sort((a, b) => a - b).join(' ')}`;
  }

  private print(source: Source, node: unknown, stack: ReadonlySet<string>): Print {
    if (Array.isArray(node))
      return this.join(
        '[',
        node.map((item) => ['', this.print(source, item, stack)]),
      );
    if (!isObject(node)) return { id: this.intern(JSON.stringify(node) ?? 'undefined'), open: closed };
    if ('discriminator' in node && !('oneOf' in node || 'anyOf' in node)) return this.unlike();
    const members = Object.keys(node)
      .sort()
      .map((key): [string, Print] => {
        const value = node[key];
        const isReference = key === '$ref' && typeof value === 'string';
        return [key, isReference ? this.target(source, value, stack) : this.print(source, value, stack)];
      });
    return this.join('{', members);
  }

  private target(source: Source, reference: string, stack: ReadonlySet<string>): Print {
    const { node, at } = source.resolve(reference);
    if (stack.has(at)) return { id: this.intern(`ref ${at}`), open: new Set([at]) };
    const memory = this.known.get(source) ?? new Map<string, Print>();
    this.known.set(source, memory);
    const known = memory.get(at);
    if (known) return known;
    const { id, open } = this.print(source, node, new Set([...stack, at]));
    const print = { id, open: new Set([...open].filter((other) => other !== at)) };
    if (print.open.size === 0) memory.set(at, print);
    return print;
  }

  /** What a discriminator stands for may lie anywhere in a document. */
  private unlike(): Print {
    return { id: this.intern(`unlike ${this.ids.size}`), open: closed };
  }

  private join(kind: string, members: readonly (readonly [string, Print])[]): Print {
    const open = members.some(([, print]) => print.open.size > 0)
      ? new Set(members.flatMap(([, print]) => [...print.open]))
      : closed;
    return { id: this.intern(kind + members.map(([key, { id }]) => `${JSON.stringify(key)}${id}`).join()), open };
  }

  private intern(text: string): number {
    const known = this.ids.get(text);
    if (known !== undefined) return known;
    this.ids.set(text, this.ids.size);
    return this.ids.size - 1;
  }
}
