import { type MissionRun, newestFirst, type Seed } from '../../fixtures/seed.ts';
import { isoTime, parseTime } from '../time/times.ts';
import { type AnsweredRecord, recordedAnswer } from './ledger.ts';
import { messageOf, type SeedLists, type State, storedHold, storedMessage, storedRecord, timeOf } from './stored.ts';
import type { World } from './world.ts';

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
