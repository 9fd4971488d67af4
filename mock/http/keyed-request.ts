import type { Choices } from '../../spec/generated/choices.ts';
import type { CheckedRequest } from '../contract/check.ts';
import { fitsWithin, MAX_DEPTH } from '../contract/depth.ts';
import type { ServedOperation } from '../operations/index.ts';
import type { KeyedRequest } from '../state/ledger.ts';

/**
 * What counts of a request for its idempotency key: account, method, path, the key in its letter case and the bytes of the body
 * (EMAIL-IDEM-20 to EMAIL-IDEM-24, EMAIL-IDEM-30), unless a deployment chose otherwise.
 */
export function keyedRequest(request: CheckedRequest, { spec }: ServedOperation, choices: Choices): KeyedRequest {
  const { caller, method, path, idempotencyKeys, body, rawBody } = request;
  const { account, partition } = caller;
  return {
    account,
    partition,
    method,
    path: choices.keysAcrossRoutes === 'shared' ? (spec.aliasOf ?? spec.id) : path,
    keys: idempotencyKeys,
    body:
      choices.keyedBody === 'json' && body !== undefined && fitsWithin(MAX_DEPTH, body)
        ? Buffer.from(JSON.stringify(sorted(body)))
        : rawBody,
  };
}

/** The same JSON with the members of its objects in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}
