import type { FastifyPluginAsync } from 'fastify';
import { jsonSize } from '../collections/memory.ts';
import type { Partitions } from '../state/partitions.ts';
import { listsOf, partNames, refill, type State, seedWith, snapshot } from '../state/snapshot.ts';
import { indexFixtures } from '../state/world.ts';
import { parseTime } from '../time/times.ts';
import { partitionOf } from './guard.ts';
import { refuseControl } from './refuse-control.ts';
import { type StateRules, stateCheck } from './state-check.ts';

/** The largest state that is taken, in bytes: a snapshot is larger than any message in it. */
const STATE_LIMIT = 64_000_000;

/** Reads the state of a partition as JSON, and fills a partition from it: `GET` and `PUT /state`. */
export function stateApi(parts: StateRules & { partitions: Partitions }): FastifyPluginAsync {
  const { partitions, seed } = parts;
  let findFault: ReturnType<typeof stateCheck> | undefined;

  return async (api) => {
    api.get<{ Querystring: { only?: string } }>('/state', async (request, reply) => {
      const names = request.query.only?.split(',') ?? partNames;
      const unknown = names.find((name) => !(partNames as string[]).includes(name));
      if (unknown !== undefined) return refuseControl(request, reply, 422, `${unknown} is no part of the state.`);
      return snapshot(partitions.get(partitionOf(request)), names as (keyof State)[]);
    });

    api.put('/state', { bodyLimit: STATE_LIMIT }, async (request, reply) => {
      findFault ??= stateCheck(parts);
      const fault = findFault(request.body);
      if (fault) {
        const { pointer, message } = fault;
        return refuseControl(request, reply, 422, `${pointer || 'The state'} ${message}.`, pointer);
      }
      const state = request.body as Partial<State>;
      const partition = partitionOf(request);
      const lists = listsOf(state);
      const start = {
        fixtures: indexFixtures(seedWith(seed, lists)),
        now: parseTime(state.now),
        bytes: jsonSize(state),
        lists,
      };
      refill(partitions.fill(partition, start), state);
      return { partition };
    });
  };
}
