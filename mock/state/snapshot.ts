import { compareRuns, type MissionRun, type Seed, type SeedLists } from '../../fixtures/seed.ts';
import type { ControlSchema } from '../../spec/control.ts';
import type { Violation } from '../../spec/validators.ts';
import type { Kind } from '../store/store.ts';
import { isoTime, parseTime, timeOf } from '../time.ts';
import type { World } from './world.ts';

export type State = ControlSchema<'State'>;

const parts: { [Part in keyof State]-?: (world: World) => State[Part] } = {
  now: ({ clock }) => isoTime(clock.now()),
  notifications: ({ notifications }) => notifications.list(),
  documentTypes: ({ fixtures }) => fixtures.seed.documentTypes,
  templates: ({ fixtures }) => fixtures.seed.templates,
  suppressions: ({ fixtures }) => fixtures.seed.suppressions,
  numbers: ({ fixtures }) => fixtures.seed.numbers,
  missionRuns: ({ fixtures }) => Object.fromEntries(fixtures.seed.missionRuns),
  holds: ({ numbers, clock }) => numbers.held(clock.now()),
  messages: ({ messages }) => messages.list(),
  ledger: ({ ledger }) => ledger.list(),
};

export function snapshot(world: World, names = Object.keys(parts) as readonly (keyof State)[]): State {
  return Object.fromEntries(names.map((name) => [name, parts[name](world)]));
}

/** The members of a state that are no lists of fixtures. */
export const history: ReadonlySet<string> = new Set(['now', 'holds', 'messages', 'ledger']);

export function seedWith(seed: Seed, { missionRuns, ...lists }: SeedLists): Seed {
  const own = { ...seed, ...(lists as Partial<Seed>) };
  if (!missionRuns) return own;
  const runsOf = (account: string) => [...((missionRuns[account] ?? []) as readonly MissionRun[])].sort(compareRuns);
  return { ...own, missionRuns: new Map(seed.accounts.map(({ id }) => [id, runsOf(id)])) };
}

/** Fills a world with history. Its mail is in the outbox at once, and no mail server gets it a second time. */
export function refill(world: World, { now, holds = [], messages = [], ledger = [] }: State): void {
  for (const { until, ...hold } of holds) world.numbers.hold({ ...hold, until: inUtc(until) });
  for (const { createdAt, deliveredAt, ...message } of messages)
    world.messages.add({ ...message, createdAt: inUtc(createdAt), deliveredAt: deliveredAt && inUtc(deliveredAt) });
  // The clock of a record may be ahead of this one: a record of the future would be replayed for too long.
  const start = parseTime(now) ?? world.clock.now();
  const records = [...ledger].sort((a, b) => timeOf(a.createdAt) - timeOf(b.createdAt));
  for (const { createdAt, ...record } of records)
    if (record.answer) world.ledger.restore({ ...record, createdAt: isoTime(Math.min(timeOf(createdAt), start)) });
}

const inUtc = (time: string) => isoTime(timeOf(time));

export type Flaw = Pick<Violation, 'pointer' | 'message'>;

export type StateCheck = (state: State) => Flaw[];

/** The list of a state that has the entries of a kind. */
const listOf: { [K in Kind]?: keyof State } = {
  notification: 'notifications',
  hold: 'holds',
  record: 'ledger',
  waiting: 'messages',
  message: 'messages',
};

/** Leaves out the entries that fail a check. Returns a line for each. */
export function leaveOut(world: World, check: StateCheck): string[] {
  const leftOut: string[] = [];
  for (const [kind, list] of Object.entries(listOf))
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
