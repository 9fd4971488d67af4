import { hasTooManyValues } from '../contract/body.ts';
import { MAX_VALUES } from '../limits.ts';
import { BadRequest } from './search.ts';

const names = ['Read', 'IDs', 'Search'] as const;
type Name = (typeof names)[number];

/** The mails of a request, by ids or by a search; all mails when it has neither. */
export interface BulkRequest {
  read: boolean;
  ids: string[] | undefined;
  search: string | undefined;
}

/**
 * Reads the body of a request about many messages: `{ Read?, IDs?, Search? }`, names in any case and `null` for an absent member, as Go
 * reads JSON. Throws a BadRequest for an unknown member, which may be a misspelt filter, and for filters that select no mail.
 */
export function parseBulkRequest(body: unknown, allowed: readonly Name[] = names): BulkRequest {
  const { Read: read = false, IDs: ids, Search: search } = membersOf(body, allowed);
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
  if (Buffer.isBuffer(body) && hasTooManyValues(body))
    throw new BadRequest(`the body has more than ${MAX_VALUES} values`);
  const members: Partial<Record<Name, unknown>> = {};
  for (const [key, value] of Object.entries(objectOf(String(body ?? '')))) {
    const name = allowed.find((known) => known.toLowerCase() === key.toLowerCase());
    if (!name) throw new BadRequest(`the body has an unknown member "${key}"; known here: ${allowed.join(', ')}`);
    if (name in members) throw new BadRequest(`${name} is given more than once`);
    members[name] = value ?? undefined;
  }
  return members;
}

function objectOf(text: string): object {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  } catch {}
  throw new BadRequest('the body is not a JSON object');
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
