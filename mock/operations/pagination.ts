import { LRUCache } from 'lru-cache';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { Schema } from '../../spec/types.ts';
import { memorySize } from '../collections/memory.ts';
import { answer, noted } from '../contract/answer.ts';
import type { CheckedRequest } from '../contract/check.ts';
import { refuseByChoice } from '../contract/refusal.ts';

/** A page of a list, as it is answered. It is never written to. */
interface Page<Item> {
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

/**
 * Answers with the requested page of a list; the contract's defaults are filled in by then. A page beyond the last is empty (PAGE-12),
 * unless a deployment chose otherwise.
 */
export function answerPage<Item>(
  items: readonly Item[],
  { values }: Pick<CheckedRequest, 'values'>,
  rules: readonly RuleId[],
  { pageBeyondLast }: Choices,
) {
  const { 'page[size]': size = ours.defaultPageSize, 'page[number]': wanted = 1 } = values as Record<string, number>;
  const last = Math.ceil(items.length / size);
  if (wanted === 1 || wanted <= last)
    return answer(200, page(items, { number: wanted, size }), ...rules, ...rulesOfPages);
  if (pageBeyondLast === 'refused') {
    const reason = { code: '10005', detail: 'There is no such page.', parameter: 'page[number]' } as const;
    return refuseByChoice('pageBeyondLast', 404, reason, 'PAGE-12');
  }
  const number = pageBeyondLast === 'last' ? Math.max(1, last) : wanted;
  const answered = answer(200, page(items, { number, size }), ...rules, ...rulesOfPages, 'PAGE-12');
  return noted(answered, `Page ${wanted} is beyond the last one, ${last}.`);
}
