import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml';
import { pointerSteps } from '../spec/trace.ts';

/** A place in a file of the project, as editors and CI systems name it; lines and columns count from one. */
export interface Place {
  file: string;
  line: number;
  column: number;
}

/** Finds where the parts of a YAML or JSON text stand. */
export class Locator {
  private readonly lines = new LineCounter();
  private readonly document: Document;

  constructor(
    private readonly file: string,
    text: string,
  ) {
    this.document = parseDocument(text, { lineCounter: this.lines });
  }

  /** Where a JSON pointer leads. What does not stand there is placed at the nearest part around it that does. */
  at(pointer: string): Place {
    let node: unknown = this.document.contents;
    let offset = 0;
    for (const step of pointerSteps(pointer.replace(/^#/, ''))) {
      const found = this.child(node, step);
      if (!found) break;
      node = found.value;
      offset = found.offset;
    }
    return this.placeOf(offset);
  }

  /** Where the first entry of a list stands whose field has a value. */
  entry(list: string, field: string, value: string): Place | undefined {
    const items = this.document.get(list);
    const entries = isCollection(items) ? (items.items as Node[]) : [];
    const found = entries.find((item) => isMap(item) && item.get(field) === value);
    return found?.range ? this.placeOf(found.range[0]) : undefined;
  }

  private child(node: unknown, step: string): { value: unknown; offset: number } | undefined {
    const parent = isAlias(node) ? node.resolve(this.document) : node;
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => String(isScalar(key) ? key.value : key) === step);
      if (!pair) return undefined;
      return { value: pair.value, offset: isNode(pair.key) ? (pair.key.range?.[0] ?? 0) : 0 };
    }
    const item =
      isCollection(parent) && /^\d+$/.test(step) ? (parent.items[Number(step)] as Node | undefined) : undefined;
    return item && { value: item, offset: item.range?.[0] ?? 0 };
  }

  private placeOf(offset: number): Place {
    const { line, col } = this.lines.linePos(offset);
    return { file: this.file, line: Math.max(line, 1), column: Math.max(col, 1) };
  }
}
