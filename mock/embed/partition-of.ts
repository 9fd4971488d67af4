import type { FastifyInstance } from 'fastify';
import { DEFAULT_PARTITION } from '../contract/callers.ts';
import type { MessagesSummary } from '../mailpit/message.ts';
import { ask, type ControlClient, createControlClient, Refused } from './control.ts';
import { answerRequest } from './fetch.ts';
import type { Mail, MockPartition } from './partition.ts';

/**
 * Makes what gives the partitions of a mock by their names: what can be done with each. `url` is where its operations are; what is still
 * asked when it has `ended` is given up.
 */
export function createPartitionOf(
  server: FastifyInstance,
  url: string,
  ended: AbortSignal,
): (name: string) => MockPartition {
  const control = createControlClient(server);
  return (name) => ({
    ...partitionOf(server, control, name),
    fetch: async (request, init) => answerRequest(server, ofPartition(requestTo(url, request, init), name), ended),
  });
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

function partitionOf(server: FastifyInstance, control: ControlClient, partition: string): Omit<MockPartition, 'fetch'> {
  const mailpit = (url: string) => ask(server, { method: 'GET', url: `/api/v1${url}`, query: { partition } });
  return {
    reset: async () => void (await control('reset', { partition })),
    clock: {
      now: async () => timeOf(await control('getClock', { partition })),
      advance: async (advance) => timeOf(await control('moveClock', { partition, body: { advance } })),
      // A Date writes itself as JSON; what is no time is refused like any other.
      set: async (now) => timeOf(await control('moveClock', { partition, body: { now: now as string } })),
    },
    requests: async () => [...(await control('listRequests', { partition })).requests],
    outbox: async () => {
      const { messages } = (await mailpit('/messages?limit=0')) as MessagesSummary;
      const mails = await Promise.all(messages.map(({ ID }) => mailpit(`/message/${ID}`).catch(unlessGone)));
      return mails.filter((mail): mail is Mail => mail !== undefined);
    },
    scenarios: {
      add: (body) => control('switchScenarioOn', { partition, body }),
      list: async () => (await control('listScenarios', { partition })).scenarios,
      clear: async () => void (await control('switchScenariosOff', { partition })),
    },
    settings: {
      get: () => control('getSettings', { partition }),
      change: (body) => control('changeSettings', { partition, body }),
    },
    hold: () => control('hold', { partition }),
    release: () => control('release', { partition }),
    state: {
      get: (...parts) =>
        control('getState', { partition, ...(parts.length > 0 && { query: { only: parts.join(',') as never } }) }),
      put: async (body) => void (await control('fillState', { partition, body })),
    },
  };
}

/** Nothing, for a mail that somebody has removed since it was listed. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof Refused && error.status === 404)) throw error;
}

function timeOf({ now }: { now: string }): Date {
  return new Date(now);
}
