import { type Body, type Fault, refusal } from './fault.ts';
import { keysOf } from './keys.ts';
import { onAnswer, onSend } from './messages.ts';

const times = ['scheduled_at', 'send_at'] as const;
/** A time of day needs a whole date in ISO 8601, other than for `Date.parse`. */
const hasPartOfDate = (value: unknown) => /^\d{4}(-\d\d)?T/.test(String(value));
const timeOf = (value: unknown) =>
  typeof value === 'string' && !hasPartOfDate(value) ? Date.parse(value) : Number.NaN;
const isLater = (value: unknown) => timeOf(value) > Date.now();
const isPast = (value: unknown) => timeOf(value) <= Date.now();
const isGiven = (value: unknown) => value !== undefined && value !== null;
const isInvalid = (value: unknown) => isGiven(value) && Number.isNaN(timeOf(value));
const moved = (value: unknown, hours: number) => new Date(timeOf(value) + hours * 3_600_000).toISOString();
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
const unprocessable = () => refusal(422, '10015');

/** Forms in which a service may take a time although they are not ISO 8601. */
const otherTimes: Record<string, (value: unknown) => number | undefined> = {
  'seconds of the epoch': (value) =>
    typeof value === 'number' && value > 1e9 && value < 1e11 ? value * 1000 : undefined,
  'milliseconds of the epoch': (value) => (typeof value === 'number' && value > 1e12 ? value : undefined),
  'seconds of the epoch in a text': (value) => (/^\d{10}$/.test(String(value)) ? Number(value) * 1000 : undefined),
  'a date as in mail': (value) => (/^[A-Z][a-z]{2}, /.test(String(value)) ? timeOf(value) : undefined),
  'a duration': (value) => (/^PT?\d/.test(String(value)) ? Date.now() + 3_600_000 : undefined),
  'a time of day with part of a date': (value) => (hasPartOfDate(value) ? Date.parse(String(value)) : undefined),
  'a word': (value) => (value === 'tomorrow' ? Date.now() + 86_400_000 : undefined),
};

/** Faults of one of the two times where it is alone: the rules on `scheduled_at` and those on `send_at` are others. */
const faultsOf = (
  name: (typeof times)[number],
  [later, moment, noError, atOnce]: readonly [Fault['rule'], Fault['rule'], Fault['rule'], Fault['rule']],
): readonly Fault[] => {
  const [other] = times.filter((one) => one !== name);
  const alone = (rule: Fault['rule'], title: string, change: (body: Body, value: unknown) => unknown) =>
    onSend(rule, title, (body) => (isGiven(body[other as string]) ? undefined : change(body, body[name])));
  const set = (
    rule: Fault['rule'],
    title: string,
    test: (value: unknown) => boolean,
    to: (value: unknown) => unknown,
  ) =>
    alone(rule, title, (body, value) => {
      if (test(value)) body[name] = to(value);
    });
  const refuse = (title: string, test: (value: unknown) => boolean, rule = noError) =>
    alone(rule, title, (_, value) => (test(value) ? unprocessable() : undefined));
  const isObject = (value: unknown) => typeof value === 'object' && isGiven(value);
  return [
    set(later, `${name} is ignored`, isLater, () => undefined),
    refuse(`a ${name} to come is refused`, isLater, later),
    set(later, `the offset of ${name} is ignored`, isLater, (value) => String(value).replace(/[+-]\d\d:\d\d$/, 'Z')),
    set(moment, `a message with ${name} leaves half an hour early`, isLater, (value) => moved(value, -0.5)),
    set(moment, `a message with ${name} leaves half an hour late`, isLater, (value) => moved(value, 0.5)),
    set(moment, `a message with ${name} never leaves`, isLater, (value) => moved(value, 9999)),
    refuse(`a ${name} that is past is refused`, isPast),
    refuse(`a ${name} that is no time is refused`, (value) => typeof value === 'string' && isInvalid(value)),
    refuse(`a ${name} that is no string is refused`, (value) => typeof value !== 'string' && isInvalid(value)),
    refuse(`a ${name} that is a number is refused`, (value) => typeof value === 'number'),
    set(atOnce, `a message whose ${name} is past leaves tomorrow`, isPast, tomorrow),
    set(atOnce, `a message whose ${name} is invalid leaves tomorrow`, isInvalid, tomorrow),
    set(atOnce, `a message whose ${name} is an object leaves tomorrow`, isObject, tomorrow),
  ];
};

/** Faults of scheduling. */
export const faults: readonly Fault[] = [
  ...faultsOf('scheduled_at', ['EMAIL-SCHED-1', 'EMAIL-SCHED-2', 'EMAIL-SCHED-5', 'EMAIL-SCHED-6']),
  ...faultsOf('send_at', ['EMAIL-SCHED-7', 'EMAIL-SCHED-7', 'EMAIL-SCHED-8', 'EMAIL-SCHED-8']),
  ...Object.entries(otherTimes).flatMap(([form, read]) =>
    times.map((name) =>
      onSend(name === 'send_at' ? 'EMAIL-SCHED-8' : 'EMAIL-SCHED-6', `${name} may be ${form}`, (body) => {
        const time = read(body[name]);
        if (time !== undefined && time > Date.now()) body[name] = new Date(time).toISOString();
      }),
    ),
  ),
  onSend('EMAIL-SCHED-1', 'times more than 60 days ahead are ignored', (body) => {
    if (timeOf(body.scheduled_at) > Date.now() + 60 * 86_400_000) delete body.scheduled_at;
  }),
  onSend('EMAIL-SCHED-1', 'messages of templates are not scheduled', (body) => {
    if (body.template_id) delete body.scheduled_at;
  }),
  onSend('EMAIL-SCHED-1', 'messages with a key are not scheduled', (body, _, request) => {
    if (keysOf(request).length > 0) delete body.scheduled_at;
  }),
  onSend('EMAIL-SCHED-2', 'a message for later leaves a second early', (body) => {
    if (isLater(body.scheduled_at) && !isGiven(body.send_at)) body.scheduled_at = moved(body.scheduled_at, -1 / 3600);
  }),
  onAnswer('EMAIL-SCHED-3', 'a scheduled message is called queued', ({ data }) => {
    if (data?.status === 'scheduled') data.status = 'queued';
  }),
  onAnswer('EMAIL-SCHED-3', 'a message whose time was ignored is called scheduled', ({ data }, { body }) => {
    if (data?.status === 'queued' && isGiven(body.scheduled_at)) data.status = 'scheduled';
  }),
  onAnswer('EMAIL-SCHED-4', 'the answer never carries a time', ({ data }) => delete data?.scheduled_at),
  onAnswer('EMAIL-SCHED-4', 'the answer carries a time that was ignored', ({ data }, { body }) => {
    if (data && isPast(body.scheduled_at)) data.scheduled_at = body.scheduled_at;
  }),
  onAnswer('EMAIL-SCHED-4', 'the answer carries another time', ({ data }) => {
    if (data?.scheduled_at) data.scheduled_at = moved(data.scheduled_at, 1);
  }),
  onSend('EMAIL-SCHED-9', '`send_at` wins over `scheduled_at`', (body) => {
    if (isLater(body.scheduled_at) && isGiven(body.send_at)) body.scheduled_at = body.send_at;
  }),
  onSend('EMAIL-SCHED-9', 'the earlier of two times decides', (body) => {
    if (isLater(body.scheduled_at) && timeOf(body.send_at) < timeOf(body.scheduled_at))
      body.scheduled_at = body.send_at;
  }),
  onSend('EMAIL-SCHED-9', 'the later of two times decides', (body) => {
    if (isLater(body.scheduled_at) && timeOf(body.send_at) > timeOf(body.scheduled_at))
      body.scheduled_at = body.send_at;
  }),
  onSend('EMAIL-SCHED-9', 'two times together are refused', ({ scheduled_at, send_at }) =>
    isLater(scheduled_at) && isGiven(send_at) ? unprocessable() : undefined,
  ),
  onSend('EMAIL-SCHED-10', 'an invalid `scheduled_at` gives way to `send_at`', (body) => {
    if (isInvalid(body.scheduled_at) && isLater(body.send_at)) body.scheduled_at = body.send_at;
  }),
  onSend('EMAIL-SCHED-10', 'a past `scheduled_at` gives way to `send_at`', (body) => {
    if (isPast(body.scheduled_at) && isLater(body.send_at)) body.scheduled_at = body.send_at;
  }),
  onSend('EMAIL-SCHED-11', 'a `scheduled_at` of null means now', (body) => {
    if (body.scheduled_at === null) delete body.send_at;
  }),
  onSend('EMAIL-SCHED-11', 'a `scheduled_at` of null is refused', ({ scheduled_at }) =>
    scheduled_at === null ? unprocessable() : undefined,
  ),
  onSend('EMAIL-SCHED-12', 'a time without an offset is taken as UTC', (body) => {
    for (const name of times) {
      if (/T[\d:.]+$/.test(String(body[name]))) body[name] = `${body[name]}Z`;
    }
  }),
];
