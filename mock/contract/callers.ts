import { LRUCache } from 'lru-cache';
import type { ApiKey } from '../../fixtures/seed.ts';

/** Who calls: the account behind a key, what the key may do, and the partition that its suffix names. */
export interface Caller {
  account: string;
  scopes: readonly string[];
  partition: string;
}

/** The partition of keys without a suffix. */
export const DEFAULT_PARTITION = 'default';

const PARTITION = /^[A-Za-z0-9_-]{1,64}$/;
const CREDENTIALS = /^bearer +([^ ]+)$/i;

/** Headers whose callers need not be found again; each client sends the same one all the time. */
const REMEMBERED = 1_000;

/**
 * Finds the caller behind an Authorization header: `Bearer <key>` or `Bearer <key>.<partition>` (source document, Authentication;
 * AUTH-1).
 */
export function createAuthenticator(
  apiKeys: readonly ApiKey[],
): (authorization: string | undefined) => Caller | undefined {
  const byKey = new Map(apiKeys.map((apiKey) => [apiKey.key, apiKey]));
  const known = new LRUCache<string, Caller>({ max: REMEMBERED });

  function callerOf(authorization: string): Caller | undefined {
    const token = CREDENTIALS.exec(authorization)?.[1];
    if (token === undefined) return undefined;
    const [key = '', ...suffix] = token.split('.');
    const partition = suffix.length === 0 ? DEFAULT_PARTITION : suffix.join('.');
    const apiKey = byKey.get(key);
    if (!apiKey || !PARTITION.test(partition)) return undefined;
    return { account: apiKey.account, scopes: apiKey.scopes, partition };
  }

  return (authorization = '') => {
    const remembered = known.get(authorization);
    if (remembered) return remembered;
    const caller = callerOf(authorization);
    if (caller) known.set(authorization, caller);
    return caller;
  };
}

/** How credentials begin: the scheme, which is no secret, and four characters. */
const BEGINNING = /^(?:(?:bearer|basic) +)?.{0,4}/is;

/** The value of a header with credentials as the journal keeps it: a key of the fixtures is no secret, all else is shortened. */
export function redactCredentials(value: string, apiKeys: readonly ApiKey[]): string {
  const key = CREDENTIALS.exec(value)?.[1]?.split('.', 1)[0];
  return apiKeys.some((known) => known.key === key) ? value : `${BEGINNING.exec(value)?.[0]}…`;
}
