/** One request of a client and its answer. Without an answer the connection was cut. */
export interface Attempt {
  /** The partition, as its keys have it for a suffix. */
  partition: string;
  answer?: { status: number; text: string } | undefined;
}

/** A send; its subject is of this send alone. */
export interface SendAttempt extends Attempt {
  subject: string;
  body: string;
  key?: string;
  /** The message that it replies to. */
  parent?: string;
  scheduled: boolean;
}

/** A change of a notification that only this client changes; the amounts rise. */
export interface ChangeAttempt extends Attempt {
  notification: string;
  amount: string;
}

/** A reservation of numbers that only this client asks for. */
export interface ReservationAttempt extends Attempt {
  numbers: string[];
}

/** A mail that was removed from the outbox, or opened, once. */
export interface MailAttempt extends Attempt {
  subject: string;
  done: 'removed' | 'opened';
}

/** A clock that was moved on, and how far it is ahead then, in milliseconds. */
export interface ClockAttempt extends Attempt {
  offset: number;
}

/** A partition that was filled; all that it was filled with names the version. */
export interface FillAttempt extends Attempt {
  version: number;
}

/** All that the clients of one round know. */
export interface Knowledge {
  sends: SendAttempt[];
  changes: ChangeAttempt[];
  reservations: ReservationAttempt[];
  mails: MailAttempt[];
  clocks: ClockAttempt[];
  fills: FillAttempt[];
  /** Answers that nobody may get, whatever happens. */
  surprises: string[];
}

/** What clients know before they have done anything. */
export function nothingKnown(): Knowledge {
  return { sends: [], changes: [], reservations: [], mails: [], clocks: [], fills: [], surprises: [] };
}
