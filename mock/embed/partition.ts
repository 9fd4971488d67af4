// mock/embed/: the mock inside tests: Vitest, Playwright and MSW.
import { randomUUID } from 'node:crypto';
import {
  type ControlAnswer,
  type ControlBody,
  type ControlId,
  type ControlParameters,
  type ControlSchema,
  listControlOperations,
} from '../../spec/control.ts';
import { DEFAULT_PARTITION } from '../contract/callers.ts';
import type { Message } from '../mailpit/mailpit-message.ts';

/** A delivered mail, in the shape of Mailpit's API. */
export type Mail = Message;

/** One exchange in the journal. Bodies are text; a long one is cut, with a note. */
export type JournalEntry = ControlSchema<'Exchange'>;

/** The parameters of a call of the control API, except for the partition. */
interface ControlCall<Id extends ControlId> {
  query?: Omit<ControlParameters<Id, 'query'>, 'partition'>;
  body?: ControlBody<Id>;
}

/** One copy of the mock's state, for tests. Times are ISO 8601; refused calls reject with a reason. */
export type MockPartition = ReturnType<typeof createPartition>;

/** Calls to a mock in this process, without types of libraries. */
interface Calls {
  /** The base of the operations. */
  url: string;
  answer(request: Request): Promise<Response>;
  /** Calls the control or mail API; rejects when refused. */
  json(call: { method?: 'GET'; url: string; query: Record<string, string>; payload?: object }): Promise<unknown>;
}

export function createPartition({ url, answer, json }: Calls, partition: string) {
  const mailpit = (path: string) => json({ url: `/api/v1${path}`, query: { partition } });
  const control = async <Id extends ControlId>(id: Id, { query, body }: ControlCall<Id> = {}) => {
    const { method, path } = listControlOperations().find((operation) => operation.id === id) ?? {};
    const named = { ...(query as Record<string, string>), partition };
    const payload = body === undefined ? {} : { payload: body as object };
    return (await json({
      method: method as 'GET',
      url: `/__admin${path}`,
      query: named,
      ...payload,
    })) as ControlAnswer<Id>;
  };
  const toDate = ({ now }: { now: string }) => new Date(now);
  return {
    /** Answers a request without a port. A key without a suffix selects this partition. Rejects as `fetch` does. */
    fetch: async (request: Request | URL | string, init?: RequestInit) =>
      answer(bindToPartition(toRequest(url, request, init), partition)),
    /** Restores the fixtures. */
    reset: async (): Promise<void> => void (await control('reset')),
    clock: {
      now: async () => toDate(await control('getClock')),
      /** Moves the clock by a duration such as `PT30M`; due events happen. */
      advance: async (advance: string) => toDate(await control('moveClock', { body: { advance } })),
      /** Moves the clock forwards to a time. */
      set: async (time: Date | string) => {
        // JSON turns a Date into text; the API refuses other values.
        return toDate(await control('moveClock', { body: { now: time as string } }));
      },
    },
    /** The journal, newest exchange first. */
    requests: async (): Promise<JournalEntry[]> => [...(await control('listRequests')).requests],
    /** The delivered mails, newest first. */
    outbox: async (): Promise<Mail[]> => {
      const { messages } = (await mailpit('/messages?limit=0')) as { messages: { ID: string }[] };
      const mails = await Promise.all(messages.map(({ ID }) => mailpit(`/message/${ID}`).catch(ignoreNotFound)));
      return mails.filter((mail): mail is Mail => mail !== undefined);
    },
    scenarios: {
      /** Switches on a fault for the next calls: an error, a delay, a lost answer, a moving list. */
      add: (body: ControlBody<'switchScenarioOn'>): Promise<ControlSchema<'Scenario'>> =>
        control('switchScenarioOn', { body }),
      /** The active scenarios, in their order. */
      list: async () => (await control('listScenarios')).scenarios,
      clear: async (): Promise<void> => void (await control('switchScenariosOff')),
    },
    settings: {
      get: () => control('getSettings'),
      /** Changes these settings only. */
      change: (body: ControlBody<'changeSettings'>) => control('changeSettings', { body }),
    },
    /** Keeps sends with an idempotency key in progress. */
    hold: () => control('hold'),
    /** Completes the held sends. */
    release: () => control('release'),
    state: {
      /** A snapshot, or the named parts of one. */
      get: (...parts: ControlSchema<'StatePart'>[]): Promise<ControlSchema<'State'>> =>
        control('getState', parts.length > 0 ? { query: { only: parts.join(',') as never } } : {}),
      /** Restarts from a snapshot; missing parts come from the fixtures. */
      put: async (body: ControlBody<'fillState'>): Promise<void> => void (await control('fillState', { body })),
    },
  };
}

/** Resolves a path against the mock. */
function toRequest(url: string, request: Request | URL | string, init?: RequestInit): Request {
  if (request instanceof Request && !init) return request;
  return new Request(typeof request === 'string' ? new URL(request, url) : request, init);
}

/** Adds the partition to the key, unless it names one. */
function bindToPartition(request: Request, partition: string): Request {
  const [, key] = /^Bearer +([^.\s]+)$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  if (partition === DEFAULT_PARTITION || key === undefined) return request;
  const bound = new Request(request);
  bound.headers.set('Authorization', `Bearer ${key}.${partition}`);
  return bound;
}

/** Ignores the refusal of a mail that was removed after it was listed. */
function ignoreNotFound(error: { status?: number }): void {
  if (error.status !== 404) throw error;
}

/** A test's own copy of the state of a shared mock. */
export interface MockCopy extends MockPartition {
  /** The base URL of the operations. */
  url: string;
  /** An API key that leads to this copy of the state. */
  key: string;
}

/** A copy of a mock's state for one test. */
export function createCopy(mock: { url: string; partition(name: string): MockPartition }): MockCopy {
  const name = randomUUID();
  return { ...mock.partition(name), url: mock.url, key: `key_primary.${name}` };
}
