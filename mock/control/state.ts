import { type Settings, shownSettings } from '../state/settings.ts';
import { snapshot } from '../state/snapshot.ts';
import { createStateCheck } from '../state/state-check.ts';
import type { World } from '../state/world.ts';
import { LATEST } from '../time/clock.ts';
import { isoTime, parseDuration, parseTime } from '../time/times.ts';
import { type ControlParts, type Handlers, refused, refusedFor } from './calls.ts';
import { sendJson } from './send-json.ts';
import { bodyReason } from './validation.ts';

/** Reasons of one refusal at most. */
const MOST_REASONS = 50;

/** The state, the clock and the settings of a partition. */
export function stateCalls(parts: ControlParts) {
  const { partitions } = parts;
  return {
    getState: ({ world, query, reply }) => sendJson(reply, snapshot(world(), query.only)),

    fillState: ({ partition, body: state }) => {
      const flaws = createStateCheck({ ...parts, deployed: partitions.start }).state(state);
      const wrong = refusedFor(flaws.slice(0, MOST_REASONS).map(bodyReason));
      if (wrong) return wrong;
      partitions.fill(partition, state).advance();
      return { partition };
    },

    reset: ({ partition }) => {
      partitions.reset(partition);
      return { partition };
    },

    getClock: ({ world }) => clockOf(world()),

    moveClock: ({ world, body: { now, advance } }) => {
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
