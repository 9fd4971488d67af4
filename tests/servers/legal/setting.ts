import type { Manner } from './manner.ts';
import type { PostOffice } from './post-office.ts';
import type { Wire } from './wire.ts';

/** How one server is set up. */
export interface Setting {
  wire: Wire;
  /** Whether answers about an email have `data`, or any message at all. */
  envelope: 'data' | 'other' | 'none';
  manner: Manner;
  /** In milliseconds. */
  now: () => number;
  /** How long a message is on its way before it can be replied to. */
  sendingMs: number;
  postOffice: PostOffice;
}
