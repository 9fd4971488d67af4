import { findConflict } from '../../fixtures/conflicts.ts';
import { type MissionRun, newestFirst, type Seed } from '../../fixtures/seed.ts';
import type { Message } from '../email/messages.ts';
import { isoTime, parseTime } from '../time/times.ts';
import { type LedgerRecord, recordedAnswer } from './ledger.ts';
import type { World } from './world.ts';

/** A message as a snapshot keeps it: times as text, and when it left. */
export type StoredMessage = Omit<Message, 'createdAt' | 'schedule'> & {
  createdAt: string;
  scheduledAt: string | null;
  deliveredAt: string | null;
};

/** A record of the idempotency ledger as a snapshot keeps it; without an answer its request is still in progress. */
export type StoredRecord = Omit<LedgerRecord, 'createdAt' | 'answer'> & {
  createdAt: string;
  answer: { status: number; body: unknown } | null;
};

/** The lists of the fixtures that a partition can have instead. */
export interface SeedLists
  extends Pick<Seed, 'notifications' | 'documentTypes' | 'templates' | 'suppressions' | 'numbers'> {
  missionRuns: Readonly<Record<string, readonly MissionRun[]>>;
}

/** All state of a partition as JSON; `fill` takes back what `snapshot` gives. */
export interface State extends SeedLists {
  now: string;
  holds: readonly { number: string; until: string }[];
  messages: readonly StoredMessage[];
  ledger: readonly StoredRecord[];
}

/** What makes up the state of a partition. */
const parts: { [Part in keyof State]: (world: World) => State[Part] } = {
  now: ({ clock }) => isoTime(clock.now()),
  notifications: ({ notifications }) => notifications.list(),
  documentTypes: ({ documentTypes }) => documentTypes,
  templates: ({ fixtures }) => fixtures.seed.templates,
  suppressions: ({ fixtures }) => fixtures.seed.suppressions,
  numbers: ({ fixtures }) => fixtures.seed.numbers,
  missionRuns: ({ fixtures }) => Object.fromEntries(fixtures.seed.missionRuns),
  holds: ({ numbers, clock }) =>
    [...numbers.held(clock.now())].map(([number, until]) => ({ number, until: isoTime(until) })),
  messages: (world) => world.messages.list().map((message) => storedMessage(message, world)),
  ledger: ({ ledger }) => ledger.list().map(storedRecord),
};

export const partNames = Object.keys(parts) as (keyof State)[];

/** The named parts of a partition's state, all when none is named. */
export function snapshot(world: World, names: readonly (keyof State)[] = partNames): Partial<State> {
  return Object.fromEntries(names.map((name) => [name, parts[name](world)]));
}

function storedMessage({ createdAt, schedule, ...message }: Message, { outbox }: World): StoredMessage {
  return {
    ...message,
    createdAt: isoTime(createdAt),
    scheduledAt: schedule?.text ?? null,
    deliveredAt: outbox.get(message.id)?.at.toISOString() ?? null,
  };
}

function storedRecord({ createdAt, answer, ...record }: LedgerRecord): StoredRecord {
  const kept = answer && { status: answer.status, body: JSON.parse(answer.text) };
  return { ...record, createdAt: isoTime(createdAt), answer: kept ?? null };
}

/** The lists among what a state has. */
export function listsOf(state: Partial<State>): Partial<SeedLists> {
  const { now: _now, holds: _holds, messages: _messages, ledger: _ledger, ...lists } = state;
  return lists;
}

/** The fixtures with lists in the place of their own. */
export function seedWith(seed: Seed, { missionRuns, ...lists }: Partial<SeedLists>): Seed {
  return { ...seed, ...lists, ...(missionRuns && { missionRuns: sortedRuns(seed, missionRuns) }) };
}

function sortedRuns({ accounts }: Seed, runs: State['missionRuns']): Seed['missionRuns'] {
  return new Map(accounts.map(({ id }) => [id, [...(runs[id] ?? [])].sort(newestFirst)]));
}

/** What no schema finds: unknown accounts, entries that stand twice, ranges the wrong way round. */
export function findContradiction(state: Partial<State>, seed: Seed): { pointer: string; message: string } | undefined {
  const accounts = new Set(seed.accounts.map(({ id }) => id));
  const {
    notifications = [],
    documentTypes = [],
    templates = [],
    suppressions = [],
    missionRuns = {},
    numbers,
  } = state;
  const { messages = [], ledger = [] } = state;
  const runs = Object.entries(missionRuns).map(([account, list]): [string, { account: string; id: string }[]] => [
    `missionRuns/${account}`,
    list.map(({ run_id }) => ({ account, id: run_id })),
  ]);
  return findConflict(
    {
      notifications,
      documentTypes,
      templates,
      suppressions,
      messages: messages.map(({ account, id }) => ({ account, id })),
      ...(numbers && { 'numbers/free': numbers.free, 'numbers/held': numbers.held }),
      ledger: ledger.map(({ account }) => ({ account })),
      ...Object.fromEntries(runs),
    },
    accounts,
  );
}

/** Puts what has happened (holds, messages, mail, answers under a key) into a world that begins. */
export function refill(world: World, { holds = [], messages = [], ledger = [] }: Partial<State>): void {
  for (const { number, until } of holds) world.numbers.hold(number, timeOf(until));
  for (const message of messages) world.messages.add(messageOf(message));
  const left = messages.flatMap((one) => (one.deliveredAt === null ? [] : [{ ...one, at: timeOf(one.deliveredAt) }]));
  for (const { account, id, at } of left.sort((a, b) => a.at - b.at)) {
    const message = world.messages.get(account, id);
    // Into the outbox only: it has left already, and no mail server gets it a second time.
    if (message) world.outbox.deliver(message, new Date(at));
  }
  // The clock that a record comes from may go ahead of this one; what lies in its future would be replayed for too long.
  const now = world.clock.now();
  const answered = ledger.flatMap(({ createdAt, answer, ...record }) =>
    answer ? [{ ...record, createdAt: Math.min(timeOf(createdAt), now), answer: recordedAnswer(answer) }] : [],
  );
  for (const record of answered.sort((a, b) => a.createdAt - b.createdAt)) world.ledger.restore(record);
}

/** A message as a partition knows it. */
export function messageOf({ createdAt, scheduledAt, deliveredAt: _deliveredAt, ...message }: StoredMessage): Message {
  const schedule = scheduledAt === null ? null : { text: scheduledAt, due: timeOf(scheduledAt) };
  return { ...message, createdAt: timeOf(createdAt), schedule };
}

/** Only times have been let through. */
function timeOf(text: string): number {
  return parseTime(text) ?? 0;
}
