import { type MissionRun, newestFirst, type Seed } from '../../fixtures/seed.ts';
import { lazily } from '../collections/lazily.ts';
import { memorySize } from '../collections/memory.ts';
import { sorted } from '../collections/sorted.ts';
import type { Message } from '../email/messages.ts';
import { isoTime } from '../time/times.ts';
import { type AnsweredRecord, recordedAnswer } from './ledger.ts';
import type { Hold } from './numbers.ts';
import { messageOf, type State, storedHold, storedMessage, storedRecord, timeOf } from './state-json.ts';
import type { World } from './world.ts';

/** The lists of the fixtures that a partition can have instead. */
export type SeedLists = Omit<State, 'now' | 'holds' | 'messages' | 'ledger'>;

/** The state of a partition; of its holds and records, each is made when it is looked at. */
type Snapshot = Omit<State, 'holds' | 'ledger'> & {
  holds?: Iterable<NonNullable<State['holds']>[number]>;
  ledger?: Iterable<ReturnType<typeof storedRecord>>;
};

/** What makes up the state of a partition. */
const parts: { [Part in keyof Snapshot]-?: (world: World) => Snapshot[Part] } = {
  now: ({ clock }) => isoTime(clock.now()),
  notifications: ({ notifications }) => notifications.list(),
  documentTypes: ({ fixtures }) => fixtures.seed.documentTypes,
  templates: ({ fixtures }) => fixtures.seed.templates,
  suppressions: ({ fixtures }) => fixtures.seed.suppressions,
  numbers: ({ fixtures }) => fixtures.seed.numbers,
  missionRuns: ({ fixtures }) => Object.fromEntries(fixtures.seed.missionRuns),
  holds: ({ numbers, clock }) => lazily([...numbers.held(clock.now())], ([number, hold]) => storedHold(number, hold)),
  messages: (world) => world.messages.list().map((message) => storedMessage(message, world.outbox)),
  ledger: ({ ledger }) =>
    lazily(
      ledger.list().map((record) => ({ ...record })),
      storedRecord,
    ),
};

/** The named parts of a partition's state, all when none is named. */
export function snapshot(world: World, names = Object.keys(parts) as readonly (keyof State)[]): Snapshot {
  return Object.fromEntries(names.map((name) => [name, parts[name](world)]));
}

/** What each list of the fixtures takes in memory, in bytes and about. */
export function listSizes(seed: Seed): Readonly<Record<string, number>> {
  const { accounts: _accounts, apiKeys: _apiKeys, ...lists } = seed;
  const plain = { ...lists, missionRuns: Object.fromEntries(lists.missionRuns) };
  return Object.fromEntries(Object.entries(plain).map(([name, list]) => [name, memorySize(list)]));
}

/** The lists among what a state has. */
export function listsOf(state: State): SeedLists {
  const { now: _now, holds: _holds, messages: _messages, ledger: _ledger, ...lists } = state;
  return lists;
}

/** The fixtures with lists in the place of their own, made in steps; the lists have been checked. */
export function* seedWith(seed: Seed, { missionRuns, ...lists }: SeedLists): Generator<void, Seed> {
  const own = { ...seed, ...(lists as Partial<Seed>) };
  return missionRuns ? { ...own, missionRuns: yield* sortedRuns(seed, missionRuns) } : own;
}

function* sortedRuns(
  { accounts }: Seed,
  runs: NonNullable<State['missionRuns']>,
): Generator<void, Seed['missionRuns']> {
  const all = new Map<string, MissionRun[]>();
  for (const { id } of accounts) all.set(id, yield* sorted((runs[id] ?? []) as readonly MissionRun[], newestFirst));
  return all;
}

/** What has happened in a partition: holds, messages, mail that has left, answers under a key. */
export interface Happened {
  holds: [number: string, hold: Hold][];
  messages: Message[];
  /** Of messages that have left, account and id, and when. */
  left: { account: string; id: string; at: number }[];
  records: AnsweredRecord[];
}

/** Reads what has happened out of a state, entry by entry. */
export function* readHappened({ holds = [], messages = [], ledger = [] }: State): Generator<void, Happened> {
  const happened: Happened = { holds: [], messages: [], left: [], records: [] };
  for (const { number, until, ...whose } of holds) {
    happened.holds.push([number, { ...whose, until: timeOf(until) }]);
    yield;
  }
  for (const stored of messages) {
    const { account, id, deliveredAt } = stored;
    happened.messages.push(messageOf(stored));
    if (deliveredAt !== null) happened.left.push({ account, id, at: timeOf(deliveredAt) });
    yield;
  }
  for (const { createdAt, answer, ...record } of ledger) {
    if (answer) happened.records.push({ ...record, createdAt: timeOf(createdAt), answer: recordedAnswer(answer) });
    yield;
  }
  const left = yield* sorted(happened.left, (one, other) => one.at - other.at);
  const records = yield* sorted(happened.records, (one, other) => one.createdAt - other.createdAt);
  return { ...happened, left, records };
}

/** Puts what has happened into a world that begins, entry by entry. */
export function* refill(world: World, { holds, messages, left, records }: Happened): Generator<void, void> {
  for (const [number, hold] of holds) {
    world.numbers.hold(number, hold);
    yield;
  }
  for (const message of messages) {
    world.messages.add(message);
    yield;
  }
  for (const { account, id, at } of left) {
    const message = world.messages.get(account, id);
    // Into the outbox only: it has left already, and no mail server gets it a second time.
    if (message) world.outbox.deliver(message, new Date(at));
    yield;
  }
  // The clock that a record comes from may go ahead of this one; what lies in its future would be replayed for too long.
  const now = world.clock.now();
  for (const { createdAt, ...record } of records) {
    world.ledger.restore({ ...record, createdAt: Math.min(createdAt, now) });
    yield;
  }
}
