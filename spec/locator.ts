import { type Document, isAlias, isCollection, isMap, isNode, LineCounter, parseDocument } from 'yaml';
import { pointerSteps } from './pointer.ts';

/** A place in a file for editors and CI systems; lines and columns count from one. */
export interface Place {
  file: string;
  line: number;
  column: number;
}

/** Formats a place as `file:line:column`, which editors and terminals link. */
export function placeText({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

export class Locator {
  private readonly lines = new LineCounter();
  private readonly document: Document;

  constructor(
    private readonly file: string,
    text: string,
  ) {
    this.document = parseDocument(text, { lineCounter: this.lines, uniqueKeys: false, prettyErrors: false });
  }

  /** The place of a JSON pointer, or of its nearest existing parent. */
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

  /** A member of a node with the offset of its key, or an item of a list with its own. */
  private child(node: unknown, step: string): { value: unknown; offset: number } | undefined {
    const parent = isAlias(node) ? node.resolve(this.document) : node;
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => String(key) === step);
      return pair && { value: pair.value, offset: startOf(pair.key) };
    }
    const item: unknown = isCollection(parent) && /^\d+$/.test(step) ? parent.items[Number(step)] : undefined;
    return item === undefined ? undefined : { value: item, offset: startOf(item) };
  }
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
