import { isListOrObject } from '../../spec/json.ts';
import { UUID } from '../../spec/validators.ts';

/** Ids that were made while recording, and what a replay made in their place. */
export class KnownIds {
  private readonly replayed = new Map<string, string>();

  /** Compares a recorded body with the replayed one: ids at the same place belong together. */
  learn(recorded: unknown, replayed: unknown): void {
    if (typeof recorded === 'string' && typeof replayed === 'string') {
      if (recorded !== replayed && UUID.test(recorded) && UUID.test(replayed)) this.replayed.set(recorded, replayed);
    } else if (isListOrObject(recorded) && isListOrObject(replayed)) {
      for (const [name, value] of Object.entries(recorded)) this.learn(value, replayed[name]);
    }
  }

  /** A text of the recording with the ids of the replay. */
  translate(text: string): string {
    let translated = text;
    for (const [recorded, replayed] of this.replayed) translated = translated.replaceAll(recorded, replayed);
    return translated;
  }
}
