import { LRUCache } from 'lru-cache';
import type { ListPages } from '../../spec/deployment/list-pages.ts';
import { type Choices, ours } from '../../spec/generated/choices.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { Schema } from '../../spec/types.ts';
import { memorySize } from '../collections/memory.ts';
import { answer, noted, refuseByChoice } from '../contract/answer.ts';
import type { CheckedRequest } from '../contract/check.ts';

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
export function page<Item>(
  items: readonly Item[],
  { number, size, least = ours.pagesOfNothing }: { number: number; size: number; least?: number },
): Page<Item> {
  const place = `${numberOf(items)} ${number} ${size} ${least}`;
  const known = pages.get(place) as Page<Item> | undefined;
  if (known) return known;
  const made = Object.freeze(cut(items, number, size, least));
  pages.set(place, made);
  return made;
}

function cut<Item>(items: readonly Item[], number: number, size: number, least: number): Page<Item> {
  const data = items.slice((number - 1) * size, number * size);
  return {
    data,
    meta: {
      total_pages: pagesOf(items.length, size, least),
      total_results: items.length,
      page_number: number,
      page_size: data.length,
    },
  };
}

/** How many pages there are; of a list without items as many as is said, and of pages without items one. */
function pagesOf(items: number, size: number, least: number): number {
  return size === 0 ? 1 : Math.max(least, Math.ceil(items / size));
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
 * Answers with the page of a list that a query asks for; the contract's defaults are filled in by then. A page beyond the last is empty
 * (PAGE-12), if a deployment does not choose otherwise.
 */
export function answerPage<Item>(
  items: readonly Item[],
  { values }: Pick<CheckedRequest, 'values'>,
  list: ListPages,
  rules: readonly RuleId[],
  choices: Choices,
) {
  const size = sizeOf(values[list.size], list);
  const asked = values[list.number];
  const wanted = Number.isInteger(asked) ? Math.max(1, asked as number) : 1;
  const isBeyond = wanted > 1 && (wanted - 1) * size >= items.length;
  const word = choices[list.beyond];
  if (isBeyond && word === 'refused') {
    const reason = { code: '10005', detail: 'There is no such page.', parameter: list.number } as const;
    return refuseByChoice(list.beyond, 404, reason, 'PAGE-12');
  }
  const least = choices.pagesOfNothing;
  const last = pagesOf(items.length, size, least);
  const number = isBeyond && word === 'last' ? Math.max(1, last) : wanted;
  const beyond: RuleId[] = isBeyond ? ['PAGE-12'] : [];
  const note = isBeyond ? [`Page ${wanted} is beyond the last one, ${last}.`] : [];
  return noted(answer(200, page(items, { number, size, least }), ...rules, ...rulesOfPages, ...beyond), ...note);
}

/** The size of a page; one that is out of bounds comes so far only where a deployment chose to take it (PAGE-9, PAGE-10). */
function sizeOf(
  asked: unknown,
  { fallback, largest = Number.POSITIVE_INFINITY, above, ofNothing, negative }: ListPages,
) {
  if (!Number.isInteger(asked)) return fallback;
  const wanted = asked as number;
  if (wanted > largest) return above === 'default' ? fallback : largest;
  if (wanted >= 1) return wanted;
  return { refused: fallback, default: fallback, one: 1, empty: 0 }[wanted === 0 ? ofNothing : negative];
}
