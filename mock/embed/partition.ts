import { randomUUID } from 'node:crypto';
import type { ControlAnswer, ControlBody, ControlSchema } from '../../spec/control.ts';
import type { JournalEntry } from '../journal/journal.ts';
import type { Message } from '../mailpit/message.ts';

/** A delivered mail, in the shape of Mailpit's API. */
export type Mail = Message;

/** A part of a partition's state, such as `ledger`. */
type StatePart = ControlSchema<'StatePart'>;

/** One copy of the mock's state, for tests. Times are ISO 8601; what the mock refuses rejects with its reason. */
export interface MockPartition {
  /**
   * Answers a request without a port; of its URL only path and query count. A key without a suffix is one of this partition. Rejects as
   * `fetch` does.
   */
  fetch(request: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** Back to the fixtures. */
  reset(): Promise<void>;
  clock: {
    now(): Promise<Date>;
    /** Moves the clock on by a duration such as `PT30M`; what becomes due happens. */
    advance(duration: string): Promise<Date>;
    /** Moves the clock on to a time; it can't go back. */
    set(time: Date | string): Promise<Date>;
  };
  /** The journal, newest exchange first. */
  requests(): Promise<JournalEntry[]>;
  /** The delivered mails, newest first. */
  outbox(): Promise<Mail[]>;
  scenarios: {
    /** Switches on a fault for the next calls: an error, a delay, a lost answer, a list that moves. */
    add(scenario: ControlBody<'switchScenarioOn'>): Promise<ControlSchema<'Scenario'>>;
    /** The active scenarios, in their order. */
    list(): Promise<readonly ControlSchema<'Scenario'>[]>;
    clear(): Promise<void>;
  };
  settings: {
    get(): Promise<ControlSchema<'Settings'>>;
    /** Changes these settings only. */
    change(settings: ControlBody<'changeSettings'>): Promise<ControlSchema<'Settings'>>;
  };
  /** From now on sends with an idempotency key stay in progress. */
  hold(): Promise<ControlAnswer<'hold'>>;
  /** Completes the held sends. */
  release(): Promise<ControlAnswer<'release'>>;
  state: {
    /** A snapshot, or the named parts of one. */
    get(...parts: StatePart[]): Promise<ControlSchema<'State'>>;
    /** Starts anew from a snapshot or parts of one; missing parts are those of the fixtures. */
    put(state: ControlBody<'fillState'>): Promise<void>;
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
