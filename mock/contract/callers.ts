import type { ApiKey } from '../../fixtures/seed.ts';
import { didYouMean, findNearest } from '../../spec/texts.ts';

export interface Caller {
  account: string;
  scopes: readonly string[];
  partition: string;
}

export const DEFAULT_PARTITION = 'default';

const PARTITION = /^[A-Za-z0-9_-]{1,64}$/;
const CREDENTIALS = /^bearer +([^ ]+)$/i;
/** Joined headers such as `Bearer a, Basic b`, or an empty one. A comma may also separate parameters of one scheme. */
const SEVERAL = /^,|,\s*(?:(?:bearer|basic|digest)(?:\s|$)|$)/i;

/** Finds the caller of an Authorization header: `Bearer <key>` or `Bearer <key>.<partition>` (source document, Authentication; AUTH-1). */
export function createAuthenticator(apiKeys: readonly ApiKey[]): (authorization?: string) => Caller | undefined {
  const byKey = new Map(apiKeys.map((apiKey) => [apiKey.key, apiKey]));
  return (authorization = '') => {
    const [key = '', ...suffix] = (CREDENTIALS.exec(authorization)?.[1] ?? '').split('.');
    const apiKey = byKey.get(key);
    const partition = suffix.length === 0 ? DEFAULT_PARTITION : suffix.join('.');
    if (!apiKey || !PARTITION.test(partition)) return undefined;
    return { account: apiKey.account, scopes: apiKey.scopes, partition };
  };
}

/** Reads the partition of a mistyped key. Other tokens may be secret as a whole: their partition is `default`. */
export function guessPartition(authorization = '', apiKeys: readonly ApiKey[]): string {
  const token = /[^ ]*$/.exec(authorization)?.[0] ?? '';
  const [key = '', ...suffix] = token.split('.');
  const name = suffix.join('.');
  return isNearlyKey(key, apiKeys) && PARTITION.test(name) ? name : DEFAULT_PARTITION;
}

/** Explains refused credentials in a sentence that does not repeat them. */
export function explainAuthFailure(headers: Readonly<Record<string, unknown>>, apiKeys: readonly ApiKey[]): string {
  const keys = apiKeys.map(({ key }) => key);
  const example = `Authorization: Bearer ${keys[0]}`;
  const { authorization } = headers;
  if (typeof authorization !== 'string' || authorization === '') {
    const others = Object.keys(headers).filter((name) => name !== 'authorization');
    const misspelt = others.find((name) => findNearest(name, ['authorization', 'x-api-key']));
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
  if (keys.includes(key)) return 'The suffix behind the dot has to be 1 to 64 letters, digits, hyphens or underscores.';
  return `The fixtures have no such key${didYouMean(key, keys) || `; they have ${keys.join(', ')}.`}`;
}

/** True for a repeated Authorization header: its values arrive joined by commas (RFC 9110, 5.3; AUTH-8). */
export function hasSeveralCredentials({ authorization }: Readonly<Record<string, unknown>>): boolean {
  return typeof authorization === 'string' && SEVERAL.test(authorization);
}

function isNearlyKey(text: string, apiKeys: readonly ApiKey[]): boolean {
  const keys = apiKeys.map(({ key }) => key);
  return findNearest(text, keys) !== undefined;
}

const VISIBLE_START = /^(?:(?:bearer|basic) +)?.{0,4}/is;

/** Shortens credentials for the journal, except for keys of the fixtures, which aren't secret. */
export function redactCredentials(value: string, apiKeys: readonly ApiKey[]): string {
  const key = CREDENTIALS.exec(value)?.[1]?.split('.', 1)[0];
  return apiKeys.some((known) => known.key === key) ? value : `${VISIBLE_START.exec(value)?.[0]}...`;
}
