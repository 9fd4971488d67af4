import { hasTooManyValues, MAX_VALUES } from '../contract/value-count.ts';
import { BadRequest } from './shapes.ts';

const names = ['Read', 'IDs', 'Search'] as const;
type Name = (typeof names)[number];

/** The mails that a request is about, by ids or by a search; all mails when it has neither. */
export interface BulkRequest {
  read: boolean;
  ids: string[] | undefined;
  search: string | undefined;
}

/**
 * Reads the body of a request about many messages: `{ Read?, IDs?, Search? }`, names in any case and `null` for an absent member, as Go
 * reads JSON. Throws a BadRequest for a body with an unknown member, which may be a misspelt filter, and for one whose filters select no
 * mail.
 *
 * @param allowed the members that this request takes
 */
export function parseBulkRequest(body: unknown, allowed: readonly Name[] = names): BulkRequest {
  const members = membersOf(body, allowed);
  const { Read: read = false, IDs: ids, Search: search } = members;
  if (typeof read !== 'boolean') throw new BadRequest('Read is not a boolean');
  if (ids !== undefined && !isStrings(ids)) throw new BadRequest('IDs is not a list of strings');
  if (search !== undefined && typeof search !== 'string') throw new BadRequest('Search is not a string');

  const request = { read, ids: ids?.length ? ids : undefined, search: search?.trim() || undefined };
  if (request.ids && request.search) throw new BadRequest('You may specify either IDs or a search query, not both');
  const isFiltered = ids !== undefined || search !== undefined;
  if (isFiltered && !request.ids && !request.search)
    throw new BadRequest('the body selects no mail; for all mail leave out the filter');
  return request;
}

function membersOf(body: unknown, allowed: readonly Name[]): Partial<Record<Name, unknown>> {
  const json = jsonOf(body);
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new BadRequest('the body is not a JSON object');
  const members: Partial<Record<Name, unknown>> = {};
  for (const [key, value] of Object.entries(json)) {
    const name = allowed.find((known) => known.toLowerCase() === key.toLowerCase());
    if (!name) throw new BadRequest(`the body has an unknown member "${key}"; known here: ${allowed.join(', ')}`);
    if (name in members) throw new BadRequest(`${name} is given more than once`);
    members[name] = value ?? undefined;
  }
  return members;
}

function jsonOf(body: unknown): unknown {
  if (Buffer.isBuffer(body) && hasTooManyValues(body))
    throw new BadRequest(`the body has more than ${MAX_VALUES} values`);
  try {
    return JSON.parse(String(body ?? ''));
  } catch {
    throw new BadRequest('the body is not JSON');
  }
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
