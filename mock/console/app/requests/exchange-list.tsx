import type { Schema } from '../api.ts';
import { moveByArrows } from '../arrows.ts';
import { Status } from '../parts.tsx';
import { timeOfDay } from '../show.ts';

type Exchange = Schema<'Exchange'>;

/** The exchanges in short, each a link to the whole of it. */
export function ExchangeList({
  exchanges,
  open,
  linkOf,
  none,
}: {
  exchanges: Exchange[];
  open: string | undefined;
  linkOf: (id: string) => string;
  none: string;
}) {
  if (exchanges.length === 0) return <p class="none">{none}</p>;
  return (
    <ul class="list" onKeyDown={moveByArrows}>
      {exchanges.map(({ id, at, durationMs, request, response, cut }) => (
        <li key={id}>
          <a href={linkOf(id)} aria-current={id === open ? 'true' : undefined}>
            <span class="line">
              <b>{request.method}</b>
              <span class="path">{request.url}</span>
              <Status status={response.status} cut={cut} />
            </span>
            <span class="line minor">
              <span>{timeOfDay(at)}</span>
              <span class="path">{keyOf(request.headers)}</span>
              <span>{durationMs} ms</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The API key and the idempotency key of a request. */
function keyOf(headers: Record<string, string>): string {
  const { authorization = 'no key', 'idempotency-key': idempotencyKey } = headers;
  const apiKey = authorization.replace(/^bearer +/i, '');
  return idempotencyKey === undefined ? apiKey : `${apiKey} · Idempotency-Key ${idempotencyKey}`;
}
