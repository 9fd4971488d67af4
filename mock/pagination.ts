import type { Schema } from '../spec/types.ts';

/** A page of a list, with its place in it (source document, Pagination metadata). `number` counts from one. */
export function page<Item>(
  items: readonly Item[],
  { number, size }: { number: number; size: number },
): { data: Item[]; meta: Schema<'PaginationMeta'> } {
  const data = items.slice((number - 1) * size, number * size);
  return {
    data,
    meta: {
      total_pages: Math.ceil(items.length / size),
      total_results: items.length,
      page_number: number,
      page_size: data.length,
    },
  };
}

/** The page that a request asks for; the contract's defaults are filled in by then. */
export function requestedPage(query: Record<string, unknown>): { number: number; size: number } {
  return { number: query['page[number]'] as number, size: query['page[size]'] as number };
}
