import type { FastifyInstance, InjectOptions } from 'fastify';
import {
  type ControlAnswer,
  type ControlBody,
  type ControlId,
  type ControlParameters,
  controlOperations,
} from '../../spec/control.ts';
import { refuseFakedTicks } from './real-ticks.ts';

/** What a call of the control API is given. */
interface Given<Id extends ControlId> {
  partition: string;
  query?: Omit<ControlParameters<Id, 'query'>, 'partition'>;
  body?: ControlBody<Id>;
}

/** Calls operations of the control API inside the process. What the mock refuses is thrown with its reason. */
export type ControlClient = <Id extends ControlId>(id: Id, given: Given<Id>) => Promise<ControlAnswer<Id>>;

/** Makes a client of a mock's own control API. */
export function createControlClient(server: FastifyInstance): ControlClient {
  const byId = new Map(controlOperations().map((operation) => [operation.id, operation]));
  return async (id, { partition, query, body }) => {
    const { method, path } = byId.get(id) ?? {};
    return (await ask(server, {
      method: method as 'GET',
      url: `/__admin${path}`,
      query: { ...(query as Record<string, string>), partition },
      ...(body !== undefined && { payload: body as object }),
    })) as ControlAnswer<typeof id>;
  };
}

/** Asks a mock for JSON inside the process. What it refuses is thrown with its reason. */
export async function ask(server: FastifyInstance, request: InjectOptions): Promise<unknown> {
  await refuseFakedTicks();
  const answered = await server.inject(request);
  if (answered.statusCode < 400) return answered.json();
  const { errors } = answered.json<{ errors: { detail: string }[] }>();
  throw new Error(errors.map(({ detail }) => detail).join(' '));
}
