/** The kinds of entries that a world is made of; `meta` has its clock and settings, `list` the lists that it was filled with. */
export type Kind = 'meta' | 'list' | 'notification' | 'hold' | 'record' | 'waiting' | 'message' | 'mail';

/** Makes a stored entry of JSON. Throws an Error with the reason why it can't. */
export type Revive<Value> = (json: never) => Value;

/** The maps of a world, and the way to the disk where they are stored there. */
export interface Storage {
  /** The entries of a kind in the order of their arrival. Values are JSON, or what `revive` makes of their JSON. */
  map<Value>(kind: Kind, revive?: Revive<Value>): Map<string, Value>;
  /** Runs a task once the changes so far are stored. */
  afterwards(task: () => void): void;
  /** Removes every entry. */
  clear(): void;
  /** Later changes are not stored. */
  leave(): void;
}

/** Maps of this process only. */
export function inMemory(): Storage {
  return { map: () => new Map(), afterwards: (task) => task(), clear: () => {}, leave: () => {} };
}
