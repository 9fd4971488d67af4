import type { Reply, Request, Result } from './exchange.ts';

/** The means of a stage. */
export interface Surroundings {
  /** Numbers from 0 up to 1, the same in each run with the same seed. */
  random: () => number;
  /** Asks the server itself, past all stages. */
  ask: (request: Omit<Request, 'socket'>) => Promise<Reply>;
  /** The server's names of the page parameters of mission runs. */
  pageNames: { number: string; size: string };
  /** Counts that something was done, for tests and reports to look at. */
  count: (what: string) => void;
  /** Takes no more connections and breaks those that there are; for so many milliseconds, or for good. */
  goAway: (forMs?: number) => void;
}

/** One thing that happens to requests on their way to a server and back. */
export type Stage = (request: Request, next: (request: Request) => Promise<Result>) => Promise<Result>;
