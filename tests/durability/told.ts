/** What one client has sent about one thing, and what it was told. Without an answer the connection was cut. */
export interface Told {
  /** The partition, as its keys have it for a suffix. */
  partition: string;
  answer?: { status: number; text: string } | undefined;
}

/** A send; its subject is of this send alone. */
export interface ToldSend extends Told {
  subject: string;
  body: string;
  key?: string;
  /** The message that it replies to. */
  parent?: string;
  scheduled: boolean;
}

/** A change of a notification that only this client changes; the amounts rise. */
export interface ToldChange extends Told {
  notification: string;
  amount: string;
}

/** A reservation of numbers that only this client asks for. */
export interface ToldReservation extends Told {
  numbers: string[];
}

/** A mail that was removed from the outbox, or opened, once. */
export interface ToldMail extends Told {
  subject: string;
  done: 'removed' | 'opened';
}

/** A clock that was moved on, and how far it is ahead then, in milliseconds. */
export interface ToldClock extends Told {
  offset: number;
}

/** A partition that was filled; all that it was filled with names the version. */
export interface ToldFill extends Told {
  version: number;
}

/** All that the clients of one round know. */
export interface Knowledge {
  sends: ToldSend[];
  changes: ToldChange[];
  reservations: ToldReservation[];
  mails: ToldMail[];
  clocks: ToldClock[];
  fills: ToldFill[];
  /** Answers that nobody may get, whatever happens. */
  surprises: string[];
}

/** What clients know before they have done anything. */
export function nothingKnown(): Knowledge {
  return { sends: [], changes: [], reservations: [], mails: [], clocks: [], fills: [], surprises: [] };
}
