import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { isoTime, parseTime } from '../time/times.ts';

/** When a message is due: as the caller will read it, and in milliseconds. */
export interface Schedule {
  text: string;
  due: number;
}

interface Times {
  scheduled_at?: unknown;
  send_at?: unknown;
}

/**
 * The time that a send asks for (source document, Endpoints > 5, `scheduled_at` and `send_at`; when it comes, the message leaves:
 * EMAIL-SCHED-2). A `scheduled_at` that is present and not null decides alone; else `send_at` does. A time that is past, invalid or
 * without an offset counts for nothing: the message leaves at once (EMAIL-SCHED-6, EMAIL-SCHED-12).
 */
export function scheduleOf({ scheduled_at, send_at }: Times, now: number): Schedule | null {
  const wanted = scheduled_at ?? send_at;
  const due = parseTime(wanted);
  if (typeof wanted !== 'string' || due === undefined || due <= now) return null;
  // A time that was given in UTC is shown as it was given, so that a caller recognises it.
  const asGiven = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):\d{2}:[0-5]\d(\.\d+)?Z$/.test(wanted);
  return { text: asGiven ? wanted : isoTime(due), due };
}

/** Why a time that was given counts for nothing, in sentences; none when it is null, or when the message waits for it. */
export function scheduleNotes({ scheduled_at, send_at }: Times, schedule: Schedule | null, now: number): string[] {
  const [name, time] =
    scheduled_at === undefined || scheduled_at === null ? ['send_at', send_at] : ['scheduled_at', scheduled_at];
  if (schedule || time === undefined || time === null) return [];
  const other = name === 'scheduled_at' && send_at !== undefined ? ' send_at is ignored.' : '';
  return [`${name} was ignored, and the message leaves at once: ${whyNoTime(time, now)}.${other}`];
}

function whyNoTime(time: unknown, now: number): string {
  if (typeof time !== 'string') return 'a time is a text in ISO 8601';
  if (parseTime(time) !== undefined) return `that was past, at ${isoTime(now)}`;
  if (parseTime(`${time}Z`) !== undefined) return 'it has no offset, such as Z';
  return `it is no ISO 8601 time such as ${isoTime(now)}`;
}

/** The rules that decided which time counts, and what came of it. */
export function scheduleRules({ scheduled_at, send_at }: Times, schedule: Schedule | null): readonly RuleId[] {
  const isGiven = (time: unknown) => time !== undefined && time !== null;
  if (!isGiven(scheduled_at) && !isGiven(send_at)) return [];
  const rules: RuleId[] = schedule ? ['EMAIL-SCHED-3', 'EMAIL-SCHED-4'] : ['EMAIL-SCHED-3'];
  if (isGiven(scheduled_at)) rules.push(schedule ? 'EMAIL-SCHED-1' : 'EMAIL-SCHED-5');
  else rules.push(schedule ? 'EMAIL-SCHED-7' : 'EMAIL-SCHED-8');
  if (isGiven(scheduled_at) && isGiven(send_at)) rules.push(schedule ? 'EMAIL-SCHED-9' : 'EMAIL-SCHED-10');
  if (scheduled_at === null) rules.push('EMAIL-SCHED-11');
  return rules;
}
