import { EventEmitter } from 'node:events';
import type { Recorded } from './journal.ts';

/** What happened in a partition: an exchange was answered, or somebody changed something through the control API. */
export type Happening = { type: 'request'; exchange: Recorded } | { type: 'change' };

/** Tells whoever listens what happens in a partition, as it happens. */
export class Feed {
  private readonly emitter = new EventEmitter().setMaxListeners(0);

  tell(partition: string, happening: Happening): void {
    this.emitter.emit(partition, happening);
  }

  /** Tells everybody. */
  tellAll(happening: Happening): void {
    for (const partition of this.emitter.eventNames()) this.emitter.emit(partition, happening);
  }

  /** Listens to one partition, until the function that is given back is called. */
  listen(partition: string, listener: (happening: Happening) => void): () => void {
    this.emitter.on(partition, listener);
    return () => this.emitter.off(partition, listener);
  }
}
