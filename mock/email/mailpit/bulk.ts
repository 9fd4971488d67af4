import { hasTooManyValues, MAX_VALUES } from '../../contract/value-count.ts';
import { BadRequest } from './bad-request.ts';

const names = ['Read', 'IDs', 'Search'] as const;
type Name = (typeof names)[number];

/** The mails that a request is about, by ids or by a search; undefined where it names no filter. */
export interface BulkRequest {
  read: boolean;
  ids: string[] | undefined;
  search: string | undefined;
}

/**
 * Reads the body of a request about many messages: `{ Read?, IDs?, Search? }`, names in any case and `null` for an absent member, as Go
 * reads JSON. A filter without a value selects no mail, so a request that has only such filters is refused; so is an unknown member, which
 * may be a misspelt filter. Throws a BadRequest for a body of too many values, which it does not read.
 *
 * @param body the bytes of the body
 * @param allowed the members that this request takes
 * @returns the request, or the reason why it is refused
 */
export function parseBulkRequest(body: unknown, allowed: readonly Name[] = names): BulkRequest | string {
  if (Buffer.isBuffer(body) && hasTooManyValues(body))
    throw new BadRequest(`the body has more than ${MAX_VALUES} values`);
  let json: unknown;
  try {
    json = JSON.parse(String(body ?? ''));
  } catch {
    return 'the body is not JSON';
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return 'the body is not a JSON object';

  const members = new Map<Name, unknown>();
  for (const [given, value] of Object.entries(json)) {
    const name = allowed.find((known) => known.toLowerCase() === given.toLowerCase());
    if (name === undefined) return `the body has an unknown member "${given}"; known here: ${allowed.join(', ')}`;
    if (members.has(name)) return `${name} is given more than once`;
    members.set(name, value ?? undefined);
  }
  const read = members.get('Read') ?? false;
  const ids = members.get('IDs');
  const search = members.get('Search');
  if (typeof read !== 'boolean') return 'Read is not a boolean';
  if (ids !== undefined && !isStrings(ids)) return 'IDs is not a list of strings';
  if (search !== undefined && typeof search !== 'string') return 'Search is not a string';

  const request = { read, ids: ids?.length ? ids : undefined, search: search?.trim() || undefined };
  const isFiltered = ids !== undefined || search !== undefined;
  const isEmpty = request.ids === undefined && request.search === undefined;
  return isFiltered && isEmpty ? `the body selects no mail; for all mail leave out the filter` : request;
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
