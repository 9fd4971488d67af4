/** The kinds of entries that a world is made of; `meta` has its clock and settings, `list` the lists that it was filled with. */
export const kinds = ['meta', 'list', 'notification', 'hold', 'record', 'waiting', 'message', 'mail'] as const;
/** One of these kinds. */
export type Kind = (typeof kinds)[number];

/** Makes a stored entry of JSON; undefined drops the entry. Throws an Error with the reason why it can't. */
export type Revive<Value> = (json: never) => Value | undefined;

/** The maps of a world, and the way to the disk where they are stored there. */
export interface Storage {
  /** The entries of a kind in the order of their arrival. Values are JSON, or have a `toJSON` that `revive` reads back. */
  map<Value>(kind: Kind, revive?: Revive<Value>): Map<string, Value>;
  /** Runs a task once every change so far is stored. */
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
