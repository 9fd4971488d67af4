import { type MissionRun, newestFirst, type Seed } from '../../fixtures/seed.ts';
import { isoTime } from '../time/times.ts';
import { type LedgerRecord, recordedAnswer } from './ledger.ts';
import { messageOf, type State, storedHold, storedMessage, storedRecord, timeOf } from './state-json.ts';
import type { World } from './world.ts';

/** The lists of the fixtures that a partition can have instead. */
export type SeedLists = Omit<State, 'now' | 'holds' | 'messages' | 'ledger'>;

/** The state of a partition; of its records, each is made when it is looked at. */
type Snapshot = Omit<State, 'ledger'> & { ledger?: Iterable<ReturnType<typeof storedRecord>> };

/** What makes up the state of a partition. */
const parts: { [Part in keyof Snapshot]-?: (world: World) => Snapshot[Part] } = {
  now: ({ clock }) => isoTime(clock.now()),
  notifications: ({ notifications }) => notifications.list(),
  documentTypes: ({ documentTypes }) => documentTypes,
  templates: ({ fixtures }) => fixtures.seed.templates,
  suppressions: ({ fixtures }) => fixtures.seed.suppressions,
  numbers: ({ fixtures }) => fixtures.seed.numbers,
  missionRuns: ({ fixtures }) => Object.fromEntries(fixtures.seed.missionRuns),
  holds: ({ numbers, clock }) => [...numbers.held(clock.now())].map(([number, hold]) => storedHold(number, hold)),
  messages: (world) => world.messages.list().map((message) => storedMessage(message, world.outbox)),
  ledger: ({ ledger }) => storedRecords(ledger.list().map((record) => ({ ...record }))),
};

/** The named parts of a partition's state, all when none is named. */
export function snapshot(world: World, names = Object.keys(parts) as readonly (keyof State)[]): Snapshot {
  return Object.fromEntries(names.map((name) => [name, parts[name](world)]));
}

function* storedRecords(records: readonly LedgerRecord[]) {
  for (const record of records) yield storedRecord(record);
}

/** The lists among what a state has. */
export function listsOf(state: State): SeedLists {
  const { now: _now, holds: _holds, messages: _messages, ledger: _ledger, ...lists } = state;
  return lists;
}

/** The fixtures with lists in the place of their own; the lists have been checked. */
export function seedWith(seed: Seed, { missionRuns, ...lists }: SeedLists): Seed {
  return { ...seed, ...(lists as Partial<Seed>), ...(missionRuns && { missionRuns: sortedRuns(seed, missionRuns) }) };
}

function sortedRuns({ accounts }: Seed, runs: NonNullable<State['missionRuns']>): Seed['missionRuns'] {
  const listOf = (account: string) => (runs[account] ?? []) as readonly MissionRun[];
  return new Map(accounts.map(({ id }) => [id, [...listOf(id)].sort(newestFirst)]));
}

/** Puts what has happened (holds, messages, mail, answers under a key) into a world that begins. */
export function refill(world: World, { holds = [], messages = [], ledger = [] }: State): void {
  for (const { number, until, ...whose } of holds) world.numbers.hold(number, { ...whose, until: timeOf(until) });
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
