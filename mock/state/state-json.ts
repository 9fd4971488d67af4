import type { ControlSchema } from '../../spec/control.ts';
import type { Message } from '../email/messages.ts';
import type { Outbox } from '../email/outbox.ts';
import { isoDuration, isoTime, parseTime } from '../time/times.ts';
import type { LedgerRecord } from './ledger.ts';
import type { Hold } from './numbers.ts';

/** The state of a partition as JSON, or parts of it; times are text. */
export type State = ControlSchema<'State'>;

/** Settings of a partition, which can change while the mock runs. */
export interface Settings {
  /** The duration of a send, in milliseconds of the partition's clock. */
  processingTime: number;
  /** Idempotency records at most; a further one is refused with 503. */
  ledgerLimit: number;
  /** Held numbers at most; a reservation beyond is refused with 503. */
  holdLimit: number;
}

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

export function storedHold(number: string, { until, ...whose }: Hold): ControlSchema<'HeldNumber'> {
  return { number, until: isoTime(until), ...whose };
}

/** A record as JSON; without an answer its request is still in progress. */
export function storedRecord({ createdAt, answer, ...record }: LedgerRecord): ControlSchema<'LedgerRecord'> {
  const first = answer ? { status: answer.status, body: JSON.parse(answer.text) } : null;
  return { ...record, createdAt: isoTime(createdAt), answer: first };
}

/** Settings as the control API shows them: durations are texts such as `PT2S`. */
export function shownSettings({ processingTime, ...limits }: Settings): ControlSchema<'Settings'> {
  return { processingTime: isoDuration(processingTime), ...limits };
}

export function messageOf(stored: ControlSchema<'StoredMessage'>): Message {
  const { createdAt, scheduledAt, arrivesAt, deliveredAt: _, ...message } = stored;
  const schedule = scheduledAt === null ? null : { text: scheduledAt, due: timeOf(scheduledAt) };
  const late = arrivesAt === undefined ? {} : { arrives: timeOf(arrivesAt) };
  return { ...message, createdAt: timeOf(createdAt), schedule, ...late };
}

/** A time of a state in milliseconds; NaN for a text that is no time. */
export function timeOf(text: string): number {
  return parseTime(text) ?? Number.NaN;
}
