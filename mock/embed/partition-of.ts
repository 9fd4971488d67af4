import type { FastifyInstance } from 'fastify';
import { DEFAULT_PARTITION } from '../contract/callers.ts';
import { createControlClient, Refused, requestJson } from './control.ts';
import { answerRequest } from './fetch.ts';
import type { Mail, MockPartition } from './partition.ts';

/** The function that returns a mock's partitions by their names. `url` is the base of its operations; `ended` aborts unfinished requests. */
export function createPartitionOf(
  server: FastifyInstance,
  url: string,
  ended: AbortSignal,
): (name: string) => MockPartition {
  return (name) => ({
    ...controlsOf(server, name),
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

function controlsOf(server: FastifyInstance, partition: string): Omit<MockPartition, 'fetch'> {
  const control = createControlClient(server, partition);
  const mailpit = (url: string) => requestJson(server, { method: 'GET', url: `/api/v1${url}`, query: { partition } });
  const timeOf = ({ now }: { now: string }) => new Date(now);
  return {
    reset: async () => void (await control('reset')),
    clock: {
      now: async () => timeOf(await control('getClock')),
      advance: async (advance) => timeOf(await control('moveClock', { body: { advance } })),
      // A Date writes itself as JSON; anything but a time is refused by the API.
      set: async (now) => timeOf(await control('moveClock', { body: { now: now as string } })),
    },
    requests: async () => [...(await control('listRequests')).requests],
    outbox: async () => {
      const { messages } = (await mailpit('/messages?limit=0')) as { messages: { ID: string }[] };
      const mails = await Promise.all(messages.map(({ ID }) => mailpit(`/message/${ID}`).catch(unlessGone)));
      return mails.filter((mail): mail is Mail => mail !== undefined);
    },
    scenarios: {
      add: (body) => control('switchScenarioOn', { body }),
      list: async () => (await control('listScenarios')).scenarios,
      clear: async () => void (await control('switchScenariosOff')),
    },
    settings: {
      get: () => control('getSettings'),
      change: (body) => control('changeSettings', { body }),
    },
    hold: () => control('hold'),
    release: () => control('release'),
    state: {
      get: (...parts) => control('getState', parts.length > 0 ? { query: { only: parts.join(',') as never } } : {}),
      put: async (body) => void (await control('fillState', { body })),
    },
  };
}

/** Ignores a mail that was removed after it was listed. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof Refused && error.status === 404)) throw error;
}
