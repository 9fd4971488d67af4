import type { RuleId } from '../../spec/generated/rule-ids.ts';
import { formatTime, parseTime } from '../time.ts';

interface Times {
  scheduled_at?: unknown;
  send_at?: unknown;
}

/** The time that decides: a `scheduled_at` that is present and not null, else `send_at`. */
function selectTime({ scheduled_at, send_at }: Times): { name: string; time: unknown } {
  const isScheduled = scheduled_at !== undefined && scheduled_at !== null;
  return isScheduled ? { name: 'scheduled_at', time: scheduled_at } : { name: 'send_at', time: send_at };
}

/**
 * The time at which a message leaves, as answers show it (source document, Endpoints > 5, `scheduled_at` and `send_at`; EMAIL-SCHED-2).
 * A past or invalid time, or one without an offset, is ignored: the message leaves at once (EMAIL-SCHED-6, EMAIL-SCHED-12).
 */
export function toSchedule(times: Times, now: number): string | null {
  const { time } = selectTime(times);
  const due = parseTime(time);
  if (typeof time !== 'string' || due === undefined || due <= now) return null;
  // A time in UTC is shown unchanged, so that the caller recognises it.
  const isUtc = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):\d{2}:[0-5]\d(\.\d+)?Z$/.test(time);
  return isUtc ? time : formatTime(due);
}

/** A hint about an ignored time. */
export function listScheduleNotes(times: Times, schedule: string | null, now: number): string[] {
  const { name, time } = selectTime(times);
  if (schedule || time === undefined || time === null) return [];
  const ignored = name === 'scheduled_at' && times.send_at !== undefined ? ' send_at is ignored.' : '';
  return [`${name} was ignored, and the message leaves at once: ${explainIgnored(time, now)}.${ignored}`];
}

function explainIgnored(time: unknown, now: number): string {
  if (typeof time !== 'string') return 'a time is a text in ISO 8601';
  if (parseTime(time) !== undefined) return `that was past, at ${formatTime(now)}`;
  if (parseTime(`${time}Z`) !== undefined) return 'it has no offset, such as Z';
  return `it isn't an ISO 8601 time such as ${formatTime(now)}`;
}

export function listScheduleRules({ scheduled_at, send_at }: Times, schedule: string | null): readonly RuleId[] {
  const isGiven = (time: unknown) => time !== undefined && time !== null;
  if (!isGiven(scheduled_at) && !isGiven(send_at)) return [];
  const rules: RuleId[] = schedule ? ['EMAIL-SCHED-3', 'EMAIL-SCHED-4'] : ['EMAIL-SCHED-3'];
  if (isGiven(scheduled_at)) rules.push(schedule ? 'EMAIL-SCHED-1' : 'EMAIL-SCHED-5');
  else rules.push(schedule ? 'EMAIL-SCHED-7' : 'EMAIL-SCHED-8');
  if (isGiven(scheduled_at) && isGiven(send_at)) rules.push(schedule ? 'EMAIL-SCHED-9' : 'EMAIL-SCHED-10');
  if (scheduled_at === null) rules.push('EMAIL-SCHED-11');
  return rules;
}
