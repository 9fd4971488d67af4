import type { Reply, Request, Result } from './exchange.ts';

/** The means of a stage. */
export interface Surroundings {
  /** Numbers from 0 up to 1, the same in each run with the same seed. */
  random: () => number;
  /** Sends a request to the server itself, past all stages. */
  call: (request: Omit<Request, 'socket'>) => Promise<Reply>;
  /** The server's names of the page parameters of mission runs. */
  pageNames: { number: string; size: string };
  /** Counts an event, for tests and reports. */
  count: (event: string) => void;
  /** Refuses new connections and breaks the open ones, for a number of milliseconds or for good. */
  goAway: (forMs?: number) => void;
}

/** One change of requests and answers on their way to a server and back. */
export type Stage = (request: Request, next: (request: Request) => Promise<Result>) => Promise<Result>;
