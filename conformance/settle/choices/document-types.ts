import type { Deployment } from '../../../spec/deployment/deployment.ts';
import { namedTypes } from '../../../spec/deployment/flaws.ts';
import type { Json } from '../../../spec/json.ts';
import type { NotedExchange } from '../../suite/run/noted-exchanges.ts';
import { bodyOf, isSuccess } from '../asked/pair.ts';
import { metaOf } from './measured-lists.ts';

/** All document types, where the pages that were seen show them all, those that the source names among them; undefined where they don't. */
export function documentTypesIn(exchanges: readonly NotedExchange[]): Deployment['documentTypes'] {
  const lists = exchanges.filter((seen) => seen.operation === 'listDirDocumentTypes' && isSuccess(seen));
  const pageOf = (seen: NotedExchange) => Number(metaOf(seen).page_number);
  const types = lists
    .toSorted((one, other) => pageOf(one) - pageOf(other))
    .flatMap((seen) => (bodyOf(seen)?.data ?? []) as Json[]);
  const byName = new Map(types.map((type) => [String(type.short_name), type]).reverse() as [string, Json][]);
  const names = [...new Set(types.map(({ short_name }) => String(short_name)))];
  const totals = new Set(lists.map((seen) => metaOf(seen).total_results));
  if (totals.size !== 1 || !totals.has(names.length) || !namedTypes.every((name) => byName.has(name))) return undefined;
  return names.map((short_name) => {
    const told = Object.entries(byName.get(short_name) ?? {}).filter(([, value]) => isPlain(value));
    return { short_name, ...Object.fromEntries(told) };
  });
}

/** Whether a value leads nowhere: a word, a number, a flag. */
const isPlain = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) && !/^(https?:)?\//.test(String(value));
