import type { FastifyError, FastifyInstance, InjectOptions } from 'fastify';
import {
  type ControlAnswer,
  type ControlBody,
  type ControlId,
  type ControlParameters,
  controlOperations,
} from '../../spec/control.ts';
import { refuseFakedTicks } from './real-ticks.ts';

/** The reason that calls of a closed mock are rejected with. */
export const CLOSED = 'The mock has been closed.';

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

/** What the mock refused, with its reason. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    reason: string,
  ) {
    super(reason);
  }
}

/** Asks a mock for JSON inside the process. What it refuses is thrown with its reason. */
export async function ask(server: FastifyInstance, request: InjectOptions): Promise<unknown> {
  await refuseFakedTicks();
  const answered = await server.inject(request).catch((error: FastifyError) => {
    throw error.code === 'FST_ERR_REOPENED_CLOSE_SERVER' ? new Error(CLOSED) : error;
  });
  const { statusCode: status, headers, payload } = answered;
  if (status < 400) return answered.json();
  // Mailpit's API refuses in plain text.
  if (!String(headers['content-type']).includes('json')) throw new Refused(status, payload);
  const { errors } = answered.json<{ errors: { detail: string }[] }>();
  throw new Refused(status, errors.map(({ detail }) => detail).join(' '));
}
