import { type MissionRun, newestFirst, type Seed, type SeedLists } from '../../fixtures/seed.ts';
import type { ControlSchema } from '../../spec/control.ts';
import type { Violation } from '../../spec/validators.ts';
import type { Message } from '../email/messages.ts';
import type { DeliveredMail, Outbox } from '../email/outbox.ts';
import type { Kind } from '../store/store.ts';
import { isoTime, parseTime } from '../time/times.ts';
import { type AnsweredRecord, type LedgerRecord, recordedAnswer } from './ledger.ts';
import type { Hold } from './numbers.ts';
import type { World } from './world.ts';

export type State = ControlSchema<'State'>;

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

const parts: { [Part in keyof State]-?: (world: World) => State[Part] } = {
  now: ({ clock }) => isoTime(clock.now()),
  notifications: ({ notifications }) => notifications.list(),
  documentTypes: ({ fixtures }) => fixtures.seed.documentTypes,
  templates: ({ fixtures }) => fixtures.seed.templates,
  suppressions: ({ fixtures }) => fixtures.seed.suppressions,
  numbers: ({ fixtures }) => fixtures.seed.numbers,
  missionRuns: ({ fixtures }) => Object.fromEntries(fixtures.seed.missionRuns),
  holds: ({ numbers, clock }) => [...numbers.held(clock.now())].map(([number, hold]) => storedHold(number, hold)),
  messages: ({ messages, outbox }) => messages.list().map((message) => storedMessage(message, outbox)),
  ledger: ({ ledger }) => ledger.list().map(storedRecord),
};

export function snapshot(world: World, names = Object.keys(parts) as readonly (keyof State)[]): State {
  return Object.fromEntries(names.map((name) => [name, parts[name](world)]));
}

export function listsOf({
  now: _now,
  holds: _holds,
  messages: _messages,
  ledger: _ledger,
  ...lists
}: State): SeedLists {
  return lists;
}

export function seedWith(seed: Seed, { missionRuns, ...lists }: SeedLists): Seed {
  const own = { ...seed, ...(lists as Partial<Seed>) };
  if (!missionRuns) return own;
  const runsOf = (account: string) => [...((missionRuns[account] ?? []) as readonly MissionRun[])].sort(newestFirst);
  return { ...own, missionRuns: new Map(seed.accounts.map(({ id }) => [id, runsOf(id)])) };
}

export function refill(world: World, { now, holds = [], messages = [], ledger = [] }: State): void {
  for (const { number, until, ...owner } of holds) world.numbers.hold(number, { ...owner, until: timeOf(until) });
  const restored = messages.map((stored) => ({ ...stored, message: messageOf(stored) }));
  for (const { message } of restored) world.messages.add(message);
  // Into the outbox only: it has left already, and no mail server gets it a second time.
  for (const { message, deliveredAt } of restored.sort((a, b) => timeOf(a.deliveredAt) - timeOf(b.deliveredAt)))
    if (deliveredAt !== null) world.outbox.deliver(message, new Date(timeOf(deliveredAt)));
  // The clock of a record may be ahead of this one: a record of the future would be replayed for too long.
  const start = parseTime(now) ?? world.clock.now();
  const records = ledger.flatMap(({ createdAt, answer, ...record }): AnsweredRecord[] =>
    answer ? [{ ...record, createdAt: Math.min(timeOf(createdAt), start), answer: recordedAnswer(answer) }] : [],
  );
  for (const record of records.sort((a, b) => a.createdAt - b.createdAt)) world.ledger.restore(record);
}

export type Flaw = Pick<Violation, 'pointer' | 'message'>;

export type StateCheck = (state: State) => Flaw[];

/** A state with one stored entry alone. */
const stateWith: { [K in Kind]?: (entry: never, id: string, outbox: Outbox) => State } = {
  notification: (owned: Seed['notifications'][number]) => ({ notifications: [owned] }),
  hold: (hold: Hold, number) => ({ holds: [storedHold(number, hold)] }),
  record: (record: LedgerRecord) => ({ ledger: [storedRecord(record)] }),
  waiting: (message: Message, _id, outbox) => ({ messages: [storedMessage(message, outbox)] }),
  message: (message: Message, _id, outbox) => ({ messages: [storedMessage(message, outbox)] }),
  mail: ({ message }: DeliveredMail, _id, outbox) => ({ messages: [storedMessage(message as Message, outbox)] }),
};

/** Leaves out the entries that fail a check, and those that can't be written as a state. Returns a line for each. */
export function leaveOut(world: World, check: StateCheck): string[] {
  const leftOut: string[] = [];
  for (const [kind, stateOf] of Object.entries(stateWith))
    world.retain<never>(kind as Kind, (entry, id) => {
      const isGone = kind === 'notification' && !world.fixtures.notifications.has(id);
      const reason = isGone
        ? 'it is not in the fixtures any more'
        : reasonAgainst(() => check(stateOf(entry, id, world.outbox)));
      if (reason !== undefined) leftOut.push(`${kind} ${id}: ${reason}`);
      return reason === undefined;
    });
  return leftOut;
}

function reasonAgainst(check: () => Flaw[]): string | undefined {
  try {
    const [flaw] = check();
    return flaw && `${flaw.pointer.replace(/^\/\w+\/0/, '') || 'it'} ${flaw.message}`;
  } catch (error) {
    return `it can't be read: ${(error as Error).message}`;
  }
}
