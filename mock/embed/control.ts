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

/** The parameters of a call of the control API, except for the partition. */
interface Given<Id extends ControlId> {
  query?: Omit<ControlParameters<Id, 'query'>, 'partition'>;
  body?: ControlBody<Id>;
}

/** Makes a client of a mock's control API for one partition. Refusals are thrown. */
export function createControlClient(server: FastifyInstance, partition: string) {
  return async <Id extends ControlId>(id: Id, { query, body }: Given<Id> = {}): Promise<ControlAnswer<Id>> => {
    const { method, path } = controlOperations().find((operation) => operation.id === id) ?? {};
    return (await requestJson(server, {
      method: method as 'GET',
      url: `/__admin${path}`,
      query: { ...(query as Record<string, string>), partition },
      ...(body !== undefined && { payload: body as object }),
    })) as ControlAnswer<Id>;
  };
}

/** A refusal of the mock; its message has the reasons. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    reason: string,
  ) {
    super(reason);
  }
}

/** Requests JSON of a mock inside the process. Throws a Refused, or an Error when the mock is closed. */
export async function requestJson(server: FastifyInstance, request: InjectOptions): Promise<unknown> {
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
