/** What a request about many messages says; absent members are empty. */
export interface BulkRequest {
  read: boolean;
  ids: string[];
  search: string;
}

/**
 * Reads the body of a request about many messages: `{ Read?, IDs?, Search? }`, names in any case, as Go reads JSON.
 *
 * @param body the text of the body
 * @returns what it says, or the reason why it says nothing
 */
export function parseBulkRequest(body: unknown): BulkRequest | string {
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
