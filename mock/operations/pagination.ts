import { LRUCache } from 'lru-cache';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { Schema } from '../../spec/types.ts';
import { memorySize } from '../collections/memory.ts';
import { answer } from '../contract/answer.ts';

/** A page of a list, as it is answered. It is never written to. */
export interface Page<Item> {
  data: Item[];
  meta: Schema<'PaginationMeta'>;
}

/** Pages that were asked for lately, so that one that is asked for again is the same object. In bytes of JSON, about. */
const pages = new LRUCache<string, Page<unknown>>({ max: 1_000, maxSize: 16_000_000, sizeCalculation: memorySize });

/**
 * A page of a list, with its place in it (source document, Pagination metadata). `number` counts from one. The list is
 * never written to; the page is frozen.
 */
export function page<Item>(items: readonly Item[], { number, size }: { number: number; size: number }): Page<Item> {
  const place = `${numberOf(items)} ${number} ${size}`;
  const known = pages.get(place) as Page<Item> | undefined;
  if (known) return known;
  const made = Object.freeze(cut(items, number, size));
  pages.set(place, made);
  return made;
}

function cut<Item>(items: readonly Item[], number: number, size: number): Page<Item> {
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

const numbers = new WeakMap<readonly unknown[], number>();
let last = 0;

/** What a list is called by here. */
function numberOf(list: readonly unknown[]): number {
  const known = numbers.get(list);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(list, last);
  return last;
}

const rulesOfPages: readonly RuleId[] = ['PAGE-3', 'PAGE-4', 'PAGE-5', 'PAGE-11'];

/** Answers with the page of a list that a query asks for; the contract's defaults are filled in by then. */
export function answerPage<Item>(items: readonly Item[], query: Record<string, unknown>, rules: readonly RuleId[]) {
  const number = query['page[number]'] as number;
  const size = query['page[size]'] as number;
  const beyond: RuleId[] = number > 1 && (number - 1) * size >= items.length ? ['PAGE-12'] : [];
  return answer(200, page(items, { number, size }), ...rules, ...rulesOfPages, ...beyond);
}
