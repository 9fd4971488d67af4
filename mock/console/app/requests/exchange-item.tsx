import type { Schema } from '../api.ts';
import type { Item } from '../list.tsx';
import { Status } from '../parts.tsx';
import { timeOfDay, took } from '../show.ts';

/** An exchange in short. */
export function itemOf(exchange: Schema<'Exchange'>): Item {
  const { id, at, durationMs, request, response, cut } = exchange;
  return {
    id,
    lead: <b>{request.method}</b>,
    title: request.url,
    mark: (
      <>
        {badgesOf(exchange).map((badge) => (
          <span key={badge} class="badge">
            {badge}
          </span>
        ))}
        <Status status={response.status} cut={cut} />
      </>
    ),
    time: timeOfDay(at),
    about: keyOf(request.headers),
    more: took(durationMs),
  };
}

/** The API key and the idempotency key of a request. */
function keyOf(headers: Record<string, string>): string {
  const { authorization = 'no key', 'idempotency-key': idempotencyKey } = headers;
  const apiKey = authorization.replace(/^bearer +/i, '');
  return idempotencyKey === undefined ? apiKey : `${apiKey} · Idempotency-Key ${idempotencyKey}`;
}

/** What is worth knowing of an exchange before it is opened. */
function badgesOf({ origin, scenarios, notes }: Schema<'Exchange'>): string[] {
  return [
    origin === 'ledger' && 'replayed',
    origin === 'prefer' && 'Prefer',
    scenarios.length > 0 && 'scenario',
    notes.some((note) => note.includes('ignored')) && 'ignored',
  ].filter((badge) => badge !== false);
}
