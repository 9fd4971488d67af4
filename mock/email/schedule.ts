import { isoTime, parseTime } from '../time/times.ts';

/** When a message is due: as the caller will read it, and in milliseconds. */
export interface Schedule {
  text: string;
  due: number;
}

/**
 * The time that a send asks for (source document, Endpoints 5: `scheduled_at`, `send_at`). A `scheduled_at` that is present and not null decides alone; else `send_at` does.
 * A time that is past, invalid or without an offset counts for nothing.
 */
export function scheduleOf(body: { scheduled_at?: unknown; send_at?: unknown }, now: number): Schedule | null {
  const wanted = body.scheduled_at ?? body.send_at;
  const due = parseTime(wanted);
  if (due === undefined || due <= now) return null;
  // A time that was given in UTC is shown as it was given, so that a caller recognises it.
  const asGiven = typeof wanted === 'string' && /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):\d{2}:\d{2}(\.\d+)?Z$/.test(wanted);
  return { text: asGiven ? wanted : isoTime(due), due };
}
