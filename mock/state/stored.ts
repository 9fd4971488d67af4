import type { ControlSchema } from '../../spec/control.ts';
import type { Message } from '../email/messages.ts';
import type { Outbox } from '../email/outbox.ts';
import { isoTime, parseTime } from '../time/times.ts';
import type { LedgerRecord } from './ledger.ts';
import type { Hold } from './numbers.ts';

export type State = ControlSchema<'State'>;

export type SeedLists = Omit<State, 'now' | 'holds' | 'messages' | 'ledger'>;

export function storedMessage(
  { createdAt, schedule, arrives, ...message }: Message,
  outbox: Pick<Outbox, 'get'>,
): ControlSchema<'StoredMessage'> {
  return {
    ...message,
    createdAt: isoTime(createdAt),
    scheduledAt: schedule?.text ?? null,
    ...(arrives !== undefined && { arrivesAt: isoTime(arrives) }),
    deliveredAt: outbox.get(message.id)?.at.toISOString() ?? null,
  };
}

export function messageOf(stored: ControlSchema<'StoredMessage'>): Message {
  const { createdAt, scheduledAt, arrivesAt, deliveredAt: _, ...message } = stored;
  const schedule = scheduledAt === null ? null : { text: scheduledAt, due: timeOf(scheduledAt) };
  const late = arrivesAt === undefined ? {} : { arrives: timeOf(arrivesAt) };
  return { ...message, createdAt: timeOf(createdAt), schedule, ...late };
}

export function storedHold(number: string, { until, ...owner }: Hold): ControlSchema<'HeldNumber'> {
  return { number, until: isoTime(until), ...owner };
}

export function storedRecord({ createdAt, answer, ...record }: LedgerRecord): ControlSchema<'LedgerRecord'> {
  const first = answer ? { status: answer.status, body: JSON.parse(answer.text) } : null;
  return { ...record, createdAt: isoTime(createdAt), answer: first };
}

/** A time of a state in milliseconds, 0 for none; NaN for a text that is no time. */
export function timeOf(text: string | null | undefined): number {
  return text === null || text === undefined ? 0 : (parseTime(text) ?? Number.NaN);
}
