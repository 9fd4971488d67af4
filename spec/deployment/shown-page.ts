import type { ListPages } from './list-pages.ts';

/** A parameter of a query. */
export type Parameter = readonly [name: string, value: string];

/** The number of a page of a list, how many there are, and for how many items each is. */
export interface ShownPage {
  number: number;
  pages: number;
  size: number;
}

/** The page that an answer of a list shows to a request; one that is not full is taken for as large as was asked for. */
export function shownPage(
  body: object,
  asked: readonly Parameter[],
  list: Pick<ListPages, 'size' | 'fallback'>,
): ShownPage {
  const { data, meta = {} } = body as { data?: unknown; meta?: { page_number?: number; total_pages?: number } };
  const { page_number: number = 1, total_pages: pages = 1 } = meta;
  const isFull = Array.isArray(data) && data.length > 0 && number < pages;
  const size = Number(asked.find(([one]) => one === list.size)?.[1]);
  return { number, pages, size: isFull ? data.length : size >= 1 ? size : list.fallback };
}

/** The words for the pages to which links of this one lead, and for the size, each with what it says. */
export function pageWords({ number, pages, size }: ShownPage): Readonly<Record<string, string>> {
  const words = { this: number, prev: Math.max(1, number - 1), next: number + 1, last: Math.max(1, pages), size };
  return Object.fromEntries(Object.entries(words).map(([word, value]) => [word, String(value)]));
}
