import { type Choices, defaultChoices } from '../../spec/generated/choices.ts';
import type { RuleId } from '../../spec/generated/rule-ids.ts';
import type { Schema } from '../../spec/types.ts';
import { addNotes, answer, refuse, refuseByChoice } from '../contract/answer.ts';
import type { CheckedRequest } from '../contract/check.ts';

interface Page<Item> {
  data: Item[];
  meta: Schema<'PaginationMeta'>;
}

const MAX_PAGES = 200;
const pages = new WeakMap<readonly unknown[], Map<string, Page<unknown>>>();

/** A frozen page of a list that never changes (source document, Pagination metadata). `number` counts from one. */
export function cutPage<Item>(items: readonly Item[], { number, size }: { number: number; size: number }): Page<Item> {
  const knownPages = pages.get(items) ?? new Map<string, Page<unknown>>();
  pages.set(items, knownPages);
  const place = `${number} ${size}`;
  const found = knownPages.get(place) as Page<Item> | undefined;
  if (found) return found;
  const data = items.slice((number - 1) * size, number * size);
  const total_pages = Math.ceil(items.length / size);
  const meta = { total_pages, total_results: items.length, page_number: number, page_size: data.length };
  if (knownPages.size >= MAX_PAGES) knownPages.clear();
  const result = Object.freeze({ data, meta });
  knownPages.set(place, result);
  return result;
}

const pageRules: readonly RuleId[] = ['PAGE-3', 'PAGE-4', 'PAGE-5', 'PAGE-11'];

/** Answers with a page of a list. A page beyond the last is empty (PAGE-12), unless a deployment chose another answer. */
export function answerPage<Item>(
  items: readonly Item[],
  { values }: Pick<CheckedRequest, 'values'>,
  rules: readonly RuleId[],
  { pageBeyondLast }: Choices,
) {
  const { 'page[size]': size = defaultChoices.defaultPageSize, 'page[number]': requested = 1 } = values as Record<
    string,
    number
  >;
  const last = Math.max(1, Math.ceil(items.length / size));
  const isBeyond = requested > last;
  if (isBeyond && pageBeyondLast === 'refused') {
    const reason = { code: '10005', detail: 'There is no such page.', parameter: 'page[number]' } as const;
    return refuseByChoice('pageBeyondLast', refuse(404, reason, 'PAGE-12'));
  }
  const number = isBeyond && pageBeyondLast === 'last' ? last : requested;
  const answered = answer(200, cutPage(items, { number, size }), ...rules, ...pageRules);
  if (!isBeyond) return answered;
  const beyond = { ...answered, rules: [...answered.rules, 'PAGE-12'] as const };
  return addNotes(beyond, `Page ${requested} is beyond the last one, ${Math.ceil(items.length / size)}.`);
}
