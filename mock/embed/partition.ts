import { randomUUID } from 'node:crypto';
import type { ControlAnswer, ControlBody, ControlId, ControlParameters, ControlSchema } from '../../spec/control.ts';
import type { Message } from '../mailpit/mailpit-message.ts';

/** A delivered mail, in the shape of Mailpit's API. */
export type Mail = Message;

/** One exchange in the journal. Bodies are text; a long one is cut, and its end shows that. */
export type JournalEntry = ControlSchema<'Exchange'>;

/** The parameters of a call of the control API, except for the partition. */
export interface ControlCall<Id extends ControlId> {
  query?: Omit<ControlParameters<Id, 'query'>, 'partition'>;
  body?: ControlBody<Id>;
}

/** The operations, the control API and the mail of a partition. Refusals are thrown. */
interface Ways {
  answer(request: Request | URL | string, init?: RequestInit): Promise<Response>;
  control<Id extends ControlId>(id: Id, call?: ControlCall<Id>): Promise<ControlAnswer<Id>>;
  mails(): Promise<Mail[]>;
}

/** One copy of the mock's state, for tests. Times are ISO 8601; what the mock refuses rejects with its reason. */
export type MockPartition = ReturnType<typeof createPartition>;

export function createPartition({ answer, control, mails }: Ways) {
  const timeOf = ({ now }: { now: string }) => new Date(now);
  return {
    /**
     * Answers a request without a port; of its URL only path and query count. A key without a suffix is one of this partition. Rejects as
     * `fetch` does.
     */
    fetch: answer,
    /** Back to the fixtures. */
    reset: async (): Promise<void> => void (await control('reset')),
    clock: {
      now: async () => timeOf(await control('getClock')),
      /** Moves the clock on by a duration such as `PT30M`; what becomes due happens. */
      advance: async (advance: string) => timeOf(await control('moveClock', { body: { advance } })),
      /** Moves the clock on to a time; it can't go back. */
      set: async (time: Date | string) => {
        // A Date writes itself as JSON; anything but a time is refused by the API.
        return timeOf(await control('moveClock', { body: { now: time as string } }));
      },
    },
    /** The journal, newest exchange first. */
    requests: async (): Promise<JournalEntry[]> => [...(await control('listRequests')).requests],
    /** The delivered mails, newest first. */
    outbox: mails,
    scenarios: {
      /** Switches on a fault for the next calls: an error, a delay, a lost answer, a list that moves. */
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
    /** From now on sends with an idempotency key stay in progress. */
    hold: () => control('hold'),
    /** Completes the held sends. */
    release: () => control('release'),
    state: {
      /** A snapshot, or the named parts of one. */
      get: (...parts: ControlSchema<'StatePart'>[]): Promise<ControlSchema<'State'>> =>
        control('getState', parts.length > 0 ? { query: { only: parts.join(',') as never } } : {}),
      /** Starts anew from a snapshot or parts of one; missing parts are those of the fixtures. */
      put: async (body: ControlBody<'fillState'>): Promise<void> => void (await control('fillState', { body })),
    },
  };
}

/** A test's own copy of the state of a shared mock. */
export interface OwnCopy extends MockPartition {
  /** The base URL of the operations. */
  url: string;
  /** An API key that leads to this copy of the state. */
  key: string;
}

/** A copy of a mock's state that no other test sees. */
export function ownCopy(mock: { url: string; partition(name: string): MockPartition }): OwnCopy {
  const name = randomUUID();
  return { ...mock.partition(name), url: mock.url, key: `key_primary.${name}` };
}
