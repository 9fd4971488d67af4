import { memorySize } from '../collections/memory.ts';
import { fixturesWith } from '../state/fixtures.ts';
import { type Settings, shownSettings } from '../state/settings.ts';
import { listSizes, listsOf, readHappened, seedWith, snapshot } from '../state/snapshot.ts';
import { createStateCheck, type StateCheck } from '../state/state-check.ts';
import type { World } from '../state/world.ts';
import { LATEST } from '../time/clock.ts';
import { isoTime, parseDuration, parseTime } from '../time/times.ts';
import { inTurns, ownTurn } from '../time/turns.ts';
import { type ControlParts, type Handlers, refused, refusedFor } from './calls.ts';
import { bodyReason } from './check.ts';
import { sendInPieces } from './in-pieces.ts';

/** What a partition knows, its time and its settings. */
export function stateCalls(parts: ControlParts) {
  const { partitions, seed } = parts;
  let check: StateCheck | undefined;
  let sizes: ReturnType<typeof listSizes> | undefined;

  /** What the lists of the fixtures take that are asked for: no partition weighs what it shares with others. */
  function sharedBytes(only: readonly string[] | undefined): number {
    sizes ??= listSizes(seed);
    let bytes = 0;
    for (const name of only ?? Object.keys(sizes)) bytes += sizes[name] ?? 0;
    return bytes;
  }

  return {
    getState: ({ world: worldOf, query, reply }) => {
      const world = worldOf();
      const bytes = world.usage.bytes + sharedBytes(query.only);
      return sendInPieces(reply, bytes, () => snapshot(world, query.only));
    },

    // A state may be large: each step has a turn of its own.
    fillState: async ({ partition, body: state }) => {
      await ownTurn();
      check ??= createStateCheck(parts);
      const wrong = refusedFor((await inTurns(check.state(state))).map(bodyReason));
      if (wrong) return wrong;
      await ownTurn();
      const lists = listsOf(state);
      const fixtures = await inTurns(fixturesWith(await inTurns(seedWith(seed, lists))));
      const happened = await inTurns(readHappened(state));
      await ownTurn();
      const start = { fixtures, now: parseTime(state.now), bytes: memorySize(lists), lists, happened };
      await partitions.fill(partition, start);
      partitions.get(partition).advance();
      return { partition };
    },

    reset: ({ partition }) => {
      partitions.reset(partition);
      return { partition };
    },

    getClock: ({ world }) => clockOf(world()),

    moveClock: async ({ world, body: { now, advance } }) => {
      const { clock } = world();
      const target = advance === undefined ? parseTime(now) : clock.now() + (parseDuration(advance) ?? 0);
      if (target === undefined) return refused(422, '/now must be an ISO 8601 time.', '/now');
      if (target >= LATEST) return refused(422, 'The clock cannot be moved beyond the year 9998.');
      if (!clock.moveTo(target)) return refused(422, 'The clock can only be moved forwards.');
      world().advance();
      return clockOf(world());
    },

    getSettings: ({ world }) => shownSettings(world().settings),

    changeSettings: ({ world: worldOf, body: { processingTime, ...limits } }) => {
      const world = worldOf();
      const time: Partial<Settings> =
        processingTime === undefined ? {} : { processingTime: parseDuration(processingTime) ?? 0 };
      world.set({ ...limits, ...time });
      return shownSettings(world.settings);
    },
  } satisfies Partial<Handlers>;
}

function clockOf({ clock }: World): { now: string } {
  return { now: isoTime(clock.now()) };
}
