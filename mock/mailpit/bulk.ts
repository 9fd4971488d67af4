import { hasTooManyValues } from '../contract/body.ts';
import { MAX_VALUES } from '../limits.ts';
import { BadRequest } from './search.ts';

/** The mails of a request, by ids or by a search; all mails when it has neither. */
export interface BulkRequest {
  read: boolean;
  ids: string[] | undefined;
  search: string | undefined;
}

const types: Record<string, (value: unknown) => boolean> = {
  Read: (value) => typeof value === 'boolean',
  IDs: (value) => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
  Search: (value) => typeof value === 'string',
};

/**
 * Reads the body of a request about many messages: `{ Read?, IDs?, Search? }`, names in any case and `null` for an absent member, as Go
 * reads JSON. Throws a BadRequest for an unknown member, which may be a misspelt filter, and for filters that select no mail.
 */
export function parseBulkRequest(body: unknown, allowed = Object.keys(types)): BulkRequest {
  const members: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(objectOf(body))) {
    const name = allowed.find((known) => known.toLowerCase() === key.toLowerCase());
    if (!name) throw new BadRequest(`the body has an unknown member "${key}"; known here: ${allowed.join(', ')}`);
    if (value === null) continue;
    if (!types[name]?.(value)) throw new BadRequest(`${name} is not of its type`);
    members[name] = value;
  }
  const {
    Read: read = false,
    IDs: ids,
    Search: search,
  } = members as { Read?: boolean; IDs?: string[]; Search?: string };
  const request = { read, ids: ids?.length ? ids : undefined, search: search?.trim() || undefined };
  if (request.ids && request.search) throw new BadRequest('You may specify either IDs or a search query, not both');
  if ((ids || search !== undefined) && !request.ids && !request.search)
    throw new BadRequest('the body selects no mail; for all mail leave out the filter');
  return request;
}

function objectOf(body: unknown): object {
  if (Buffer.isBuffer(body) && hasTooManyValues(body))
    throw new BadRequest(`the body has more than ${MAX_VALUES} values`);
  try {
    const json: unknown = JSON.parse(String(body ?? ''));
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  } catch {}
  throw new BadRequest('the body is not a JSON object');
}
