import { LRUCache } from 'lru-cache';
import type { ApiKey } from '../../fixtures/seed.ts';
import { didYouMean, nearest } from '../../spec/nearest.ts';

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
/** An empty value before or after a comma, or a scheme after one: parameters of one scheme have commas too. */
const SEVERAL = /^,|,\s*(?:(?:bearer|basic|digest)(?:\s|$)|$)/i;

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

/**
 * The partition that a request belongs to whose credentials are no good: the one that the suffix names, where what stands before it is
 * nearly a key of the fixtures. Of any other token a part may be a secret, and no name for anything.
 */
export function partitionMeant(authorization: string | undefined, apiKeys: readonly ApiKey[]): string {
  const [key = '', ...suffix] = tokenIn(authorization).split('.');
  const name = suffix.join('.');
  return isNearlyKey(key, apiKeys) && PARTITION.test(name) ? name : DEFAULT_PARTITION;
}

/** Why credentials could not be understood, in a sentence; nothing that they hold is repeated. */
export function whyNobody(headers: Readonly<Record<string, unknown>>, apiKeys: readonly ApiKey[]): string {
  const keys = apiKeys.map(({ key }) => key);
  const example = `Authorization: Bearer ${keys[0]}`;
  const { authorization } = headers;
  if (typeof authorization !== 'string' || authorization === '') {
    const others = Object.keys(headers).filter((name) => name !== 'authorization');
    const misspelt = others.find((name) => nearest(name, ['authorization', 'x-api-key']));
    const lacking = authorization === '' ? 'nothing in its' : 'no';
    return `The request has ${lacking} Authorization header${misspelt ? `, but ${misspelt}` : ''}; send "${example}".`;
  }
  if (hasSeveralCredentials(headers)) return `The request has several Authorization headers; send one: "${example}".`;
  const scheme = /^[^ ]*/.exec(authorization)?.[0] ?? '';
  if (isNearlyKey(scheme.split('.', 1)[0] as string, apiKeys)) return `The scheme is missing: "${example}".`;
  if (scheme.toLowerCase() !== 'bearer') return `The scheme has to be Bearer: "${example}".`;
  const token = CREDENTIALS.exec(authorization)?.[1];
  if (token === undefined) return `Behind Bearer there has to be one key, without spaces: "${example}".`;
  const [key = ''] = token.split('.', 1);
  if (keys.includes(key))
    return 'What stands behind the dot has to be 1 to 64 letters, digits, hyphens or underscores.';
  return `The fixtures have no such key${didYouMean(key, keys) || `; they have ${keys.join(', ')}.`}`;
}

/** Whether the Authorization header came several times: the values arrive joined by commas (RFC 9110, 5.3), which no key holds (AUTH-8). */
export function hasSeveralCredentials({ authorization }: Readonly<Record<string, unknown>>): boolean {
  return typeof authorization === 'string' && SEVERAL.test(authorization);
}

/** What looks like a key in credentials, whether or not its scheme is there. */
function tokenIn(authorization = ''): string {
  return /[^ ]*$/.exec(authorization)?.[0] ?? '';
}

function isNearlyKey(text: string, apiKeys: readonly ApiKey[]): boolean {
  const keys = apiKeys.map(({ key }) => key);
  return nearest(text, keys) !== undefined;
}

/** How credentials begin: the scheme, which is no secret, and four characters. */
const BEGINNING = /^(?:(?:bearer|basic) +)?.{0,4}/is;

/**
 * The value of a header with credentials as the journal keeps it: a key of the fixtures is no secret, all else is shortened. What is left
 * can be sent again, as what the journal exports is: no header has an ellipsis in one character.
 */
export function redactCredentials(value: string, apiKeys: readonly ApiKey[]): string {
  const key = CREDENTIALS.exec(value)?.[1]?.split('.', 1)[0];
  return apiKeys.some((known) => known.key === key) ? value : `${BEGINNING.exec(value)?.[0]}...`;
}
