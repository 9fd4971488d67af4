import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isSeq,
  LineCounter,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import { pointerSteps } from './pointer.ts';

/** A place in a file, as editors and CI systems name it; lines and columns count from one. */
export interface Place {
  file: string;
  line: number;
  column: number;
}

/** A place as editors and terminals follow it: `file:line:column`. */
export function placeText({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

/**
 * Finds the places of the parts of a YAML or JSON text. `parseYaml` reads what the text says.
 */
export class Locator {
  private readonly lines = new LineCounter();
  private readonly document: Document;

  constructor(
    private readonly file: string,
    text: string,
  ) {
    this.document = parseDocument(text, { lineCounter: this.lines, uniqueKeys: false, prettyErrors: false });
  }

  /** Where a JSON pointer leads. What does not stand there is placed at the nearest part around it that does. */
  at(pointer: string): Place {
    let node: unknown = this.document.contents;
    let offset = 0;
    for (const step of pointerSteps(pointer)) {
      const found = this.child(node, step);
      if (!found) break;
      node = found.value;
      offset = found.offset;
    }
    const { line, col } = this.lines.linePos(offset);
    return { file: this.file, line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  /** What stands below a node, and where: the key of an entry, or the item of a list. */
  private child(node: unknown, step: string): { value: unknown; offset: number } | undefined {
    const parent = isAlias(node) ? node.resolve(this.document) : node;
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => String(key) === step);
      return pair ? { value: pair.value, offset: startOf(pair.key) } : this.mergedChild(parent, step);
    }
    const item: unknown = isCollection(parent) && /^\d+$/.test(step) ? parent.items[Number(step)] : undefined;
    return item === undefined ? undefined : { value: item, offset: startOf(item) };
  }

  /** A member that a map takes from another one by a merge key. */
  private mergedChild({ items }: YAMLMap, step: string): { value: unknown; offset: number } | undefined {
    const source = items.find(({ key }) => String(key) === '<<')?.value;
    const sources = isSeq(source) ? source.items : [source];
    for (const one of sources) {
      const found = isNode(one) ? this.child(one, step) : undefined;
      if (found) return found;
    }
    return undefined;
  }
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
