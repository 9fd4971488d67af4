import type { FastifyError, FastifyInstance, InjectOptions } from 'fastify';
import { type ControlAnswer, type ControlId, controlOperations } from '../../spec/control.ts';
import { DEFAULT_PARTITION } from '../contract/callers.ts';
import { answerRequest, refuseFakedTicks } from './fetch.ts';
import { type ControlCall, createPartition, type Mail, type MockPartition } from './partition.ts';

export const CLOSED = 'The mock has been closed.';

/** The function that returns a mock's partitions by their names. `url` is the base of its operations; `ended` aborts unfinished requests. */
export function createPartitionOf(
  server: FastifyInstance,
  url: string,
  ended: AbortSignal,
): (name: string) => MockPartition {
  return (partition) => {
    const mailpit = (path: string) => requestJson(server, { url: `/api/v1${path}`, query: { partition } });
    return createPartition({
      answer: async (request, init) =>
        answerRequest(server, ofPartition(requestTo(url, request, init), partition), ended),
      control: async <Id extends ControlId>(id: Id, { query, body }: ControlCall<Id> = {}) => {
        const { method, path } = controlOperations().find((operation) => operation.id === id) ?? {};
        const named = { ...(query as Record<string, string>), partition };
        const payload = body === undefined ? {} : { payload: body as object };
        const options = { method: method as 'GET', url: `/__admin${path}`, query: named, ...payload };
        return (await requestJson(server, options)) as ControlAnswer<Id>;
      },
      mails: async () => {
        const { messages } = (await mailpit('/messages?limit=0')) as { messages: { ID: string }[] };
        const mails = await Promise.all(messages.map(({ ID }) => mailpit(`/message/${ID}`).catch(unlessGone)));
        return mails.filter((mail): mail is Mail => mail !== undefined);
      },
    });
  };
}

/** A path alone is one of the mock's. */
function requestTo(url: string, request: Request | URL | string, init?: RequestInit): Request {
  if (request instanceof Request && !init) return request;
  return new Request(typeof request === 'string' ? new URL(request, url) : request, init);
}

/** A request whose key names the partition. One that names another stays as it is. */
function ofPartition(request: Request, partition: string): Request {
  const [, key] = /^Bearer +([^.\s]+)$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  if (partition === DEFAULT_PARTITION || key === undefined) return request;
  const bound = new Request(request);
  bound.headers.set('Authorization', `Bearer ${key}.${partition}`);
  return bound;
}

/** Requests JSON of a mock inside the process. Throws an Error with `status` and the reasons of a refusal, or one when the mock is closed. */
async function requestJson(server: FastifyInstance, request: InjectOptions): Promise<unknown> {
  await refuseFakedTicks();
  const answered = await server.inject(request).catch((error: FastifyError) => {
    throw error.code === 'FST_ERR_REOPENED_CLOSE_SERVER' ? new Error(CLOSED) : error;
  });
  const { statusCode: status, headers, payload } = answered;
  if (status < 400) return answered.json();
  // Mailpit's API refuses in plain text.
  const isText = !String(headers['content-type']).includes('json');
  const { errors = [] } = isText ? {} : answered.json<{ errors: { detail: string }[] }>();
  throw Object.assign(new Error(isText ? payload : errors.map(({ detail }) => detail).join(' ')), { status });
}

/** Ignores the refusal of a mail that was removed after it was listed. */
function unlessGone(error: { status?: number }): void {
  if (error.status !== 404) throw error;
}
