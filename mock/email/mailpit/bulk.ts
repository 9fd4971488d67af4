import { hasTooManyValues, MAX_VALUES } from '../../contract/value-count.ts';

/** A request that is refused before it is read, as others would wait meanwhile: the message says why. */
class TooMuch extends Error {
  readonly statusCode = 400;
}

/** What a request about many messages says; absent members are empty. */
export interface BulkRequest {
  read: boolean;
  ids: string[];
  search: string;
}

/**
 * Reads the body of a request about many messages: `{ Read?, IDs?, Search? }`, names in any case, as Go reads JSON. Throws
 * a TooMuch when it has more values than a request may have.
 *
 * @param body the bytes of the body
 * @returns what it says, or the reason why it says nothing
 */
export function parseBulkRequest(body: unknown): BulkRequest | string {
  if (Buffer.isBuffer(body) && hasTooManyValues(body)) throw new TooMuch(`the body has more than ${MAX_VALUES} values`);
  let json: unknown;
  try {
    json = JSON.parse(String(body ?? ''));
  } catch {
    return 'the body is not JSON';
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return 'the body is not a JSON object';

  const members = new Map(Object.entries(json).map(([name, value]) => [name.toLowerCase(), value as unknown]));
  const read = members.get('read') ?? false;
  const ids = members.get('ids') ?? [];
  const search = members.get('search') ?? '';
  if (typeof read !== 'boolean') return 'Read is not a boolean';
  if (!isStrings(ids)) return 'IDs is not a list of strings';
  if (typeof search !== 'string') return 'Search is not a string';
  return { read, ids, search: search.trim() };
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}
