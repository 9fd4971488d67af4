import { type Answer, answer, type Call, readStatus } from './http.ts';
import { badRequestCode, Refusal, refusal } from './members.ts';
import { goOn } from './runs.ts';
import type { Caller, World } from './world.ts';

const defaultSize = 25;
const largestSize = 1000;
const largestSizeOfTypes = 40;

/** `GET /dir/document_types`: odd page parameters are put right where nothing forbids it, or large sizes refused. */
export function listDocumentTypes(call: Call, world: World): Answer {
  const size = lenient(call.query.get('page[size]'), defaultSize);
  const isTooLarge = world.manner.reading === 'lax' && size > largestSizeOfTypes;
  if (size < 1 || isTooLarge) throw refusal(400, badRequestCode, 'The page size is out of its bounds.');
  const number = Math.max(1, lenient(call.query.get(world.wire.pageNumber), 1));
  return page(world, world.documentTypes, number, size);
}

/** `GET /ai/missions/runs`: the oldest first. */
export function listRuns(call: Call, world: World, caller: Caller): Answer {
  const { pageNumber, pageSize } = world.wire;
  if (world.manner.road === 'rough') goOn(world, ++world.readings);
  const number = integer(call.query, pageNumber, 1);
  const size = integer(call.query, pageSize, defaultSize);
  if (number < 1) throw invalidQuery(pageNumber, 'must be at least 1');
  if (size < 0 || size > largestSize) throw invalidQuery(pageSize, `must be from 0 to ${largestSize}`);
  const wanted = call.query.get('status');
  const status = world.manner.reading === 'lax' ? wanted?.toLowerCase() : wanted;
  if (status && world.manner.reading === 'strict' && !world.runs.some((run) => run.status === status)) {
    throw invalidQuery('status', 'is not a status');
  }
  const runs = world.runs.filter((run) => run.account === caller.account && (status ?? run.status) === run.status);
  const shown = runs.map((run) => run.shown);
  return page(world, shown, number, size);
}

/** The body that the source gives for a failed validation of this list; `loc` and the status are this server's. */
export function invalidQuery(parameter: string, msg: string): Refusal {
  return new Refusal(400, { detail: [{ loc: [parameter], msg, type: 'value_error' }] });
}

/** The same for a parameter that is not known: there is nothing to point at. */
export const unknownQuery = () => new Refusal(400, { detail: [] });

/** There is no page beyond the last one: it is refused, or the last one is given again. */
function page({ manner }: World, rows: readonly object[], requested: number, size: number): Answer {
  const total_pages = size === 0 ? 1 : Math.max(1, Math.ceil(rows.length / size));
  if (requested > total_pages && manner.reading === 'strict') throw refusal(404, '20404', 'There is no such page.');
  const number = Math.min(requested, total_pages);
  const data = rows.slice((number - 1) * size, number * size);
  const meta = { total_pages, total_results: rows.length, page_number: number, page_size: data.length };
  return answer(manner, readStatus, { meta: { ...meta, first_page: 1 }, data });
}

function integer(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  if (!/^-?\d+$/.test(text)) throw invalidQuery(name, 'must be an integer');
  return Number(text);
}

function lenient(text: string | null, fallback: number): number {
  return text !== null && /^-?\d+$/.test(text) ? Number(text) : fallback;
}
