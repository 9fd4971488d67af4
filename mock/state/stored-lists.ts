import { memorySize } from '../collections/memory.ts';
import type { SeedLists } from './snapshot.ts';

/** A part of a partition's own lists that is stored in one go: `path` leads to its list; without items it leads to an object of lists. */
export interface ListPiece {
  path: readonly [name: string, inner?: string];
  items?: readonly unknown[];
}

/** What a piece takes in memory, about, if it is not one entry that takes more. */
const PIECE = 1_000_000;

/** Cuts lists into pieces: one may have tens of megabytes, and others would wait while they are written and read. */
export function* piecesOf(lists: SeedLists): Generator<ListPiece, void> {
  for (const [name, list] of Object.entries(lists)) {
    if (Array.isArray(list)) yield* cut(list, [name]);
    else {
      yield { path: [name] };
      for (const [inner, own] of Object.entries(list)) yield* cut(own, [name, inner]);
    }
  }
}

function* cut(list: readonly unknown[], path: ListPiece['path']): Generator<ListPiece, void> {
  let items: unknown[] = [];
  let bytes = 0;
  for (const item of list) {
    items.push(item);
    bytes += memorySize(item);
    if (bytes < PIECE) continue;
    yield { path, items };
    items = [];
    bytes = 0;
  }
  if (items.length > 0 || list.length === 0) yield { path, items };
}

/** Puts pieces together again, which come in their order. */
export function joined(pieces: Iterable<ListPiece>): Record<string, unknown> {
  const lists = new Map<string, unknown[] | Map<string, unknown[]>>();
  for (const { path, items } of pieces) {
    const [name, inner] = path;
    const known = lists.get(name);
    if (items === undefined) lists.set(name, new Map());
    else if (known instanceof Map) known.set(inner ?? '', [...(known.get(inner ?? '') ?? []), ...items]);
    else lists.set(name, [...(known ?? []), ...items]);
  }
  const plain = [...lists].map(([name, list]) => [name, list instanceof Map ? Object.fromEntries(list) : list]);
  return Object.fromEntries(plain);
}

/** A piece as it was stored. Throws when it is none. */
export function listPiece(json: unknown): ListPiece {
  const { path, items = [] } = (json ?? {}) as Partial<ListPiece>;
  const isPath = Array.isArray(path) && path.length > 0 && path.every((step) => typeof step === 'string');
  if (!isPath || !Array.isArray(items)) throw new Error('it is no piece of a list');
  return json as ListPiece;
}
