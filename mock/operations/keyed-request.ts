import type { Choices } from '../../spec/generated/choices.ts';
import type { CheckedRequest } from '../contract/check.ts';
import type { KeyedRequest } from '../state/ledger.ts';
import type { ServedOperation } from './index.ts';

/**
 * What counts of a request for its idempotency key: account, method, path, the key in its letter case and the bytes of the body
 * (EMAIL-IDEM-20 to EMAIL-IDEM-24, EMAIL-IDEM-30), or what the partition's deployment chose instead.
 */
export function keyedRequest(request: CheckedRequest, { spec }: ServedOperation, choices: Choices): KeyedRequest {
  const { caller, method, path, idempotencyKeys, headers } = request;
  const { account, partition } = caller;
  return {
    account,
    partition,
    method,
    path: choices.keysAcrossRoutes === 'together' ? (spec.aliasOf ?? spec.id) : path,
    keys: choices.keyCase === 'folded' ? idempotencyKeys.map((key) => key.toLowerCase()) : idempotencyKeys,
    body: contentOf(request, choices),
    ...(choices.keyOwner === 'apiKey' && { owner: headers.authorization ?? '' }),
  };
}

function contentOf({ body, rawBody, headers }: CheckedRequest, { keysCover, keyHeaders }: Choices): Buffer {
  const content = keysCover === 'json' && body !== undefined ? Buffer.from(JSON.stringify(sorted(body))) : rawBody;
  return keyHeaders === 'counted' ? Buffer.concat([Buffer.from(headers['content-type'] ?? ''), content]) : content;
}

/** The same JSON with the members of its objects in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}
