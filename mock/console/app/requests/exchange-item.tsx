import type { Schema } from '../api.ts';
import type { Item } from '../list.tsx';
import { Status } from '../parts.tsx';
import { timeOfDay } from '../show.ts';

/** An exchange in short. */
export function itemOf({ id, at, durationMs, request, response, cut }: Schema<'Exchange'>): Item {
  return {
    id,
    lead: <b>{request.method}</b>,
    title: request.url,
    mark: <Status status={response.status} cut={cut} />,
    time: timeOfDay(at),
    about: keyOf(request.headers),
    more: `${durationMs} ms`,
  };
}

/** The API key and the idempotency key of a request. */
function keyOf(headers: Record<string, string>): string {
  const { authorization = 'no key', 'idempotency-key': idempotencyKey } = headers;
  const apiKey = authorization.replace(/^bearer +/i, '');
  return idempotencyKey === undefined ? apiKey : `${apiKey} · Idempotency-Key ${idempotencyKey}`;
}
