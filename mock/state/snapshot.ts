import { compareRuns, type MissionRun, type Seed, type SeedLists } from '../../fixtures/seed.ts';
import type { ControlSchema } from '../../spec/control.ts';
import type { Violation } from '../../spec/validators.ts';
import type { Kind } from '../store/store.ts';
import { formatTime, parseTime, toEpoch } from '../time.ts';
import type { World } from './world.ts';

export type State = ControlSchema<'State'>;

const parts: { [Part in keyof State]-?: (world: World) => State[Part] } = {
  now: ({ clock }) => formatTime(clock.now()),
  notifications: ({ notifications }) => notifications.list(),
  documentTypes: ({ fixtures }) => fixtures.seed.documentTypes,
  templates: ({ fixtures }) => fixtures.seed.templates,
  suppressions: ({ fixtures }) => fixtures.seed.suppressions,
  numbers: ({ fixtures }) => fixtures.seed.numbers,
  missionRuns: ({ fixtures }) => Object.fromEntries(fixtures.seed.missionRuns),
  holds: ({ numbers, clock }) => numbers.listHolds(clock.now()),
  messages: ({ messages }) => messages.list(),
  ledger: ({ ledger }) => ledger.list(),
};

export function takeSnapshot(world: World, names = Object.keys(parts) as readonly (keyof State)[]): State {
  return Object.fromEntries(names.map((name) => [name, parts[name](world)]));
}

/** The members of a state that aren't fixtures. */
export const historyNames: ReadonlySet<string> = new Set(['now', 'holds', 'messages', 'ledger']);

export function fillSeed(seed: Seed, { missionRuns, ...lists }: SeedLists): Seed {
  const replaced = { ...seed, ...(lists as Partial<Seed>) };
  if (!missionRuns) return replaced;
  const listRuns = (account: string) => [...((missionRuns[account] ?? []) as readonly MissionRun[])].sort(compareRuns);
  return { ...replaced, missionRuns: new Map(seed.accounts.map(({ id }) => [id, listRuns(id)])) };
}

/** Fills a world with history. Delivered mail goes into the outbox, not to a mail server again. */
export function restoreHistory(world: World, { now, holds = [], messages = [], ledger = [] }: State): void {
  for (const { until, ...hold } of holds) world.numbers.hold({ ...hold, until: toUtc(until) });
  for (const { createdAt, deliveredAt, ...message } of messages)
    world.messages.add({ ...message, createdAt: toUtc(createdAt), deliveredAt: deliveredAt && toUtc(deliveredAt) });
  // A record of the future, from a clock ahead of this one, would be replayed for too long.
  const start = parseTime(now) ?? world.clock.now();
  const records = [...ledger].sort((a, b) => toEpoch(a.createdAt) - toEpoch(b.createdAt));
  for (const { createdAt, ...record } of records)
    if (record.answer) world.ledger.restore({ ...record, createdAt: formatTime(Math.min(toEpoch(createdAt), start)) });
}

const toUtc = (time: string) => formatTime(toEpoch(time));

export type Flaw = Pick<Violation, 'pointer' | 'message'>;

export type StateCheck = (state: State) => Flaw[];

/** The list of a state that has the entries of a kind. */
const listsByKind: { [K in Kind]?: keyof State } = {
  notification: 'notifications',
  hold: 'holds',
  record: 'ledger',
  waiting: 'messages',
  message: 'messages',
};

/** Leaves out the entries that fail a check. Returns a line for each. */
export function removeInvalid(world: World, check: StateCheck): string[] {
  const leftOut: string[] = [];
  for (const [kind, list] of Object.entries(listsByKind))
    world.retain(kind as Kind, (entry, id) => {
      const isGone = kind === 'notification' && !world.fixtures.notifications.has(id);
      const [flaw] = isGone
        ? [{ pointer: '', message: 'is not in the fixtures any more' }]
        : check({ [list]: [entry] });
      if (flaw) leftOut.push(`${kind} ${id}: ${flaw.pointer.replace(/^\/\w+\/0/, '') || 'it'} ${flaw.message}`);
      return !flaw;
    });
  return leftOut;
}
