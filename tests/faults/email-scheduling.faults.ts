import { dropIf, replace } from './changes.ts';
import type { Body, Fault } from './fault.ts';
import { getKeys } from './keys.ts';
import { created, onSend, refuseSends, rewriteSends } from './sends.ts';

const times = ['scheduled_at', 'send_at'] as const;
const day = 86_400_000;
/** `Date.parse` also accepts a time of day with part of a date. */
const hasPartOfDate = (value: unknown) => /^\d{4}(-\d\d)?T/.test(String(value));
const timeOf = (value: unknown) =>
  typeof value === 'string' && !hasPartOfDate(value) ? Date.parse(value) : Number.NaN;
const isLater = (value: unknown) => timeOf(value) > Date.now();
const isPast = (value: unknown) => timeOf(value) <= Date.now();
const isGiven = (value: unknown) => value !== undefined && value !== null;
const isInvalid = (value: unknown) => isGiven(value) && Number.isNaN(timeOf(value));
const isText = (value: unknown) => typeof value === 'string';
const moved = (value: unknown, hours: number) => new Date(timeOf(value) + hours * 3_600_000).toISOString();
const tomorrow = () => new Date(Date.now() + day).toISOString();

/** Times other than ISO 8601 that a service may accept. */
const otherTimes: Record<string, (value: unknown) => number | undefined> = {
  'seconds of the epoch': (value) =>
    typeof value === 'number' && value > 1e9 && value < 1e11 ? value * 1000 : undefined,
  'milliseconds of the epoch': (value) => (typeof value === 'number' && value > 1e12 ? value : undefined),
  'seconds of the epoch in a text': (value) => (/^\d{10}$/.test(String(value)) ? Number(value) * 1000 : undefined),
  'a date as in mail': (value) => (/^[A-Z][a-z]{2}, /.test(String(value)) ? timeOf(value) : undefined),
  'a duration': (value) => (/^PT?\d/.test(String(value)) ? Date.now() + 3_600_000 : undefined),
  'a time of day with part of a date': (value) => (hasPartOfDate(value) ? Date.parse(String(value)) : undefined),
  'a word': (value) => (value === 'tomorrow' ? Date.now() + day : undefined),
};

type Id = Fault['rule'];

/** Faults of `scheduled_at` or `send_at` without the other. Each has its own rules. */
function faultsOf(name: (typeof times)[number], [later, due, noError, atOnce]: [Id, Id, Id, Id]): readonly Fault[] {
  const otherName = name === 'send_at' ? 'scheduled_at' : 'send_at';
  const set = (rule: Id, title: string, test: (value: unknown) => boolean, to: (value: unknown) => unknown) =>
    rewriteSends(rule, title, {
      [name]: (value: unknown, body: Body) => (!isGiven(body[otherName]) && test(value) ? to(value) : value),
    });
  const refuse = (title: string, test: (value: unknown) => boolean, rule = noError) =>
    refuseSends(rule, title, (body) => !isGiven(body[otherName]) && test(body[name]));
  return [
    set(later, `${name} is ignored`, isLater, () => undefined),
    refuse(`a future ${name} is refused`, isLater, later),
    set(later, `the offset of ${name} is ignored`, isLater, (value) => String(value).replace(/[+-]\d\d:\d\d$/, 'Z')),
    set(due, `a message with ${name} leaves half an hour early`, isLater, (value) => moved(value, -0.5)),
    set(due, `a message with ${name} leaves half an hour late`, isLater, (value) => moved(value, 0.5)),
    set(due, `a message with ${name} never leaves`, isLater, (value) => moved(value, 9999)),
    refuse(`a past ${name} is refused`, isPast),
    refuse(`a ${name} that is no time is refused`, (value) => isText(value) && isInvalid(value)),
    refuse(`a ${name} that is no string is refused`, (value) => !isText(value) && isInvalid(value)),
    refuse(`a ${name} that is a number is refused`, (value) => typeof value === 'number'),
    set(atOnce, `a message with a past ${name} leaves tomorrow`, isPast, tomorrow),
    set(atOnce, `a message whose ${name} is invalid leaves tomorrow`, isInvalid, tomorrow),
    set(atOnce, `a message whose ${name} is an object leaves tomorrow`, (value) => typeof value === 'object', tomorrow),
  ];
}

/** Sends at `send_at` if the two times pass a test. */
const decides = (rule: Id, title: string, test: (first: unknown, second: unknown) => boolean) =>
  rewriteSends(rule, title, {
    scheduled_at: (value, { send_at }) => (test(value, send_at) ? send_at : value),
  });

/** Faults of scheduling. */
export const faults: readonly Fault[] = [
  ...faultsOf('scheduled_at', ['EMAIL-SCHED-1', 'EMAIL-SCHED-2', 'EMAIL-SCHED-5', 'EMAIL-SCHED-6']),
  ...faultsOf('send_at', ['EMAIL-SCHED-7', 'EMAIL-SCHED-7', 'EMAIL-SCHED-8', 'EMAIL-SCHED-8']),
  ...Object.entries(otherTimes).flatMap(([form, readTime]) =>
    times.map((name) =>
      rewriteSends(name === 'send_at' ? 'EMAIL-SCHED-8' : 'EMAIL-SCHED-6', `${name} may be ${form}`, {
        [name]: (value: unknown) => {
          const time = readTime(value);
          return time !== undefined && time > Date.now() ? new Date(time).toISOString() : value;
        },
      }),
    ),
  ),
  rewriteSends('EMAIL-SCHED-1', 'times more than 60 days ahead are ignored', {
    scheduled_at: (value) => (timeOf(value) > Date.now() + 60 * day ? undefined : value),
  }),
  rewriteSends('EMAIL-SCHED-1', 'messages of templates are not scheduled', {
    scheduled_at: dropIf(({ template_id }) => template_id),
  }),
  onSend('EMAIL-SCHED-1', 'messages with a key are not scheduled', (body, _, request) => {
    if (getKeys(request).length > 0) delete body.scheduled_at;
  }),
  rewriteSends('EMAIL-SCHED-2', 'a message for later leaves a second early', {
    scheduled_at: (value, { send_at }) => (isLater(value) && !isGiven(send_at) ? moved(value, -1 / 3600) : value),
  }),
  created('EMAIL-SCHED-3', 'a scheduled message shows `queued`', { status: replace('scheduled', 'queued') }),
  created('EMAIL-SCHED-3', 'an ignored time shows `scheduled`', (data, { sent }) => {
    if (data.status === 'queued' && isGiven(sent.scheduled_at)) data.status = 'scheduled';
  }),
  created('EMAIL-SCHED-4', 'the answer omits the time', { scheduled_at: undefined }),
  created('EMAIL-SCHED-4', 'the answer shows an ignored time', (data, { sent }) => {
    if (isPast(sent.scheduled_at)) data.scheduled_at = sent.scheduled_at;
  }),
  created('EMAIL-SCHED-4', 'the answer shows a wrong time', { scheduled_at: (time) => moved(time, 1) }),
  decides('EMAIL-SCHED-9', '`send_at` wins over `scheduled_at`', (first, second) => isLater(first) && isGiven(second)),
  decides('EMAIL-SCHED-9', 'the earlier of two times decides', (first, second) => {
    return isLater(first) && timeOf(second) < timeOf(first);
  }),
  decides('EMAIL-SCHED-9', 'the later of two times decides', (first, second) => {
    return isLater(first) && timeOf(second) > timeOf(first);
  }),
  refuseSends('EMAIL-SCHED-9', 'two times together are refused', ({ scheduled_at, send_at }) => {
    return isLater(scheduled_at) && isGiven(send_at);
  }),
  decides('EMAIL-SCHED-10', 'an invalid `scheduled_at` gives way to `send_at`', (first, second) => {
    return isInvalid(first) && isLater(second);
  }),
  decides('EMAIL-SCHED-10', 'a past `scheduled_at` gives way to `send_at`', (first, second) => {
    return isPast(first) && isLater(second);
  }),
  rewriteSends('EMAIL-SCHED-11', 'a `scheduled_at` of null means now', {
    send_at: dropIf(({ scheduled_at }) => scheduled_at === null),
  }),
  refuseSends('EMAIL-SCHED-11', 'a `scheduled_at` of null is refused', ({ scheduled_at }) => scheduled_at === null),
  rewriteSends(
    'EMAIL-SCHED-12',
    'a time without an offset is taken as UTC',
    Object.fromEntries(
      times.map((name) => [name, (value: unknown) => (/T[\d:.]+$/.test(String(value)) ? `${value}Z` : value)]),
    ),
  ),
];
