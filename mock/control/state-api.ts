import type { FastifyPluginAsync } from 'fastify';
import type { Seed } from '../../fixtures/seed.ts';
import type { Validators } from '../../spec/validators.ts';
import type { Partitions } from '../partitions.ts';
import { findContradiction, listsOf, partNames, refill, type State, seedWith, snapshot } from '../state.ts';
import { parseTime } from '../times.ts';
import { weightOf } from '../weight.ts';
import { indexFixtures } from '../world.ts';
import { adminDocument } from './documents.ts';
import { partitionOf } from './guard.ts';
import { refuseControl } from './refuse-control.ts';

/** The largest state that is taken, in bytes: a snapshot is larger than any message in it. */
const STATE_LIMIT = 64_000_000;

/** Reads the state of a partition as JSON, and fills a partition from it: `GET` and `PUT /state`. */
export function stateApi({
  partitions,
  validators,
  seed,
}: {
  partitions: Partitions;
  validators: Validators;
  seed: Seed;
}): FastifyPluginAsync {
  let check: ReturnType<Validators['schema']> | undefined;

  return async (api) => {
    api.get<{ Querystring: { only?: string } }>('/state', async (request, reply) => {
      const names = request.query.only?.split(',') ?? partNames;
      const unknown = names.find((name) => !(partNames as string[]).includes(name));
      if (unknown !== undefined) return refuseControl(request, reply, 422, `${unknown} is no part of the state.`);
      return snapshot(partitions.get(partitionOf(request)), names as (keyof State)[]);
    });

    api.put('/state', { bodyLimit: STATE_LIMIT }, async (request, reply) => {
      check ??= validators.schema(stateSchema());
      const problem = check(request.body) ?? findContradiction(request.body as Partial<State>, seed);
      if (problem) {
        const { pointer, message } = problem;
        return refuseControl(request, reply, 422, `${pointer || 'The state'} ${message}.`, pointer);
      }
      const state = request.body as Partial<State>;
      const partition = partitionOf(request);
      const lists = listsOf(state);
      const start = {
        fixtures: indexFixtures(seedWith(seed, lists)),
        now: parseTime(state.now),
        bytes: weightOf(state),
        lists,
      };
      refill(partitions.fill(partition, start), state);
      return { partition };
    });
  };
}

/** The schema of a state as the control document has it, its references as the contract's checks know them. */
function stateSchema(): Record<string, unknown> {
  const { components } = adminDocument();
  const known = JSON.stringify(components).replaceAll('"openapi.json#/', '"openapi#/');
  return { $ref: '#/components/schemas/State', components: JSON.parse(known) };
}
