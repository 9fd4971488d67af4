import type { ControlSchema } from '../../spec/control.ts';
import type { Message } from '../email/messages.ts';
import type { Outbox } from '../email/outbox.ts';
import { isoTime, parseTime } from '../time/times.ts';
import type { LedgerRecord } from './ledger.ts';
import type { Hold } from './numbers.ts';

/** The state of a partition as JSON, or parts of it; times are text. */
export type State = ControlSchema<'State'>;

/** A message as JSON. */
export function storedMessage(
  { createdAt, schedule, arrives, ...message }: Message,
  outbox: Outbox,
): ControlSchema<'StoredMessage'> {
  return {
    ...message,
    createdAt: isoTime(createdAt),
    scheduledAt: schedule?.text ?? null,
    ...(arrives !== undefined && { arrivesAt: isoTime(arrives) }),
    deliveredAt: outbox.get(message.id)?.at.toISOString() ?? null,
  };
}

/** A held number as JSON. */
export function storedHold(number: string, { until, ...whose }: Hold): ControlSchema<'HeldNumber'> {
  return { number, until: isoTime(until), ...whose };
}

/** A record as JSON; without an answer its request is still in progress. */
export function storedRecord({ createdAt, answer, ...record }: LedgerRecord): ControlSchema<'LedgerRecord'> {
  const first = answer ? { status: answer.status, body: JSON.parse(answer.text) } : null;
  return { ...record, createdAt: isoTime(createdAt), answer: first };
}

/** A message as a partition knows it. */
export function messageOf({
  createdAt,
  scheduledAt,
  arrivesAt,
  deliveredAt: _deliveredAt,
  ...message
}: ControlSchema<'StoredMessage'>): Message {
  const schedule = scheduledAt === null ? null : { text: scheduledAt, due: timeOf(scheduledAt) };
  const late = arrivesAt === undefined ? {} : { arrives: timeOf(arrivesAt) };
  return { ...message, createdAt: timeOf(createdAt), schedule, ...late };
}

/** A time of a state in milliseconds; NaN for what a clock can't show. */
export function timeOf(text: string): number {
  return parseTime(text) ?? Number.NaN;
}
